import { boundedInTurn } from '../system/bounded.js';
import { visible } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';

/** Compiles a pattern of a schema; undefined if JavaScript cannot. JSON Schema asks for `u`; some are valid without. */
export function patternOf(text: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags);
    } catch {}
  }
  return undefined;
}

/** Where a match may go back: parts that repeat without a fixed number, and places with a choice. */
interface Freedom {
  loops: number;
  choices: number;
  /** Whether a match begins at the first character only. */
  isAnchored: boolean;
}

/** Undefined if a group repeats or is referred to, so that nothing can be said. */
function freedomOf(pattern: string): Freedom | undefined {
  if (/\\[1-9k]/.test(pattern)) return undefined;
  const plain = pattern
    .replaceAll(/\\./gs, 'a')
    .replaceAll(/\[[^\]]*\]/g, 'a')
    .replaceAll(/\(\?(?:<?[=!]|:|<\w+>)/g, '(');
  if (/\)[*+{]/.test(plain)) return undefined;
  const loops = plain.match(/[*+]|\{\d+,/g) ?? [];
  // After a repetition, the character only says that it prefers few.
  const choices = plain.replaceAll(/([*+?}])\?/g, '$1').match(/[?|]/g) ?? [];
  const isAnchored = plain.startsWith('^') && !outside(plain).includes('|');
  return { loops: loops.length, choices: choices.length, isAnchored };
}

/** A pattern without its groups. */
function outside(plain: string): string {
  for (let [before, after] = ['', plain]; ; [before, after] = [after, after.replaceAll(/\([^()]*\)/g, '')])
    if (before === after) return after;
}

/** Whether a pattern surely takes little time over a text of up to 256 characters. */
export function isQuickPattern(pattern: string): boolean {
  const freedom = freedomOf(pattern);
  return freedom !== undefined && 8 * (freedom.loops + 1) + freedom.choices <= 24;
}

/** Whether a pattern surely takes little time over any text. */
export function isLinearPattern(pattern: string): boolean {
  const freedom = freedomOf(pattern);
  return freedom !== undefined && freedom.choices <= 4 && freedom.loops <= (freedom.isAnchored ? 1 : 0);
}

/** The pattern that is being matched; it stays set if the time limit stopped the match. */
let current: string | undefined;

/** Wraps a pattern to record when it is being matched, so that a finding can name a pattern that takes too long. */
export function watched(form: RegExp): { test(text: string): boolean } {
  return {
    test(text) {
      current = form.source;
      const found = form.test(text);
      current = undefined;
      return found;
    },
  };
}

/** Returns the pattern over which the last judging was stopped, once; undefined if there was none. */
export function triedPattern(): string | undefined {
  const pattern = current;
  current = undefined;
  return pattern;
}

/** A pattern of a contract was stopped, since it takes very long over a value. */
class SlowPattern extends UsageError {
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
