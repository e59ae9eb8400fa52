import type { MediaType, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './document.js';
import { isObject, type Node } from './json.js';
import { unwrap } from './object-envelope.js';
import { eachOperation, successContent } from './operations.js';
import { escapeToken } from './pointer.js';
import { createSchemaResolver, dereference, schemaNameOf } from './references.js';
import type { Schema } from './schema.js';

/** A named example of a body. Several operations may share it. */
export interface Example {
  summary?: string;
  value: unknown;
  /** JSON pointers of the values in this example that no source documents. */
  'x-invented'?: string[];
}

export function examplesOf(document: OpenApiDocument, mediaType: MediaType | undefined): Example[] {
  return Object.values(mediaType?.examples ?? {}).map((node) => dereference<Example>(document, node as Example));
}

/** The media types of all requests and responses of a document, each once. */
export function mediaTypesOf(document: OpenApiDocument): Set<MediaType> {
  const mediaTypes = new Set<MediaType>();
  for (const { operation } of eachOperation(document)) {
    for (const mediaType of Object.values(operation.requestBody?.content ?? {})) mediaTypes.add(mediaType);
    for (const response of Object.values(operation.responses))
      for (const mediaType of Object.values(dereference<OpenApiResponse>(document, response).content ?? {}))
        mediaTypes.add(mediaType);
  }
  return mediaTypes;
}

/** Maps each example of a body to the schema of that body. */
export function exampleBodies(document: OpenApiDocument): Map<Example, Schema> {
  const schemas = new Map<Example, Schema>();
  for (const mediaType of mediaTypesOf(document))
    for (const example of examplesOf(document, mediaType))
      if (!schemas.has(example)) schemas.set(example, mediaType.schema as Schema);
  return schemas;
}

export interface ValueInExample {
  value: unknown;
  /** The schema in the document, which may be only a reference. */
  schema: Schema;
  /** JSON pointer into the value of the example. */
  pointer: string;
  /** The id of the value, or of the innermost object around it that has an id; undefined if none of them has an id. */
  id: string | undefined;
}

export class ExampleWalk {
  readonly resolve: (schema: Schema) => Schema;
  readonly #bodies: ReadonlyMap<Example, Schema>;
  #schemaNames: Map<string, string> | undefined;

  /** @param bodies the examples of the document; they show which schema each resource has */
  constructor(document: OpenApiDocument, bodies: ReadonlyMap<Example, Schema> = exampleBodies(document)) {
    this.resolve = createSchemaResolver(document);
    this.#bodies = bodies;
  }

  /** Replaces each value inside `value` by the result of `change`, inner values first, and returns the new value. */
  mapValues(
    node: Schema,
    value: unknown,
    change: (innerValue: ValueInExample) => unknown,
    pointer = '',
    parentId?: string,
  ): unknown {
    const schema = this.resolve(node);
    const { properties, items, allOf } = schema;
    const id = idOf(value) ?? parentId;
    let result = value;
    if (Array.isArray(value) && items)
      result = value.map((item, index) => this.mapValues(items, item, change, `${pointer}/${index}`, id));
    if (isObject(value) && properties) {
      const members: Record<string, unknown> = { ...value };
      for (const name of Object.keys(members)) {
        const property = Object.hasOwn(properties, name) && name !== '__proto__' ? properties[name] : undefined;
        if (!property) continue;
        members[name] = this.mapValues(property, members[name], change, `${pointer}/${escapeToken(name)}`, id);
      }
      result = members;
    }
    for (const part of allOf ?? []) result = this.mapValues(part, result, change, pointer, id);
    for (const part of this.branchOf(schema, value)) result = this.mapValues(part, result, change, pointer, id);
    return change({ value: result, schema: node, pointer, id });
  }

  /** The branch of `anyOf` or `oneOf` that a value matches; empty if the schema has no branches. */
  branchOf({ anyOf, oneOf }: Schema, value: unknown): readonly Schema[] {
    const branches = anyOf ?? oneOf;
    if (!branches) return [];
    const id = idOf(value);
    // The search for the schemas of all resources takes time, and helps only if several branches are references.
    const isBranchUnclear = id !== undefined && branches.filter(({ $ref }) => $ref !== undefined).length > 1;
    const schemaName = isBranchUnclear ? this.#schemaNamesById().get(id) : undefined;
    const match =
      branches.find(({ $ref }) => schemaName !== undefined && schemaNameOf($ref) === schemaName) ??
      branches.find((branch) => isOfType(this.resolve(branch), value));
    return match ? [match] : [];
  }

  /** The name of each resource's schema, by resource id. This name selects a branch when a value matches several. */
  #schemaNamesById(): ReadonlyMap<string, string> {
    if (this.#schemaNames) return this.#schemaNames;
    const names = new Map<string, string>();
    for (const [{ value }, schema] of this.#bodies) this.#recordSchemas(names, schema, value);
    this.#schemaNames = names;
    return names;
  }

  /** Records the schema of each resource for which only one schema is possible. */
  #recordSchemas(names: Map<string, string>, node: Schema, value: unknown): void {
    // Only objects and lists can contain a resource.
    if (typeof value !== 'object' || value === null) return;
    const schema = this.resolve(node);
    const name = schema.anyOf || schema.oneOf ? undefined : schemaNameOf(node.$ref);
    const id = idOf(value);
    if (name !== undefined && id !== undefined && !names.has(id)) names.set(id, name);
    const { properties = {}, items } = schema;
    if (Array.isArray(value) && items) for (const item of value) this.#recordSchemas(names, items, item);
    for (const [key, property] of Object.entries(properties))
      if (Object.hasOwn(value, key)) this.#recordSchemas(names, property, (value as Node)[key]);
  }
}

function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function isOfType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true;
  const valueType = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return [type].flat().some((text) => text === valueType || (text === 'integer' && valueType === 'number'));
}

/**
 * An example value for each path parameter, by name. A parameter such as `entry_id` stands for several types of
 * resource: the function prefers the id of an example from the path up to the parameter.
 */
export function pathParameters(document: OpenApiDocument, operation: OpenApiOperation): Record<string, string> {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference<Node>(document, parameter));
  const path =
    Object.keys(document.paths).find((name) => Object.values(document.paths[name] ?? {}).includes(operation)) ?? '';
  return Object.fromEntries(
    parameters.map(({ name, example }) => [String(name), exampleId(document, path, String(name)) ?? String(example)]),
  );
}

/** The id of the resource at the path up to a parameter, from the first example of its GET response. */
function exampleId(document: OpenApiDocument, path: string, parameter: string): string | undefined {
  const [pathPrefix = ''] = new RegExp(`^.*\\{${parameter}\\}/`).exec(path) ?? [];
  const readOperation = document.paths[pathPrefix]?.get;
  const [media] = Object.values(readOperation ? successContent(document, readOperation) : {});
  const [example] = Object.values(media?.examples ?? {});
  const value = example && dereference<{ value?: unknown }>(document, example).value;
  return idOf(unwrap(value, readOperation?.['x-envelope']?.response));
}

/** The value of the first example of the request body; undefined if the operation has no request body. */
export function firstExampleBody(document: object, operation: OpenApiOperation): unknown {
  const [mediaType] = Object.values(operation.requestBody?.content ?? {}) as MediaType[];
  const [example] = Object.values(mediaType?.examples ?? {});
  return example === undefined ? undefined : dereference<{ value?: unknown }>(document, example).value;
}
