import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { eachOperation, parametersOf } from '../../scripts/contract/operations.js';
import { escapeToken } from '../../scripts/contract/pointer.js';
import { dereference } from '../../scripts/contract/references.js';

/** The contract of a service that exists only for tests, as its server and its tests read it. */
export interface ServiceContract {
  operations: readonly ServiceOperation[];
  operationOf(id: string): ServiceOperation | undefined;
  routeOf(method: string, target: string): ServiceRoute | undefined;
}

/** The operation that a request reaches. A HEAD reaches that of the GET. */
export interface ServiceRoute {
  /** The template that the path matches. */
  template: string;
  /** The parameters of the path, decoded; invalid percent-encoding stays as it is. */
  place: Record<string, string>;
  operation?: ServiceOperation;
}

export interface ServiceOperation {
  /** Its operationId, or method and path if it has none. */
  id: string;
  method: string;
  /** The path template. */
  path: string;
  query: ServiceParameter[];
  inPath: ServiceParameter[];
  body?: { media: string; validate: ValidateFunction; examples: Json[] };
  responses: ReadonlyMap<number, ServiceResponse>;
  /** The response for statuses that are not listed. */
  fallback?: ServiceResponse;
}

export interface ServiceParameter {
  name: string;
  type: 'integer' | 'boolean' | 'string';
  default?: Json;
  validate: ValidateFunction;
}

/** A documented response: the schemas of the body by media type, and the headers, by name in lower case. */
export interface ServiceResponse {
  bodies: ReadonlyMap<string, ValidateFunction>;
  headers: { name: string; required: boolean; validate: ValidateFunction }[];
}

/** A response as a test received it. `body` is the parsed JSON, undefined without JSON. */
export interface ReceivedOfService {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
}

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

type Loose = Record<string, unknown>;

/** Reads an OpenAPI 3.1 document from a YAML file. */
export function readServiceContract(file: string): ServiceContract {
  const document = parse(readFileSync(file, 'utf8')) as OpenApiDocument;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');

  const compiled = (pointer: string): ValidateFunction =>
    ajv.compile({ $ref: `document#${pointer.split('/').map(encodeURIComponent).join('/')}` });
  const followed = (pointer: string, node: object): [pointer: string, node: Loose] => {
    const { $ref } = node as { $ref?: string };
    return $ref === undefined ? [pointer, node as Loose] : [$ref.slice(1), dereference<Loose>(document, node as Loose)];
  };

  const parameterOf = (pointer: string, node: Loose): ServiceParameter => {
    const schema = dereference<SchemaOfParameter>(document, node['schema'] as object);
    return {
      name: String(node['name']),
      type: schema.type ?? schema.anyOf?.[0]?.type ?? 'string',
      ...(schema.default !== undefined && { default: schema.default }),
      validate: compiled(`${pointer}/schema`),
    };
  };

  const responseOf = (pointer: string, node: Loose): ServiceResponse => {
    const bodies = Object.keys(node['content'] ?? {}).map(
      (media) => [media, compiled(`${pointer}/content/${escapeToken(media)}/schema`)] as const,
    );
    const headers = Object.entries((node['headers'] ?? {}) as Record<string, Loose>).map(([name, header]) => {
      const [at, found] = followed(`${pointer}/headers/${name}`, header);
      return { name: name.toLowerCase(), required: found['required'] === true, validate: compiled(`${at}/schema`) };
    });
    return { bodies: new Map(bodies), headers };
  };

  const operations = [...eachOperation(document)].map((placed): ServiceOperation => {
    const { id, path, method, operation, pointer: at } = placed;
    const parametersIn = (place: string): ServiceParameter[] =>
      parametersOf(document, placed)
        .filter(({ parameter }) => parameter['in'] === place)
        .map(({ pointer, rawNode: written }) => parameterOf(...followed(pointer, written)));
    const body = operation.requestBody && followed(`${at}/requestBody`, operation.requestBody);
    const [media, content] = Object.entries((body?.[1]['content'] ?? {}) as Record<string, Loose>)[0] ?? [];
    const responses = Object.entries(operation.responses).map(
      ([status, node]) => [status, responseOf(...followed(`${at}/responses/${status}`, node))] as const,
    );
    const fallback = responses.find(([status]) => status === 'default')?.[1];
    return {
      id,
      method: method.toUpperCase(),
      path,
      query: parametersIn('query'),
      inPath: parametersIn('path'),
      ...(body &&
        media &&
        content && {
          body: {
            media,
            validate: compiled(`${body[0]}/content/${escapeToken(media)}/schema`),
            examples: Object.values((content['examples'] ?? {}) as Record<string, { value: Json }>).map(
              ({ value }) => value,
            ),
          },
        }),
      responses: new Map(responses.filter(([status]) => status !== 'default').map(([status, of]) => [+status, of])),
      ...(fallback && { fallback }),
    };
  });
  return { operations, operationOf: (id) => operations.find((each) => each.id === id), routeOf: routing(operations) };
}

function routing(operations: readonly ServiceOperation[]): ServiceContract['routeOf'] {
  const templates = [...new Set(operations.map(({ path }) => path))].map((template) => ({
    template,
    names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  }));
  return (method, target) => {
    const [path = ''] = target.split('?');
    for (const { template, names, pattern } of templates) {
      const values = pattern.exec(path)?.slice(1).map(decoded);
      if (!values) continue;
      const wanted = method === 'HEAD' ? 'GET' : method;
      const operation = operations.find((each) => each.path === template && each.method === wanted);
      const place = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
      return { template, place, ...(operation && { operation }) };
    }
    return undefined;
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface SchemaOfParameter {
  type?: ServiceParameter['type'];
  anyOf?: { type: ServiceParameter['type'] }[];
  default?: Json;
}

/** Lists the ways in which a response breaks the contract of its operation; empty if it keeps it. */
export function departuresFrom(
  { id, responses, fallback }: ServiceOperation,
  { status, headers, text, body }: ReceivedOfService,
): string[] {
  const documented = responses.get(status) ?? (status >= 400 ? fallback : undefined);
  if (!documented) return [`${id}: status ${status}`];
  const found: string[] = [];
  for (const { name, required, validate } of documented.headers) {
    const value = headers.get(name);
    const isWrong = value === null ? required : !validate(/^\d+$/.test(value) ? Number(value) : value);
    if (isWrong) found.push(`${id} ${status}: header ${name} is ${value}`);
  }
  const [media = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const validate = documented.bodies.get(media.trim());
  if (documented.bodies.size === 0 && text !== '') found.push(`${id} ${status}: a body`);
  if (documented.bodies.size > 0 && !validate) found.push(`${id} ${status}: media type ${media}`);
  if (validate && !validate(media.includes('json') ? body : text))
    found.push(`${id} ${status}: ${JSON.stringify(validate.errors?.[0])}`);
  return found;
}

/** Converts validation errors to the `errors` of a problem document. */
export function problemsOf(errors: ErrorObject[] | null | undefined): { pointer: string; detail: string }[] {
  return (errors ?? []).map(({ instancePath, message }) => ({
    pointer: instancePath,
    detail: message ?? 'does not fit',
  }));
}
