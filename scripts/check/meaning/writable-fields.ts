import { isObject } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { ResourceType } from '../model/contract/resources.js';
import { alike } from '../model/likeness.js';
import { type Reflection, reflections, valueAt } from '../model/reflection.js';

type Fields = ReadonlyMap<string, readonly Reflection[]>;

const known = new WeakMap<ResourceType, Fields>();

/** The places in responses that requests can set, by the field that they are in. */
export function writableFields(contract: CheckedContract, type: ResourceType): Fields {
  const found = known.get(type);
  if (found) return found;
  const { get, list, create, update, replace, upsert } = type;
  const shown = (get ?? update ?? create ?? replace)?.success?.bodies[0]?.schema;
  const fields = new Map<string, Reflection[]>();
  for (const operation of [create, update, replace, upsert]) {
    if (!operation?.body) continue;
    const places = reflections(contract, operation, shown ?? list?.success?.bodies[0]?.schema);
    if (places.length === 0 && !shown && !contract.saysReflection)
      for (const [name, schema] of fieldsOf(contract, operation.body.schema).properties)
        places.push({ name, schema, pointer: `/${name}` });
    for (const place of places) {
      const [field = ''] = parsePointer(place.pointer);
      fields.set(field, [...(fields.get(field) ?? []), place]);
    }
  }
  known.set(type, fields);
  return fields;
}

/** Whether one of the places has another value. What a response shows beside what requests can set does not count. */
export function isRewritten(
  contract: CheckedContract,
  places: readonly Reflection[],
  field: string,
  before: unknown,
  after: unknown,
): boolean {
  return places.some(({ pointer, schema }) => {
    const [old, now] = [before, after].map((value) => settable(contract, schema, valueAt({ [field]: value }, pointer)));
    return !alike(old, now);
  });
}

/** The part of a shown value that a request of this schema can set: of a resource in place of its id, the id. */
function settable(contract: CheckedContract, schema: Schema, value: unknown): unknown {
  const { items, type } = contract.resolve(schema);
  if (Array.isArray(value)) return value.map((each) => settable(contract, items ?? {}, each));
  if (!isObject(value)) return value;
  const { properties } = fieldsOf(contract, schema);
  if (properties.size > 0)
    return Object.fromEntries([...properties].map(([name, below]) => [name, settable(contract, below, value[name])]));
  const isPlain = [type].flat().some((each) => each === 'string' || each === 'integer' || each === 'number');
  return isPlain ? value['id'] : value;
}
