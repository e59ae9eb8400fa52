import type { Facet } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { parsePointer, toPointer, valueAt } from '../contract/pointer.js';
import { endOf, targetOf } from '../contract/references.js';
import type { Area } from './change.js';
import { type SchemaEnd, schemaPath } from './schema-path.js';
import { code } from './sentence.js';

/** What stands at a pointer of a document, as far as it says to whom a change there matters. */
export interface Place {
  area: Area['kind'];
  /** The JSON pointer of the operation, the component or the document. */
  owner: string;
  /** What of the operation, or of those that share the component. */
  facet: Facet;
  /**
   * Within the owner, in words: ``the answer `200` ``; empty for the owner itself and for what is in a schema of that
   * name.
   */
  part: string;
  /** Within the schema: `tier.id`, `resources[].url`; empty for the schema itself. */
  field: string;
  /** What a schema has there; undefined outside of schemas. */
  end: SchemaEnd | undefined;
  /** The keyword of the schema that the place is, or is below of. */
  keyword: string;
  /** The steps below the owner, or in a schema those that lead to no other schema; without names that people gave. */
  rest: readonly string[];
}

const facets: Readonly<Record<string, Facet>> = {
  parameters: 'request',
  requestBody: 'request',
  requestBodies: 'request',
  responses: 'responses',
  headers: 'responses',
};

/** @param pointer of a document that has been aligned: each operation stands under its path and method there */
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

/** What the steps below an operation lead to, or those that are shared in the same form. */
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
  const answer = `the answer ${code(key)}`;
  const [kind, header] = rest;
  return kind === 'headers' && header !== undefined
    ? { part: `header ${code(header)} of ${answer}`, ...below(rest.slice(2)) }
    : { part: answer, ...below(rest) };
}

/** The schema of a media type, a parameter or a header, and what is in it. */
function below(tokens: readonly string[]): Partial<Place> {
  const rest = tokens[0] === 'content' ? tokens.slice(2) : tokens;
  return rest[0] === 'schema' ? schemaPath(rest.slice(1)) : {};
}

/** Steps behind which a name stands: a header may be called `x-total`, and an answer `default`. */
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

/**
 * The operations that share a component, as JSON pointers; directly, or through another component that is no schema.
 */
export function usersOf(document: Node, component: string): string[] {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(isObject(item) ? item : {}).map((method) => [path, method] as const))
    .map(([path, method]) => toPointer(['paths', path, method]))
    .filter((pointer) => refersTo(document, valueAt(document, pointer), component, new Set()));
}

/** Whether a node leads to a pointer, over any number of references. */
export function refersTo(document: Node, node: unknown, pointer: string, seen: Set<string>): boolean {
  if (Array.isArray(node)) return node.some((item) => refersTo(document, item, pointer, seen));
  if (!isObject(node)) return false;
  const target = targetOf(node);
  if (target !== undefined) {
    if (target === pointer) return true;
    if (seen.has(target)) return false;
    seen.add(target);
    return refersTo(document, valueAt(document, target), pointer, seen);
  }
  return Object.values(node).some((below) => refersTo(document, below, pointer, seen));
}
