import type { Facet } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { parsePointer, toPointer, valueAt } from '../contract/pointer.js';
import { endOf, reachedFrom, targetOf } from '../contract/references.js';
import type { Area } from './change.js';
import { type SchemaEnd, schemaPath } from './schema-path.js';
import { code } from './sentence.js';

/** The place of a pointer in a document, with everything that the rating needs to know. */
export interface Place {
  area: Area['kind'];
  /** The JSON pointer of the operation, the component or the document. */
  owner: string;
  /** The facet of the operation, or of the operations that share the component. */
  facet: Facet;
  /**
   * The part of the owner, in words: ``the response `200` ``; empty for the owner itself and for places in the schema
   * of that name.
   */
  part: string;
  /** Within the schema: `tier.id`, `resources[].url`; empty for the schema itself. */
  field: string;
  /** What the place is within a schema; undefined outside of schemas. */
  end: SchemaEnd | undefined;
  /** The keyword of the schema at the place or above it. */
  keyword: string;
  /** The steps below the owner, or after the last schema; without names that the author of the document chose. */
  rest: readonly string[];
}

const facets: Readonly<Record<string, Facet>> = {
  parameters: 'request',
  requestBody: 'request',
  requestBodies: 'request',
  responses: 'responses',
  headers: 'responses',
};

/** @param pointer into an aligned document, in which each operation is under its own path and method */
export function placeOf(document: Node, pointer: string): Place {
  const tokens = parsePointer(pointer);
  const [root, kind = '', name = ''] = tokens;
  const owner = toPointer(tokens.slice(0, 3));
  const nothing = { part: '', field: '', end: undefined, keyword: '', rest: withoutNames(tokens.slice(3)) };
  if (root === 'paths' && tokens.length >= 3 && isObject(valueAt(document, owner))) {
    const facet = facets[tokens[3] ?? ''] ?? 'request';
    return { area: 'operation', owner, facet, ...nothing, ...partOf(document, `${owner}/parameters`, tokens.slice(3)) };
  }
  if (root !== 'components' || tokens.length < 3)
    return { area: 'document', owner: '', facet: 'request', ...nothing, rest: withoutNames(tokens) };
  if (kind === 'schemas')
    return { area: 'schema', owner, facet: 'responses', part: '', ...schemaPath(tokens.slice(3)) };
  const section = kind === 'requestBodies' ? ['requestBody'] : [kind, name];
  return {
    area: 'document',
    owner,
    facet: facets[kind] ?? 'request',
    ...nothing,
    ...partOf(document, '/components/parameters', [...section, ...tokens.slice(3)]),
  };
}

/** The part of an operation, or of a shared component of the same form, that the steps lead to. */
function partOf(document: Node, parameters: string, [section, key, ...rest]: readonly string[]): Partial<Place> {
  if (section === 'requestBody') return { part: 'the request', ...below(key === undefined ? [] : [key, ...rest]) };
  if (key === undefined) return {};
  if (section === 'parameters') {
    const found = endOf(document, valueAt(document, `${parameters}${toPointer([key])}`));
    const parameter = isObject(found) ? found : {};
    return {
      part: `parameter ${code(parameter['name'] ?? key)}`,
      ...(parameter['in'] === 'path' && { facet: 'path' }),
      ...below(rest),
    };
  }
  if (section === 'headers') return { part: `header ${code(key)}`, ...below(rest) };
  if (section !== 'responses') return {};
  const response = `the response ${code(key)}`;
  const [kind, header] = rest;
  return kind === 'headers' && header !== undefined
    ? { part: `header ${code(header)} of ${response}`, ...below(rest.slice(2)) }
    : { part: response, ...below(rest) };
}

/** The schema of a media type, a parameter or a header, and places inside it. */
function below(tokens: readonly string[]): Partial<Place> {
  const rest = tokens[0] === 'content' ? tokens.slice(2) : tokens;
  return rest[0] === 'schema' ? schemaPath(rest.slice(1)) : {};
}

/** Steps that are followed by a name: a header may be called `x-total`, and a response `default`. */
const namedParts = new Set([
  'paths',
  'headers',
  'content',
  'responses',
  'callbacks',
  'links',
  'examples',
  'encoding',
  'variables',
  'securitySchemes',
  'mapping',
]);

function withoutNames(tokens: readonly string[]): string[] {
  const found: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    found.push(token);
    if (namedParts.has(token)) index += 1;
  }
  return found;
}

/** JSON pointers of the operations that use a component, directly or through another component that is not a schema. */
export function usersOf(document: Node, component: string): string[] {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(isObject(item) ? item : {}).map((method) => [path, method] as const))
    .map(([path, method]) => toPointer(['paths', path, method]))
    .filter((pointer) => refersTo(document, valueAt(document, pointer), component));
}

/** Whether a node leads to a pointer, over any number of references. */
export function refersTo(document: Node, node: unknown, pointer: string): boolean {
  for (const each of reachedFrom(document, node)) if (targetOf(each) === pointer) return true;
  return false;
}
