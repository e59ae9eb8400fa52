import { bounded } from '../../system/bounded.js';

/** Milliseconds for one text: longer than any pattern takes that means well. */
const patience = 100;
/** Texts over which a pattern may lose its way until it is given up. */
const mostStops = 5;
/** No text up to this length takes long where a pattern repeats little. */
const short = 128;

interface Matcher {
  form: RegExp;
  /** It repeats no group, and no more than two parts: over a short text that ends soon. */
  isQuick: boolean;
  stops: number;
}

const matchers = new Map<string, Matcher | undefined>();

/**
 * Whether a text matches a pattern of a schema; undefined where nobody can say: the pattern is none, or takes more than
 * 100 ms over the text. Some patterns would take years over thirty characters.
 */
export function matches(pattern: string, text: string): boolean | undefined {
  const matcher = matcherOf(pattern);
  if (!matcher || matcher.stops >= mostStops) return undefined;
  if (matcher.isQuick && text.length <= short) return matcher.form.test(text);
  const tried = bounded(() => matcher.form.test(text), { milliseconds: patience });
  if (tried.stopped === undefined) return tried.value;
  matcher.stops += 1;
  return undefined;
}

/** Whether a text is a pattern as JSON Schema, or at least JavaScript, knows them. */
export function isPattern(text: string): boolean {
  return compile(text) !== undefined;
}

function matcherOf(pattern: string): Matcher | undefined {
  if (!matchers.has(pattern)) {
    const form = compile(pattern);
    const isQuick = !/\)[*+{]/.test(pattern) && (pattern.match(/[*+]|\{\d+,/g) ?? []).length <= 2;
    matchers.set(pattern, form && { form, isQuick, stops: 0 });
  }
  return matchers.get(pattern);
}

function compile(pattern: string): RegExp | undefined {
  // With `u` as the standard says; without it for patterns that were written for others.
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {}
  }
  return undefined;
}
