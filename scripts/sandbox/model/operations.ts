import { contract } from '../../../generated/contract.js';
import { createDocumentRules } from '../../contract/body-rules.js';
import type { Method, OpenApiDocument, OpenApiOperation } from '../../contract/document.js';
import type { Node } from '../../contract/json.js';
import { schemaInside, unwrap } from '../../contract/object-envelope.js';
import { eachOperation, type PlacedOperation, parametersOf, successOf } from '../../contract/operations.js';
import { itemsIn } from '../../contract/paging/follow.js';
import { type PageFormat, readPageFormat } from '../../contract/paging/write.js';
import { formerNames, parameterNames } from '../../contract/path-template.js';
import { compileStoppablePattern } from '../../contract/pattern.js';
import { createSchemaResolver, dereference, schemaNameOf } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import type { SchemaRule } from '../../contract/schema-rules.js';
import { type Standing, standingOf } from '../../contract/standing.js';

/** The sandbox's facts about an operation, all derived from the contract. */
export interface SandboxOperation extends ResourcePath, ResponseShape {
  id: string;
  method: Method;
  /** The first word of the operation's id, such as `update`. The verb determines the sandbox's default behaviour. */
  verb: string;
  standing: Standing;
  /** Whether the response differs in form from this package's contract, for which the sandbox was written. */
  isResponseReshaped: boolean;
  /** The id of an operation whose response shows the resource: this operation itself, if its response does. */
  readingOperationId: string;
  /** The parameters in the query and in headers. */
  requestParameters: readonly RequestParameter[];
  takesBody: boolean;
  needsBody: boolean;
  operation: OpenApiOperation;
}

interface ResponseShape {
  successStatus: number;
  /** Media type of the success response; null if the response has no body. */
  mediaType: string | null;
  /** Every media type of the success response; the first one is `mediaType`. */
  mediaTypes: readonly string[];
  /** True if the success response is an array, or a page of a list. */
  isList: boolean;
  /** The paging of the list; undefined if one response has the whole list. */
  pages: PageFormat | undefined;
  /** The name of the schema of the response, or of its items; undefined for text, no body or an unnamed schema. */
  schema: string | undefined;
  /** The schema of the response, or of its items, and its first example. */
  responseItem: { schema: Schema; example: unknown } | undefined;
}

/**
 * Reads every operation of a contract. An operation of this package's contract keeps its collection, even if answers
 * have moved its path.
 */
export function readOperations(document: OpenApiDocument): SandboxOperation[] {
  const ownOperations = document === contract ? [] : readOperations(contract);
  const ruleOf = createDocumentRules(document, (text) => compileStoppablePattern(text));
  const all = [...eachOperation(document)].map((placement) => ({ ...placement, shape: shapeOf(document, placement) }));
  const collections = itemCollections(all);
  const ownOperationById = new Map(ownOperations.map((operation) => [operation.id, operation]));
  const operations = all.map((placement): SandboxOperation => {
    const { id, method, operation, shape } = placement;
    const formerOperation = ownOperationById.get(id);
    return {
      id,
      method,
      verb: /^[a-z]+/.exec(id)?.[0] ?? '',
      standing: standingOf(operation),
      ...shape,
      isResponseReshaped:
        formerOperation !== undefined &&
        (formerOperation.schema !== shape.schema || formerOperation.mediaType === null),
      ...(formerOperation
        ? pathAfterMove(document, placement, formerOperation, ownOperations)
        : resourcePathOf(placement, collections)),
      requestParameters: requestParameters(document, placement, ruleOf),
      takesBody: operation.requestBody !== undefined,
      needsBody: operation.requestBody?.required !== false,
      readingOperationId: id,
      operation,
    };
  });
  const readingOperations = operations.filter(
    ({ mediaType, isList, isResponseReshaped }) => mediaType !== null && !isList && !isResponseReshaped,
  );
  for (const operation of operations) {
    if (readingOperations.includes(operation)) continue;
    const readingOperation = readingOperations.find(({ collection }) => collection === operation.collection);
    if (readingOperation && !operation.isList) operation.readingOperationId = readingOperation.id;
  }
  return operations;
}

function resourcePathOf(
  { path, shape }: { path: string; shape: ResponseShape },
  collections: ReadonlyMap<string, string>,
): ResourcePath {
  const itemParameter = /\{(\w+)\}\/$/.exec(path)?.[1];
  const parameters = [...path.matchAll(/\{(\w+)\}\//g)].map(({ 1: name = '', index }) => {
    const template = path.slice(0, index + name.length + 3);
    return { name, collection: collections.get(template) ?? collectionByName(collections, name) };
  });
  const collection = (itemParameter && collections.get(path)) ?? collectionOfPath(path, shape, collections);
  return { path, collection, itemParameter, parameters, subject: parameters.at(-1) };
}

function shapeOf(document: OpenApiDocument, placement: PlacedOperation): ResponseShape {
  const [status = '200', response] = successOf(document, placement.operation) ?? [];
  const mediaTypes = Object.keys(response?.content ?? {});
  const [mediaType, content] = Object.entries(response?.content ?? {})[0] ?? [null, undefined];
  const schema = content?.schema as Schema | undefined;
  const [example] = Object.values(content?.examples ?? {});
  const pages = readPageFormat(document, placement, response);
  const envelope = placement.operation['x-envelope']?.response;
  const items = pages?.itemSchema ?? (schema?.type === 'array' ? (schema.items ?? {}) : undefined);
  const item = items ?? (schema && schemaInside(document, { schema, pointer: '' }, envelope).schema);
  const value = example && dereference<{ value?: unknown }>(document, example).value;
  return {
    successStatus: Number(status),
    mediaType,
    mediaTypes,
    isList: items !== undefined,
    pages,
    schema: schemaNameOf(item?.$ref),
    responseItem: item && { schema: item, example: items ? itemsIn(pages ?? {}, value)?.[0] : unwrap(value, envelope) },
  };
}

/**
 * Maps each path template that ends with a parameter to the collection of the resources that the parameter names: the
 * response schema of GET, PATCH or PUT at that path, or else the response schema of the path one level up.
 */
function itemCollections(all: readonly { path: string; method: Method; shape: ResponseShape }[]): Map<string, string> {
  const collections = new Map<string, string>();
  for (const { path } of all) {
    if (!path.endsWith('}/') || collections.has(path)) continue;
    const parentPath = path.replace(/\{\w+\}\/$/, '');
    const itemOperation = all.find(
      (other) => other.path === path && other.method !== 'post' && !other.shape.isList && other.shape.schema,
    );
    const listOperation = all.find((other) => other.path === parentPath && other.shape.schema);
    const name = itemOperation?.shape.schema ?? listOperation?.shape.schema;
    if (name) collections.set(path, name);
  }
  return collections;
}

/** The collection of a path that does not end with an id: the response schema if it is a collection, else the path. */
function collectionOfPath(path: string, shape: ResponseShape, collections: ReadonlyMap<string, string>): string {
  const collectionNames = new Set(collections.values());
  if (shape.schema && collectionNames.has(shape.schema)) return shape.schema;
  return path
    .replace(/^.*?\/v\d\w*\//, '')
    .replace(/\{\w+\}\//g, '')
    .replace(/\/$/, '');
}

/** Finds the collection of a parameter by name alone, for paths such as `/reviews/directory/{directory_id}/`. */
function collectionByName(collections: ReadonlyMap<string, string>, name: string): string {
  for (const [path, collection] of collections) if (path.endsWith(`{${name}}/`)) return collection;
  return name;
}

/** A parameter in the query or in a header. */
export interface RequestParameter {
  name: string;
  in: 'query' | 'header';
  required: boolean;
  schema: Schema;
  rule: SchemaRule;
}

/** The query and header parameters of an operation, without those that ask for a page according to `x-paging`. */
function requestParameters(
  document: OpenApiDocument,
  placement: PlacedOperation,
  ruleOf: (schema: unknown) => SchemaRule,
): RequestParameter[] {
  const { query, size } = placement.operation['x-paging']?.page ?? {};
  const resolve = createSchemaResolver(document);
  return parametersOf(document, placement).flatMap(({ parameter }) => {
    const { name, in: place } = parameter;
    if ((place !== 'query' && place !== 'header') || (place === 'query' && (name === query || name === size)))
      return [];
    const schema = resolve((parameter['schema'] ?? {}) as Schema);
    return [{ name: String(name), in: place, required: parameter['required'] === true, schema, rule: ruleOf(schema) }];
  });
}

export interface ResourcePath {
  path: string;
  /** The collection that the operation reads or changes. */
  collection: string;
  /** The parameter with the id of the resource, if the path ends with one. */
  itemParameter: string | undefined;
  /** Each parameter in order, with the collection of the resource that it names. */
  parameters: PathParameter[];
  /** The parameter that names the resource itself, or else its parent. */
  subject: PathParameter | undefined;
}

export interface PathParameter {
  name: string;
  collection: string;
}

/**
 * The path of an operation, which an answer to an open question may have moved. Its parameters keep their former names,
 * because records store their parents under these names. A parameter that names no resource of the sandbox becomes its
 * example, the only value that the sandbox knows.
 */
export function pathAfterMove(
  document: OpenApiDocument,
  placement: PlacedOperation,
  formerPath: ResourcePath,
  ownPaths: readonly ResourcePath[],
): ResourcePath {
  const { path, collection, itemParameter, parameters, subject } = formerPath;
  if (placement.path === path) return { path, collection, itemParameter, parameters, subject };
  const all = [...parameters, ...ownPaths.flatMap((ownPath) => ownPath.parameters)];
  const findParameter = (name: string): PathParameter | undefined => all.find((parameter) => parameter.name === name);
  const names = formerNames(document, path, placement);
  const newPath = placement.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const formerName = names.get(name) ?? name;
    return findParameter(formerName) ? `{${formerName}}` : encodeURIComponent(exampleOf(document, placement, name));
  });
  const pathParameters = parameterNames(newPath).flatMap((name) => findParameter(name) ?? []);
  const newSubject = pathParameters.find(({ name }) => name === subject?.name);
  return {
    path: newPath,
    collection,
    itemParameter: newSubject && itemParameter,
    parameters: pathParameters,
    subject: newSubject ?? pathParameters.at(-1),
  };
}

function exampleOf(document: OpenApiDocument, placement: PlacedOperation, name: string): string {
  const match = parametersOf(document, placement).find(({ parameter }) => parameter['name'] === name);
  return String((match?.parameter as Node | undefined)?.['example'] ?? name);
}
