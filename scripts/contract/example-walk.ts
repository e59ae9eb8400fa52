import type { MediaType, OpenApiDocument, OpenApiResponse } from './document.js';
import { isObject } from './json.js';
import { eachOperation } from './operations.js';
import { escapeToken } from './pointer.js';
import { dereference, schemaNameOf, schemaResolver } from './references.js';
import type { Schema } from './schema.js';

/** A named example, which several operations may use. */
export interface Example {
  summary?: string;
  value: unknown;
  /** JSON pointers of what no source documents. */
  'x-invented'?: string[];
}

/** The named examples of a media type. */
export function examplesOf(document: OpenApiDocument, media: MediaType | undefined): Example[] {
  return Object.values(media?.examples ?? {}).map((node) => dereference<Example>(document, node as Example));
}

/** Each example of a body once, with the schema of that body. */
export function exampleBodies(document: OpenApiDocument): Map<Example, Schema> {
  const found = new Map<Example, Schema>();
  const seen = new Set<OpenApiResponse>();
  for (const { operation } of eachOperation(document)) {
    const all = Object.values(operation.responses).map((node) => dereference<OpenApiResponse>(document, node));
    // Almost all operations share some responses.
    const responses = all.filter((each) => !seen.has(each) && seen.add(each));
    for (const { content = {} } of [operation.requestBody ?? {}, ...responses] as Pick<OpenApiResponse, 'content'>[]) {
      for (const media of Object.values(content)) {
        for (const example of examplesOf(document, media))
          if (!found.has(example)) found.set(example, media.schema as Schema);
      }
    }
  }
  return found;
}

/** A value inside an example. */
export interface ValueInExample {
  value: unknown;
  /** Its schema as the document has it, possibly a reference. */
  schema: Schema;
  /** JSON pointer into the value of the example. */
  pointer: string;
  /** The id of the innermost object with an id that it is or belongs to; undefined if there is none. */
  id: string | undefined;
}

/** Goes through the values of examples along their schemas. */
export class ExampleWalk {
  readonly resolve: (schema: Schema) => Schema;
  /** The name of the schema of each resource, by its id: where several schemas are possible, it chooses one. */
  readonly #kinds = new Map<string, string>();

  constructor(document: OpenApiDocument) {
    this.resolve = schemaResolver(document);
    for (const [{ value }, schema] of exampleBodies(document)) this.#learn(schema, value);
  }

  /**
   * Returns the value with each value inside of it replaced, the inner ones first.
   *
   * @param change returns the new value
   */
  mapped(
    node: Schema,
    value: unknown,
    change: (inside: ValueInExample) => unknown,
    pointer = '',
    of?: string,
  ): unknown {
    const { properties, items, allOf = [], ...schema } = this.resolve(node);
    const id = idOf(value) ?? of;
    let result = value;
    if (Array.isArray(value) && items)
      result = value.map((item, index) => this.mapped(items, item, change, `${pointer}/${index}`, id));
    if (isObject(value) && properties)
      result = Object.fromEntries(
        Object.entries(value).map(([name, below]) => {
          const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
          return [name, property ? this.mapped(property, below, change, `${pointer}/${escapeToken(name)}`, id) : below];
        }),
      );
    for (const part of [...allOf, ...this.branchOf(schema, value)])
      result = this.mapped(part, result, change, pointer, id);
    return change({ value: result, schema: node, pointer, id });
  }

  /** The branch of `anyOf` or `oneOf` that a value belongs to; none if the schema has no branches. */
  branchOf({ anyOf, oneOf }: Schema, value: unknown): readonly Schema[] {
    const branches = anyOf ?? oneOf ?? [];
    const kind = this.#kinds.get(idOf(value) ?? '');
    const found =
      branches.find(({ $ref }) => kind !== undefined && schemaNameOf($ref) === kind) ??
      branches.find((branch) => isOfType(this.resolve(branch), value));
    return found ? [found] : [];
  }

  /** Remembers which resources have which schema, where only one is possible. */
  #learn(node: Schema, value: unknown): void {
    const schema = this.resolve(node);
    const name = schema.anyOf || schema.oneOf ? undefined : schemaNameOf(node.$ref);
    const id = idOf(value);
    if (name !== undefined && id !== undefined && !this.#kinds.has(id)) this.#kinds.set(id, name);
    const { properties = {}, items } = schema;
    if (Array.isArray(value) && items) for (const item of value) this.#learn(items, item);
    for (const [key, property] of Object.entries(properties))
      if (isObject(value) && Object.hasOwn(value, key)) this.#learn(property, value[key]);
  }
}

function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function isOfType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true;
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return [type].flat().some((each) => each === own || (each === 'integer' && own === 'number'));
}
