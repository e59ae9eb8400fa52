import { isObject, type Json } from '../../contract/json.js';
import {
  isDescendingOrder,
  isTimeFormat,
  type ListRole,
  listParameters,
  parseSort,
} from '../../contract/paging/list-parameters.js';
import type { Schema } from '../../contract/schema.js';
import { mistakesOf } from '../../contract/schema-rules.js';
import type { RequestParameter, SandboxOperation } from '../model/operations.js';
import { Refusal } from '../model/response.js';
import type { Schemas } from '../model/schemas.js';
import type { StoredRecord } from '../model/store.js';
import type { Behaviour, RequestContext } from './behaviour.js';

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Selects the operation for a request; refuses an unknown path with 404 and an unsupported method with 405. */
export function selectOperation(
  exchange: RequestContext,
  { operations, parameters }: ReturnType<Behaviour['route']>,
): ReturnType<Behaviour['choose']> {
  const { request, path } = exchange;
  if (operations.length === 0) {
    const hint = path.endsWith('/') ? '' : ' Paths of this contract end with a slash.';
    throw new Refusal(404, `No operation of the contract has the path ${path}.${hint}`);
  }
  const wantedMethod = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const index = operations.findIndex(({ method }) => method === wantedMethod);
  const operation = operations[index];
  if (operation) return { operation, parameters: parameters[index] ?? {} };
  const allow = allowedMethods(operations);
  throw new Refusal(405, `${path} supports ${allow}, but not ${request.method}.`, [], { allow });
}

/** The methods of a path for the header Allow. Every path that supports GET also supports HEAD (RFC 9110 §9.3.2). */
function allowedMethods(operations: readonly SandboxOperation[]): string {
  const methods = new Set(operations.map(({ method }) => method.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].join(', ');
}

/** Refuses with 404 unless each path parameter names an existing record that belongs to the records before it. */
export function checkResourcesInPath({ operation, parameters, store }: RequestContext): void {
  for (const { name, collection } of operation?.parameters ?? []) {
    const id = parameters[name] ?? '';
    if (!uuidPattern.test(id)) throw new Refusal(404, `${name} is not a UUID, so no resource has this id.`);
    const record = store.get(collection, id);
    if (!record || !hasParents(record, parameters))
      throw new Refusal(404, `No resource at this path has the ${name} ${id}.`);
  }
}

function hasParents({ parents }: StoredRecord, parameters: Readonly<Record<string, string>>): boolean {
  return Object.entries(parents).every(([name, id]) => (parameters[name] ?? id) === id);
}

/** Checks query and header parameters. @throws Refusal for a missing or invalid value */
export function judgeParameters({ requestParameters }: SandboxOperation, { url, headers }: Request): void {
  if (requestParameters.length === 0) return;
  const searchParams = new URL(url).searchParams;
  for (const { name, in: place, required, schema, rule } of requestParameters) {
    const text = place === 'query' ? searchParams.get(name) : headers.get(name);
    const parameter = `the ${place} parameter ${name}`;
    if (text === null && required) throw new Refusal(400, `Expected ${parameter}, found none.`);
    if (text === null || possibleValuesOf(schema, text).some((value) => mistakesOf(rule, value).length === 0)) continue;
    const actual = JSON.stringify(text.slice(0, 100));
    throw new Refusal(400, `Expected a value of ${parameter} that fits its schema, found ${actual}.`);
  }
}

function possibleValuesOf({ type }: RequestParameter['schema'], text: string): Json[] {
  const types = [type ?? []].flat();
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
  return [
    text,
    ...(isNumber ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    ...(types.includes('array') ? [text.split(',')] : []),
  ];
}

/** Returns the list items that a query requests. The names of its parameters determine filters, order and page. */
export function selectItems(
  operation: SandboxOperation,
  url: string,
  items: readonly Json[],
  schemas: Schemas,
): readonly Json[] {
  const queryParameters = operation.requestParameters.flatMap((each) => (each.in === 'query' ? [each] : []));
  if (queryParameters.length === 0) return items;
  const query = new URL(url).searchParams;
  const parameterByRole = listParameters(queryParameters);
  const valueFor = (part: ListRole): string | null => query.get(parameterByRole[part]?.name ?? '');
  const { properties } = schemas.fields(operation.responseItem?.schema ?? {});
  const roleParameters = new Set(Object.values(parameterByRole));
  const filters = queryParameters.filter(
    (each) =>
      query.has(each.name) && properties.has(each.name) && !isTimeFormat(each.schema) && !roleParameters.has(each),
  );
  const matches = items.filter((item) =>
    filters.every(({ name }) => isObject(item) && String(item[name]) === query.get(name)),
  );
  return sliceItems(sortItems(matches, valueFor('sort'), valueFor('order')), valueFor, parameterByRole.page?.schema);
}

function sortItems(items: Json[], sort: string | null, order: string | null): Json[] {
  if (sort === null) return items;
  const { field, isDescending } = parseSort(sort);
  const sign = (order === null ? isDescending : isDescendingOrder(order)) ? -1 : 1;
  const fieldOf = (item: Json): Json | undefined => (isObject(item) ? item[field] : undefined);
  return [...items].sort((one, other) => {
    const [a, b] = [fieldOf(one), fieldOf(other)];
    if (a === undefined || a === null || b === undefined || b === null) return Number(a == null) - Number(b == null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1);
  });
}

function sliceItems(items: readonly Json[], valueFor: (part: ListRole) => string | null, pageSchema: Schema = {}) {
  const limit = valueFor('limit');
  const size = limit === null ? items.length : Number(limit);
  const page = valueFor('page');
  const { minimum, default: defaultPage } = pageSchema;
  const firstPage = minimum ?? (typeof defaultPage === 'number' ? defaultPage : 1);
  const start = page === null ? Number(valueFor('offset') ?? 0) : (Number(page) - firstPage) * size;
  return items.slice(start, start + size);
}
