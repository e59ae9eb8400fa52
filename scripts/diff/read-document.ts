import { UsageError } from '../text/usage-error.js';
import { endsIn, followed, pointerOf, ReferenceMistake, referenceOf as refOf } from '../contract/references.js';
import { valueAt } from '../contract/pointer.js';
import { methods } from '../contract/document.js';
import { limits, parseYaml } from '../contract/parse-yaml.js';
import { lineIn, pointerTo } from '../contract/place-in-yaml.js';
import { visible } from '../text/escape.js';

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
    throw new UsageError(
      `${shown}: expected a document of at most ${limits.bytes / 1e6} MB, found ${(bytes.length / 1e6).toFixed(1)} MB.`,
    );
  }
  const {
    document: parsed,
    lines,
    mistakes: [mistake],
  } = parseYaml(bytes);
  if (mistake) {
    const { line, col } = lines.linePos(mistake.offset);
    throw new UsageError(`${shown}:${line}:${col}: ${visible(`${mistake.message} ${mistake.hint}`)}`);
  }
  const document: unknown = parsed?.toJS({ maxAliasCount: limits.aliases });
  const wrong = (expected: string, found: unknown): UsageError =>
    new UsageError(
      `${shown}: expected ${expected}, found ${found === null ? 'nothing' : visible(JSON.stringify(found) ?? 'nothing', 60)}.`,
    );
  if (!isNode(document)) throw wrong('an OpenAPI 3 document', document);
  const [, openapi] = /^(3\.[012])\.\d+$/.exec(String(document['openapi'])) ?? [];
  if (openapi === undefined)
    throw wrong('an OpenAPI 3 document with "openapi: 3.1.0" or another 3.x', document['openapi']);
  const info = isNode(document['info']) ? document['info'] : {};
  if (typeof info['title'] !== 'string') throw wrong('a text in info.title', info['title']);
  if (typeof info['version'] !== 'string') throw wrong('a text in info.version, in quotes', info['version']);
  const paths = document['paths'];
  if (!isNode(paths)) throw wrong('"paths" with the operations', paths);
  try {
    refuseReferences(shown, document);
  } catch (error) {
    if (!(error instanceof ReferenceMistake)) throw error;
    throw new UsageError(
      `${shown}:${lineIn({ document: parsed, lines }, pointerTo(document, error.node))}: ${visible(error.message)}`,
    );
  }
  const whole = {
    ...document,
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, resolved(document, item)])),
  };
  refuseOperations(shown, whole.paths);
  return { name, title: info['title'], version: info['version'], openapi, document: whole };
}

export { valueAt as at };

/** The pointer that a `$ref` within the document names; undefined for a node that is no reference. */
export function referenceOf(node: unknown): string | undefined {
  const ref = refOf(node);
  return ref?.startsWith('#') ? pointerOf(ref) : undefined;
}

/** The node itself, or what stands at the end of its references. One that leads to itself gives nothing. */
export function resolved(document: Node, node: unknown): unknown {
  const trail = new Set<string>();
  let found = node;
  for (let pointer = referenceOf(found); pointer !== undefined; pointer = referenceOf(found)) {
    if (trail.has(pointer)) return undefined;
    trail.add(pointer);
    found = valueAt(document, pointer);
  }
  return found;
}

/**
 * Whatever cannot be followed would leave a part uncompared; what leads out of the file would have to be fetched.
 *
 * @throws ReferenceMistake for what leads nowhere in it
 */
function refuseReferences(shown: string, document: Node): void {
  const endOf = endsIn(document);
  const look = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) look(item);
    if (!isNode(node)) return;
    const ref = refOf(node);
    if (ref !== undefined) {
      const quoted = visible(JSON.stringify(ref), 120);
      if (!ref.startsWith('#')) {
        throw new UsageError(
          `${shown}: the $ref ${quoted} leads out of the file, and nothing is fetched. Make one file of it first, with "npx @redocly/cli bundle".`,
        );
      }
      if (endOf(ref) === undefined) followed(document, '', node);
      const pointer = pointerOf(ref);
      if (!pointer.startsWith('/'))
        throw new UsageError(`${shown}: the $ref ${quoted} leads nowhere. Correct it, or add what it names.`);
      if (pointer.startsWith('/paths/')) {
        throw new UsageError(
          `${shown}: the $ref ${quoted} leads into an operation, which may move. Put what it names under "components" and refer to it there.`,
        );
      }
    }
    for (const below of Object.values(node)) look(below);
  };
  look(document);
}

function refuseOperations(shown: string, paths: Node): void {
  const ids = Object.values(paths).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined;
      return isNode(operation) ? [operation['operationId']] : [];
    }),
  );
  if (ids.length === 0) throw new UsageError(`${shown}: there is no operation in it. Name a document with "paths".`);
  const seen = new Set<unknown>();
  const twice = ids.find((id) => typeof id === 'string' && seen.size === seen.add(id).size);
  if (twice !== undefined)
    throw new UsageError(`${shown}: the operationId ${visible(JSON.stringify(twice), 80)} stands twice. Rename one.`);
}
