import { allowsMore, partsOf } from './composed-schema.js';
import type { Schema } from './schema.js';

/** An object that resolves `$ref`s, such as a contract. */
export interface SchemaResolver {
  resolve(schema: Schema): Schema;
}

/** The fields of an object schema, including those of the schemas it is composed of. */
export interface SchemaFields {
  properties: ReadonlyMap<string, Schema>;
  required: ReadonlySet<string>;
  /** Whether the schema allows unlisted fields. */
  isOpen: boolean;
}

const fieldsCache = new WeakMap<SchemaResolver, WeakMap<Schema, SchemaFields>>();

/**
 * The fields of an object schema, including `anyOf` and `oneOf`: a field counts as documented if any branch lists it.
 */
export function fieldsOf(contract: SchemaResolver, schema: Schema): SchemaFields {
  const cache = fieldsCache.get(contract) ?? new WeakMap<Schema, SchemaFields>();
  fieldsCache.set(contract, cache);
  const cachedFields = cache.get(schema);
  if (cachedFields) return cachedFields;
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  let isOpen = false;
  for (const [part, isCertain] of partsOf(schema, (each) => contract.resolve(each))) {
    for (const [name, property] of Object.entries(part.properties ?? {}))
      if (!properties.has(name)) properties.set(name, property);
    if (isCertain) for (const name of part.required ?? []) required.add(name);
    isOpen ||= allowsMore(part);
  }
  const fields = { properties, required, isOpen };
  // Do not cache the schemas `true` and `false`: only objects can be keys of the cache.
  if (typeof schema === 'object') cache.set(schema, fields);
  return fields;
}

/** The field of an object schema at the end of a path of names; undefined if a field on the path is not listed. */
export function fieldAt(contract: SchemaResolver, schema: Schema, names: readonly string[]): Schema | undefined {
  return names.reduce<Schema | undefined>(
    (field, name) => field && fieldsOf(contract, field).properties.get(name),
    schema,
  );
}

/** Whether a value of this JSON type can match the schema. */
export function allowsType(contract: SchemaResolver, schema: Schema, type: string, seen = new Set<Schema>()): boolean {
  const target = contract.resolve(schema);
  if (target.type !== undefined) return [target.type].flat().includes(type);
  if (seen.has(target)) return false;
  seen.add(target);
  return [...(target.anyOf ?? []), ...(target.oneOf ?? [])].some((part) => allowsType(contract, part, type, seen));
}

/** The fields that responses contain but requests must not set. */
export function readOnlyFields(contract: SchemaResolver, schema: Schema): string[] {
  return [...fieldsOf(contract, schema).properties]
    .filter(([, property]) => contract.resolve(property).readOnly === true)
    .map(([name]) => name);
}
