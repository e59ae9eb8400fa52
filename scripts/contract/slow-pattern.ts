import { boundedInTurn } from '../system/bounded.js';
import { visible } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { isLinearPattern } from './pattern.js';
import { triedPattern, type WatchedPattern, watched } from './tried-pattern.js';

/** A pattern of a contract was stopped, since it takes very long over a value. */
export class SlowPattern extends UsageError {
  readonly code = 'SLOW_PATTERN';

  constructor(pattern: string | undefined, place?: string) {
    const named = pattern === undefined ? 'a pattern' : `the pattern ${visible(JSON.stringify(pattern), 120)}`;
    const where = place === undefined ? '' : ` at ${place}`;
    super(
      `Stopped ${named} of the contract${where}, which takes too long over a value. Correct it in the file with ` +
        'answers, or in an overlay that it names: do not repeat a group that repeats a part of itself.',
    );
  }
}

/** Where a person wrote a pattern, such as `answers.yaml:3:5`; undefined if it is not known. */
export type PatternPlace = (pattern: string) => string | undefined;

/** The entry points of the package have a class of their own each. */
export function isSlowPattern(error: unknown): error is SlowPattern {
  return error instanceof Error && (error as { code?: unknown }).code === 'SLOW_PATTERN';
}

/** A pattern for a validator, which is stopped together with it. */
export function stoppablePattern(pattern: string, flags: string): WatchedPattern {
  const form = new RegExp(pattern, flags);
  return isLinearPattern(pattern) ? form : watched(form);
}

/**
 * Does the work of a validator, whose patterns may be of somebody else.
 *
 * @throws SlowPattern if it takes longer than a signal may wait
 */
export function inTimeOfPatterns<Value>(work: () => Value, placeOf?: PatternPlace): Value {
  const done = boundedInTurn(work);
  if (done.stopped === undefined) return done.value;
  const pattern = triedPattern();
  throw new SlowPattern(pattern, pattern === undefined ? undefined : placeOf?.(pattern));
}

const forms = new Map<string, { form: RegExp; isLinear: boolean }>();

/**
 * Whether a text matches a pattern of a contract, which may be of somebody else.
 *
 * @throws SlowPattern if it takes longer than a signal may wait; SyntaxError for an invalid pattern
 */
export function fitsPattern(pattern: string, text: string): boolean {
  const known = forms.get(pattern) ?? { form: new RegExp(pattern, 'u'), isLinear: isLinearPattern(pattern) };
  forms.set(pattern, known);
  if (known.isLinear) return known.form.test(text);
  const done = boundedInTurn(() => known.form.test(text));
  if (done.stopped === undefined) return done.value;
  throw new SlowPattern(pattern);
}
