/** Returns a copy of a value in which every text is redacted. */
export function redactTexts<Value>(value: Value, redact: (text: string) => string): Value {
  const redactPart = (each: unknown): unknown => {
    if (typeof each === 'string') return redact(each);
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(redactPart);
    return Object.fromEntries(Object.entries(each).map(([name, innerValue]) => [name, redactPart(innerValue)]));
  };
  return redactPart(value) as Value;
}
