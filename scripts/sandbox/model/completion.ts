import type { OpenApiDocument } from '../../contract/document.js';
import { ExampleWalk, exampleBodies } from '../../contract/example-walk.js';
import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType } from '../../contract/schema-fields.js';
import { fitsPlainKeywords, type Schemas, setOwnProperty } from './schemas.js';

type ValuesByField = Map<Schema, { id: string | undefined; value: Json }[]>;

/** The values of each field in the examples of a contract. */
export class ExampleValues {
  readonly #document: OpenApiDocument;
  #cache: ValuesByField | undefined;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /**
   * Returns an example value of the field with this schema: from the resource with this `id`, or else example number
   * `exampleIndex`; after the last example, the first one follows again. Undefined without examples.
   */
  pickValue(field: Schema, id: string | undefined, exampleIndex: number): Json | undefined {
    const all = this.#load().get(field) ?? [];
    return (all.find((each) => each.id !== undefined && each.id === id) ?? all[exampleIndex % all.length])?.value;
  }

  #load(): ValuesByField {
    if (this.#cache) return this.#cache;
    const values: ValuesByField = new Map();
    const walk = new ExampleWalk(this.#document);
    for (const [{ value: body }, schema] of exampleBodies(this.#document)) {
      walk.mapValues(schema, body, ({ schema: field, value, id }) => {
        const example = { id, value: value as Json };
        for (const fieldSchema of value === null ? [] : new Set([field, walk.resolve(field)]))
          values.set(fieldSchema, [...(values.get(fieldSchema) ?? []), example]);
        return value;
      });
    }
    this.#cache = values;
    return values;
  }
}

/** Empty values, for required fields that a request did not send. */
const emptyValues: readonly Json[] = ['', false, 0, []];

/** Adds required fields to responses, because requests need not send all of them. */
export class FieldCompleter {
  readonly #schemas: Schemas;
  readonly #values: ExampleValues;

  constructor(schemas: Schemas, values: ExampleValues) {
    this.#schemas = schemas;
    this.#values = values;
  }

  /** Returns the value with all required fields. Fields of its schema come first, in the order of the schema. */
  complete(node: Schema, wholeValue: Json): Json {
    return this.#schemas.mapValues(node, wholeValue, ({ schema, value }) => {
      if (!isObject(value)) return value;
      const { properties, required } = this.#schemas.fields(schema);
      const result: JsonObject = {};
      for (const [name, field] of properties) {
        if (Object.hasOwn(value, name)) setOwnProperty(result, name, value[name] as Json);
        else if (required.has(name)) setOwnProperty(result, name, this.#defaultValue(field));
      }
      for (const name in value) if (!properties.has(name)) setOwnProperty(result, name, value[name] as Json);
      return result;
    });
  }

  /** The value for a missing field: null or an empty value if the field allows it, else an example. */
  #defaultValue(field: Schema): Json {
    if (allowsType(this.#schemas, field, 'null')) return null;
    const schema = this.#schemas.resolve(field);
    const isFree = schema.format === undefined && schema['x-known-values'] === undefined && schema.type !== undefined;
    const value = isFree ? emptyValues.find((emptyValue) => fitsPlainKeywords(schema, emptyValue)) : undefined;
    return value ?? this.#values.pickValue(field, undefined, 0) ?? this.complete(field, {});
  }
}
