import { boundedInTurn } from '../system/bounded.js';
import { visible } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { isLinearPattern } from './pattern.js';
import { triedPattern, watched } from './tried-pattern.js';

/** A pattern of a contract was stopped, since it takes very long over a value. */
export class SlowPattern extends UsageError {
  readonly code = 'SLOW_PATTERN';

  constructor(pattern: string, place?: string) {
    const where = place === undefined ? '' : ` at ${place}`;
    super(
      `Stopped the pattern ${visible(JSON.stringify(pattern), 120)} of the contract${where}, which takes too long ` +
        'over a value. Correct it in the file with answers, or in an overlay that it names: do not repeat a group ' +
        'that repeats a part of itself.',
    );
  }
}

/** Where a person wrote a pattern, such as `answers.yaml:3:5`; undefined if it is not known. */
export type PatternPlace = (pattern: string) => string | undefined;

/** The entry points of the package have a class of their own each. */
export function isSlowPattern(error: unknown): error is SlowPattern {
  return error instanceof Error && (error as { code?: unknown }).code === 'SLOW_PATTERN';
}

/**
 * A pattern of a contract, which may be of somebody else. Its test throws SlowPattern if it takes longer than a signal
 * may wait.
 *
 * @throws SyntaxError for an invalid pattern
 */
export function stoppablePattern(pattern: string, placeOf?: PatternPlace): { test(text: string): boolean } {
  const form = new RegExp(pattern, 'u');
  if (isLinearPattern(pattern)) return form;
  const named = watched(form);
  return {
    test(text) {
      const done = boundedInTurn(() => named.test(text));
      if (done.stopped === undefined) return done.value;
      triedPattern();
      throw new SlowPattern(pattern, placeOf?.(pattern));
    },
  };
}

const forms = new Map<string, { test(text: string): boolean }>();

/** Whether a text matches a pattern of a contract. @throws SlowPattern; SyntaxError for an invalid pattern */
export function fitsPattern(pattern: string, text: string): boolean {
  const form = forms.get(pattern) ?? stoppablePattern(pattern);
  forms.set(pattern, form);
  return form.test(text);
}
