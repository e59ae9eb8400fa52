/** A name as the key of an object literal. Plain `__proto__` would set the prototype. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** Code at the place of a value. */
export class Expression {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

/** The code of a JSON value, over several lines; the first line has no indentation. */
export function valueLiteral(value: unknown, margin = ''): string {
  if (value instanceof Expression) return value.code;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(
    ([key, inner]) => `${margin}  ${isList ? '' : `${propertyKey(key)}: `}${valueLiteral(inner, `${margin}  `)},\n`,
  );
  const [open, close] = isList ? '[]' : '{}';
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.join('')}${margin}${close}`;
}

/** The code of a JSON value, on one line. */
export function inlineLiteral(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(inlineLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value).map(([key, inner]) => `${propertyKey(key)}: ${inlineLiteral(inner)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A single-quoted string literal, in ASCII. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}
