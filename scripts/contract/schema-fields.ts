import type { Schema } from './schema.js';

/** Resolves `$ref`s: for example, a contract. */
export interface Resolving {
  resolve(schema: Schema): Schema;
}

const depthLimit = 20;

/** Additional keywords that describe the fields of an object. */
interface Composed extends Schema {
  if?: Schema;
  then?: Schema;
  else?: Schema;
  dependentSchemas?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  unevaluatedProperties?: boolean | Schema;
}

/** The fields of an object schema, including those of the schemas it is composed of. */
export interface SchemaFields {
  properties: ReadonlyMap<string, Schema>;
  required: ReadonlySet<string>;
  /** Whether other fields are allowed. */
  open: boolean;
}

const known = new WeakMap<Resolving, WeakMap<Schema, SchemaFields>>();

/**
 * Collects the fields of an object schema, also from the branches of `anyOf` and `oneOf`: a field that any branch knows
 * is documented.
 */
export function fieldsOf(contract: Resolving, schema: Schema): SchemaFields {
  // A schema may be `true`.
  if (typeof schema !== 'object') return gathered(contract, schema, 0);
  const ofContract = known.get(contract) ?? new WeakMap<Schema, SchemaFields>();
  known.set(contract, ofContract);
  const fields = ofContract.get(schema) ?? gathered(contract, schema, 0);
  ofContract.set(schema, fields);
  return fields;
}

function gathered(contract: Resolving, schema: Schema, depth: number): SchemaFields {
  const resolved: Composed = contract.resolve(schema);
  const properties = new Map(Object.entries(resolved.properties ?? {}));
  const required = new Set(resolved.required ?? []);
  const { additionalProperties, unevaluatedProperties, patternProperties } = resolved;
  const mayBeMore = [additionalProperties, unevaluatedProperties].some(
    (more) => more === true || typeof more === 'object',
  );
  let open = resolved['x-open'] === true || mayBeMore || patternProperties !== undefined;
  if (depth < depthLimit) {
    // Keywords next to a `$ref` apply as well.
    const { $ref, ...siblings } = schema;
    const own =
      $ref !== undefined && (siblings.properties || siblings.allOf || siblings.additionalProperties !== undefined)
        ? [siblings]
        : [];
    for (const part of [...own, ...(resolved.allOf ?? [])]) {
      const below = gathered(contract, part, depth + 1);
      for (const [name, property] of below.properties) if (!properties.has(name)) properties.set(name, property);
      for (const name of below.required) required.add(name);
      open ||= below.open;
    }
    const conditional = [
      resolved.if,
      resolved.then,
      resolved.else,
      ...Object.values(resolved.dependentSchemas ?? {}),
    ].filter((part) => part !== undefined);
    for (const part of [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? []), ...conditional]) {
      const below = gathered(contract, part, depth + 1);
      for (const [name, property] of below.properties) if (!properties.has(name)) properties.set(name, property);
      open ||= below.open;
    }
  }
  return { properties, required, open };
}

/** Whether a value of this JSON type can match the schema. */
export function canBe(contract: Resolving, schema: Schema, type: string, depth = 0): boolean {
  const resolved = contract.resolve(schema);
  if (resolved.type !== undefined) return [resolved.type].flat().includes(type);
  const parts = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])];
  return depth < depthLimit && parts.some((part) => canBe(contract, part, type, depth + 1));
}

/** The fields that responses contain and requests must not set. */
export function readOnlyFields(contract: Resolving, schema: Schema): string[] {
  return [...fieldsOf(contract, schema).properties]
    .filter(([, property]) => contract.resolve(property).readOnly === true)
    .map(([name]) => name);
}
