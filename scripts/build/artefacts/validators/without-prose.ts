const prose = new Set(['description', 'summary', 'title']);

/** Keys whose values are data, in which a name means nothing. */
const data = new Set(['const', 'default', 'enum', 'example', 'examples', 'value']);

/**
 * A copy without the texts that people read, which no validator depends on. What has such a name and is no text, as a
 * property called `description`, stays.
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
