import type { OpenApiDocument } from '../../contract/document.js';
import { ExampleWalk, exampleBodies } from '../../contract/example-walk.js';
import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';

type Values = Map<Schema, { id: string | undefined; value: Json }[]>;

/** The values that the examples of a contract have for each of its fields. */
export class ShownValues {
  readonly #document: OpenApiDocument;
  #known: Values | undefined;

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
  of(field: Schema, id: string | undefined, turn: number): Json | undefined {
    const all = this.#all().get(field) ?? [];
    return (all.find((each) => each.id !== undefined && each.id === id) ?? all[turn % all.length])?.value;
  }

  #all(): Values {
    if (this.#known) return this.#known;
    const known: Values = new Map();
    const walk = new ExampleWalk(this.#document);
    for (const [{ value: body }, schema] of exampleBodies(this.#document)) {
      walk.mapped(schema, body, ({ schema: field, value, id }) => {
        const found = { id, value: value as Json };
        for (const place of value === null ? [] : new Set([field, walk.resolve(field)]))
          known.set(place, [...(known.get(place) ?? []), found]);
        return value;
      });
    }
    this.#known = known;
    return known;
  }
}
