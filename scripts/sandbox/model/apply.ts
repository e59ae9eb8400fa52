import type { Json, JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { isObject } from '../../contract/walk.js';
import type { Call } from './call.js';
import { getOwn, setOwn } from './own.js';
import type { Schemas } from './schemas.js';
import type { Stored } from './store.js';

/**
 * Takes the fields of a request into a record: only those that are sent change, and each shows where `x-reflected-as`
 * says. A field that has no place in answers is kept out of sight; one that the contract does not know is ignored
 * where all fields are listed, and kept as it is where the object is open.
 */
export function applyBody(
  { schemas, request, newId }: Pick<Call, 'schemas' | 'request' | 'newId'>,
  record: Stored,
  body: JsonObject,
): Stored {
  const { properties, open } = schemas.fields(request);
  const value: JsonObject = { ...record.value };
  const hidden: JsonObject = { ...record.hidden };
  for (const [name, sent] of Object.entries(body)) {
    const property = properties.get(name);
    const pointer = property?.['x-reflected-as'];
    // UUIDs compare without case (RFC 9562 §4); in the state they are in lower case.
    if (pointer === '/tier/id') hidden['tier'] = String(sent).toLowerCase();
    else if (property && pointer !== undefined) {
      const [first = '', ...rest] = pointer.slice(1).split('/');
      setOwn(value, first, within(getOwn(value, first), rest, reflect(schemas, property, sent, newId)));
    } else if (property && !open) setOwn(hidden, name, sent);
    else if (open) setOwn(value, name, sent);
  }
  const hasHidden = record.hidden !== undefined || Object.keys(hidden).length > 0;
  return { ...record, value, ...(hasHidden && { hidden }) };
}

/** An array of objects takes the names of answers in each item; an item without an id gets one. */
function reflect(schemas: Schemas, property: Schema, sent: Json, newId: () => string): Json {
  const items = property.items && schemas.fields(property.items);
  if (!items || !Array.isArray(sent)) return sent;
  return sent.map((item) => {
    if (!isObject(item)) return item;
    const shown: [string, Json][] = Object.entries(item).flatMap(([name, value]) => {
      const pointer = items.properties.get(name)?.['x-reflected-as'];
      return pointer === undefined ? [] : [[pointer.slice(1), value] as [string, Json]];
    });
    if (items.properties.has('id') && item['id'] === undefined) shown.unshift(['id', newId()]);
    return Object.fromEntries(shown);
  });
}

/** A copy of what stands at a place, with the value put at a path inside it. */
function within(at: Json | undefined, path: readonly string[], value: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const object = isObject(at) ? at : {};
  return { ...object, [first]: within(object[first], rest, value) };
}
