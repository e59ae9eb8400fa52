import type { OpenApiDocument } from '../../contract/document.js';
import { ExampleWalk, exampleBodies } from '../../contract/example-walk.js';
import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType } from '../../contract/schema-fields.js';
import { fitsPlainly, type Schemas, setOwn } from './schemas.js';

type ValuesByField = Map<Schema, { id: string | undefined; value: Json }[]>;

/** The values that the examples of a contract have for each of its fields. */
export class ExampleValues {
  readonly #document: OpenApiDocument;
  #cache: ValuesByField | undefined;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /**
   * A value of a field that an example shows.
   *
   * @param field the schema in `properties`, or a component: the object itself
   * @param id of the resource: if it is in an example, its own value is meant
   * @param turn which one of the others
   */
  pick(field: Schema, id: string | undefined, turn: number): Json | undefined {
    const all = this.#load().get(field) ?? [];
    return (all.find((each) => each.id !== undefined && each.id === id) ?? all[turn % all.length])?.value;
  }

  #load(): ValuesByField {
    if (this.#cache) return this.#cache;
    const values: ValuesByField = new Map();
    const walk = new ExampleWalk(this.#document);
    for (const [{ value: body }, schema] of exampleBodies(this.#document)) {
      walk.mapValues(schema, body, ({ schema: field, value, id }) => {
        const example = { id, value: value as Json };
        for (const place of value === null ? [] : new Set([field, walk.resolve(field)]))
          values.set(place, [...(values.get(place) ?? []), example]);
        return value;
      });
    }
    this.#cache = values;
    return values;
  }
}

/** Values without content, for required fields that a request did not send. */
const emptyValues: readonly Json[] = ['', false, 0, []];

/** Adds required fields, which a request need not send, to what a response shows. */
export class Completion {
  readonly #schemas: Schemas;
  readonly #values: ExampleValues;

  constructor(schemas: Schemas, values: ExampleValues) {
    this.#schemas = schemas;
    this.#values = values;
  }

  /** A value with all required fields; those that its schema lists come first. */
  complete(node: Schema, whole: Json): Json {
    return this.#schemas.mapValues(node, whole, ({ schema, value }) => {
      if (!isObject(value)) return value;
      const { properties, required } = this.#schemas.fields(schema);
      const result: JsonObject = {};
      for (const [name, field] of properties) {
        if (Object.hasOwn(value, name)) setOwn(result, name, value[name] as Json);
        else if (required.has(name)) setOwn(result, name, this.#defaultValue(field));
      }
      for (const name in value) if (!properties.has(name)) setOwn(result, name, value[name] as Json);
      return result;
    });
  }

  /** A value that says as little as possible. */
  #defaultValue(field: Schema): Json {
    if (allowsType(this.#schemas, field, 'null')) return null;
    const schema = this.#schemas.resolve(field);
    const isFree = schema.format === undefined && schema['x-known-values'] === undefined && schema.type !== undefined;
    const value = isFree ? emptyValues.find((each) => fitsPlainly(schema, each)) : undefined;
    return value ?? this.#values.pick(field, undefined, 0) ?? this.complete(field, {});
  }
}
