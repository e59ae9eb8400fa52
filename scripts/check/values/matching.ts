import { isQuickPattern, patternOf } from '../../contract/pattern.js';
import { bounded } from '../../system/bounded.js';

/** Time limit for one text, in milliseconds: sound patterns never need it. */
const patience = 100;
/** How many texts may exceed the limit before the pattern is no longer used. */
const mostStops = 5;
/** The same for all patterns in one turn of the event loop: a file may have thousands. */
const mostInTurn = 20;
let stopsInTurn = 0;
/** Texts up to this length match quickly if the pattern has few repetitions. */
const short = 256;

interface Matcher {
  form: RegExp;
  /** Whether it surely takes little time over a short text. */
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
  if (stopsInTurn >= mostInTurn) return undefined;
  const tried = bounded(() => matcher.form.test(text), { milliseconds: patience });
  if (tried.stopped === undefined) return tried.value;
  matcher.stops += 1;
  if (stopsInTurn === 0) setImmediate(() => (stopsInTurn = 0));
  stopsInTurn += 1;
  return undefined;
}

/** Whether a text is a valid pattern for JSON Schema, or at least for JavaScript. */
export function isPattern(text: string): boolean {
  return patternOf(text) !== undefined;
}

function matcherOf(pattern: string): Matcher | undefined {
  if (!matchers.has(pattern)) {
    const form = patternOf(pattern);
    matchers.set(pattern, form && { form, isQuick: isQuickPattern(pattern), stops: 0 });
  }
  return matchers.get(pattern);
}
