import { patternOf } from '../../contract/pattern.js';
import { bounded } from '../../system/bounded.js';

/** Time limit for one text, in milliseconds: sound patterns never need it. */
const patience = 100;
/** How many texts may exceed the limit before the pattern is no longer used. */
const mostStops = 5;
/** Texts up to this length match quickly if the pattern has few repetitions. */
const short = 256;

interface Matcher {
  form: RegExp;
  /** It repeats no group, and at most two parts: it matches a short text quickly. */
  isQuick: boolean;
  stops: number;
}

const matchers = new Map<string, Matcher | undefined>();

/**
 * Whether a text matches a pattern of a schema; undefined if that is unknown: the pattern is invalid, or takes more
 * than 100 ms over the text. Some patterns would take years over thirty characters.
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

/** Whether a text is a valid pattern for JSON Schema, or at least for JavaScript. */
export function isPattern(text: string): boolean {
  return patternOf(text) !== undefined;
}

function matcherOf(pattern: string): Matcher | undefined {
  if (!matchers.has(pattern)) {
    const form = patternOf(pattern);
    const isQuick = !/\)[*+{]/.test(pattern) && (pattern.match(/[*+]|\{\d+,/g) ?? []).length <= 2;
    matchers.set(pattern, form && { form, isQuick, stops: 0 });
  }
  return matchers.get(pattern);
}
