/**
 * A whole number with commas in any locale: `14,210`. Avoids Intl, whose first use takes longer than the whole start of
 * the program.
 */
export function groupDigits(value: number): string {
  return value.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number with its noun: `1 file`, `1,204 files`. */
export function formatCount(count: number, one: string, pluralNoun = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : pluralNoun}`;
}

/** A list of at most `limit` strings: `a, b and 3 more`. */
export function formatList(texts: readonly string[], limit: number): string {
  const hiddenCount = texts.length - limit;
  return `${texts.slice(0, limit).join(', ')}${hiddenCount > 0 ? ` and ${groupDigits(hiddenCount)} more` : ''}`;
}
