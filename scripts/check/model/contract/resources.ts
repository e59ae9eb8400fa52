import { isJson } from '../../../contract/json-success.js';
import { itemsSchema } from '../../../contract/paging/paging.js';
import { withoutSlash } from '../../../contract/path-template.js';
import { toPointer } from '../../../contract/pointer.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { groupBy } from '../../../text/group-by.js';
import { endsCommon } from '../operation-words.js';
import type { Parameters } from '../request.js';
import { isNamed, wordsIn } from '../words.js';
import type { CheckedOperation } from './operations.js';

/**
 * The kind of resource that a path up to a parameter names, its operations, and the list that contains it:
 * `/directories/{directory_id}/entries/partners/{entry_id}` names a partner entry.
 */
export interface ResourceType {
  /** The path, up to the brace that closes the parameter. */
  readonly prefix: string;
  /** The parameter that identifies the resource. */
  readonly parameter: string;
  /** All parameters up to and including that one. */
  readonly parameters: readonly string[];
  /** Reads the resource. */
  readonly get: CheckedOperation | undefined;
  /** PATCH at the path of the resource. */
  readonly update: CheckedOperation | undefined;
  /** PUT at the path of the resource. */
  readonly replace: CheckedOperation | undefined;
  readonly remove: CheckedOperation | undefined;
  /** Lists all resources of the kind. */
  readonly list: CheckedOperation | undefined;
  /** Reads the keys of all resources of the kind, if no list has them: a map, or a list of texts. */
  readonly keyed: CheckedOperation | undefined;
  readonly create: CheckedOperation | undefined;
  /** PUT at the path of the resource, if it lists 201 and no other operation creates it (RFC 9110 §9.3.4). */
  readonly upsert: CheckedOperation | undefined;
  /** Whether the contract has an operation that creates the resource, called or not. */
  readonly isMade: boolean;
  /** Names of the kind in singular words: the parameter's, and the preceding segment's. */
  readonly words: readonly (readonly string[])[];
  /** The field whose value the path takes: a guess by its name; the contract of a run has what reads have shown. */
  readonly idField: string;
  /** The fields that may be that one, the likeliest first. */
  readonly idFields: readonly string[];
}

type Resolve = (schema: Schema) => Schema;

/** Last words of paths that create, where no POST to the list does. */
const makingWords = ['create', 'add', 'new', 'register', 'upload'];

/** Finds the resources of a contract by its paths and by the schemas of its responses. */
export function readResourceTypes(operations: readonly CheckedOperation[], resolve: Resolve): ResourceType[] {
  const prefixes = new Set(operations.flatMap(({ path }) => prefixesOf(path)));
  const byPlace = new Map<string, CheckedOperation>();
  for (const operation of operations) {
    const place = `${operation.method} ${withoutSlash(operation.path)}`;
    if (!byPlace.has(place)) byPlace.set(place, operation);
  }
  const bare = (schema: Schema | undefined): Schema | undefined => schema && withoutEnvelope(schema, resolve);
  const lists = bySchema(operations, (operation) => itemSchema(operation, resolve));
  const creations = bySchema(operations, (operation) =>
    operation.method === 'post' ? bare(resourceSchema(operation)) : undefined,
  );
  const at = (path: string, method: string): CheckedOperation | undefined =>
    byPlace.get(`${method} ${withoutSlash(path)}`);
  const creates = (operation: CheckedOperation | undefined): boolean => {
    if (!operation || !endsCommon(operation.path)) return operation !== undefined;
    const read = at(operation.path, 'get');
    if (read && isCollection(read, resolve)) return true;
    return !(read && showsOne(read, resolve)) && operation.success?.status === '201';
  };
  const closedSet = (prefix: string): readonly unknown[] | undefined => {
    const { parameters = [] } = operations.find(({ path }) => path.startsWith(prefix)) ?? {};
    const last = parameters.find(({ in: place, name }) => place === 'path' && prefix.endsWith(`{${name}}`));
    return last && resolve(last.schema).enum;
  };
  const types = [...prefixes].map((prefix): ResourceType => {
    const parameters = [...prefix.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const parameter = parameters.at(-1) ?? '';
    const read = at(prefix, 'get');
    // The path of a list below a resource may end with the resource: `/reviews/directory/{id}`.
    const own = {
      get: read && listShape(read, resolve) ? undefined : read,
      update: at(prefix, 'patch'),
      replace: at(prefix, 'put'),
      remove: at(prefix, 'delete'),
    };
    const above = prefix.slice(0, prefix.lastIndexOf('/'));
    const shape = resourceSchema(own.get ?? own.update ?? own.replace);
    const around = at(above, 'get');
    const nested = { list: listAt(around, resolve), create: at(above, 'post') };
    // A resource may be listed below another: `/callouts/{id}` and `/directories/{id}/callouts`.
    const listed = nested.list ?? lists(bare(shape)).find(({ path }) => endsAlike(path, prefix));
    const collection = listed ? withoutSlash(listed.path) : above;
    // It may be created below another as well: `/matchmaking/{id}` by a POST to `/directories/{id}/matchmaking`.
    const found =
      nested.create ??
      at(collection, 'post') ??
      // A path with fewer resources above it does not say below which one.
      creations(bare(shape)).find(
        ({ path }) => endsAlike(path, prefix) && prefixesOf(path).length >= parameters.length - 1,
      ) ??
      makingWords.map((word) => at(`${above}/${word}`, 'post')).find((operation) => operation !== undefined);
    // What all users share may be changed by a POST: `/settings`, which shows one object.
    const create = creates(found) ? found : undefined;
    const upsert = !create && own.replace?.responses.some(({ status }) => status === '201') ? own.replace : undefined;
    const shown = [shape, listed && itemSchema(listed, resolve)];
    const from = { shown, sent: found?.body?.schema, closed: closedSet(prefix) };
    const idFields = idFieldsOf(resolve, from, { parameter, prefix });
    return {
      prefix,
      parameter,
      parameters,
      ...own,
      list: listed,
      keyed: around && (!listed || listed === around) && keyedShape(around, resolve) ? around : undefined,
      create,
      upsert,
      isMade: (create ?? upsert) !== undefined,
      words: wordsOf(prefix, parameter),
      idField: idFields[0] ?? 'id',
      idFields,
    };
  });
  return types.map((each) => (isAlias(types, each) ? { ...each, create: undefined } : each));
}

/** The same resources without the operations that must not be called. */
export function resourcesWithout(
  resources: readonly ResourceType[],
  isLeftOut: (operation: CheckedOperation) => boolean,
): ResourceType[] {
  const kept = (operation: CheckedOperation | undefined): CheckedOperation | undefined =>
    operation && isLeftOut(operation) ? undefined : operation;
  return resources.map((each) => ({
    ...each,
    get: kept(each.get),
    update: kept(each.update),
    replace: kept(each.replace),
    remove: kept(each.remove),
    list: kept(each.list),
    keyed: kept(each.keyed),
    create: kept(each.create),
    upsert: kept(each.upsert),
  }));
}

/** Returns the beginnings of a path that end with a parameter, the shortest first. */
export function prefixesOf(path: string): string[] {
  return [...path.matchAll(/\{[^}]+\}/g)].map(({ 0: brace, index }) => path.slice(0, index + brace.length));
}

function resourceSchema(operation: CheckedOperation | undefined): Schema | undefined {
  return operation?.success?.bodies[0]?.schema;
}

/** The schema of the resource in an envelope, which has one member with a schema of its own; else the schema itself. */
export function withoutEnvelope(schema: Schema, resolve: Resolve): Schema {
  const [only, ...others] = fieldsOf({ resolve }, schema).properties.values();
  return only?.$ref !== undefined && others.length === 0 && resolve(only).type === 'object' ? only : schema;
}

function listAt(operation: CheckedOperation | undefined, resolve: Resolve): CheckedOperation | undefined {
  return operation && itemSchema(operation, resolve) ? operation : undefined;
}

/** Where a response has the items of a list, and their schema. */
export interface ListShape {
  /** JSON pointer of the items; empty if the response is the array itself. */
  pointer: string;
  items: Schema;
}

/**
 * Returns the shape of a list: what `x-paging` says, else an array, or an object with one array of objects; undefined
 * for other responses.
 */
export function listShape(operation: CheckedOperation, resolve: Resolve): ListShape | undefined {
  const body = operation.success?.bodies[0];
  if (!body || operation.method !== 'get') return undefined;
  if (operation.paging) {
    const json = operation.success?.bodies.find(({ media }) => isJson(media)) ?? body;
    const items = itemsSchema(operation.paging, json.schema, resolve);
    return items && { pointer: operation.paging.items ?? '', items };
  }
  const schema = resolve(body.schema);
  if (schema.type === 'array' && schema.items) return { pointer: '', items: schema.items };
  const { properties } = fieldsOf({ resolve }, schema);
  const arrays = [...properties].filter(([, property]) => {
    const resolved = resolve(property);
    const items = resolved.items && resolve(resolved.items);
    return (
      resolved.type === 'array' &&
      items !== undefined &&
      (items.type === 'object' || items.properties !== undefined || items.allOf !== undefined)
    );
  });
  const [only] = arrays;
  // A resource with an id is not an envelope, whatever arrays it contains.
  if (!only || arrays.length > 1 || properties.has('id')) return undefined;
  return { pointer: toPointer([only[0]]), items: resolve(only[1]).items ?? {} };
}

/** Whether a read returns many resources: a list, or a map of objects by their names. */
export function isCollection(operation: CheckedOperation, resolve: Resolve): boolean {
  if (listShape(operation, resolve)) return true;
  const schema = operation.method === 'get' ? resourceSchema(operation) : undefined;
  if (!schema) return false;
  const { properties } = fieldsOf({ resolve }, schema);
  const isMap = (part: Schema): boolean => {
    const { additionalProperties: values, properties: named } = resolve(part);
    return typeof values === 'object' && !named && fieldsOf({ resolve }, values).properties.size > 0;
  };
  return !properties.has('id') && [schema, ...properties.values()].some(isMap);
}

/** Whether a read shows one object that is always there, such as settings, and not what its query asks for. */
export function showsOne(operation: CheckedOperation, resolve: Resolve): boolean {
  const schema = operation.method === 'get' ? resourceSchema(operation) : undefined;
  const isAsking = operation.parameters.some((each) => each.in === 'query' && each.required);
  return (
    schema !== undefined &&
    !isAsking &&
    !isCollection(operation, resolve) &&
    fieldsOf({ resolve }, schema).properties.size > 0
  );
}

function itemSchema(operation: CheckedOperation, resolve: Resolve): Schema | undefined {
  return listShape(operation, resolve)?.items;
}

/** The kind of resource that a list contains: it is the list of them all, or one of its items can be read alone. */
export function resourceListedBy(
  { resources, resolve }: { resources: readonly ResourceType[]; resolve: Resolve },
  operation: CheckedOperation,
): ResourceType | undefined {
  const item = listShape(operation, resolve)?.items.$ref;
  return (
    resources.find(({ list }) => list === operation) ??
    resources.find(({ get }) => item !== undefined && get?.success?.bodies[0]?.schema.$ref === item)
  );
}

/** The kind that an operation writes. A creation may belong to two; this is the one below it. */
export function resourceWrittenBy(
  resources: readonly ResourceType[],
  operation: CheckedOperation,
): ResourceType | undefined {
  const types = resources.filter(({ create, update, replace, remove }) =>
    [create, update, replace, remove].includes(operation),
  );
  return types.find(({ prefix }) => prefix.startsWith(`${withoutSlash(operation.path)}/{`)) ?? types[0];
}

/** The field with the id of each item of a list; undefined if the contract does not say which one that is. */
export function itemIdField(
  contract: { resources: readonly ResourceType[]; resolve: Resolve },
  operation: CheckedOperation,
): string | undefined {
  return resourceListedBy(contract, operation)?.idField;
}

/** Finds operations by their schema: the same object, or the same reference. */
function bySchema(
  operations: readonly CheckedOperation[],
  schemaOf: (operation: CheckedOperation) => Schema | undefined,
): (schema: Schema | undefined) => readonly CheckedOperation[] {
  const keyOf = (schema: Schema | undefined): Schema | string | undefined => schema?.$ref ?? schema;
  const found = groupBy(operations, (operation) => keyOf(schemaOf(operation)));
  return (schema) => (schema && found.get(keyOf(schema))) ?? [];
}

/** Whether the last segment of a list's path names the resource: prefers `…/filters` to `…/filters/internal`. */
function endsAlike(listPath: string, prefix: string): boolean {
  const last = withoutSlash(listPath).split('/').at(-1) ?? '';
  const before = prefix.split('/').at(-2) ?? '';
  return last === before || wordsIn(before).join(' ').endsWith(wordsIn(last).join(' '));
}

function wordsOf(prefix: string, parameter: string): (readonly string[])[] {
  const ofParameter = wordsIn(parameter).filter((word, index, all) => !(word === 'id' && index === all.length - 1));
  const segment = prefix.split('/').at(-2) ?? '';
  return [ofParameter, segment.startsWith('{') ? [] : wordsIn(segment)].filter((words) => words.length > 0);
}

/** Words of parameters that many objects have as a field of their own. */
const general = new Set(['name', 'key', 'slug', 'code', 'number', 'title', 'type', 'path', 'version']);

/** Whether a property may hold the id of a resource of a kind, unless most objects have such a property: `name`. */
export function mayNameOne({ words }: ResourceType, name: string): boolean {
  const telling = words.filter((each) => each.length > 1 || !general.has(each[0] ?? ''));
  return isNamed(telling, name);
}

/** Whether a property may hold the name or number of a resource, which must exist: `glaze` beside `/glazes/{key}`. */
export function namesResource(resources: readonly ResourceType[], name: string): boolean {
  return resources.some((each) => mayNameOne(each, name));
}

/** Where a response names resources without listing them: as the keys of a map, or as texts. */
export interface KeyedShape {
  /** JSON pointer of the map or the array; empty if the response is that itself. */
  pointer: string;
  kind: 'map' | 'texts';
}

/** Returns where a read has keys of resources: its response, or its only member of that kind. */
export function keyedShape(operation: CheckedOperation, resolve: (schema: Schema) => Schema): KeyedShape | undefined {
  const schema = operation.method === 'get' ? operation.success?.bodies[0]?.schema : undefined;
  if (!schema) return undefined;
  const kindOf = (part: Schema): KeyedShape['kind'] | undefined => {
    const { type, items, additionalProperties: values } = resolve(part);
    const { properties } = fieldsOf({ resolve }, part);
    if (type === 'array') return items && resolve(items).type === 'string' ? 'texts' : undefined;
    const isMap = properties.size === 0 && typeof values === 'object' && resolve(values).type !== 'string';
    return isMap ? 'map' : undefined;
  };
  const top = kindOf(schema);
  if (top) return { pointer: '', kind: top };
  const members = [...fieldsOf({ resolve }, schema).properties].flatMap(([name, part]) => {
    const kind = kindOf(part);
    return kind ? [{ pointer: toPointer([name]), kind }] : [];
  });
  return members.length === 1 ? members[0] : undefined;
}

/** A path that ends with a parameter, and all its parameters. */
type Placed = Pick<ResourceType, 'prefix' | 'parameters'>;

/** The other kinds whose paths differ only in the names of parameters: `/tenants/{tenant}` and `/tenants/{name}`. */
export function sameForm<Type extends Placed>(resources: readonly Type[], { prefix }: Placed): Type[] {
  const formOf = (path: string): string => path.replace(/\{[^}]+\}/g, '{}');
  const own = formOf(prefix);
  return resources.filter((each) => each.prefix !== prefix && formOf(each.prefix) === own);
}

/** The parameters of one kind under the names that another of the same form has. */
export function renamed(parameters: Parameters, from: Placed, to: Placed): Parameters {
  return Object.fromEntries(to.parameters.map((name, index) => [name, parameters[from.parameters[index] ?? ''] ?? '']));
}

/** Whether a path to a resource stands only in paths below it, and another path of the same form leads to it. */
export function isAlias(resources: readonly ResourceType[], resourceType: ResourceType): boolean {
  const isNamedAlone = ({ get, update, replace, remove }: ResourceType): boolean =>
    (get ?? update ?? replace ?? remove) !== undefined;
  return !isNamedAlone(resourceType) && sameForm(resources, resourceType).some(isNamedAlone);
}

/** Fields that often identify a resource within its collection. */
const keys = ['id', 'uuid', 'key', 'name', 'slug', 'code'];

/** Where the fields of a resource stand. */
interface IdSources {
  /** The responses that show it. */
  shown: readonly (Schema | undefined)[];
  /** The body that creates it. */
  sent: Schema | undefined;
  /** The closed set of values that its path takes, if the document has one. */
  closed: readonly unknown[] | undefined;
}

/**
 * Returns the fields that the path may take: of the resource, of an item of its list, of what an envelope contains, or
 * the one with the name of the parameter in the body that creates it. `{name}` and `{block_name}` are a name even if
 * there is an id as well; `{block}` may be anything.
 */
export function idFieldsOf(
  resolve: (schema: Schema) => Schema,
  { shown, sent, closed }: IdSources,
  { parameter, prefix }: { parameter: string; prefix: string },
): string[] {
  const fields = (schema: Schema): ReadonlyMap<string, Schema> => fieldsOf({ resolve }, schema).properties;
  const outer = shown.flatMap((schema) => (schema ? [fields(schema)] : []));
  const inside = outer.flatMap((properties) => [...properties.values()].map(fields));
  const words = wordsIn(parameter);
  const last = words.at(-1) ?? '';
  const alike = (names: ReadonlyMap<string, Schema>, all = words): string[] =>
    [...names.keys()].filter((name) => wordsIn(name).join(' ') === all.join(' '));
  // `{id}` of `/collections/{id}` and of `/fields/{collection}/{id}` may be the field that has the name of the kind.
  const segment = prefix.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  for (const names of [...outer, ...inside]) {
    const own = [parameter, ...alike(names)];
    const likely =
      last === 'id'
        ? [...own, 'id', ...alike(names, wordsIn(segment))]
        : keys.includes(last)
          ? [...own, last]
          : ['id', ...own];
    const known = [...new Set([...likely, ...keys])].filter((name) => names.has(name));
    // The field with the same closed set of values as the path has another name: `type` for `/rules/{rule}`.
    const same = [...names].filter(([, each]) => closed?.every((value) => resolve(each).enum?.includes(value)));
    if (known.length + same.length > 0) return [...new Set([...same.map(([name]) => name), ...known])];
  }
  const [chosen = 'id'] = sent ? alike(fields(sent)) : [];
  return [chosen];
}
