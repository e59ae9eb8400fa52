import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { parsePointer, withValueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { Call } from './call.js';
import type { RequestMistake } from './response.js';
import { type Schemas, setOwnProperty } from './schemas.js';
import type { StoredRecord } from './store.js';

/**
 * Writes the fields of a request into a record. Fields that were not sent keep their value; `x-reflected-as` gives the
 * place of a field in responses. A field without such a place is stored but never returned. An unknown field is ignored
 * by a closed schema, and stored unchanged under an open one.
 */
export function applyBody(
  { schemas, requestSchema, newId }: Pick<Call, 'schemas' | 'requestSchema' | 'newId'>,
  record: StoredRecord,
  body: JsonObject,
): StoredRecord {
  const { properties, isOpen } = schemas.fields(requestSchema);
  let value: JsonObject = { ...record.value };
  const hidden: JsonObject = { ...record.hidden };
  for (const [name, input] of Object.entries(body)) {
    const property = properties.get(name);
    const pointer = property?.['x-reflected-as'];
    // The case of a UUID does not matter (RFC 9562 §4); the state contains UUIDs in lower case.
    if (pointer === '/tier/id' && input === null) delete hidden['tier'];
    else if (pointer === '/tier/id') hidden['tier'] = String(input).toLowerCase();
    else if (property && pointer !== undefined)
      value = withValueAt(value, pointer, toResponseFields(schemas, property, input, newId)) as JsonObject;
    else if (property && !isOpen) setOwnProperty(hidden, name, input);
    else if (isOpen) setOwnProperty(value, name, input);
  }
  const hasHiddenFields = record.hidden !== undefined || Object.keys(hidden).length > 0;
  return { ...record, value, ...(hasHiddenFields && { hidden }) };
}

/** Renames the fields of an object, or of each list item, to their names in responses. Adds missing ids to items. */
function toResponseFields(schemas: Schemas, property: Schema, input: Json, newId: () => string): Json {
  const { items } = schemas.withoutNull(property);
  const { properties, isOpen } = schemas.fields(schemas.withoutNull(items ?? property));
  if (![...properties.values()].some((field) => field['x-reflected-as'] !== undefined)) return input;
  const rename = (value: Json): Json => {
    if (!isObject(value)) return value;
    const fields = Object.entries(value).flatMap(([name, each]): [string, Json][] => {
      const field = properties.get(name);
      const [place] = parsePointer(field?.['x-reflected-as'] ?? '');
      if (field && place !== undefined) return [[place, toResponseFields(schemas, field, each, newId)]];
      return field || !isOpen ? [] : [[name, each]];
    });
    if (items && properties.has('id') && value['id'] === undefined) fields.unshift(['id', newId()]);
    return Object.fromEntries(fields);
  };
  return Array.isArray(input) ? input.map(rename) : rename(input);
}

/** Maximum number of values dropped from a record because no response can show them; a record with more is refused. */
const maxDroppedFields = 1_000;

/**
 * Removes from a record the values that responses must not contain. Valid requests can contain such values, because
 * some fields allow any text in requests, but only a colour, an address or a code in responses.
 *
 * @param mistakesOf lists how a response with this record violates the contract, with pointers into `record.value`
 */
export function toPresentableRecord(
  record: StoredRecord,
  mistakesOf: (record: StoredRecord) => readonly RequestMistake[],
): StoredRecord {
  let result = record;
  for (let remaining = maxDroppedFields; remaining > 0; remaining -= 1) {
    const [mistake] = mistakesOf(result);
    const value = mistake && omitValueAt(result.value, parsePointer(mistake.pointer));
    if (value === undefined) return result;
    result = { ...result, value: value as JsonObject };
  }
  return result;
}

/** Returns a copy without the value at a path inside it; undefined if nothing is left. */
function omitValueAt(value: Json | undefined, [first, ...rest]: readonly string[]): Json | undefined {
  if (first === undefined || (!isObject(value) && !Array.isArray(value)) || !Object.hasOwn(value, first))
    return undefined;
  const innerCopy = rest.length === 0 ? undefined : omitValueAt((value as JsonObject)[first], rest);
  if (rest.length > 0 && innerCopy === undefined) return undefined;
  if (Array.isArray(value))
    return value.flatMap((item, index) => (String(index) !== first ? [item] : (innerCopy ?? [])));
  const { [first]: _, ...others } = value;
  return innerCopy === undefined ? others : { ...value, [first]: innerCopy };
}
