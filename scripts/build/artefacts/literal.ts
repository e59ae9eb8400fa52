/** A name as a key in the code of an object. The plain key `__proto__` would set the object's prototype. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** Code in place of a value: `formatValue` inserts this code unchanged. */
export class Expression {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

/** How strings and keys are written. Non-ASCII characters are escaped, so that none can hide or reorder text. */
interface Notation {
  text(value: string): string;
  name(value: string): string;
  /** The text after the last member of a multi-line list or object. */
  trailingComma: string;
  /** The indentation of a member. */
  step: string;
  /** The text between a brace and a member on the same line. */
  padding: string;
  /** Words that differ from those of JSON, by the word in JSON. */
  words?: Readonly<Record<string, string>>;
}

const jsonLayout = { trailingComma: '', step: '  ', padding: ' ' };
export const jsonNotation: Notation = { text: toAsciiJson, name: toAsciiJson, ...jsonLayout };
export const typeScriptNotation: Notation = { ...jsonNotation, text: quote, name: propertyKey, trailingComma: ',' };
/** Python reads the two escapes of a surrogate pair as two characters; JSON code from them is correct again. */
export const pythonNotation: Notation = {
  ...{ text: toAsciiJson, name: toAsciiJson, trailingComma: ',', step: '    ', padding: '' },
  words: { true: 'True', false: 'False', null: 'None' },
};

/**
 * @param columns maximum length of a line. A longer list or object has a line for each member; 0 means every one.
 * @param indent the indentation of the first line
 */
export function formatValue(value: unknown, notation: Notation, columns: number, indent = ''): string {
  if (value instanceof Expression) return value.code;
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object' || value === null) {
    const word = JSON.stringify(value) ?? 'undefined';
    return notation.words?.[word] ?? word;
  }
  const memberIndent = indent + notation.step;
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', notation.padding];
  const texts = Object.entries(value).map(([name, each]) => {
    const text = formatValue(each, notation, columns, memberIndent);
    return Array.isArray(value) ? text : `${notation.name(name)}: ${text}`;
  });
  if (texts.length === 0) return open + close;
  const line = `${open}${space}${texts.join(', ')}${space}${close}`;
  if (indent.length + line.length <= columns && !line.includes('\n')) return line;
  const lines = texts.map((text) => memberIndent + text).join(',\n');
  return `${open}\n${lines}${notation.trailingComma}\n${indent}${close}`;
}

/** The code of a JSON value, over several lines. */
export function valueLiteral(value: unknown): string {
  return formatValue(value, typeScriptNotation, 0);
}

export function inlineLiteral(value: unknown): string {
  return formatValue(value, typeScriptNotation, Infinity);
}

function toAsciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function quote(text: string): string {
  return `'${toAsciiJson(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
