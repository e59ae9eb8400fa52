/** A copy of a value in which every text is redacted; texts that stay the same are shared. */
export function redacted<Value>(value: Value, redact: (text: string) => string): Value {
  const inner = (each: unknown): unknown => {
    if (typeof each === 'string') return redact(each);
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(inner);
    return Object.fromEntries(Object.entries(each).map(([name, below]) => [name, inner(below)]));
  };
  return inner(value) as Value;
}
