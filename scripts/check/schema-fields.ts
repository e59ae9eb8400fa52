import type { Schema } from '../contract/schema.js';

/** What follows `$ref`s: a contract, for one. */
export interface Resolving {
  resolve(schema: Schema): Schema;
}

const depthLimit = 20;

/** The fields of an object schema, with what it composes taken together. */
export interface SchemaFields {
  properties: ReadonlyMap<string, Schema>;
  required: ReadonlySet<string>;
  /** Where other fields may stand beside them. */
  open: boolean;
}

/**
 * What a schema says of the fields of an object. The branches of `anyOf` and `oneOf` are taken together, too: what one of
 * them knows is documented.
 */
export function fieldsOf(contract: Resolving, schema: Schema, depth = 0): SchemaFields {
  const resolved = contract.resolve(schema);
  const properties = new Map(Object.entries(resolved.properties ?? {}));
  const required = new Set(resolved.required ?? []);
  const { additionalProperties } = resolved;
  let open = resolved['x-open'] === true || additionalProperties === true || typeof additionalProperties === 'object';
  if (depth < depthLimit) {
    for (const part of resolved.allOf ?? []) {
      const below = fieldsOf(contract, part, depth + 1);
      for (const [name, property] of below.properties) if (!properties.has(name)) properties.set(name, property);
      for (const name of below.required) required.add(name);
      open ||= below.open;
    }
    for (const part of [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])]) {
      const below = fieldsOf(contract, part, depth + 1);
      for (const [name, property] of below.properties) if (!properties.has(name)) properties.set(name, property);
      open ||= below.open;
    }
  }
  return { properties, required, open };
}
