import { pathToFileURL } from 'node:url';
import { yamlBeside } from '../../yaml-beside.js';
import type { Json, JsonObject } from './contract.js';

/** A schema, or the name of a component. */
export type Schema = string | JsonObject;

/** An operation of a document. */
export interface OperationRow {
  /** The status of the success response: by default 200 with a body, otherwise 204. */
  status?: number;
  /** The body of the success response. */
  shows?: Schema;
  /** The body of the request, which is required. */
  takes?: Schema;
  /** An example of the request body. */
  example?: Json | undefined;
  /** The statuses of refusals, if they differ from the statuses that the document gives for all operations. */
  refusals?: readonly number[];
  /** Further members of the operation. */
  more?: JsonObject;
}

export interface DocumentParts {
  title: string;
  /** `bearer`, or the header that contains the key; no operation needs a key if it is absent. */
  key?: string;
  schemas?: Record<string, JsonObject>;
  /** The schemas of path parameters by name; texts by default. */
  parameters?: Record<string, JsonObject>;
  /** The statuses of refusals that each operation lists. */
  refusals?: readonly number[];
  /** The operations by method, path and operationId: `GET /notes listNotes`. */
  operations: Record<string, OperationRow>;
}

export const text: JsonObject = { type: 'string' };
export const integer: JsonObject = { type: 'integer' };

export function object(properties: Record<string, Schema>, ...required: string[]): JsonObject {
  const schemas = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schemaOf(schema)]));
  return { type: 'object', properties: schemas, ...(required.length > 0 && { required }) };
}

export function listOf(items: Schema): JsonObject {
  return { type: 'array', items: schemaOf(items) };
}

/** Returns the content of a request or response as JSON. */
export function json(schema: Schema, example?: Json): JsonObject {
  return { content: { 'application/json': { schema: schemaOf(schema), ...(example !== undefined && { example }) } } };
}

/** Returns an OpenAPI 3.1 document. Paths declare their own parameters. */
export function documentOf({ title, key, schemas = {}, parameters = {}, refusals = [], operations }: DocumentParts) {
  const paths: Record<string, JsonObject> = {};
  for (const [line, row] of Object.entries(operations)) {
    const [method = '', path = '', ...id] = line.split(' ');
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: parameters[name] ?? text }));
    paths[path] ??= inPath.length > 0 ? { parameters: inPath } : {};
    paths[path][method.toLowerCase()] = operationOf(id.join(' '), { refusals, ...row });
  }
  const scheme = key === 'bearer' ? { type: 'http', scheme: key } : { type: 'apiKey', in: 'header', name: key ?? '' };
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    ...(key !== undefined && { security: [{ Key: [] }] }),
    paths,
    components: { schemas, ...(key !== undefined && { securitySchemes: { Key: scheme } }) },
  };
}

/**
 * Returns a document of one type of resource with its usual operations: `documentOfType('Note', …, 'GET POST')` has
 * `listNotes`, `createNote` and `getNote`.
 *
 * @param required the fields that a creation needs
 * @param methods the methods of its operations
 */
export function documentOfType(
  name: string,
  fields: Record<string, Schema>,
  required: string[],
  methods: string,
  refusals = [400, 404, 415],
) {
  const path = `/${name.toLowerCase()}s`;
  const rows: Record<string, [line: string, row: OperationRow][]> = {
    GET: [
      [`GET ${path} list${name}s`, { shows: listOf(name) }],
      [`GET ${path}/{id} get${name}`, { shows: name }],
    ],
    POST: [[`POST ${path} create${name}`, { takes: object(fields, ...required), shows: name, status: 201 }]],
    PATCH: [[`PATCH ${path}/{id} update${name}`, { takes: object(fields), shows: name }]],
    PUT: [[`PUT ${path}/{id} replace${name}`, { takes: object(fields), shows: name }]],
    DELETE: [[`DELETE ${path}/{id} delete${name}`, {}]],
  };
  return documentOf({
    title: `${name}s`,
    schemas: { [name]: object({ id: text, ...fields }, 'id') },
    refusals,
    operations: Object.fromEntries(methods.split(' ').flatMap((method) => rows[method] ?? [])),
  });
}

/**
 * Returns a document of the folder `documents`. Its parts are those of `documentOf`, with short forms of schemas. Keys
 * of an operation that are not keys of `OperationRow` become further members of the operation.
 */
export function documentNamed(name: string) {
  type Row = OperationRow & { shows?: Json; takes?: Json };
  // Some tests bundle this module, so that its own URL would lead to the wrong folder.
  const folder = pathToFileURL('test/check/documents/');
  const file = yamlBeside<DocumentParts & { operations: Record<string, Row> }>(folder.href, `${name}.yaml`);
  const { schemas = {}, parameters = {}, operations, ...others } = file;
  const rowOf = ({ shows, takes, status, refusals, example, ...more }: Row): OperationRow => ({
    ...(shows !== undefined && { shows: schemaFrom(shows) }),
    ...(takes !== undefined && { takes: schemaFrom(takes), example }),
    ...(status !== undefined && { status }),
    ...(refusals !== undefined && { refusals }),
    more: more as JsonObject,
  });
  return documentOf({
    ...others,
    schemas: mapped(schemas, schemaFrom),
    parameters: mapped(parameters, schemaFrom),
    operations: mapped(operations, rowOf),
  });
}

const types: Readonly<Record<string, JsonObject>> = {
  text,
  integer,
  boolean: { type: 'boolean' },
  object: { type: 'object' },
};

function mapped<From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/**
 * Returns a schema from its short form: the name of a type or a component, a list with the schema of its items, or the
 * fields of an object, whose names end with `!` if they are required and otherwise with `?`. All else is JSON Schema.
 */
function schemaFrom(short: Json): JsonObject {
  if (typeof short === 'string') return types[short] ?? schemaOf(short);
  if (Array.isArray(short)) return listOf(schemaFrom(short[0] ?? {}));
  const names = Object.keys(short as JsonObject);
  if (names.length === 0 || !names.every((name) => /[!?]$/.test(name))) {
    const { oneOf, anyOf, ...others } = short as Record<string, Json[]>;
    return {
      ...others,
      ...(oneOf && { oneOf: oneOf.map(schemaFrom) }),
      ...(anyOf && { anyOf: anyOf.map(schemaFrom) }),
    };
  }
  const fields = Object.entries(short as JsonObject).map(([name, schema]) => [name.slice(0, -1), schemaFrom(schema)]);
  const required = names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
  return object(Object.fromEntries(fields) as Record<string, JsonObject>, ...required);
}

function operationOf(operationId: string, row: OperationRow): JsonObject {
  const { shows, takes, example, refusals = [], status = shows === undefined ? 204 : 200, more } = row;
  const responses = refusals.map((refusal) => [refusal, { description: 'A refusal.', ...json({ type: 'object' }) }]);
  return {
    operationId,
    ...(takes !== undefined && { requestBody: { required: true, ...json(takes, example) } }),
    responses: {
      [status]: { description: 'A success.', ...(shows !== undefined && json(shows)) },
      ...Object.fromEntries(responses),
    },
    ...more,
  };
}

function schemaOf(schema: Schema): JsonObject {
  return typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema;
}
