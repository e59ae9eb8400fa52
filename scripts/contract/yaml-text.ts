import { stringify } from 'yaml';
import type { Node } from './json.js';
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
  /** Texts and names as they are written; a document repeats most of them. */
  readonly #texts = new Map<string, readonly string[]>();
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
    // The first item of a list, or member of an item, stands on the line of the dash above it.
    const isInline = lead === '' || lead.endsWith('- ');
    let isEmpty = true;
    for (const name of Object.keys(value)) {
      const below = (value as Node)[name];
      if (below === undefined) continue;
      if (isEmpty && !isInline) this.lines.push(lead.trimEnd());
      const start = isEmpty && isInline ? lead : indent;
      isEmpty = false;
      const inside = this.#found ? `${pointer}/${escapeToken(name)}` : '';
      this.#found?.set(inside, this.lines.length + 1);
      this.add(`${start}${isList ? '- ' : `${this.#keyOf(name)}: `}`, below, `${indent}  `, inside);
    }
    if (isEmpty) this.lines.push(`${lead}${isList ? '[]' : '{}'}`);
  }

  #addScalar(lead: string, value: unknown, indent: string): void {
    const lines = this.#linesOf(value);
    this.lines.push(lead + lines[0]);
    // The library indents the lines of a text by two spaces, as all that is below a member.
    for (const line of lines.slice(1)) this.lines.push(line === '' ? '' : indent.slice(2) + line);
  }

  #linesOf(value: unknown): readonly string[] {
    // Where only the lines count, it does not matter how a text on one line is quoted.
    if (this.#found && !(typeof value === 'string' && value.includes('\n'))) return [''];
    if (typeof value !== 'string') return isSimple(value) ? [String(value)] : libraryLines(value);
    const lines = this.#texts.get(value) ?? linesOfText(value);
    this.#texts.set(value, lines);
    return lines;
  }

  #keyOf(name: string): string {
    if (this.#found) return name;
    const key = this.#names.get(name) ?? (/^[\w/$][\x20-\x7e]*$/.test(name) && isPlain(name) ? name : libraryKey(name));
    this.#names.set(name, key);
    return key;
  }
}

function isSimple(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || (Number.isSafeInteger(value) && !Object.is(value, -0));
}

/** Most texts of a document are of kinds that need no library. */
function linesOfText(text: string): readonly string[] {
  if (/^[\x20-\x7e\xa0-\ud7ff]*$/.test(text)) return [isPlain(text) ? text : quoted(text)];
  const isLiteral = /^[\x21-\x7e][\x20-\x7e\xa0-\ud7ff\n]*[\x21-\x7e]$/.test(text);
  return isLiteral ? ['|-', ...text.split('\n').map((line) => (line === '' ? '' : `  ${line}`))] : libraryLines(text);
}

/** What YAML reads as null or a boolean, and as a number. */
const literal = /^(?:~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE)?$/;
const number =
  /^(?:0o[0-7]+|0x[\da-fA-F]+|\.(?:nan|NaN|NAN)|[-+]?(?:\.(?:inf|Inf|INF)|(?:\.\d+|\d+\.?\d*)(?:[eE][-+]?\d+)?))$/;

/** Whether a printable text needs no quotes. */
function isPlain(text: string): boolean {
  return !/^[ ,[\]{}#&*!|>'"%@`]|^[?-](?: |$)|: | #|[ :]$/.test(text) && !literal.test(text) && !number.test(text);
}

function quoted(text: string): string {
  return text.includes("'") && !text.includes('"') ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}

const style = { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false };

function libraryLines(value: unknown): readonly string[] {
  const text = stringify({ a: value }, style);
  return text.slice('a: '.length, -1).split('\n');
}

function libraryKey(name: string): string {
  return stringify({ a: { [name]: 0 } }, style).slice('a:\n  '.length, -': 0\n'.length);
}
