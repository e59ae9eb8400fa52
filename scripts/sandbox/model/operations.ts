import type { Method, OpenApiDocument, OpenApiOperation } from '../../contract/document.js';
import { eachOperation, successOf } from '../../contract/operations.js';
import { schemaNameOf } from '../../contract/references.js';
import { type Standing, standingOf } from '../../contract/standing.js';

/** What the sandbox knows of an operation, all of it derived from the contract. */
export interface SandboxOperation {
  id: string;
  method: Method;
  /** The template, with the name of each parameter in braces. */
  path: string;
  /** What it does by convention: the first word of its id. */
  verb: string;
  standing: Standing;
  success: number;
  /** Media type of the success answer; null for none. */
  media: string | null;
  /** True where the success answer is an array. */
  isList: boolean;
  /** The name of the schema of the answer, or of its items; undefined for text and for no body. */
  schema: string | undefined;
  /** The collection that it works on. */
  collection: string;
  /** The name of the last parameter where the path ends with it: the path names one thing. */
  itemParameter: string | undefined;
  /** Each parameter in order, with the collection that it names a thing of. */
  parameters: { name: string; collection: string }[];
  takesBody: boolean;
  operation: OpenApiOperation;
}

interface Shape {
  success: number;
  media: string | null;
  isList: boolean;
  schema: string | undefined;
}

/** Reads every operation of the contract; the generic behaviour of the sandbox follows from this alone. */
export function readOperations(document: OpenApiDocument): SandboxOperation[] {
  const all = [...eachOperation(document)].map((placed) => ({ ...placed, shape: shapeOf(document, placed.operation) }));
  const collections = itemCollections(all);
  return all.map(({ id, path, method, operation, shape }) => {
    const itemParameter = /\{(\w+)\}\/$/.exec(path)?.[1];
    const verb = /^[a-z]+/.exec(id)?.[0] ?? '';
    return {
      id,
      method,
      path,
      verb,
      standing: standingOf(operation),
      ...shape,
      collection: (itemParameter && collections.get(path)) ?? collectionBelow(path, shape, collections),
      itemParameter,
      parameters: [...path.matchAll(/\{(\w+)\}\//g)].map(({ 1: name = '', index }) => {
        const template = path.slice(0, index + name.length + 3);
        return { name, collection: collections.get(template) ?? byName(collections, name) };
      }),
      takesBody: operation.requestBody !== undefined,
      operation,
    };
  });
}

function shapeOf(document: OpenApiDocument, operation: OpenApiOperation): Shape {
  const [status = '200', response] = successOf(document, operation) ?? [];
  const [media, content] = Object.entries(response?.content ?? {})[0] ?? [null, undefined];
  const schema = content?.schema as { type?: string; items?: { $ref?: string }; $ref?: string } | undefined;
  const isList = schema?.type === 'array';
  const ref = isList ? schema.items?.$ref : schema?.$ref;
  return { success: Number(status), media, isList, schema: schemaNameOf(ref) };
}

/**
 * Which collection the last parameter of a template names a thing of: by the answer of GET, PATCH or PUT there, or by
 * the list or the creation one level up.
 */
function itemCollections(all: readonly { path: string; method: Method; shape: Shape }[]): Map<string, string> {
  const collections = new Map<string, string>();
  for (const { path } of all) {
    if (!path.endsWith('}/') || collections.has(path)) continue;
    const above = path.replace(/\{\w+\}\/$/, '');
    const here = all.find(
      (other) => other.path === path && other.method !== 'post' && !other.shape.isList && other.shape.schema,
    );
    const listed = all.find((other) => other.path === above && other.shape.schema);
    const name = here?.shape.schema ?? listed?.shape.schema;
    if (name) collections.set(path, name);
  }
  return collections;
}

/** What a path without an id at its end works on: things that have paths of their own, or a collection of its own. */
function collectionBelow(path: string, shape: Shape, collections: Map<string, string>): string {
  const named = new Set(collections.values());
  if (shape.schema && named.has(shape.schema)) return shape.schema;
  return path
    .replace(/^.*?\/v\d\w*\//, '')
    .replace(/\{\w+\}\//g, '')
    .replace(/\/$/, '');
}

/** A parameter in a path that names no thing of its own (`/reviews/directory/{directory_id}/`) is known by its name. */
function byName(collections: Map<string, string>, name: string): string {
  for (const [path, collection] of collections) if (path.endsWith(`{${name}}/`)) return collection;
  return name;
}
