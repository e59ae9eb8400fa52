import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import { eachOperation, type PlacedOperation, parametersOf } from '../../../scripts/contract/operations.js';
import { escapeToken } from '../../../scripts/contract/pointer.js';
import { dereference } from '../../../scripts/contract/references.js';

/** The contract of a service that exists only for tests, as its server reads it. */
export interface ServiceContract {
  operations: readonly ServiceOperation[];
  /** Finds the operation that a request reaches. A HEAD request reaches the operation of GET. */
  routeOf(method: string, target: string): ServiceRoute | undefined;
  /** The allowed methods of a path, for the header Allow; GET includes HEAD. */
  allowedAt(template: string): string[];
}

export interface ServiceRoute {
  /** The template that the path matches. */
  template: string;
  /** The parameters of the path, decoded; invalid percent-encoding stays as it is. */
  parameters: Record<string, string>;
  operation?: ServiceOperation;
}

export interface ServiceOperation {
  /** The operationId, or method and path if there is none. */
  id: string;
  method: string;
  /** The path template. */
  path: string;
  query: ServiceParameter[];
  inPath: ServiceParameter[];
  body?: { media: string; validate: ValidateFunction };
  /** The statuses that the operation lists, successes first. */
  statuses: readonly number[];
  /** Whether the operation allows statuses that it does not list. */
  hasDefault: boolean;
  /** Whether a success response is a list, or an object with a list. */
  isList: boolean;
  /** Whether requests without a key are accepted. */
  isOpen: boolean;
}

export interface ServiceParameter {
  name: string;
  type: 'integer' | 'boolean' | 'string';
  default?: Json;
  validate: ValidateFunction;
}

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

type Loose = Record<string, unknown>;

interface ParameterSchema {
  type?: ServiceParameter['type'];
  anyOf?: { type: ServiceParameter['type'] }[];
  default?: Json;
}

/** Reads an OpenAPI 3.1 document from a YAML file. */
export function readServiceContract(file: string): ServiceContract {
  return serviceContractOf(parse(readFileSync(file, 'utf8')) as object);
}

/** Reads an OpenAPI 3.1 document, and compiles the schemas of its requests. */
export function serviceContractOf(content: object): ServiceContract {
  const document = content as OpenApiDocument & { security?: object[] };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');

  const compile = (pointer: string): ValidateFunction =>
    ajv.compile({ $ref: `document#${pointer.split('/').map(encodeURIComponent).join('/')}` });
  const follow = (pointer: string, node: object): [pointer: string, node: Loose] => {
    const { $ref } = node as { $ref?: string };
    return $ref === undefined ? [pointer, node as Loose] : [$ref.slice(1), dereference<Loose>(document, node as Loose)];
  };

  const parameterOf = ([pointer, node]: [string, Loose]): ServiceParameter => {
    const schema = dereference<ParameterSchema>(document, node['schema'] as object);
    return {
      name: String(node['name']),
      type: schema.type ?? schema.anyOf?.[0]?.type ?? 'string',
      ...(schema.default !== undefined && { default: schema.default }),
      validate: compile(`${pointer}/schema`),
    };
  };

  const operationOf = (placedOperation: PlacedOperation): ServiceOperation => {
    const { id, path, method, operation, pointer } = placedOperation;
    const parametersIn = (location: string): ServiceParameter[] =>
      parametersOf(document, placedOperation)
        .filter(({ parameter }) => parameter['in'] === location)
        .map((parameter) => parameterOf(follow(parameter.pointer, parameter.rawNode)));
    const [at, request] = follow(`${pointer}/requestBody`, operation.requestBody ?? {});
    const [media] = Object.keys((request['content'] ?? {}) as object);
    const bodySchema = `${at}/content/${escapeToken(media ?? '')}/schema`;
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1] as Loose;
    const content = dereference<Loose>(document, success)['content'] as Record<string, { schema: object }> | undefined;
    const schema = content?.['application/json']?.schema;
    const shownSchema = schema && dereference<Loose>(document, schema as Loose);
    const security = (operation as { security?: object[] }).security ?? document.security ?? [];
    return {
      id,
      method: method.toUpperCase(),
      path,
      query: parametersIn('query'),
      inPath: parametersIn('path'),
      ...(media !== undefined && { body: { media, validate: compile(bodySchema) } }),
      statuses: Object.keys(operation.responses).map(Number).filter(Number.isInteger),
      hasDefault: 'default' in operation.responses,
      isList: [shownSchema, ...Object.values((shownSchema?.['properties'] ?? {}) as Loose[])].some(
        (each) => each?.['type'] === 'array',
      ),
      isOpen: security.length === 0,
    };
  };

  const operations = [...eachOperation(document)].map(operationOf);
  const allowedAt = (template: string): string[] =>
    operations
      .filter(({ path }) => path === template)
      .flatMap(({ method: text }) => (text === 'GET' ? ['GET', 'HEAD'] : [text]));
  return { operations, routeOf: routing(operations), allowedAt };
}

function routing(operations: readonly ServiceOperation[]): ServiceContract['routeOf'] {
  const templates = [...new Set(operations.map(({ path }) => path))].map((template) => ({
    template,
    names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  }));
  // Concrete paths come before templates (OAS 3.1 §4.8.8.2).
  templates.sort((a, b) => a.names.length - b.names.length);
  return (method, target) => {
    const [path = ''] = target.split('?');
    for (const { template, names, pattern } of templates) {
      const values = pattern
        .exec(names.length > 0 ? path : decode(path))
        ?.slice(1)
        .map(decode);
      if (!values) continue;
      const wantedText = method === 'HEAD' ? 'GET' : method;
      const operation = operations.find((each) => each.path === template && each.method === wantedText);
      const parameters = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
      return { template, parameters, ...(operation && { operation }) };
    }
    return undefined;
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
