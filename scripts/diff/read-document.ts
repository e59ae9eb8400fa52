import { UsageError } from '../command.js';
import { methods } from '../contract/document.js';
import { limits, parseYaml } from '../contract/parse-yaml.js';
import { parsePointer } from '../contract/pointer.js';
import { visible } from '../check/reports/escape.js';

/** An object of a document that somebody else wrote: nothing is known of its fields. */
export type Node = Readonly<Record<string, unknown>>;

/** An OpenAPI 3 document, far enough understood to be compared. */
export interface ReadDocument {
  /** Where it came from, for people. */
  name: string;
  title: string;
  version: string;
  /** `3.0`, `3.1` or `3.2`. */
  openapi: string;
  document: Node;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads YAML or JSON that must be one whole OpenAPI 3 document with operations.
 *
 * @param name where it came from: a path, or words for people
 * @throws UsageError with file and line for what is none, and for references that nothing can follow here
 */
export function readDocument(name: string, bytes: Uint8Array): ReadDocument {
  const shown = visible(name);
  if (bytes.length > limits.bytes) {
    throw new UsageError(`${shown}: expected a document of at most ${limits.bytes / 1e6} MB, found ${(bytes.length / 1e6).toFixed(1)} MB.`);
  }
  const { document: parsed, lines, mistakes: [mistake] } = parseYaml(bytes);
  if (mistake) {
    const { line, col } = lines.linePos(mistake.offset);
    throw new UsageError(`${shown}:${line}:${col}: ${visible(`${mistake.message} ${mistake.hint}`)}`);
  }
  const document: unknown = parsed?.toJS({ maxAliasCount: limits.aliases });
  const wrong = (expected: string, found: unknown): UsageError =>
    new UsageError(`${shown}: expected ${expected}, found ${found === null ? 'nothing' : visible(JSON.stringify(found) ?? 'nothing', 60)}.`);
  if (!isNode(document)) throw wrong('an OpenAPI 3 document', document);
  const [, openapi] = /^(3\.[012])\.\d+$/.exec(String(document['openapi'])) ?? [];
  if (openapi === undefined) throw wrong('an OpenAPI 3 document with "openapi: 3.1.0" or another 3.x', document['openapi']);
  const info = isNode(document['info']) ? document['info'] : {};
  if (typeof info['title'] !== 'string') throw wrong('a text in info.title', info['title']);
  if (typeof info['version'] !== 'string') throw wrong('a text in info.version, in quotes', info['version']);
  const paths = document['paths'];
  if (!isNode(paths)) throw wrong('"paths" with the operations', paths);
  refuseReferences(shown, document, document);
  const whole = { ...document, paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, resolved(document, item)])) };
  refuseOperations(shown, whole.paths);
  return { name, title: info['title'], version: info['version'], openapi, document: whole };
}

/** What a JSON pointer leads to; undefined where nothing is. */
export function at(document: unknown, pointer: string): unknown {
  let found = document;
  for (const key of parsePointer(pointer)) {
    found = typeof found === 'object' && found !== null && Object.hasOwn(found, key) ? (found as Node)[key] : undefined;
  }
  return found;
}

/** The pointer that a `$ref` within the document names; undefined for a node that is no reference. */
export function referenceOf(node: unknown): string | undefined {
  const ref = isNode(node) ? node['$ref'] : undefined;
  return typeof ref === 'string' && ref.startsWith('#') ? decoded(ref.slice(1)) : undefined;
}

/** The node itself, or what stands at the end of its references. One that leads to itself gives nothing. */
export function resolved(document: Node, node: unknown): unknown {
  const trail = new Set<string>();
  let found = node;
  for (let pointer = referenceOf(found); pointer !== undefined; pointer = referenceOf(found)) {
    if (trail.has(pointer)) return undefined;
    trail.add(pointer);
    found = at(document, pointer);
  }
  return found;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Whatever cannot be followed would leave a part uncompared; what leads out of the file would have to be fetched. */
function refuseReferences(shown: string, document: Node, node: unknown): void {
  if (Array.isArray(node)) for (const item of node) refuseReferences(shown, document, item);
  if (!isNode(node)) return;
  const ref = node['$ref'];
  if (typeof ref === 'string') {
    const quoted = visible(JSON.stringify(ref), 120);
    if (!ref.startsWith('#')) {
      throw new UsageError(`${shown}: the $ref ${quoted} leads out of the file, and nothing is fetched. Make one file of it first, with "npx @redocly/cli bundle".`);
    }
    const pointer = decoded(ref.slice(1));
    if (!pointer.startsWith('/') || resolved(document, node) === undefined) {
      throw new UsageError(`${shown}: the $ref ${quoted} leads nowhere. Correct it, or add what it names.`);
    }
    if (pointer.startsWith('/paths/')) {
      throw new UsageError(`${shown}: the $ref ${quoted} leads into an operation, which may move. Put what it names under "components" and refer to it there.`);
    }
  }
  for (const below of Object.values(node)) refuseReferences(shown, document, below);
}

function refuseOperations(shown: string, paths: Node): void {
  const ids = Object.values(paths).flatMap((item) => methods.flatMap((method) => {
    const operation = isNode(item) ? item[method] : undefined;
    return isNode(operation) ? [operation['operationId']] : [];
  }));
  if (ids.length === 0) throw new UsageError(`${shown}: there is no operation in it. Name a document with "paths".`);
  const twice = ids.find((id, index) => typeof id === 'string' && ids.indexOf(id) !== index);
  if (twice !== undefined) throw new UsageError(`${shown}: the operationId ${visible(JSON.stringify(twice), 80)} stands twice. Rename one.`);
}
