/**
 * `14,210`: a whole number with commas, the same on every machine. Not by Intl, whose first use takes longer than all
 * else that a command does before its own work.
 */
export function groupDigits(value: number): string {
  return value.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 file`, `1,204 files`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

/** `a, b and 3 more`: a list of at most so many texts. */
export function formatList(texts: readonly string[], limit: number): string {
  const rest = texts.length - limit;
  return `${texts.slice(0, limit).join(', ')}${rest > 0 ? ` and ${groupDigits(rest)} more` : ''}`;
}
