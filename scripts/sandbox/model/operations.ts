import type { Method, OpenApiDocument, OpenApiOperation } from '../../contract/document.js';
import { eachOperation, type PlacedOperation, successOf } from '../../contract/operations.js';
import { schemaNameOf } from '../../contract/references.js';
import { type Standing, standingOf } from '../../contract/standing.js';
import { type Pages, pagesOf } from './pages.js';

/** Everything that the sandbox knows about an operation, all of it derived from the contract. */
export interface SandboxOperation {
  id: string;
  method: Method;
  /** The path template, such as `/directories/{directory_id}/`. */
  path: string;
  /** The first word of its id, which decides its behaviour by convention. */
  verb: string;
  standing: Standing;
  success: number;
  /** Media type of the success response; null if it has no body. */
  media: string | null;
  /** Every media type of the success response; the first one is `media`. */
  offered: readonly string[];
  /** True if the success response is an array, or a page of a list. */
  isList: boolean;
  /** How a list is divided into pages; undefined if a response has all of it. */
  pages: Pages | undefined;
  /** The name of the schema of the response, or of its items; undefined for text and for no body. */
  schema: string | undefined;
  /** The collection that it reads or changes. */
  collection: string;
  /** The name of the last parameter if the path ends with it, so that the path names one resource. */
  itemParameter: string | undefined;
  /** Each parameter in order, with the collection of the resource that it names. */
  parameters: { name: string; collection: string }[];
  takesBody: boolean;
  operation: OpenApiOperation;
}

interface Shape {
  success: number;
  media: string | null;
  offered: readonly string[];
  isList: boolean;
  pages: Pages | undefined;
  schema: string | undefined;
}

/** Reads every operation of the contract. The generic behaviour of the sandbox follows from this alone. */
export function readOperations(document: OpenApiDocument): SandboxOperation[] {
  const all = [...eachOperation(document)].map((placed) => ({ ...placed, shape: shapeOf(document, placed) }));
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

function shapeOf(document: OpenApiDocument, placed: PlacedOperation): Shape {
  const [status = '200', response] = successOf(document, placed.operation) ?? [];
  const offered = Object.keys(response?.content ?? {});
  const [media, content] = Object.entries(response?.content ?? {})[0] ?? [null, undefined];
  const schema = content?.schema as { type?: string; items?: { $ref?: string }; $ref?: string } | undefined;
  const pages = pagesOf(document, placed, response);
  const items = pages?.itemSchema ?? (schema?.type === 'array' ? (schema.items ?? {}) : undefined);
  const name = schemaNameOf((items ?? schema)?.$ref);
  return { success: Number(status), media, offered, isList: items !== undefined, pages, schema: name };
}

/**
 * Maps a path template to the collection of the resource that its last parameter names. The response schema of GET,
 * PATCH or PUT at that path decides; without one, the response schema of the path one level up.
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

/** The collection of a path that does not end with an id: one whose resources have paths of their own, or a new one. */
function collectionBelow(path: string, shape: Shape, collections: Map<string, string>): string {
  const named = new Set(collections.values());
  if (shape.schema && named.has(shape.schema)) return shape.schema;
  return path
    .replace(/^.*?\/v\d\w*\//, '')
    .replace(/\{\w+\}\//g, '')
    .replace(/\/$/, '');
}

/** The collection of a parameter by its name, for paths such as `/reviews/directory/{directory_id}/`. */
function byName(collections: Map<string, string>, name: string): string {
  for (const [path, collection] of collections) if (path.endsWith(`{${name}}/`)) return collection;
  return name;
}
