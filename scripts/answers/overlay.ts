import { paths as pathsTo } from 'jsonpath-rfc9535';
import { isObject, sameJson } from '../contract/json.js';

/** One change of an OpenAPI Overlay 1.0: a place is removed, or an object is merged into it. */
export interface OverlayAction {
  /** JSONPath (RFC 9535). */
  target: string;
  description?: string;
  update?: unknown;
  remove?: true;
}

/** An OpenAPI Overlay 1.0. */
export interface Overlay {
  overlay: string;
  info: { title: string; version: string };
  actions: OverlayAction[];
}

type Key = string | number;
type Node = Record<string, unknown>;

/**
 * Returns the actions that turn one document into another. Values that cannot be merged, such as arrays, are removed
 * first and then set: the update of an overlay appends to arrays.
 *
 * @param description of each action
 */
export function actionsBetween(before: Node, after: Node, description: string): OverlayAction[] {
  const removed: OverlayAction[] = [];
  const updated: OverlayAction[] = [];
  const compare = (one: Node, other: Node, path: readonly Key[]): void => {
    const update: Node = {};
    for (const key of Object.keys(one)) {
      const isKept = Object.hasOwn(other, key) && (canMerge(one[key], other[key]) || sameJson(one[key], other[key]));
      if (!isKept && !isScalar(one[key], other[key]))
        removed.push({ target: pathOf([...path, key]), description, remove: true });
    }
    for (const [key, value] of Object.entries(other)) {
      const old = one[key];
      if (sameJson(old, value)) continue;
      if (!canMerge(old, value)) update[key] = value;
      else if (Array.isArray(value)) {
        for (const [index, item] of value.entries())
          compare((old as Node[])[index] as Node, item as Node, [...path, key, index]);
      } else compare(old as Node, value as Node, [...path, key]);
    }
    if (Object.keys(update).length > 0) updated.push({ target: pathOf(path), description, update });
  };
  compare(before, after, []);
  return [...removed, ...updated];
}

/** Whether both are objects, or lists of as many objects: then only what is inside of them changes. */
function canMerge(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return isObject(one) && isObject(other);
  return one.length === other.length && one.every((item, index) => isObject(item) && isObject(other[index]));
}

/** Whether an update alone replaces the value. */
function isScalar(one: unknown, other: unknown): boolean {
  return typeof one !== 'object' && other !== undefined && (typeof other !== 'object' || other === null);
}

/** A normalized path (RFC 9535 §2.7). */
function pathOf(path: readonly Key[]): string {
  const steps = path.map((key) =>
    typeof key === 'number' ? `[${key}]` : `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`,
  );
  return `$${steps.join('')}`;
}

function keysOf(path: string): Key[] {
  return [...path.matchAll(/\[(?:(\d+)|'((?:[^'\\]|\\.)*)')\]/gs)].map(([, index, name = '']) =>
    index === undefined
      ? (JSON.parse(`"${name.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`) as string)
      : Number(index),
  );
}

/**
 * Applies the actions of an overlay in their order, each to every place that its target names.
 *
 * @param onUnused called with the position of each action whose target names no place
 * @returns a new document
 * @throws SyntaxError if a target is no JSONPath
 */
export function applied<Document extends object>(
  document: Document,
  actions: readonly OverlayAction[],
  onUnused: (index: number) => void = () => undefined,
): Document {
  const root = { $: structuredClone(document) as unknown };
  for (const [index, { target, update, remove }] of actions.entries()) {
    const places = pathsTo(root.$ as never, target).map((path) => keysOf(path));
    if (places.length === 0) onUnused(index);
    // The last item of an array goes first, so that the others keep their positions.
    for (const keys of remove === true ? places.reverse() : places) {
      const [parent, key] = parentOf(root, keys);
      if (remove !== true) parent[key as string] = merged(parent[key as string], update);
      else if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key as string];
    }
  }
  return root.$ as Document;
}

function parentOf(root: { $: unknown }, keys: readonly Key[]): [parent: Node, key: Key] {
  let parent: Node = root;
  let key: Key = '$';
  for (const next of keys) {
    parent = parent[key as string] as Node;
    key = next;
  }
  return [parent, key];
}

/** Objects are merged, an array gets what is appended, and everything else is replaced (Overlay 1.0 §4.4.3). */
function merged(old: unknown, update: unknown): unknown {
  if (Array.isArray(old)) return [...old, ...[structuredClone(update)].flat()];
  if (!isObject(old) || !isObject(update)) return structuredClone(update);
  const result: Node = { ...old };
  for (const [key, value] of Object.entries(update))
    result[key] = Object.hasOwn(old, key) ? merged(old[key], value) : structuredClone(value);
  return result;
}
