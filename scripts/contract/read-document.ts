import { visible } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { isObject, type Node } from './json.js';
import { eachOperation } from './operations.js';
import { limits, parseYaml } from './parse-yaml.js';
import { lineIn, pointerTo } from './place-in-yaml.js';
import { dereference, ReferenceMistake, referenceOf } from './references.js';

/** What a reader takes. */
export interface Expected {
  /** `contract`, `document`: what the file is to its reader. */
  what: string;
  /** `an OpenAPI 3.1 document`. */
  form: string;
  /** The values of `openapi` that are read, and an example of one. */
  openapi: { pattern: RegExp; example: string };
  /** Bytes. */
  most: number;
}

/** One whole OpenAPI document, and where each place of it stands in its file. */
export interface DocumentInFile {
  /** Where it came from, as it may be shown. */
  name: string;
  document: Node & { paths: Node };
  /** The line of the nearest place above a pointer that the file has. */
  lineOf(pointer: string): number;
}

/**
 * Reads YAML or JSON that must be one whole OpenAPI document, whose references all stay in it.
 *
 * @param name where it came from: a path, or words for people
 * @throws UsageError with file and line for what is none
 */
export function readDocument(name: string, bytes: Uint8Array, { what, form, openapi, most }: Expected): DocumentInFile {
  const shown = visible(name);
  if (bytes.length > most) throw tooLarge(shown, what, bytes.length, most);
  const parsed = parseYaml(bytes);
  const [mistake] = parsed.mistakes;
  if (mistake) {
    const { line, col } = parsed.lines.linePos(mistake.offset);
    throw new UsageError(`${shown}:${line}:${col}: ${visible(`${mistake.message} ${mistake.hint}`)}`);
  }
  const document: unknown = parsed.document?.toJS({ maxAliasCount: limits.aliases });
  if (!isObject(document)) throw unlike(shown, form, document);
  if (!openapi.pattern.test(String(document['openapi']))) throw unlike(shown, openapi.example, document['openapi']);
  const { paths } = document;
  if (!isObject(paths)) throw unlike(shown, '"paths" with the operations', paths);
  refuseReferencesOut(shown, document);
  return { name: shown, document: { ...document, paths }, lineOf: (pointer) => lineIn(parsed, pointer) };
}

/** The mistake of a file that is too large. */
export function tooLarge(name: string, what: string, found: number, most: number): UsageError {
  return new UsageError(
    `${name}: expected a ${what} of at most ${most / 1e6} MB, found ${(found / 1e6).toFixed(1)} MB.`,
  );
}

/** The mistake of a document that has something else at a place. */
export function unlike(name: string, expected: string, found: unknown): UsageError {
  const told = Array.isArray(found) ? 'an array' : visible(JSON.stringify(found) ?? 'nothing');
  return new UsageError(`${name}: expected ${expected}, found ${found === null ? 'nothing' : told}.`);
}

/**
 * Does what follows the references of a document.
 *
 * @throws UsageError with file and line for one that leads nowhere
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
 * The paths of a document with what their references name.
 *
 * @throws ReferenceMistake where one leads nowhere
 */
export function wholePaths(document: Node & { paths: Node }): Record<string, object> {
  const items = Object.entries(document.paths).map(([path, item]) => [
    path,
    dereference(document, (item ?? {}) as object),
  ]);
  return Object.fromEntries(items) as Record<string, object>;
}

/** @throws UsageError where there is no operation, or two have the same name */
export function refuseOperations(name: string, document: { paths: object }): void {
  const seen = new Set<string>();
  for (const { id } of eachOperation(document)) {
    if (seen.has(id))
      throw new UsageError(`${name}: the operationId ${visible(JSON.stringify(id), 80)} stands twice. Rename one.`);
    seen.add(id);
  }
  if (seen.size === 0) throw new UsageError(`${name}: there is no operation in it. Name a document with "paths".`);
}

/** What leads out of the file would have to be fetched. */
function refuseReferencesOut(name: string, node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const ref = referenceOf(node);
  if (ref !== undefined && !ref.startsWith('#')) {
    throw new UsageError(
      `${name}: the $ref ${visible(JSON.stringify(ref), 120)} leads out of the file, and nothing is fetched. ` +
        'Make one file of it first, with "npx @redocly/cli bundle".',
    );
  }
  for (const below of Object.values(node)) refuseReferencesOut(name, below);
}
