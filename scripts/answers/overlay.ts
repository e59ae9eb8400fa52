import { paths as pathsTo } from 'jsonpath-rfc9535';
import { isObject, isSameJson } from '../contract/json.js';

/** One action of an OpenAPI Overlay 1.0: removes a place, or merges an object into the place. */
export interface OverlayAction {
  /** JSONPath (RFC 9535). */
  target: string;
  description?: string;
  update?: unknown;
  remove?: true;
}

export interface Overlay {
  overlay: string;
  info: { title: string; version: string };
  actions: OverlayAction[];
}

type PathKey = string | number;
type Node = Record<string, unknown>;

export interface DocumentChange {
  path: readonly PathKey[];
  /** The object to merge into the object at this place; if missing, the change removes the place. */
  update?: Node;
}

/** Changes from one document to another. A changed list is removed first, because an update would only append to it. */
export function changesBetween(before: object, after: object): DocumentChange[] {
  const removals: DocumentChange[] = [];
  const updates: DocumentChange[] = [];
  const path: PathKey[] = [];
  const compareAt = (key: PathKey, one: unknown, other: unknown): void => {
    path.push(key);
    if (!Array.isArray(one)) compare(one as Node, other as Node);
    else for (const [index, item] of one.entries()) compareAt(index, item, (other as unknown[])[index]);
    path.pop();
  };
  const compare = (a: Node, b: Node): void => {
    let update: Node | undefined;
    // Reading the value first is three times as fast, because nearly all keys exist.
    for (const key in a) if (b[key] === undefined && !Object.hasOwn(b, key)) removals.push({ path: [...path, key] });
    for (const key in b) {
      const oldValue = a[key];
      const value = b[key];
      if (oldValue === value) continue;
      if (canMerge(oldValue, value)) compareAt(key, oldValue, value);
      else if (!isSameJson(oldValue, value)) {
        update ??= {};
        update[key] = value;
        // An update alone can replace plain values; any other value must be removed first.
        if (Object.hasOwn(a, key) && [oldValue, value].some((each) => typeof each === 'object'))
          removals.push({ path: [...path, key] });
      }
    }
    if (update) updates.push({ path: [...path], update });
  };
  compare(before as Node, after as Node);
  return [...removals, ...updates];
}

/** Whether both values are objects, or lists of equally many objects, so that changes inside them are enough. */
function canMerge(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (!Array.isArray(a) || !Array.isArray(b)) return !Array.isArray(a) && !Array.isArray(b);
  return a.length === b.length && a.every((item, index) => isObject(item) && isObject(b[index]));
}

export function actionOf({ path, update }: DocumentChange, description: string): OverlayAction {
  const target = pathOf(path);
  return update ? { target, description, update } : { target, description, remove: true };
}

/** A normalized path (RFC 9535 §2.7). */
function pathOf(path: readonly PathKey[]): string {
  const steps = path.map((key) =>
    typeof key === 'number'
      ? `[${key}]`
      : `['${JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`,
  );
  return `$${steps.join('')}`;
}

export function keysOf(path: string): PathKey[] {
  return [...path.matchAll(/\[(?:(\d+)|'((?:[^'\\]|\\.)*)')\]/gs)].map(([, index, name = '']) =>
    index === undefined
      ? (JSON.parse(`"${name.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`) as string)
      : Number(index),
  );
}

/**
 * Applies the actions of an overlay in order, each to every place that its target matches.
 *
 * @param onUnusedAction called with the position of each action whose target matches nothing
 * @returns a new document
 * @throws SyntaxError if a target is not a JSONPath
 */
export function applyOverlay<Document extends object>(
  document: Document,
  actions: readonly OverlayAction[],
  onUnusedAction: (index: number) => void = () => undefined,
): Document {
  const root = { $: structuredClone(document) as unknown };
  for (const [index, { target, update, remove }] of actions.entries()) {
    const places = pathsTo(root.$ as never, target).map((path) => keysOf(path));
    if (places.length === 0) onUnusedAction(index);
    // Remove the last item of an array first, so that the others keep their positions.
    for (const path of remove === true ? places.reverse() : places)
      changeAt(root, path, remove === true ? undefined : update);
  }
  return root.$ as Document;
}

function changeAt(root: { $: unknown }, path: readonly PathKey[], update: unknown): void {
  let parent: Node = root;
  let key: PathKey = '$';
  for (const next of path) {
    parent = parent[key] as Node;
    key = next;
  }
  if (update !== undefined) parent[key] = mergeUpdate(parent[key], update);
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** Objects are merged, arrays are appended to, and everything else is replaced (Overlay 1.0 §4.4.3). */
function mergeUpdate(oldNode: unknown, update: unknown): unknown {
  if (Array.isArray(oldNode)) return [...oldNode, ...[structuredClone(update)].flat()];
  if (!isObject(oldNode) || !isObject(update)) return structuredClone(update);
  const result: Node = { ...oldNode };
  for (const [key, value] of Object.entries(update))
    result[key] = Object.hasOwn(oldNode, key) ? mergeUpdate(oldNode[key], value) : structuredClone(value);
  return result;
}
