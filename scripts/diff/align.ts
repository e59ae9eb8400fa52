import { methods } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { parametersOf } from '../contract/operations.js';
import { toPointer } from '../contract/pointer.js';
import { endOf, targetOf } from '../contract/references.js';
import { UsageError } from '../text/usage-error.js';
import { type OperationPair, type PairedOperations, pairOperations } from './operations.js';
import { isWord } from './policy.js';

/** A document prepared for the comparison, and the original places of its parts. */
export interface AlignedDocument {
  document: Node;
  /** The pointer in the original document that corresponds to a pointer in this one. */
  source(pointer: string): string;
}

/** Two documents in which corresponding parts have the same place. */
export interface Alignment {
  operations: PairedOperations;
  old: AlignedDocument;
  new: AlignedDocument;
}

/** Maximum of inlined parts; documents that differ in more are not versions of one contract, or built to be slow. */
const writtenLimit = 200_000;

/**
 * Moves each operation of the old document to the place that the new one gives it, without its name; drops operations
 * that only one document has; and inlines references that have different names in the two. Redocly matches paths,
 * responses and components by similarity, and would report that a schema lost a field when an operation only started
 * to use a different schema. Security, servers and paging are left out: `inherited.ts` and `paging.ts` compare what
 * applies to each operation.
 *
 * @throws UsageError if the two differ in too many references
 */
export function align(before: Node, after: Node): Alignment {
  const operations = pairOperations(before, after);
  const sources = { old: new Map<string, string>(), new: new Map<string, string>() };
  const old = { ...withoutInherited(before), paths: pathsOf(before, operations.kept, 'old', sources.old) };
  const now = { ...withoutInherited(after), paths: pathsOf(after, operations.kept, 'new', sources.new) };
  const [alignedOld, alignedNew] = writtenOut({ old, new: now, sources });
  return {
    operations,
    old: { document: alignedOld, source: sourceOf(sources.old) },
    new: { document: alignedNew, source: sourceOf(sources.new) },
  };
}

function withoutInherited({ security: _security, servers: _servers, ...document }: Node): Node {
  const { components } = document;
  if (!isObject(components)) return document;
  const { securitySchemes: _schemes, ...rest } = components;
  return { ...document, components: rest };
}

function pathsOf(
  document: Node,
  kept: readonly OperationPair[],
  side: keyof OperationPair,
  sources: Map<string, string>,
): Node {
  const paths = new Map<string, Node>();
  for (const pair of kept) {
    const { path, pointer, node } = pair[side];
    const place = pair.new;
    const items = document['paths'] as Node;
    const { parameters: _shared, servers: _item, ...item } = isObject(items[path]) ? items[path] : {};
    const rest =
      path === place.path
        ? Object.fromEntries(Object.entries(item).filter(([key]) => !methods.some((each) => each === key)))
        : {};
    sources.set(place.pointer, pointer);
    const {
      operationId: _name,
      'x-formerly': _formerly,
      'x-paging': _paging,
      security: _security,
      servers: _servers,
      ...operation
    } = node;
    const parameters = parametersOf(document, pair[side]);
    for (const [index, { pointer: from }] of parameters.entries())
      sources.set(`${place.pointer}/parameters/${index}`, from);
    paths.set(place.path, {
      ...rest,
      ...paths.get(place.path),
      [place.method]: { ...operation, parameters: parameters.map(({ written }) => written) },
    });
  }
  return Object.fromEntries(paths);
}

/** Maps a pointer by its longest known prefix. */
function sourceOf(sources: ReadonlyMap<string, string>): (pointer: string) => string {
  const source = (pointer: string): string => {
    for (let head = pointer; head !== ''; head = head.slice(0, head.lastIndexOf('/'))) {
      const found = sources.get(head);
      if (found !== undefined) return `${found}${pointer.slice(head.length)}`;
    }
    return pointer;
  };
  return source;
}

interface Unaligned {
  old: Node;
  new: Node;
  sources: { old: Map<string, string>; new: Map<string, string> };
}

/** Both documents, with references that differ between them inlined, and an `allOf` that only one of them has. */
function writtenOut({ old, new: now, sources }: Unaligned): [Node, Node] {
  let count = 0;
  const follow = (side: 'old' | 'new', node: unknown, pointer: string): unknown => {
    const target = targetOf(node);
    if (target === undefined || !isObject(node)) return node;
    sources[side].set(pointer, target);
    const { $ref: _reference, ...siblings } = node;
    const found = endOf(side === 'old' ? old : now, node);
    return isObject(found) ? { ...found, ...siblings } : found;
  };
  const unwrap = (side: 'old' | 'new', node: unknown, other: unknown, pointer: string): unknown => {
    const schema = unwrapped(node, other);
    if (schema === undefined || !isObject(node)) return node;
    const at = sourceOf(sources[side])(pointer);
    for (const word of Object.keys(node)) sources[side].set(`${pointer}${toPointer([word])}`, `${at}/${word}`);
    sources[side].set(pointer, `${at}/allOf/0`);
    return schema;
  };

  const pair = (one: unknown, other: unknown, pointer: string, trail: readonly string[]): [unknown, unknown] => {
    const [a, b] = [unwrap('old', one, other, pointer), unwrap('new', other, one, pointer)];
    const [left, right] = [targetOf(a), targetOf(b)];
    if (trail.length > 0) count += 1;
    if (count > writtenLimit) {
      throw new UsageError(
        'The two documents differ in too many references. Compare two versions that are closer to each other.',
      );
    }
    if (left !== right) {
      const step = `${left} ${right}`;
      if (trail.includes(step)) return [a, b];
      return pair(follow('old', a, pointer), follow('new', b, pointer), pointer, [...trail, step]);
    }
    if (left !== undefined) return [a, b];
    if (Array.isArray(a) && Array.isArray(b)) return list(a, b, pointer, trail);
    if (!isObject(a) || !isObject(b)) return [a, b];
    const [first, second] = [{ ...a } as Record<string, unknown>, { ...b } as Record<string, unknown>];
    for (const key of Object.keys(first)) {
      if (!Object.hasOwn(second, key)) continue;
      const [x, y] = pair(first[key], second[key], `${pointer}${toPointer([key])}`, trail);
      define(first, key, x);
      define(second, key, y);
    }
    return [first, second];
  };

  /** The order in a list may differ: only references that one side alone has are inlined. */
  const list = (
    a: readonly unknown[],
    b: readonly unknown[],
    pointer: string,
    trail: readonly string[],
  ): [unknown[], unknown[]] => {
    const alone = (side: 'old' | 'new', items: readonly unknown[], others: readonly unknown[]): unknown[] => {
      const known = new Set(others.map(targetOf));
      return items.map((item, index) => (known.has(targetOf(item)) ? item : follow(side, item, `${pointer}/${index}`)));
    };
    const [first, second] = [alone('old', a, b), alone('new', b, a)];
    if (first.length !== second.length) return [first, second];
    const pairs = first.map((item, index) => pair(item, second[index], `${pointer}/${index}`, trail));
    return [pairs.map(([item]) => item), pairs.map(([, item]) => item)];
  };

  return pair(old, now, '', []) as [Node, Node];
}

/** Sets a field, even one called `__proto__`. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * The schema that an `allOf` with a single schema stands for, with the words beside it: it means the same. Tools wrap
 * references in it, because OpenAPI 3.0 ignores words beside a reference.
 *
 * @param other the corresponding schema; if that has an `allOf` as well, both stay as they are
 * @returns undefined if it is not such a schema
 */
function unwrapped(schema: unknown, other: unknown): Record<string, unknown> | undefined {
  if (!isObject(schema) || !isObject(other) || Object.hasOwn(other, 'allOf')) return undefined;
  const { allOf, ...words } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1 || !Object.keys(words).every(isWord)) return undefined;
  const [only] = allOf;
  return isObject(only) ? { ...only, ...words } : undefined;
}
