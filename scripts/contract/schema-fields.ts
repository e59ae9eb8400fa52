import type { Schema } from './schema.js';

/** Resolves `$ref`s: for example, a contract. */
export interface Resolving {
  resolve(schema: Schema): Schema;
}

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
  const ofContract = known.get(contract) ?? new WeakMap<Schema, SchemaFields>();
  const before = ofContract.get(schema);
  if (before) return before;
  known.set(contract, ofContract);
  return gathered(contract, schema, { known: ofContract, around: new Set(), cut: false });
}

/** A search for fields, which visits each schema once: a schema may be a part of many others. */
interface Gathering {
  known: WeakMap<Schema, SchemaFields>;
  /** The schemas around the current one. */
  around: Set<Schema>;
  /** Whether a schema was left out because it contains itself, so that the result holds only here. */
  cut: boolean;
}

function gathered(contract: Resolving, schema: Schema, gathering: Gathering): SchemaFields {
  // A schema may be `true`.
  const before = typeof schema === 'object' ? gathering.known.get(schema) : undefined;
  if (before) return before;
  const resolved: Composed = contract.resolve(schema);
  const properties = new Map(Object.entries(resolved.properties ?? {}));
  const required = new Set(resolved.required ?? []);
  const { additionalProperties, unevaluatedProperties, patternProperties } = resolved;
  const mayBeMore = [additionalProperties, unevaluatedProperties].some(
    (more) => more === true || typeof more === 'object',
  );
  let open = resolved['x-open'] === true || mayBeMore || patternProperties !== undefined;
  if (gathering.around.has(schema)) {
    gathering.cut = true;
    return { properties, required, open };
  }
  const wasCut = gathering.cut;
  gathering.cut = false;
  gathering.around.add(schema);
  for (const [part, isCertain] of partsOf(schema, resolved)) {
    const below = gathered(contract, part, gathering);
    for (const [name, property] of below.properties) if (!properties.has(name)) properties.set(name, property);
    if (isCertain) for (const name of below.required) required.add(name);
    open ||= below.open;
  }
  gathering.around.delete(schema);
  const fields = { properties, required, open };
  if (typeof schema === 'object' && (!gathering.cut || gathering.around.size === 0))
    gathering.known.set(schema, fields);
  gathering.cut ||= wasCut;
  return fields;
}

/** The schemas that a schema is composed of, and whether their required fields are required. */
function* partsOf(schema: Schema, resolved: Composed): Iterable<[part: Schema, isCertain: boolean]> {
  // Keywords next to a `$ref` apply as well.
  const { $ref, ...siblings } = schema;
  if ($ref !== undefined && (siblings.properties || siblings.allOf || siblings.additionalProperties !== undefined))
    yield [siblings, true];
  for (const part of resolved.allOf ?? []) yield [part, true];
  const uncertain = [
    resolved.if,
    resolved.then,
    resolved.else,
    ...Object.values(resolved.dependentSchemas ?? {}),
  ].filter((part) => part !== undefined);
  for (const part of [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? []), ...uncertain]) yield [part, false];
}

/** Whether a value of this JSON type can match the schema. */
export function canBe(contract: Resolving, schema: Schema, type: string, seen = new Set<Schema>()): boolean {
  const resolved = contract.resolve(schema);
  if (resolved.type !== undefined) return [resolved.type].flat().includes(type);
  if (seen.has(resolved)) return false;
  seen.add(resolved);
  return [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])].some((part) => canBe(contract, part, type, seen));
}

/** The fields that responses contain and requests must not set. */
export function readOnlyFields(contract: Resolving, schema: Schema): string[] {
  return [...fieldsOf(contract, schema).properties]
    .filter(([, property]) => contract.resolve(property).readOnly === true)
    .map(([name]) => name);
}
