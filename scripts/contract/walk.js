// @ts-check
import { parsePointer, pointerOf, toPointer, valueAt } from './pointer.js';

/**
 * The only module that knows which objects an OpenAPI 3.1 document has at which places. A search for keywords by name
 * would mistake the data of an example, or a property called `enum`, for a schema.
 *
 * @typedef {(string | number)[]} JsonPath
 * @typedef {Record<string, unknown>} JsonObject
 * @typedef {{ kind: string, path: JsonPath, value: JsonObject }} DocumentNode an object of the standard, with its kind
 * @typedef {{ kind: 'data' | 'extension', path: JsonPath, value: unknown }} DataNode a value that the standard leaves
 * free
 */

/** Maps each kind of object to its fields, and each field to the kind of its value: `x` is an object of kind x, `x[]` a
 * list of such objects, `x{}` a map of them; `*` is any other field. @type {Record<string, Record<string, string>>} */
export const fieldsByKind = {
  document: {
    info: 'info',
    servers: 'server[]',
    paths: 'paths',
    webhooks: 'pathItem{}',
    components: 'components',
    tags: 'tag[]',
    externalDocs: 'externalDocs',
  },
  info: {},
  tag: { externalDocs: 'externalDocs' },
  externalDocs: {},
  server: { variables: 'serverVariable{}' },
  serverVariable: { default: 'data', enum: 'data' },
  components: {
    schemas: 'schema{}',
    responses: 'response{}',
    parameters: 'parameter{}',
    examples: 'example{}',
    requestBodies: 'requestBody{}',
    headers: 'header{}',
    securitySchemes: 'securityScheme{}',
    links: 'link{}',
    callbacks: 'callback{}',
    pathItems: 'pathItem{}',
  },
  paths: { '*': 'pathItem' },
  callback: { '*': 'pathItem' },
  pathItem: {
    get: 'operation',
    put: 'operation',
    post: 'operation',
    delete: 'operation',
    options: 'operation',
    head: 'operation',
    patch: 'operation',
    trace: 'operation',
    servers: 'server[]',
    parameters: 'parameter[]',
  },
  operation: {
    externalDocs: 'externalDocs',
    parameters: 'parameter[]',
    requestBody: 'requestBody',
    responses: 'responses',
    callbacks: 'callback{}',
    servers: 'server[]',
  },
  parameter: { schema: 'schema', content: 'mediaType{}', example: 'data', examples: 'example{}' },
  header: { schema: 'schema', content: 'mediaType{}', example: 'data', examples: 'example{}' },
  requestBody: { content: 'mediaType{}' },
  responses: { '*': 'response' },
  response: { headers: 'header{}', content: 'mediaType{}', links: 'link{}' },
  mediaType: { schema: 'schema', example: 'data', examples: 'example{}', encoding: 'encoding{}' },
  encoding: { headers: 'header{}' },
  example: { value: 'data' },
  link: { parameters: 'data', requestBody: 'data', server: 'server' },
  securityScheme: {},
  schema: {
    properties: 'schema{}',
    patternProperties: 'schema{}',
    dependentSchemas: 'schema{}',
    $defs: 'schema{}',
    allOf: 'schema[]',
    anyOf: 'schema[]',
    oneOf: 'schema[]',
    prefixItems: 'schema[]',
    items: 'schema',
    contains: 'schema',
    additionalProperties: 'schema',
    unevaluatedItems: 'schema',
    unevaluatedProperties: 'schema',
    propertyNames: 'schema',
    contentSchema: 'schema',
    not: 'schema',
    if: 'schema',
    then: 'schema',
    else: 'schema',
    externalDocs: 'externalDocs',
    const: 'data',
    default: 'data',
    enum: 'data',
    example: 'data',
    examples: 'data',
  },
};

/** @param {unknown} value @returns {value is JsonObject} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Visits `value` and everything inside it, parents first. A generator would take several times as long.
 * @param {unknown} value @param {string} kind @param {JsonPath} path @param
 * {(kind: string, path: JsonPath, value: unknown) => void} visit @returns {void} */
function walk(value, kind, path, visit) {
  if (kind === 'data' || kind === 'extension') return visit(kind, path, value);
  const inner = kind.slice(0, -2);
  if (kind.endsWith('[]')) {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, inner, [...path, index], visit);
    return;
  }
  if (!isObject(value)) return;
  if (kind.endsWith('{}')) {
    for (const [name, item] of Object.entries(value)) walk(item, inner, [...path, name], visit);
    return;
  }
  visit(kind, path, value);
  for (const [name, item] of Object.entries(value)) {
    const fieldKind = kindOfField(kind, name);
    if (fieldKind !== undefined) walk(item, fieldKind, [...path, name], visit);
  }
}

/** The kind of the value of a field; undefined if it is neither an object of OpenAPI nor free data.
 * @param {string} kind of the object @param {string} name @returns {string | undefined} */
export function kindOfField(kind, name) {
  const fields = fieldsByKind[kind] ?? {};
  return name.startsWith('x-') ? 'extension' : Object.hasOwn(fields, name) ? fields[name] : fields['*'];
}

/** Visits the object at `path` and all objects of OpenAPI inside it, parents first, without the targets of references.
 * A visit may change the contents of its object. @param {unknown} value @param {string} kind of the object
 * @param {JsonPath} path @param {(kind: string, path: JsonPath, value: JsonObject) => void} visit */
export function visitNodes(value, kind, path, visit) {
  walk(value, kind, path, (kind, path, value) => {
    if (kind !== 'data' && kind !== 'extension' && isObject(value)) visit(kind, path, value);
  });
}

/** The object at `path` and all objects of OpenAPI inside it, as a list.
 * @param {unknown} value @param {string} kind of the object @param {JsonPath} path @returns {DocumentNode[]} */
export function nodesWithin(value, kind, path) {
  /** @type {DocumentNode[]} */
  const nodes = [];
  visitNodes(value, kind, path, (kind, path, value) => {
    nodes.push({ kind, path, value });
  });
  return nodes;
}

/** All objects of OpenAPI in a document, or those of the given kinds, in document order.
 * @param {unknown} document @param {...string} kinds @returns {DocumentNode[]} */
export function nodesOf(document, ...kinds) {
  const nodes = nodesWithin(document, 'document', []);
  return kinds.length === 0 ? nodes : nodes.filter(({ kind }) => kinds.includes(kind));
}

/** The schema at `path` and all schemas inside it, without the targets of references.
 * @param {unknown} schema @param {JsonPath} path @returns {DocumentNode[]} */
export function schemasWithin(schema, path) {
  return nodesWithin(schema, 'schema', path).filter(({ kind }) => kind === 'schema');
}

/** All values that OpenAPI leaves free: examples, defaults and enumerations as `data`, `x-` fields as `extension`.
 * @param {unknown} document @returns {DataNode[]} */
export function dataOf(document) {
  /** @type {DataNode[]} */
  const nodes = [];
  walk(document, 'document', [], (kind, path, value) => {
    if (kind === 'data' || kind === 'extension') nodes.push({ kind, path, value });
  });
  return nodes;
}

/** Yields each plain value (such as a string) inside `value`, with its path.
 * @param {unknown} value @param {JsonPath} path @returns {Generator<{ path: JsonPath, value: unknown }>} */
export function* leavesOf(value, path) {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, [...path, index]);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* leavesOf(item, [...path, name]);
  } else {
    yield { path, value };
  }
}

/** The target of a reference inside the document; undefined if the target is outside the document or missing.
 * @param {unknown} document @param {unknown} reference @returns {{ path: JsonPath, value: unknown } | undefined} */
export function followReference(document, reference) {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  const path = parsePointer(pointerOf(reference));
  const value = valueAt(document, toPointer(path));
  return value === undefined ? undefined : { path, value };
}
