import { runWithinTurnBudget } from '../system/time-limit.js';
import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';

/**
 * Compiles a pattern of a schema; undefined if that fails. JSON Schema requires the flag `u`; patterns that are invalid
 * with this flag are compiled without it.
 */
export function patternOf(text: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags);
    } catch {}
  }
  return undefined;
}

/** Number of places where a match can backtrack: repetitions without a fixed number, and choices. */
interface Backtracking {
  loops: number;
  choiceCount: number;
  /** Whether a match can only begin at the first character. */
  isAnchored: boolean;
}

/**
 * Estimates backtracking; undefined if a group is repeated or has a back-reference, so that no estimate is possible.
 */
function backtrackingOf(pattern: string): Backtracking | undefined {
  if (/\\[1-9k]/.test(pattern)) return undefined;
  const simplifiedPattern = pattern
    .replaceAll(/\\./gs, 'a')
    .replaceAll(/\[[^\]]*\]/g, 'a')
    .replaceAll(/\(\?(?:<?[=!]|:|<\w+>)/g, '(');
  if (/\)[*+{]/.test(simplifiedPattern)) return undefined;
  const loops = simplifiedPattern.match(/[*+]|\{\d+,/g) ?? [];
  // A question mark after a repetition makes it lazy and adds no choice.
  const choices = simplifiedPattern.replaceAll(/([*+?}])\?/g, '$1').match(/[?|]/g) ?? [];
  const isAnchored = simplifiedPattern.startsWith('^') && !withoutGroups(simplifiedPattern).includes('|');
  return { loops: loops.length, choiceCount: choices.length, isAnchored };
}

function withoutGroups(pattern: string): string {
  for (let [before, after] = ['', pattern]; ; [before, after] = [after, after.replaceAll(/\([^()]*\)/g, '')])
    if (before === after) return after;
}

/** Whether matching a pattern against a string of up to 256 characters certainly takes little time. */
export function isQuickPattern(pattern: string): boolean {
  const backtracking = backtrackingOf(pattern);
  return backtracking !== undefined && 8 * (backtracking.loops + 1) + backtracking.choiceCount <= 24;
}

/** Whether matching a pattern against any string certainly takes little time. */
export function isLinearPattern(pattern: string): boolean {
  const backtracking = backtrackingOf(pattern);
  return (
    backtracking !== undefined &&
    backtracking.choiceCount <= 4 &&
    backtracking.loops <= (backtracking.isAnchored ? 1 : 0)
  );
}

/** The pattern that is being matched; it stays set if the time limit stopped the match. */
let currentPattern: string | undefined;

/** Wraps a pattern to record when it is being matched, so that a finding can name a pattern that takes too long. */
export function watchPattern(regExp: RegExp): { test(text: string): boolean } {
  return {
    test(text) {
      currentPattern = regExp.source;
      const isMatch = regExp.test(text);
      currentPattern = undefined;
      return isMatch;
    },
  };
}

/** Returns the pattern whose match was stopped last, and resets the record; undefined if no match was stopped. */
export function takeStoppedPattern(): string | undefined {
  const pattern = currentPattern;
  currentPattern = undefined;
  return pattern;
}

/** The error for a pattern of a contract whose match was stopped, because it took too long. */
class SlowPatternError extends UsageError {
  readonly code = 'SLOW_PATTERN';

  constructor(pattern: string, place?: string) {
    const placeText = place === undefined ? '' : ` at ${place}`;
    super(
      `The pattern ${sanitize(JSON.stringify(pattern), 120)} of the contract${placeText} takes too long to match a ` +
        'value, so the match was stopped. Correct the pattern in the file with answers, or in an overlay that ' +
        'this file names: do not repeat a group that itself contains a repetition, as in (a+)+.',
    );
  }
}

/** Returns the place where a person wrote a pattern, such as `answers.yaml:3:5`; undefined if it is unknown. */
export type PatternLocator = (pattern: string) => string | undefined;

/** Whether the code is that of a SlowPatternError. `instanceof` may fail: each entry point has a copy of the class. */
export function isSlowPattern(error: unknown): error is SlowPatternError {
  return error instanceof Error && (error as { code?: unknown }).code === 'SLOW_PATTERN';
}

/** Compiles a pattern. Its test throws a SlowPatternError after half a second. @throws SyntaxError if invalid */
export function compileStoppablePattern(pattern: string, placeOf?: PatternLocator): { test(text: string): boolean } {
  const regExp = new RegExp(pattern, 'u');
  if (isLinearPattern(pattern)) return regExp;
  const watcher = watchPattern(regExp);
  return {
    test(text) {
      const result = runWithinTurnBudget(() => watcher.test(text));
      if (result.stoppedBy === undefined) return result.value;
      takeStoppedPattern();
      throw new SlowPatternError(pattern, placeOf?.(pattern));
    },
  };
}

const matchers = new Map<string, { test(text: string): boolean }>();

/** Whether a string matches a pattern of a contract. @throws SlowPatternError; SyntaxError for an invalid pattern */
export function matchesContractPattern(pattern: string, text: string): boolean {
  const matcher = matchers.get(pattern) ?? compileStoppablePattern(pattern);
  matchers.set(pattern, matcher);
  return matcher.test(text);
}
