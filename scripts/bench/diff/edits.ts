import type { Node } from '../../contract/json.js';
import { eachOperation } from '../../contract/operations.js';
import { parsePointer, toPointer, valueAt } from '../../contract/pointer.js';

/** One edit of a document. A pointer begins at the document; with an operationId before it, at that operation. */
export type Edit =
  | { set: string; to: unknown }
  | { remove: string }
  | { move: string; into: string }
  /** Another name for a component, in all references to it as well. */
  | { rename: string; as: string }
  /** The target of a reference in its place. */
  | { inline: string }
  /** The keys of an object in the reverse order. */
  | { reverse: string };

/** A copy of a document with the edits made, one after another. @throws Error if a place does not exist */
export function edited(document: Node, edits: readonly Edit[]): Node {
  return edits.reduce((copy: Node, edit) => withEdit(copy, edit), structuredClone(document));
}

function withEdit(document: Node, edit: Edit): Node {
  const at = (place: string): string => pointerIn(document, place);
  if ('set' in edit) put(document, at(edit.set), edit.to);
  else if ('remove' in edit) take(document, at(edit.remove));
  else if ('move' in edit) {
    const [from, into] = [at(edit.move), at(edit.into)];
    put(document, into, take(document, from));
  } else if ('rename' in edit) return renamed(document, at(edit.rename), edit.as);
  else if ('inline' in edit) {
    const { $ref } = found(document, at(edit.inline)) as { $ref: string };
    put(document, at(edit.inline), structuredClone(found(document, $ref.slice(1))));
  } else {
    const object = found(document, at(edit.reverse)) as object;
    put(document, at(edit.reverse), Object.fromEntries(Object.entries(object).reverse()));
  }
  return document;
}

function pointerIn(document: Node, place: string): string {
  if (place.startsWith('/')) return place;
  const [operationId = '', ...rest] = place.split('/');
  const operation = [...eachOperation(document)].find(({ id }) => id === operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  return [operation.pointer, ...rest].join('/');
}

function found(document: Node, pointer: string): unknown {
  const value = valueAt(document, pointer);
  if (value === undefined) throw new Error(`The document has nothing at ${pointer}.`);
  return value;
}

/** The object or array that holds a place, and the place's key in it. */
function holder(document: Node, pointer: string): [holder: Record<string, unknown>, key: string] {
  const keys = parsePointer(pointer);
  return [found(document, toPointer(keys.slice(0, -1))) as Record<string, unknown>, keys.at(-1) ?? ''];
}

function put(document: Node, pointer: string, value: unknown): void {
  const [object, key] = holder(document, pointer);
  object[key] = structuredClone(value);
}

function take(document: Node, pointer: string): unknown {
  const [object, key] = holder(document, pointer);
  const value = found(document, pointer);
  if (Array.isArray(object)) object.splice(Number(key), 1);
  else delete object[key];
  return value;
}

function renamed(document: Node, pointer: string, name: string): Node {
  const into = toPointer([...parsePointer(pointer).slice(0, -1), name]);
  put(document, into, take(document, pointer));
  const text = JSON.stringify(document).replaceAll(JSON.stringify(`#${pointer}`), JSON.stringify(`#${into}`));
  return JSON.parse(text) as Node;
}
