type Redact = (text: string) => string;

/** A copy of a value in which every text is redacted; texts that stay the same are shared. */
export function redacted<Value>(value: Value, redact: Redact): Value {
  return inner(value, redact) as Value;
}

function inner(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => inner(item, redact));
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, inner(below, redact)]));
}
