import type { Node } from '../../contract/json.js';
import { eachOperation } from '../../contract/operations.js';
import { parsePointer, toPointer, valueAt } from '../../contract/pointer.js';

/** One edit of a document. A place is a JSON pointer, or an operationId followed by a pointer within the operation. */
export type Edit =
  | { set: string; to: unknown }
  | { remove: string }
  | { move: string; into: string }
  /** Renames a component, and updates all references to it. */
  | { rename: string; as: string }
  /** Replaces a reference with a copy of its target. */
  | { inline: string }
  /** Reverses the order of the keys of an object. */
  | { reverse: string };

/** A copy of a document, with the edits applied one after another. @throws Error if a place does not exist */
export function applyEdits(document: Node, edits: readonly Edit[]): Node {
  return edits.reduce((copy: Node, edit) => applyEdit(copy, edit), structuredClone(document));
}

function applyEdit(document: Node, edit: Edit): Node {
  const resolve = (target: string): string => resolvePointer(document, target);
  if ('set' in edit) putValue(document, resolve(edit.set), edit.to);
  else if ('remove' in edit) removeValue(document, resolve(edit.remove));
  else if ('move' in edit) {
    const [from, to] = [resolve(edit.move), resolve(edit.into)];
    putValue(document, to, removeValue(document, from));
  } else if ('rename' in edit) return renameComponent(document, resolve(edit.rename), edit.as);
  else if ('inline' in edit) {
    const { $ref } = getValue(document, resolve(edit.inline)) as { $ref: string };
    putValue(document, resolve(edit.inline), structuredClone(getValue(document, $ref.slice(1))));
  } else {
    const object = getValue(document, resolve(edit.reverse)) as object;
    putValue(document, resolve(edit.reverse), Object.fromEntries(Object.entries(object).reverse()));
  }
  return document;
}

function resolvePointer(document: Node, target: string): string {
  if (target.startsWith('/')) return target;
  const [operationId = '', ...rest] = target.split('/');
  const operation = [...eachOperation(document)].find(({ id }) => id === operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  return [operation.pointer, ...rest].join('/');
}

function getValue(document: Node, pointer: string): unknown {
  const value = valueAt(document, pointer);
  if (value === undefined) throw new Error(`The document has nothing at ${pointer}.`);
  return value;
}

/** The object or array that contains the value at a pointer, and the key of that value. */
function findParent(document: Node, pointer: string): [holder: Record<string, unknown>, key: string] {
  const keys = parsePointer(pointer);
  return [getValue(document, toPointer(keys.slice(0, -1))) as Record<string, unknown>, keys.at(-1) ?? ''];
}

function putValue(document: Node, pointer: string, value: unknown): void {
  const [object, key] = findParent(document, pointer);
  object[key] = structuredClone(value);
}

function removeValue(document: Node, pointer: string): unknown {
  const [object, key] = findParent(document, pointer);
  const value = getValue(document, pointer);
  if (Array.isArray(object)) object.splice(Number(key), 1);
  else delete object[key];
  return value;
}

function renameComponent(document: Node, pointer: string, name: string): Node {
  const newPointer = toPointer([...parsePointer(pointer).slice(0, -1), name]);
  putValue(document, newPointer, removeValue(document, pointer));
  const text = JSON.stringify(document).replaceAll(JSON.stringify(`#${pointer}`), JSON.stringify(`#${newPointer}`));
  return JSON.parse(text) as Node;
}
