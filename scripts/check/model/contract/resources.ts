import { itemsSchema } from '../../../contract/paging/items-schema.js';
import { pathShape, withoutSlash } from '../../../contract/path-template.js';
import { toPointer } from '../../../contract/pointer.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { groupBy } from '../../../text/group-by.js';
import { endsInSharedResource } from '../operation-words.js';
import type { Parameters } from '../request.js';
import { endsWithWords, lastFixedSegmentOf, wordsIn } from '../words.js';
import type { CheckedOperation } from './operations.js';

/** A type of resource with its operations, identified by a path that ends with a parameter: `/directories/{id}`. */
export interface ResourceType {
  /** The path of the resource, up to and including its last parameter. */
  readonly prefix: string;
  /** The parameter that identifies the resource. */
  readonly parameter: string;
  /** All path parameters up to and including `parameter`. */
  readonly parameters: readonly string[];
  readonly get: CheckedOperation | undefined;
  /** PATCH at the path of the resource. */
  readonly update: CheckedOperation | undefined;
  /** PUT at the path of the resource. */
  readonly replace: CheckedOperation | undefined;
  readonly remove: CheckedOperation | undefined;
  readonly list: CheckedOperation | undefined;
  /** Values that cannot be ids, since paths with them as fixed segments take precedence (OAS 3.1 §4.8.8.2). */
  readonly reservedIds: ReadonlySet<string>;
  /** If no list contains the resources: the read that returns all ids, as the names in a map or as strings. */
  readonly keyList: CheckedOperation | undefined;
  readonly create: CheckedOperation | undefined;
  /** PUT at the path of the resource, if it lists 201 and no other operation creates the resource (RFC 9110 §9.3.4). */
  readonly upsert: CheckedOperation | undefined;
  /** Whether the contract has an operation that creates the resource, even if the run must not call it. */
  readonly isCreatable: boolean;
  /** The singular words in the names of the type: its parameter, and the path segment before the parameter. */
  readonly words: readonly (readonly string[])[];
  /** The field that holds the id in the path: a guess by name, until reads have proven the right field. */
  readonly idField: string;
  /** The candidates for `idField`, the likeliest first. */
  readonly idFields: readonly string[];
}

type ResolveSchema = (schema: Schema) => Schema;

/** Last segments of paths where a POST creates a resource, if no POST to the path of the list creates one. */
const creationSegments = ['create', 'add', 'new', 'register', 'upload'];

/** Finds the resource types of a contract by its paths and by the schemas of its responses. */
export function readResourceTypes(operations: readonly CheckedOperation[], resolve: ResolveSchema): ResourceType[] {
  const prefixes = new Set(operations.flatMap(({ path }) => prefixesOf(path)));
  const literals = literalSegments(operations);
  const operationsByRoute = new Map<string, CheckedOperation>();
  for (const operation of operations) {
    const route = `${operation.method} ${withoutSlash(operation.path)}`;
    if (!operationsByRoute.has(route)) operationsByRoute.set(route, operation);
  }
  const unwrap = (schema: Schema | undefined): Schema | undefined => schema && withoutEnvelope(schema, resolve);
  const listsOf = groupBySchema(operations, (operation) => itemSchema(operation, resolve));
  const creationsOf = groupBySchema(operations, (operation) =>
    operation.method === 'post' ? unwrap(resourceSchema(operation)) : undefined,
  );
  const operationAt = (path: string, method: string): CheckedOperation | undefined =>
    operationsByRoute.get(`${method} ${withoutSlash(path)}`);
  const canCreate = (operation: CheckedOperation | undefined): boolean => {
    if (!operation || !endsInSharedResource(operation.path)) return operation !== undefined;
    const read = operationAt(operation.path, 'get');
    if (read && isCollection(read, resolve)) return true;
    return !(read && isSingleton(read, resolve)) && operation.responses.some(({ status }) => status === '201');
  };
  const idEnumOf = (prefix: string): readonly unknown[] | undefined => {
    const { parameters = [] } = operations.find(({ path }) => path.startsWith(prefix)) ?? {};
    const lastParameter = parameters.find(({ in: place, name }) => place === 'path' && prefix.endsWith(`{${name}}`));
    return lastParameter && resolve(lastParameter.schema).enum;
  };
  const types = [...prefixes].map((prefix): ResourceType => {
    const parameters = [...prefix.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const parameter = parameters.at(-1) ?? '';
    const read = operationAt(prefix, 'get');
    // A read at the path of a resource may return a list: `/reviews/directory/{id}` lists the reviews of a directory.
    const ownOperations = {
      get: read && listShape(read, resolve) ? undefined : read,
      update: operationAt(prefix, 'patch'),
      replace: operationAt(prefix, 'put'),
      remove: operationAt(prefix, 'delete'),
    };
    const parentPath = prefix.slice(0, prefix.lastIndexOf('/'));
    const schema = resourceSchema(ownOperations.get ?? ownOperations.update ?? ownOperations.replace);
    const parentRead = operationAt(parentPath, 'get');
    const parentOperations = { list: toListRead(parentRead, resolve), create: operationAt(parentPath, 'post') };
    // A resource may be listed below another resource: `/callouts/{id}` in the list `/directories/{id}/callouts`.
    const list = parentOperations.list ?? listsOf(unwrap(schema)).find(({ path }) => isListOfResource(path, prefix));
    const listPath = list ? withoutSlash(list.path) : parentPath;
    // A resource may also be created below another: `/matchmaking/{id}` by a POST to `/directories/{id}/matchmaking`.
    const creation =
      parentOperations.create ??
      operationAt(listPath, 'post') ??
      // A path with too few parameters does not say below which resource it creates.
      creationsOf(unwrap(schema)).find(
        ({ path }) => isListOfResource(path, prefix) && prefixesOf(path).length >= parameters.length - 1,
      ) ??
      creationSegments.map((word) => operationAt(`${parentPath}/${word}`, 'post')).find((each) => each !== undefined);
    // A POST may also change one object that all users share, such as `/settings`. Then it creates nothing.
    const create = canCreate(creation) ? creation : undefined;
    const upsert =
      !create && ownOperations.replace?.responses.some(({ status }) => status === '201')
        ? ownOperations.replace
        : undefined;
    const responses = [schema, list && itemSchema(list, resolve)];
    const idSources = { responses, body: creation?.body?.schema, values: idEnumOf(prefix) };
    const idFields = idFieldsOf(resolve, idSources, { parameter, prefix });
    return {
      prefix,
      parameter,
      parameters,
      ...ownOperations,
      list,
      reservedIds: literals.get(pathShape(parentPath)) ?? new Set(),
      keyList:
        parentRead && (!list || list === parentRead) && keyListShape(parentRead, resolve) ? parentRead : undefined,
      create,
      upsert,
      isCreatable: (create ?? upsert) !== undefined,
      words: wordsOf(prefix, parameter),
      idField: idFields[0] ?? 'id',
      idFields,
    };
  });
  return types.map((each) => (isAlias(types, each) ? { ...each, create: undefined } : each));
}

/** For each beginning of a path, without parameter names, returns the fixed segments that can follow it. */
function literalSegments(operations: readonly CheckedOperation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const segmentsByParent = new Map<string, Set<string>>();
  for (const { path } of operations) {
    let parent = '';
    for (const segment of path.split('/').slice(1)) {
      const siblings = segmentsByParent.get(parent) ?? new Set<string>();
      segmentsByParent.set(parent, segment === '' || segment.includes('{') ? siblings : siblings.add(segment));
      parent = pathShape(`${parent}/${segment}`);
    }
  }
  return segmentsByParent;
}

/** Returns the resource types without the operations that must not be called. */
export function withoutExcludedOperations(
  resources: readonly ResourceType[],
  isExcluded: (operation: CheckedOperation) => boolean,
): ResourceType[] {
  const keepUnlessExcluded = (operation: CheckedOperation | undefined): CheckedOperation | undefined =>
    operation && isExcluded(operation) ? undefined : operation;
  return resources.map((resource) => ({
    ...resource,
    get: keepUnlessExcluded(resource.get),
    update: keepUnlessExcluded(resource.update),
    replace: keepUnlessExcluded(resource.replace),
    remove: keepUnlessExcluded(resource.remove),
    list: keepUnlessExcluded(resource.list),
    keyList: keepUnlessExcluded(resource.keyList),
    create: keepUnlessExcluded(resource.create),
    upsert: keepUnlessExcluded(resource.upsert),
  }));
}

/** Returns the beginnings of a path that end with a parameter, the shortest first. */
export function prefixesOf(path: string): string[] {
  return [...path.matchAll(/\{[^}]+\}/g)].map(({ 0: placeholder, index }) => path.slice(0, index + placeholder.length));
}

function resourceSchema(operation: CheckedOperation | undefined): Schema | undefined {
  return operation?.success?.bodies[0]?.schema;
}

/** Returns the schema in an envelope, an object with only a `$ref` to an object. Returns other schemas unchanged. */
export function withoutEnvelope(schema: Schema, resolve: ResolveSchema): Schema {
  const [only, ...otherSchemas] = fieldsOf({ resolve }, schema).properties.values();
  return only?.$ref !== undefined && otherSchemas.length === 0 && resolve(only).type === 'object' ? only : schema;
}

function toListRead(operation: CheckedOperation | undefined, resolve: ResolveSchema): CheckedOperation | undefined {
  return operation && itemSchema(operation, resolve) ? operation : undefined;
}

/** The place of the items of a list in a response, and their schema. */
export interface ListShape {
  /** JSON pointer of the items; empty if the response is the array itself. */
  pointer: string;
  items: Schema;
}

/** Returns the place of a list: the place in `x-paging`, the response itself, or its only array of objects. */
export function listShape(operation: CheckedOperation, resolve: ResolveSchema): ListShape | undefined {
  const body = operation.success?.bodies[0];
  if (!body || operation.method !== 'get') return undefined;
  if (operation.paging) {
    const items = itemsSchema(operation.paging, body.schema, resolve);
    return items && { pointer: operation.paging.items ?? '', items };
  }
  const schema = resolve(body.schema);
  if (schema.type === 'array' && schema.items) return { pointer: '', items: schema.items };
  const { properties } = fieldsOf({ resolve }, schema);
  const arrayProperties = [...properties].filter(([, property]) => {
    const target = resolve(property);
    const items = target.items && resolve(target.items);
    return (
      target.type === 'array' &&
      items !== undefined &&
      (items.type === 'object' || items.properties !== undefined || items.allOf !== undefined)
    );
  });
  const [only] = arrayProperties;
  // A resource with an id is not an envelope, whatever arrays it contains.
  if (!only || arrayProperties.length > 1 || properties.has('id') || hasOwnId(operation, properties)) return undefined;
  return { pointer: toPointer([only[0]]), items: resolve(only[1]).items ?? {} };
}

/** Whether a response has a field named like the parameter at the end of the path: `number` for `/records/{number}`. */
function hasOwnId({ path }: CheckedOperation, properties: ReadonlyMap<string, Schema>): boolean {
  const [, parameter = ''] = /\{([^{}]+)\}\/?$/.exec(path) ?? [];
  const words = wordsIn(parameter).join(' ');
  return words !== '' && [...properties.keys()].some((name) => wordsIn(name).join(' ') === words);
}

/** Whether a read returns many resources: a list, or a map of objects by their names. */
export function isCollection(operation: CheckedOperation, resolve: ResolveSchema): boolean {
  if (listShape(operation, resolve)) return true;
  const schema = operation.method === 'get' ? resourceSchema(operation) : undefined;
  if (!schema) return false;
  const { properties } = fieldsOf({ resolve }, schema);
  const isMap = (part: Schema): boolean => {
    const { additionalProperties: values, properties: ownProperties } = resolve(part);
    return typeof values === 'object' && !ownProperties && fieldsOf({ resolve }, values).properties.size > 0;
  };
  return !properties.has('id') && [schema, ...properties.values()].some(isMap);
}

/** Whether a read returns one object that always exists, such as settings, and needs no query parameter. */
export function isSingleton(operation: CheckedOperation, resolve: ResolveSchema): boolean {
  const schema = operation.method === 'get' ? resourceSchema(operation) : undefined;
  const needsQuery = operation.parameters.some((parameter) => parameter.in === 'query' && parameter.required);
  if (!schema || needsQuery || isCollection(operation, resolve)) return false;
  return fieldsOf({ resolve }, schema).properties.size > 0;
}

function itemSchema(operation: CheckedOperation, resolve: ResolveSchema): Schema | undefined {
  return listShape(operation, resolve)?.items;
}

/** Returns the resource type of a list's items: the type with this list, or the type whose read has the same schema. */
export function resourceListedBy(
  { resources, resolve }: { resources: readonly ResourceType[]; resolve: ResolveSchema },
  operation: CheckedOperation,
): ResourceType | undefined {
  const item = listShape(operation, resolve)?.items.$ref;
  return (
    resources.find(({ list }) => list === operation) ??
    resources.find(({ get }) => item !== undefined && get?.success?.bodies[0]?.schema.$ref === item)
  );
}

/** Returns the type that an operation writes; of several types, the one directly below the operation's path. */
export function resourceWrittenBy(
  resources: readonly ResourceType[],
  operation: CheckedOperation,
): ResourceType | undefined {
  const types = resources.filter(({ create, update, replace, remove }) =>
    [create, update, replace, remove].includes(operation),
  );
  return types.find(({ prefix }) => prefix.startsWith(`${withoutSlash(operation.path)}/{`)) ?? types[0];
}

/** Returns the field with the id of each item of a list; undefined if the items are of no known resource type. */
export function itemIdField(
  contract: { resources: readonly ResourceType[]; resolve: ResolveSchema },
  operation: CheckedOperation,
): string | undefined {
  return resourceListedBy(contract, operation)?.idField;
}

/** Returns a function that finds the operations whose schema is the same object, or has the same `$ref`. */
function groupBySchema(
  operations: readonly CheckedOperation[],
  schemaOf: (operation: CheckedOperation) => Schema | undefined,
): (schema: Schema | undefined) => readonly CheckedOperation[] {
  const keyOf = (schema: Schema | undefined): Schema | string | undefined => schema?.$ref ?? schema;
  const groups = groupBy(operations, (operation) => keyOf(schemaOf(operation)));
  return (schema) => (schema && groups.get(keyOf(schema))) ?? [];
}

/** Whether the last segment of a list's path names the resource: `…/filters` does, `…/filters/internal` does not. */
function isListOfResource(listPath: string, prefix: string): boolean {
  const listName = withoutSlash(listPath).split('/').at(-1) ?? '';
  const resourceName = prefix.split('/').at(-2) ?? '';
  return listName === resourceName || wordsIn(resourceName).join(' ').endsWith(wordsIn(listName).join(' '));
}

function wordsOf(prefix: string, parameter: string): (readonly string[])[] {
  const parameterWords = wordsIn(parameter).filter((word, index, all) => !(word === 'id' && index === all.length - 1));
  const segment = prefix.split('/').at(-2) ?? '';
  return [parameterWords, segment.startsWith('{') ? [] : wordsIn(segment)].filter((words) => words.length > 0);
}

/** Parameters with these names do not identify a type, since many objects have a field of the same name. */
const genericWords = new Set(['name', 'key', 'slug', 'code', 'number', 'title', 'type', 'path', 'version']);

/** Whether a property may hold an id of this type. False for names that most objects have, such as `name`. */
export function mayReferTo({ words }: ResourceType, name: string): boolean {
  const specificWords = words.filter((word) => word.length > 1 || !genericWords.has(word[0] ?? ''));
  return endsWithWords(specificWords, name);
}

/** Whether a property may refer to an existing resource. For example, `glaze` may if there is `/glazes/{key}`. */
export function mayNameResource(resources: readonly ResourceType[], name: string): boolean {
  return resources.some((resource) => mayReferTo(resource, name));
}

/** The place of resource keys (ids) in a response: the names in a map, or a list of strings. */
interface KeyListShape {
  /** JSON pointer of the map or the array; empty if the whole response is the map or the array. */
  pointer: string;
  kind: 'map' | 'texts';
}

/** Returns the place of the keys of resources in a read: the response, or its only member that can hold keys. */
export function keyListShape(operation: CheckedOperation, resolve: ResolveSchema): KeyListShape | undefined {
  const schema = operation.method === 'get' ? resourceSchema(operation) : undefined;
  if (!schema) return undefined;
  const kindOf = (part: Schema): KeyListShape['kind'] | undefined => {
    const { type, items, additionalProperties: values } = resolve(part);
    const { properties } = fieldsOf({ resolve }, part);
    if (type === 'array') return items && resolve(items).type === 'string' ? 'texts' : undefined;
    const isMap = properties.size === 0 && typeof values === 'object' && resolve(values).type !== 'string';
    return isMap ? 'map' : undefined;
  };
  const responseKind = kindOf(schema);
  if (responseKind) return { pointer: '', kind: responseKind };
  const members = [...fieldsOf({ resolve }, schema).properties].flatMap(([name, part]) => {
    const kind = kindOf(part);
    return kind ? [{ pointer: toPointer([name]), kind }] : [];
  });
  return members.length === 1 ? members[0] : undefined;
}

type ResourcePath = Pick<ResourceType, 'prefix' | 'parameters'>;

/** Returns other types whose paths differ only in parameter names, as `/tenants/{tenant}` and `/tenants/{name}` do. */
export function findTypesOfSameForm<Type extends ResourcePath>(
  resources: readonly Type[],
  { prefix }: ResourcePath,
): Type[] {
  const shape = pathShape(prefix);
  return resources.filter((resource) => resource.prefix !== prefix && pathShape(resource.prefix) === shape);
}

/** Renames the parameters of one type to those of another type whose path has the same form. */
export function renameParameters(parameters: Parameters, from: ResourcePath, to: ResourcePath): Parameters {
  return Object.fromEntries(to.parameters.map((name, index) => [name, parameters[from.parameters[index] ?? ''] ?? '']));
}

/** Whether the contract has no operation at exactly this path, but has one at another path of the same form. */
export function isAlias(resources: readonly ResourceType[], resourceType: ResourceType): boolean {
  const hasOwnOperation = ({ get, update, replace, remove }: ResourceType): boolean =>
    (get ?? update ?? replace ?? remove) !== undefined;
  return !hasOwnOperation(resourceType) && findTypesOfSameForm(resources, resourceType).some(hasOwnOperation);
}

/** Fields that often identify a resource within its collection. */
const commonIdFields = ['id', 'uuid', 'key', 'name', 'slug', 'code'];

/** The schemas in which `idFieldsOf` looks for the fields of a resource. */
interface IdSources {
  /** The responses that show the resource. */
  responses: readonly (Schema | undefined)[];
  /** The request body of the operation that creates the resource. */
  body: Schema | undefined;
  /** The enum of the last parameter in the path of the resource, if the document has one. */
  values: readonly unknown[] | undefined;
}

/**
 * Returns the fields that may hold the id in the path. They are fields of the resource, of an item of its list, or of
 * the content of an envelope; if none fits, a field of the creating body that is named like the parameter. `{name}` and
 * `{block_name}` stand for a name even if the resource also has an id; `{block}` may stand for any field.
 */
function idFieldsOf(
  resolve: ResolveSchema,
  { responses, body, values }: IdSources,
  { parameter, prefix }: { parameter: string; prefix: string },
): string[] {
  const fieldsIn = (schema: Schema): ReadonlyMap<string, Schema> => fieldsOf({ resolve }, schema).properties;
  const outerFields = responses.flatMap((schema) => (schema ? [fieldsIn(schema)] : []));
  const innerFields = outerFields.flatMap((properties) => [...properties.values()].map(fieldsIn));
  const words = wordsIn(parameter);
  const lastWord = words.at(-1) ?? '';
  const findSimilarNames = (names: ReadonlyMap<string, Schema>, target = words): string[] =>
    [...names.keys()].filter((name) => wordsIn(name).join(' ') === target.join(' '));
  // `{id}` may mean a field named like a segment: `collection` in `/collections/{id}`, `field` in `/fields/{x}/{id}`.
  const segment = lastFixedSegmentOf(prefix);
  for (const names of [...outerFields, ...innerFields]) {
    const similarNames = [parameter, ...findSimilarNames(names)];
    const likelyNames =
      lastWord === 'id'
        ? [...similarNames, 'id', ...findSimilarNames(names, wordsIn(segment))]
        : commonIdFields.includes(lastWord)
          ? [...similarNames, lastWord]
          : ['id', ...similarNames];
    const existingNames = [...new Set([...likelyNames, ...commonIdFields])].filter((name) => names.has(name));
    // A field with another name may have the same enum as the path parameter: `type` for `/rules/{rule}`.
    const enumFields = [...names].filter(([, each]) => values?.every((value) => resolve(each).enum?.includes(value)));
    if (existingNames.length + enumFields.length > 0)
      return [...new Set([...enumFields.map(([name]) => name), ...existingNames])];
  }
  const [bodyField = 'id'] = body ? findSimilarNames(fieldsIn(body)) : [];
  return [bodyField];
}
