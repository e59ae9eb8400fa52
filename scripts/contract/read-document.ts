import { visible } from '../text/escape.js';
import { placesIn } from '../text/json-place.js';
import { scanJson } from '../text/json-scan.js';
import { FileMistake, UsageError } from '../text/usage-error.js';
import { isObject, type Node } from './json.js';
import { eachOperation } from './operations.js';
import { limits, lineIn, parseYaml, refuseMistakes, textOf } from './parse-yaml.js';
import { escapeToken, parsePointer } from './pointer.js';
import { dereference, ReferenceMistake, referenceOf } from './references.js';
import { dataOf } from './walk.js';

/** The document that a reader accepts. */
export interface Expected {
  /** The role of the file: `contract`, `document`. */
  what: string;
  /** `an OpenAPI 3.1 document`. */
  form: string;
  /** The accepted values of `openapi`, and an example of one. */
  openapi: { pattern: RegExp; example: string };
  /** Maximum size in bytes. */
  most: number;
}

/** A complete OpenAPI document, with the line of each place in its file. */
export interface DocumentInFile {
  /** The source of the document, safe to print. */
  name: string;
  document: Node & { paths: Node };
  /** The line of a pointer, or of its nearest parent that the file has. */
  lineOf(pointer: string): number;
}

/**
 * Reads YAML or JSON that must be one complete OpenAPI document without references to other files.
 *
 * @param name the source: a path, or words for people
 * @throws UsageError with file and line if it is not such a document
 */
export function readDocument(name: string, bytes: Uint8Array, { what, form, openapi, most }: Expected): DocumentInFile {
  const shown = visible(name);
  if (bytes.length > most) throw tooLarge(shown, what, bytes.length, most);
  const { value: document, lineOf } = documentText(shown, bytes);
  if (!isObject(document)) throw unlike(shown, form, document);
  if (!openapi.pattern.test(String(document['openapi']))) throw unlike(shown, openapi.example, document['openapi']);
  const { paths } = document;
  if (!isObject(paths)) throw unlike(shown, '"paths" with the operations', paths);
  refuseReferencesOut(shown, document);
  return { name: shown, document: { ...document, paths }, lineOf };
}

/** The error for a file that is too large. */
export function tooLarge(name: string, what: string, found: number, most: number): UsageError {
  const size = found > most ? `${(found / 1e6).toFixed(1)} MB` : 'more';
  return new UsageError(`${name}: expected a ${what} of at most ${most / 1e6} MB, found ${size}.`);
}

/** The error for a document with an unexpected value. */
export function unlike(name: string, expected: string, found: unknown): FileMistake {
  const told = Array.isArray(found) ? 'an array' : visible(JSON.stringify(found) ?? 'nothing');
  return new FileMistake(`${name}: expected ${expected}, found ${found === null ? 'nothing' : told}.`, {
    file: name,
    what: expected,
  });
}

/**
 * Runs a function that follows the references of a document.
 *
 * @throws UsageError with file and line for a reference that leads nowhere
 */
export function following<Value>({ name, document, lineOf }: DocumentInFile, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ReferenceMistake)) throw error;
    throw new UsageError(`${name}:${lineOf(pointerTo(document, error.node))}: ${visible(error.message)}`);
  }
}

/**
 * The paths of a document, with references to path items resolved.
 *
 * @throws ReferenceMistake if a reference leads nowhere
 */
export function wholePaths(document: Node & { paths: Node }): Record<string, object> {
  const items = Object.entries(document.paths).map(([path, item]) => {
    const own = (item ?? {}) as Node;
    const found = dereference<Node>(document, own);
    if (found === own) return [path, own];
    const { $ref: _, ...beside } = own;
    return [path, { ...found, ...beside }];
  });
  return Object.fromEntries(items) as Record<string, object>;
}

/** @throws UsageError if the document has no operations, or two with the same name */
export function refuseOperations(name: string, document: { paths: object }): void {
  const seen = new Set<string>();
  for (const { id } of eachOperation(document)) {
    if (seen.has(id))
      throw new UsageError(
        `${name}: the operationId ${visible(JSON.stringify(id), 80)} occurs twice. Rename one of them.`,
      );
    seen.add(id);
  }
  if (seen.size === 0) throw new UsageError(`${name} has no operations. Use a document with operations under "paths".`);
}

/** References to other files are rejected: nothing is downloaded. In examples and extensions there are none. */
export function refuseReferencesOut(name: string, document: object): void {
  refuseOut(name, document, new Set(dataOf(document).map(({ value }) => value)));
}

function refuseOut(name: string, node: unknown, data: ReadonlySet<unknown>): void {
  if (typeof node !== 'object' || node === null || data.has(node)) return;
  const ref = referenceOf(node);
  if (ref !== undefined && !ref.startsWith('#')) {
    throw new UsageError(
      `${name}: the $ref ${visible(JSON.stringify(ref), 120)} leads to another file, which is not loaded. ` +
        'Bundle the document into one file first, with "npx @redocly/cli bundle".',
    );
  }
  for (const below of Object.values(node)) refuseOut(name, below, data);
}

/** The value of a text of JSON or YAML. */
interface DocumentText {
  value: unknown;
  /** The line of a pointer, or of its nearest parent that the text has. */
  lineOf(pointer: string): number;
}

/**
 * Reads JSON or YAML.
 *
 * @param shown the source of the text, safe to print
 * @throws UsageError with line and column if it is neither, nested too deeply, or has a name twice
 */
export function documentText(shown: string, bytes: Uint8Array): DocumentText {
  return jsonText(bytes) ?? yamlText(shown, bytes);
}

/** JSON is also YAML, but parsing it as YAML takes ten times as long; undefined if it is not faultless JSON. */
function jsonText(bytes: Uint8Array): DocumentText | undefined {
  const { text, mistake: alien } = textOf(bytes);
  if (alien || !/^\s*[[{]/.test(text)) return undefined;
  let isTwice = false;
  const mistake = scanJson(text, limits.depth, {
    repeatedName() {
      isTwice = true;
    },
  });
  if (mistake || isTwice) return undefined;
  let placeOf: ReturnType<typeof placesIn> | undefined;
  return {
    value: JSON.parse(text),
    lineOf(pointer) {
      placeOf ??= placesIn(text);
      return placeOf(parsePointer(pointer)).line;
    },
  };
}

function yamlText(shown: string, bytes: Uint8Array): DocumentText {
  const parsed = parseYaml(bytes);
  refuseMistakes(parsed, shown, 'a document in YAML or JSON');
  const value: unknown = parsed.document?.toJS({ maxAliasCount: limits.aliases });
  return { value, lineOf: (pointer) => lineIn(parsed, pointer) };
}

/** The JSON pointer of an object in a document. */
function pointerTo(document: unknown, node: object): string {
  const waiting = [{ at: document, pointer: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { at, pointer } = next;
    if (at === node) return pointer;
    if (typeof at !== 'object' || at === null) continue;
    for (const [key, below] of Object.entries(at))
      waiting.push({ at: below, pointer: `${pointer}/${escapeToken(key)}` });
  }
  return '';
}
