/** Compiles a pattern of a schema; undefined if JavaScript cannot. JSON Schema asks for `u`; some are valid without. */
export function patternOf(text: string, flags = 'u'): RegExp | undefined {
  for (const tried of [flags, flags.replace('u', '')]) {
    try {
      return new RegExp(text, tried);
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
