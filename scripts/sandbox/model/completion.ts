import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { canBe } from '../../contract/schema-fields.js';
import { setOwn } from './own.js';
import { fitsPlainly } from './plain-fit.js';
import type { Schemas } from './schemas.js';
import type { ShownValues } from './shown-values.js';

/** Values without content, for required fields that a request did not send. */
const empty: readonly Json[] = ['', false, 0, []];

/** Adds required fields, which a request need not send, to what a response shows. */
export class Completion {
  readonly #schemas: Schemas;
  readonly #values: ShownValues;
  /** Whether a schema, or one inside of it, requires fields. */
  readonly #asks = new Map<Schema, boolean>();

  constructor(schemas: Schemas, values: ShownValues) {
    this.#schemas = schemas;
    this.#values = values;
  }

  /** The same value if nothing is missing. */
  of(node: Schema, value: Json): Json {
    const schema = this.#schemas.withoutNull(node);
    if (!this.#asksOf(schema)) return value;
    if (Array.isArray(value)) return schema.items ? value.map((item) => this.of(schema.items as Schema, item)) : value;
    return isObject(value) ? this.#object(schema, value) : value;
  }

  #object(schema: Schema, value: JsonObject): JsonObject {
    const { properties, required } = this.#schemas.fields(schema);
    const result: JsonObject = {};
    for (const [name, field] of properties) {
      if (Object.hasOwn(value, name)) setOwn(result, name, this.of(field, value[name] as Json));
      else if (required.has(name)) setOwn(result, name, this.#missing(field));
    }
    for (const name in value) if (!properties.has(name)) setOwn(result, name, value[name] as Json);
    return result;
  }

  /** A value that says as little as possible. */
  #missing(field: Schema): Json {
    if (canBe(this.#schemas, field, 'null')) return null;
    const schema = this.#schemas.resolve(field);
    const isFree = schema.format === undefined && schema['x-known-values'] === undefined && schema.type !== undefined;
    const value = isFree ? empty.find((each) => fitsPlainly(schema, each)) : undefined;
    return value ?? this.#values.of(field, undefined, 0) ?? this.of(field, {});
  }

  #asksOf(schema: Schema): boolean {
    const before = this.#asks.get(schema);
    if (before !== undefined) return before;
    // A schema that contains itself asks for what the rest of it asks for.
    this.#asks.set(schema, false);
    const { properties, required } = this.#schemas.fields(schema);
    const below = [...properties.values(), ...(schema.items ? [schema.items] : [])];
    const asks = required.size > 0 || below.some((each) => this.#asksOf(this.#schemas.withoutNull(each)));
    this.#asks.set(schema, asks);
    return asks;
  }
}
