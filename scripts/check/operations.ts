import { dereference } from '../contract/dereference.js';
import { eachOperation, type Method, type OpenApiDocument } from '../contract/document.js';
import { escapeToken } from '../contract/pointer.js';
import type { Schema } from '../contract/schema.js';
import { standingOf, type Provenance, type Standing } from '../contract/standing.js';

/** A parameter of an operation. */
export interface CheckedParameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  schema: Schema;
  example?: unknown;
}

/** A body in one media type, and where its schema stands in the document. */
export interface CheckedBody {
  media: string;
  schema: Schema;
  /** JSON pointer of the schema. */
  pointer: string;
  examples: { name: string; value: unknown }[];
}

export interface CheckedHeader {
  name: string;
  required: boolean;
  schema: Schema;
  pointer: string;
}

export interface CheckedResponse {
  /** `200`, `4XX` or `default`. */
  status: string;
  pointer: string;
  bodies: CheckedBody[];
  headers: CheckedHeader[];
}

/** How a request shows who sends it. */
export type Security = { kind: 'header' | 'query'; name: string } | { kind: 'bearer' } | { kind: 'basic' } | { kind: 'none' };

/** What the check knows of an operation, all of it read from the contract. */
export interface CheckedOperation {
  id: string;
  method: Method;
  /** The template, with the name of each parameter in braces. */
  path: string;
  tag: string;
  standing: Standing;
  /** Facets that the contract states; where it says nothing of provenance, all of them. */
  stated: ReadonlySet<string>;
  /** JSON pointer of the operation. */
  pointer: string;
  parameters: CheckedParameter[];
  /** The names of the parameters in the path, in order. */
  pathParameters: string[];
  body: (CheckedBody & { required: boolean }) | undefined;
  responses: CheckedResponse[];
  /** The success status that the contract lists first; undefined where it lists none. */
  success: CheckedResponse | undefined;
  security: Security;
}

const facets = ['name', 'method', 'path', 'request', 'responses'];

type Loose = Record<string, unknown>;

/** Reads every operation of an OpenAPI 3.1 document, ours or another's. */
export function readOperations(document: OpenApiDocument): CheckedOperation[] {
  const hasProvenance = saysProvenance(document);
  return [...eachOperation(document)].map(({ path, method, operation }) => {
    const pointer = `/paths/${escapeToken(path)}/${method}`;
    const item = document.paths[path] as unknown as { parameters?: object[] };
    const parameters = [...(item.parameters ?? []), ...((operation.parameters ?? []) as object[])]
      .map((parameter) => dereference<Loose>(document, parameter as Loose))
      .reverse()
      .filter((each, index, all) => all.findIndex((other) => other['name'] === each['name'] && other['in'] === each['in']) === index)
      .reverse()
      .map(parameterOf);
    const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => responseOf(document, pointer, status, response));
    const provenance = operation['x-provenance'] as Provenance | undefined;
    return {
      id: operation.operationId || `${method} ${path}`,
      method,
      path,
      tag: operation.tags?.[0] ?? 'operations',
      standing: hasProvenance ? standingOf(operation) : 'stated',
      stated: new Set(hasProvenance ? (provenance?.stated ?? []) : facets),
      pointer,
      parameters,
      pathParameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
      body: bodyOf(document, pointer, operation.requestBody),
      responses,
      success: responses.find(({ status }) => /^2\d\d$/.test(status)),
      security: securityOf(document, operation as unknown as Loose),
    };
  });
}

/** Whether any operation says on what it rests. */
export function saysProvenance(document: OpenApiDocument): boolean {
  return [...eachOperation(document)].some(({ operation }) => operation['x-provenance'] !== undefined);
}

function parameterOf(parameter: Loose): CheckedParameter {
  const schema = (parameter['schema'] ?? {}) as Schema;
  const examples = Object.values((parameter['examples'] ?? {}) as Record<string, { value?: unknown }>);
  const example = parameter['example'] ?? examples[0]?.value ?? schema.example ?? schema.examples?.[0];
  return {
    name: String(parameter['name']),
    in: parameter['in'] as CheckedParameter['in'],
    required: parameter['required'] === true,
    schema,
    ...(example !== undefined && { example }),
  };
}

function bodyOf(document: OpenApiDocument, pointer: string, node: unknown): CheckedOperation['body'] {
  if (typeof node !== 'object' || node === null) return undefined;
  const [at, body] = followed(document, `${pointer}/requestBody`, node as Loose);
  const bodies = bodiesOf(document, at, body);
  const chosen = bodies.find(({ media }) => isJson(media)) ?? bodies[0];
  return chosen && { ...chosen, required: body['required'] === true };
}

function responseOf(document: OpenApiDocument, operation: string, status: string, node: object): CheckedResponse {
  const [pointer, response] = followed(document, `${operation}/responses/${escapeToken(status)}`, node as Loose);
  const headers = Object.entries((response['headers'] ?? {}) as Record<string, Loose>).map(([name, header]) => {
    const [at, found] = followed(document, `${pointer}/headers/${escapeToken(name)}`, header);
    return { name: name.toLowerCase(), required: found['required'] === true, schema: (found['schema'] ?? {}) as Schema, pointer: `${at}/schema` };
  });
  return { status, pointer, bodies: bodiesOf(document, pointer, response), headers };
}

function bodiesOf(document: OpenApiDocument, pointer: string, node: Loose): CheckedBody[] {
  return Object.entries((node['content'] ?? {}) as Record<string, Loose>).map(([media, content]) => {
    const named = Object.entries((content['examples'] ?? {}) as Record<string, Loose>).map(([name, example]) => ({
      name,
      value: dereference<{ value?: unknown }>(document, example as { value?: unknown }).value,
    }));
    const examples = content['example'] !== undefined ? [{ name: 'example', value: content['example'] }, ...named] : named;
    return { media, schema: (content['schema'] ?? {}) as Schema, pointer: `${pointer}/content/${escapeToken(media)}/schema`, examples };
  });
}

/** A node and its pointer, or those of what its `$ref` names. */
function followed(document: OpenApiDocument, pointer: string, node: Loose): [pointer: string, node: Loose] {
  const ref = node['$ref'];
  return typeof ref === 'string' ? [ref.slice(1), dereference<Loose>(document, node as Loose)] : [pointer, node];
}

/** The first scheme that is asked for; the check knows keys in a header or a query, bearer and basic. */
function securityOf(document: OpenApiDocument, operation: Loose): Security {
  const wanted = (operation['security'] ?? (document as unknown as Loose)['security'] ?? []) as Record<string, unknown>[];
  const schemes = (document.components?.['securitySchemes'] ?? {}) as Record<string, { $ref: string } | Loose>;
  for (const requirement of wanted) {
    const [name] = Object.keys(requirement);
    const node = name === undefined ? undefined : schemes[name];
    if (!node) continue;
    const scheme = dereference<Loose>(document, node as Loose);
    if (scheme['type'] === 'apiKey' && (scheme['in'] === 'header' || scheme['in'] === 'query')) {
      return { kind: scheme['in'], name: String(scheme['name']) };
    }
    if (scheme['type'] === 'http' && /^bearer$/i.test(String(scheme['scheme']))) return { kind: 'bearer' };
    if (scheme['type'] === 'http' && /^basic$/i.test(String(scheme['scheme']))) return { kind: 'basic' };
  }
  return { kind: 'none' };
}

/** `application/json` and whatever ends in `+json` (RFC 6838 §4.2.8). */
export function isJson(media: string): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(media.trim());
}
