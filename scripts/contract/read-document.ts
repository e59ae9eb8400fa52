import { sanitize } from '../text/escape.js';
import { createLocator } from '../text/json-place.js';
import { scanJson } from '../text/json-scan.js';
import { FileMistake, UsageError } from '../text/usage-error.js';
import { isObject, type Node } from './json.js';
import { eachOperation } from './operations.js';
import { decodeText, limits, lineIn, parseYaml, refuseMistakes, yamlValue } from './parse-yaml.js';
import { escapeToken, parsePointer } from './pointer.js';
import { dereference, ReferenceMistake, referenceOf } from './references.js';
import { dataOf } from './walk.js';

export interface ExpectedDocument {
  /** The role of the file, a noun for messages: `contract`, `document`. */
  role: string;
  /** The expected document in words: `an OpenAPI 3.1 document`. */
  description: string;
  /** The accepted values of `openapi`, or of `swagger` in older documents, and an example value. */
  openapi: { pattern: RegExp; example: string };
  /** Maximum size in bytes. */
  maxBytes: number;
}

/** A complete OpenAPI document, with the line of each place in its file. */
export interface DocumentInFile {
  /** The source of the document, safe to print. */
  name: string;
  document: Node & { paths: Node };
  /** The line of a JSON pointer, or of its nearest existing parent. */
  lineOf(pointer: string): number;
}

/**
 * Reads YAML or JSON that must be one complete OpenAPI document without references to other files.
 *
 * @param name the source: a path, or a readable description
 * @throws UsageError with file and line if the bytes are not such a document
 */
export function readDocument(
  name: string,
  bytes: Uint8Array,
  { role, description, openapi, maxBytes }: ExpectedDocument,
): DocumentInFile {
  const safeName = sanitize(name);
  if (bytes.length > maxBytes) throw sizeError(safeName, role, bytes.length, maxBytes);
  const { value: document, lineOf } = parseDocument(safeName, bytes);
  if (!isObject(document)) throw mismatchError(safeName, description, document);
  const version = document['openapi'] ?? document['swagger'];
  if (!openapi.pattern.test(String(version))) throw mismatchError(safeName, openapi.example, version);
  const { paths } = document;
  if (!isObject(paths)) throw mismatchError(safeName, '"paths" with the operations', paths);
  refuseExternalRefs(safeName, document);
  return { name: safeName, document: { ...document, paths }, lineOf };
}

export function sizeError(name: string, role: string, bytes: number, maxBytes: number): UsageError {
  const size = bytes > maxBytes ? `${(bytes / 1e6).toFixed(1)} MB` : 'more';
  return new UsageError(`${name}: expected a ${role} of at most ${maxBytes / 1e6} MB, found ${size}.`);
}

export function mismatchError(name: string, expected: string, actual: unknown): FileMistake {
  const actualText = Array.isArray(actual) ? 'an array' : sanitize(JSON.stringify(actual) ?? 'nothing');
  return new FileMistake(`${name}: expected ${expected}, found ${actual === null ? 'nothing' : actualText}.`, {
    file: name,
    what: expected,
  });
}

/** Runs `work`, which follows references. @throws UsageError with file and line for a reference that leads nowhere */
export function withLineErrors<Value>({ name, document, lineOf }: DocumentInFile, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ReferenceMistake)) throw error;
    throw new UsageError(`${name}:${lineOf(findPointer(document, error.node))}: ${sanitize(error.message)}`);
  }
}

/** The paths of a document, with references to path items resolved. @throws ReferenceMistake for a broken one */
export function resolvePathItems(document: Node & { paths: Node }): Record<string, object> {
  const items = Object.entries(document.paths).map(([path, item]) => {
    const ownItem = (item ?? {}) as Node;
    const target = dereference<Node>(document, ownItem);
    if (target === ownItem) return [path, ownItem];
    const { $ref: _, ...siblings } = ownItem;
    return [path, { ...target, ...siblings }];
  });
  return Object.fromEntries(items) as Record<string, object>;
}

/** @throws UsageError if the document has no operations, or two with the same name */
export function checkOperations(name: string, document: { paths: object }): void {
  const seen = new Set<string>();
  for (const { id } of eachOperation(document)) {
    if (seen.has(id)) {
      const text = sanitize(JSON.stringify(id), 80);
      throw new UsageError(`${name}: the operationId ${text} occurs twice. Rename one of them.`);
    }
    seen.add(id);
  }
  if (seen.size === 0) throw new UsageError(`${name} has no operations. Use a document with operations under "paths".`);
}

/** Refuses references to other files, which are not loaded. */
export function refuseExternalRefs(name: string, document: object): void {
  const ref = referencesIn(document).find((reference) => !reference.ref.startsWith('#'))?.ref;
  if (ref === undefined) return;
  throw new UsageError(
    `${name}: the $ref ${sanitize(JSON.stringify(ref), 120)} leads to another file, which is not loaded. ` +
      'Bundle the document into one file first, with "npx @redocly/cli bundle".',
  );
}

/** The objects of a document with a `$ref`, outer ones first. Examples and extensions contain data, not references. */
export function referencesIn(document: object): { node: object; ref: string }[] {
  const data = new Set(dataOf(document).map(({ value }) => value));
  const references: { node: object; ref: string }[] = [];
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || data.has(node)) return;
    const ref = referenceOf(node);
    if (ref !== undefined) references.push({ node, ref });
    for (const child of Object.values(node)) look(child);
  };
  look(document);
  return references;
}

interface ParsedDocument {
  value: unknown;
  lineOf(pointer: string): number;
}

/**
 * Reads JSON or YAML; `safeName` must be safe to print.
 *
 * @throws UsageError with line and column if the text is neither JSON nor YAML, is too deep, or has a name twice
 */
export function parseDocument(safeName: string, bytes: Uint8Array): ParsedDocument {
  return parseJsonText(bytes) ?? parseYamlText(safeName, bytes);
}

/** Parses JSON; undefined if the text is not JSON. The YAML parser reads JSON ten times as slowly. */
function parseJsonText(bytes: Uint8Array): ParsedDocument | undefined {
  const { text, mistake: textMistake } = decodeText(bytes);
  if (textMistake || !/^\s*[[{]/.test(text)) return undefined;
  let hasRepeatedName = false;
  const mistake = scanJson(text, limits.depth, {
    onRepeatedName() {
      hasRepeatedName = true;
    },
  });
  if (mistake || hasRepeatedName) return undefined;
  let placeOf: ReturnType<typeof createLocator> | undefined;
  return {
    value: JSON.parse(text),
    lineOf(pointer) {
      placeOf ??= createLocator(text);
      return placeOf(parsePointer(pointer)).line;
    },
  };
}

function parseYamlText(safeName: string, bytes: Uint8Array): ParsedDocument {
  const yaml = parseYaml(bytes);
  refuseMistakes(yaml, safeName, 'a document in YAML or JSON');
  return { value: yamlValue(yaml.document), lineOf: (pointer) => lineIn(yaml, pointer) };
}

function findPointer(document: unknown, node: object): string {
  const queue = [{ value: document, pointer: '' }];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { value, pointer } = next;
    if (value === node) return pointer;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value))
      queue.push({ value: child, pointer: `${pointer}/${escapeToken(key)}` });
  }
  return '';
}
