const prose = new Set(['description', 'summary', 'title']);

/** Keys whose values are data, in which key names have no meaning. */
const data = new Set(['const', 'default', 'enum', 'example', 'examples', 'value']);

/**
 * A copy without the texts that only people read, which no validator uses. A value of such a name that is not a text
 * stays, such as a property called `description`.
 */
export function withoutProse<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, below]) => !(prose.has(key) && typeof below === 'string'));
  return Object.fromEntries(kept.map(([key, below]) => [key, data.has(key) ? below : copy(below)]));
}
