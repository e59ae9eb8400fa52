/**
 * `14,210`: a whole number with commas, the same on every machine. Not by Intl, whose first use takes longer than all
 * else that a command does before its own work.
 */
export function grouped(value: number): string {
  return value.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 file`, `1,204 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `a, b and 3 more`: a list of at most so many texts. */
export function listOf(texts: readonly string[], most: number): string {
  const rest = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${rest > 0 ? ` and ${grouped(rest)} more` : ''}`;
}
