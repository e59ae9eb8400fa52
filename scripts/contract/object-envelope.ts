import { isObject } from './json.js';
import { itemsPlace } from './paging/items-place.js';
import { escapeToken, parsePointer, toPointer, valueAt, withValueAt } from './pointer.js';
import { dereferenceAt } from './references.js';
import type { Schema } from './schema.js';
import { sameValueKeywords, subschemas } from './schema-walk.js';

/**
 * The keyword `x-envelope`: the place of the resource in the bodies of an operation that handles one resource.
 * Without it, each body is the resource itself. `x-paging` does the same for lists.
 */
export interface ObjectEnvelope {
  /** JSON pointer of the resource in a success response. A resource without id gets the id of the object around it. */
  readonly response?: string;
  /** JSON pointer of the resource in the body of a request. */
  readonly request?: string;
}

/** Returns the value at a JSON pointer. An object without an id gets the id of the innermost object around it. */
export function unwrap(value: unknown, pointer = ''): unknown {
  let [inside, id]: unknown[] = [value];
  for (const name of parsePointer(pointer)) {
    id = valueAt(inside, '/id') ?? id;
    inside = valueAt(inside, toPointer([name]));
  }
  return id !== undefined && isObject(inside) ? { id, ...inside } : inside;
}

/** For a list whose elements each contain an item: gives each item without an id the id of its element. */
export function withItemIds(items: string | undefined, value: unknown): unknown {
  const { list, item } = itemsPlace({ items: items ?? '' });
  const elements = item === '' ? undefined : valueAt(value, list);
  if (!Array.isArray(elements)) return value;
  const withId = (each: unknown): unknown =>
    isObject(valueAt(each, item)) ? withValueAt(each, item, unwrap(each, item)) : each;
  return withValueAt(value, list, elements.map(withId));
}

/** Returns an object with only a value at a JSON pointer; for the empty pointer, the value itself. */
export function wrap(value: unknown, pointer = ''): unknown {
  return pointer === '' ? value : withValueAt({}, pointer, value);
}

/** A schema, and its place in the document. */
interface PlacedSchema {
  readonly schema: Schema;
  readonly pointer: string;
}

/**
 * Returns the schema of the value at a JSON pointer inside of a body, and the place of this schema in the document.
 * `body` is the schema of the whole body. Returns the empty schema if no schema describes the value.
 */
export function schemaInside(document: object, body: PlacedSchema, innerPointer = ''): PlacedSchema {
  return parsePointer(innerPointer).reduce((parent, name) => {
    const [pointer] = dereferenceAt<Schema>(document, parent.pointer, parent.schema as { $ref: string });
    const undescribedField = { schema: {}, pointer: `${pointer}/properties/${escapeToken(name)}` };
    return fieldInside(document, parent, name) ?? undescribedField;
  }, body);
}

/** Finds a field in a schema, or in another schema for the same value; undefined if no schema lists it. */
function fieldInside(
  document: object,
  around: PlacedSchema,
  name: string,
  seenSchemas = new Set<Schema>(),
): PlacedSchema | undefined {
  const [pointer, schema] = dereferenceAt<Schema>(document, around.pointer, around.schema as { $ref: string });
  if (seenSchemas.has(schema)) return undefined;
  seenSchemas.add(schema);
  const field = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
  if (field) return { schema: field, pointer: `${pointer}/properties/${escapeToken(name)}` };
  for (const { steps, schema: part } of subschemas(schema)) {
    if (!sameValueKeywords.has(steps[0] ?? '')) continue;
    const fieldInPart = fieldInside(document, { schema: part, pointer: pointer + toPointer(steps) }, name, seenSchemas);
    if (fieldInPart) return fieldInPart;
  }
  return undefined;
}
