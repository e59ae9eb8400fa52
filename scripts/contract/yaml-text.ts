import { stringify } from 'yaml';
import { escapeToken } from './pointer.js';

/**
 * A JSON value as YAML for people: lines are not folded, so that changing one word changes one line. The text is that
 * of the package `yaml`, which takes several times as long for a large document: here it writes only unusual texts.
 */
export function yamlText(value: unknown): string {
  const writer = new Writer();
  writer.add('', value, '');
  return `${writer.lines.join('\n')}\n`;
}

/** The line, from 1, on which the text of a value has each of its parts, by JSON pointer. */
export function yamlLines(value: unknown): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  new Writer(found).add('', value, '');
  return found;
}

class Writer {
  readonly lines: string[] = [];
  readonly #found: Map<string, number> | undefined;
  /** The lines of texts that were written before, and names as they are written. */
  readonly #known = new Map<string, readonly string[]>();
  readonly #names = new Map<string, string>();

  /** @param found collects the line of each part */
  constructor(found?: Map<string, number>) {
    this.#found = found;
  }

  /**
   * @param lead what stands before the value on its first line
   * @param indent of the members below
   * @param pointer to the value
   */
  add(lead: string, value: unknown, indent: string, pointer = ''): void {
    if (typeof value !== 'object' || value === null) {
      this.#addScalar(lead, value, indent);
      return;
    }
    const isList = Array.isArray(value);
    const members = Object.entries(value).filter(([, below]) => below !== undefined);
    if (members.length === 0) {
      this.lines.push(`${lead}${isList ? '[]' : '{}'}`);
      return;
    }
    // The first item of a list, or member of an item, stands on the line of the dash above it.
    const isInline = lead === '' || lead.endsWith('- ');
    if (!isInline) this.lines.push(lead.trimEnd());
    for (const [index, [name, below]] of members.entries()) {
      const start = isInline && index === 0 ? lead : indent;
      const inside = this.#found ? `${pointer}/${escapeToken(name)}` : '';
      this.#found?.set(inside, this.lines.length + 1);
      this.add(`${start}${isList ? '- ' : `${this.#keyOf(name)}: `}`, below, `${indent}  `, inside);
    }
  }

  #addScalar(lead: string, value: unknown, indent: string): void {
    const [first = '', ...rest] = this.#linesOf(value);
    this.lines.push(lead + first);
    // The library indents the lines of a text by two spaces, as all that is below a member.
    for (const line of rest) this.lines.push(line === '' ? '' : indent.slice(2) + line);
  }

  #linesOf(value: unknown): readonly string[] {
    // Where only the lines count, it does not matter how a text on one line is quoted.
    if (this.#found && !(typeof value === 'string' && value.includes('\n'))) return [''];
    if (typeof value !== 'string') return isSimple(value) ? [String(value)] : libraryLines(value);
    if (isPlain(value)) return [value];
    if (/^#[\w/-]*$/.test(value)) return [`'${value}'`];
    const lines = this.#known.get(value) ?? libraryLines(value);
    this.#known.set(value, lines);
    return lines;
  }

  #keyOf(name: string): string {
    if (this.#found || isPlain(name)) return name;
    const key = this.#names.get(name) ?? stringify({ a: { [name]: 0 } }, style).slice('a:\n  '.length, -': 0\n'.length);
    this.#names.set(name, key);
    return key;
  }
}

function isSimple(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || (Number.isSafeInteger(value) && !Object.is(value, -0));
}

/** Whether a text certainly needs no quotes: it begins with a letter, slash or dollar, and is nothing else in YAML. */
function isPlain(text: string): boolean {
  return (
    /^[A-Za-z/$][\x20-\x7e\xa0-\ud7ff]*$/.test(text) &&
    !/: | #|[ :-]$/.test(text) &&
    !/^(?:null|true|false)$/i.test(text)
  );
}

const style = { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false };

function libraryLines(value: unknown): readonly string[] {
  const text = stringify({ a: value }, style);
  return text.slice('a: '.length, -1).split('\n');
}
