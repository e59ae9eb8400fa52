import type { Node } from './json.js';
import { parsePointer, pointerOf, valueAt } from './pointer.js';
import type { Schema } from './schema.js';

/** A `$ref` that leads nowhere, or back to itself. */
export class ReferenceMistake extends Error {
  override readonly name = 'ReferenceMistake';
  /** The object that holds the `$ref`. */
  readonly node: object;

  constructor(node: object, message: string) {
    super(message);
    this.node = node;
  }
}

/** The node, or the target at the end of its references. @throws ReferenceMistake if a reference leads nowhere */
export function dereference<Target extends object>(document: object, node: Target | { $ref: string }): Target {
  // Return at once: most nodes are not references.
  return referenceOf(node) === undefined ? (node as Target) : dereferenceAt<Target>(document, '', node)[1];
}

/** Like `dereference`, but also returns the JSON pointer of the target; `pointer` is the pointer of `node`. */
export function dereferenceAt<Target extends object>(
  document: object,
  pointer: string,
  node: Target | { $ref: string },
): [pointer: string, node: Target] {
  const trail = new Set<string>();
  let [targetPointer, target]: [string, unknown] = [pointer, node];
  for (let ref = referenceOf(target); ref !== undefined; ref = referenceOf(target)) {
    if (trail.has(ref)) throw new ReferenceMistake(node, cycleMessage([...trail].slice([...trail].indexOf(ref))));
    trail.add(ref);
    targetPointer = pointerOf(ref);
    target = valueAt(document, targetPointer);
    if (typeof target !== 'object' || target === null) {
      const reason = `the $ref ${JSON.stringify(ref)} leads nowhere in the document. Correct it, or add its target.`;
      throw new ReferenceMistake(node, reason);
    }
  }
  return [targetPointer, target as Target];
}

/** Returns a function that follows a reference to its end and returns the pointer and the value there; undefined if it
 * leads nowhere or back to itself. Caches results, because chains may have thousands of references. */
export function createReferenceFollower(
  document: object,
): (ref: string) => [pointer: string, value: unknown] | undefined {
  const cache = new Map<string, [pointer: string, value: unknown] | undefined>();
  return (first) => {
    const trail = new Set<string>();
    let end: [pointer: string, value: unknown] | undefined;
    for (let ref: string | undefined = first; ref !== undefined && !trail.has(ref); ) {
      if (cache.has(ref)) {
        end = cache.get(ref);
        break;
      }
      trail.add(ref);
      const pointer = pointerOf(ref);
      const value = valueAt(document, pointer);
      ref = referenceOf(value);
      if (ref === undefined && value !== undefined) end = [pointer, value];
    }
    for (const text of trail) cache.set(text, end);
    return end;
  };
}

/** The text of the `$ref` of a node; undefined for a node without `$ref`. */
export function referenceOf(node: unknown): string | undefined {
  const ref = typeof node === 'object' && node !== null ? (node as { $ref?: unknown }).$ref : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

/** The JSON pointer that the `$ref` of a node names; undefined without `$ref`, or if it leads to another document. */
export function targetOf(node: unknown): string | undefined {
  const ref = referenceOf(node);
  return ref?.startsWith('#') ? pointerOf(ref) : undefined;
}

/** Returns the node, or the target at the end of its references; undefined if a reference leads nowhere. */
export function tryDereference(document: object, node: unknown): unknown {
  const ref = referenceOf(node);
  return ref === undefined ? node : createReferenceFollower(document)(ref)?.[1];
}

/** Yields each object once: the given nodes, and all objects that they contain or refer to, at any depth. */
export function* reachableNodes(document: object, ...nodes: readonly unknown[]): Iterable<Node> {
  const queue = new Set<Node>();
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) queue.add(value as Node);
  };
  nodes.forEach(add);
  // The loop over a set also visits values that are added to it during the loop.
  for (const node of queue) {
    yield node;
    const target = targetOf(node);
    if (target !== undefined) add(valueAt(document, target));
    Object.values(node).forEach(add);
  }
}

/** Maximum number of references that the message about a cycle lists, so that its line stays short. */
const maxSteps = 6;

/** @param cycle the references of the cycle, each once */
export function cycleMessage(cycle: readonly string[]): string {
  const [first = ''] = cycle;
  const steps =
    cycle.length > maxSteps ? [...cycle.slice(0, maxSteps - 1), `${cycle.length - maxSteps + 1} more`] : cycle;
  const advice = 'Replace one of the references in this cycle with the content that it should lead to.';
  return `the $ref ${JSON.stringify(first)} leads back to itself: ${[...steps, first].join(' → ')}. ${advice}`;
}

/** Returns a function that resolves a schema. A `$ref` that leads nowhere or to itself gives the empty schema. */
export function createSchemaResolver(document: object): (schema: Schema) => Schema {
  const follow = createReferenceFollower(document);
  return (schema) => (schema.$ref === undefined ? schema : ((follow(schema.$ref)?.[1] ?? {}) as Schema));
}

const schemaPrefix = '#/components/schemas/';

/** The name of the component that a schema's `$ref` names; undefined if it names something else. */
export function schemaNameOf(ref: string | undefined): string | undefined {
  if (!ref?.startsWith(schemaPrefix)) return undefined;
  const [, , name, ...rest] = parsePointer(pointerOf(ref));
  return rest.length === 0 ? name : undefined;
}
