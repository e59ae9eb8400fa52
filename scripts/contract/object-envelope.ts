import { isObject } from './json.js';
import { itemsPlace } from './paging/items-place.js';
import { escapeToken, parsePointer, toPointer, valueAt, withValueAt } from './pointer.js';
import { dereferenceAt } from './references.js';
import type { Schema } from './schema.js';

/**
 * The keyword `x-envelope`: the places where the bodies of an operation have its one resource. Without it, each body is
 * the resource itself. `x-paging` says the same about lists.
 */
export interface ObjectEnvelope {
  /** JSON pointer of the resource in a success response. A resource without an id has that of the object around it. */
  readonly response?: string;
  /** JSON pointer of the resource in the body of a request. */
  readonly request?: string;
}

/** Returns the value at a JSON pointer. An object there without an id gets that of the innermost object around it. */
export function unwrap(value: unknown, pointer = ''): unknown {
  let [inside, id]: unknown[] = [value];
  for (const name of parsePointer(pointer)) {
    id = valueAt(inside, '/id') ?? id;
    inside = valueAt(inside, toPointer([name]));
  }
  return id !== undefined && isObject(inside) ? { id, ...inside } : inside;
}

/** Returns a list whose items, each inside of an element, have an id if their element has one. */
export function withItemIds(items: string | undefined, value: unknown): unknown {
  const { list, item } = itemsPlace({ items: items ?? '' });
  const elements = item === '' ? undefined : valueAt(value, list);
  if (!Array.isArray(elements)) return value;
  const withId = (each: unknown): unknown =>
    isObject(valueAt(each, item)) ? withValueAt(each, item, unwrap(each, item)) : each;
  return withValueAt(value, list, elements.map(withId));
}

/** Returns a body that has a value at a JSON pointer, and nothing else. */
export function wrap(value: unknown, pointer = ''): unknown {
  return pointer === '' ? value : withValueAt({}, pointer, value);
}

/**
 * Returns the schema of the value at a JSON pointer inside of a body, and its place in the document: `pointer` and
 * `schema` are those of the body.
 */
export function schemaInside(
  document: object,
  { schema, pointer }: { schema: Schema; pointer: string },
  inside = '',
): { schema: Schema; pointer: string } {
  let [place, target] = [pointer, schema];
  for (const name of parsePointer(inside)) {
    [place, target] = dereferenceAt<Schema>(document, place, target as Schema);
    [place, target] = [`${place}/properties/${escapeToken(name)}`, target.properties?.[name] ?? {}];
  }
  return { schema: target, pointer: place };
}
