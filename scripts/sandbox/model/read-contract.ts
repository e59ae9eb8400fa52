import { contract } from '../../../generated/contract.js';
import { type BodyRules, bodyRules, findSchemaErrors } from '../../contract/body-rules.js';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from '../../contract/document.js';
import { isObject, isSameJson, type Json } from '../../contract/json.js';
import { schemaInside, wrap } from '../../contract/object-envelope.js';
import { eachOperation } from '../../contract/operations.js';
import { decodePath } from '../../contract/path-template.js';
import { dereference } from '../../contract/references.js';
import { createRefusalBody } from '../../contract/refusal-body.js';
import type { Schema } from '../../contract/schema.js';
import type { SchemaRule } from '../../contract/schema-rules.js';
import { type KeyRefusalStatuses, keyPrefixOf, securityOf } from '../../contract/security.js';
import { ExampleValues, FieldCompleter } from './completion.js';
import { readOperations, type SandboxOperation } from './operations.js';
import type { Refusal, RequestMistake, SandboxResponse } from './response.js';
import { Schemas } from './schemas.js';

export interface Route {
  /** The operations of the most concrete path template that matches the URL (OpenAPI 3.1 §4.8.8.2). */
  operations: readonly SandboxOperation[];
  /** The values of the parameters of each of these operations, in the same order. */
  parameters: readonly Readonly<Record<string, string>>[];
}

function createRouter(allOperations: readonly SandboxOperation[]): (path: string) => Route {
  const templates = allOperations.map((operation) => {
    const segments = operation.path.split('/');
    // At the first difference, a literal segment comes before a parameter.
    return { operation, segments, rank: segments.map((segment) => (isParameter(segment) ? 1 : 0)).join('') };
  });
  templates.sort((a, b) => a.rank.localeCompare(b.rank));
  return (path) => {
    // A character and its percent-encoding are equivalent (RFC 3986 §6.2.2.2).
    const pathSegments = path.split('/').map(decodePath);
    // A parameter does not match an empty segment. The slash at the end of a path makes an empty segment, so it matches
    // only a template that ends with a slash.
    const fits = (segment: string, index: number): boolean =>
      isParameter(segment) ? pathSegments[index] !== '' : pathSegments[index] === segment;
    const allMatches = templates.filter(
      ({ segments }) => segments.length === pathSegments.length && segments.every(fits),
    );
    const matches = allMatches.filter(({ rank }) => rank === allMatches[0]?.rank);
    return {
      operations: matches.map(({ operation }) => operation),
      parameters: matches.map(({ operation, segments }) => {
        const values = pathSegments.filter((_, index) => isParameter(segments[index] ?? ''));
        return Object.fromEntries(operation.parameters.map(({ name }, index) => [name, values[index] ?? '']));
      }),
    };
  };
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** A contract prepared for the sandbox: read once, and shared by all sandboxes with this contract. */
export interface SandboxContract {
  document: OpenApiDocument;
  operations: readonly SandboxOperation[];
  route: (path: string) => Route;
  schemas: Schemas;
  /** Request body schemas by operationId, without the envelope around the resource. */
  requestSchemas: ReadonlyMap<string, Schema>;
  judge: ContractJudge;
  /** Adds required fields to responses; undefined for this package's contract, whose responses require none. */
  completion: FieldCompleter | undefined;
  responseOf: RefusalResponder;
  /** The rate limit headers for every response, with the contract's example values for status 429. */
  rateLimitHeaders: Readonly<Record<string, string>>;
  /** The scheme before the key in the Authorization header, such as `Bearer`; empty if the header has the key alone. */
  keyPrefix: string;
  /** The statuses for requests without a key and requests with a wrong key. */
  keyRefusal: KeyRefusalStatuses;
}

export function readContract(document: OpenApiDocument, validators: BodyRules = bodyRules(document)): SandboxContract {
  const operations = readOperations(document);
  const requests = new Map<string, Schema>();
  const envelopes = new Map<string, string>();
  for (const { id, operation } of operations) {
    const { request, response } = operation['x-envelope'] ?? {};
    if (response !== undefined) envelopes.set(id, response);
    const [media] = Object.values(operation.requestBody?.content ?? {});
    const bodySchema = { schema: (media?.schema ?? {}) as Schema, pointer: '' };
    if (media) requests.set(id, schemaInside(document, bodySchema, request).schema);
  }
  const [first] = operations;
  const security = first && securityOf(document, first.operation);
  const schemas = new Schemas(document);
  return {
    document,
    operations,
    route: createRouter(operations),
    schemas,
    completion: document === contract ? undefined : new FieldCompleter(schemas, new ExampleValues(document)),
    responseOf: refusalResponder(document, schemas),
    rateLimitHeaders: first ? rateLimitHeadersOf(document, first.operation) : {},
    requestSchemas: requests,
    judge: createContractJudge(validators, envelopes),
    keyPrefix: security ? keyPrefixOf(security) : '',
    keyRefusal: security?.refusal ?? { missing: 401, wrong: 401 },
  };
}

/** The rate limit headers with their example values, without Retry-After: the sandbox never asks callers to wait. */
function rateLimitHeadersOf(document: OpenApiDocument, { responses }: OpenApiOperation): Record<string, string> {
  const rateLimitResponse = responses['429'] && dereference<OpenApiResponse>(document, responses['429']);
  const headers = Object.entries(rateLimitResponse?.headers ?? {}).flatMap(([name, header]) => {
    const { example } = header as { example?: unknown };
    return typeof example === 'string' && name.toLowerCase() !== 'retry-after' ? [[name.toLowerCase(), example]] : [];
  });
  return Object.fromEntries(headers);
}

/** Lists how a value violates a schema of the contract; empty if the contract has no schema for this value. */
export interface ContractJudge {
  requestMistakes(operationId: string, value: unknown): RequestMistake[];
  /** @param value the body of a success response */
  response(operationId: string, value: unknown): RequestMistake[];
  /** Like `response`, but `value` is the resource without its envelope. */
  resourceMistakes(operationId: string, value: unknown): RequestMistake[];
  /** Returns a judge that differs only in the function for responses. */
  withResponseJudge(response: ContractJudge['response']): ContractJudge;
}

/** Maximum number of mistakes reported for one body; further mistakes are mostly of the same kinds. */
const maxMistakes = 100;

/** @param envelopes JSON pointers to the resources in responses, by operationId */
function createContractJudge(
  rules: BodyRules,
  envelopes: ReadonlyMap<string, string>,
  response: ContractJudge['response'] = (operationId, value) => listMistakes(rules.responses[operationId], value),
): ContractJudge {
  return {
    requestMistakes: (operationId, value) => listMistakes(rules.requests[operationId], value),
    response,
    resourceMistakes(operationId, value) {
      const { length } = envelopes.get(operationId) ?? '';
      const mistakes = response(operationId, wrap(value, envelopes.get(operationId)));
      return mistakes.map(({ pointer, message }) => ({ pointer: pointer.slice(length), message }));
    },
    withResponseJudge: (other) => createContractJudge(rules, envelopes, other),
  };
}

function listMistakes(rule: SchemaRule | undefined, value: unknown): RequestMistake[] {
  return findSchemaErrors(rule, value)
    .slice(0, maxMistakes)
    .map(({ instancePath, message }) => ({ pointer: instancePath, message }));
}

/** Keywords with which the required fields of an object may depend on its other values. */
const conditionalKeywords = 'allOf anyOf oneOf not if minProperties dependentRequired dependentSchemas'.split(' ');

/** Makes the response for a refusal; `operationId` is undefined if no operation has the path. */
export type RefusalResponder = (refusal: Refusal, operationId: string | undefined) => SandboxResponse;

/** Returns a function that writes refusals in the contract's form: the example of an error, with the refusal's text. */
export function refusalResponder(document: OpenApiDocument, schemas: Schemas): RefusalResponder {
  const media = refusalMediaType(document);
  const labelRefusal = (refusal: Refusal): SandboxResponse => {
    const response = refusal.toResponse();
    return { ...response, headers: { 'content-type': media, ...response.headers } };
  };
  const schema = schemas.byName('ApiError');
  const isChangedSchema = schema && !isSameJson(schema, contract.components['schemas']?.['ApiError']);
  const template = isChangedSchema && new ExampleValues(document).pickValue(schema, undefined, 0);
  if (!isChangedSchema || template === undefined) return labelRefusal;
  // Leave optional fields out of some responses, so that callers notice that these may be absent.
  const isErrorBodyAnswered = schema['x-answered']?.includes('errors.body');
  const [shortBody, shortestBody] = [false, true].map((isShortest) =>
    isErrorBodyAnswered ? keepRequiredFields(schemas, schema, template, isShortest) : template,
  );
  return (refusal, operationId) => {
    const { status, message, mistakes } = refusal;
    const detail = [message, ...mistakes.map((mistake) => `${mistake.pointer} ${mistake.message}.`)].join(' ');
    // A 404 for a missing resource needs no details, so it gets a short body.
    const isMissingResource = status === 404 && operationId !== undefined;
    const body = (isMissingResource && (operationId.startsWith('list') ? shortestBody : shortBody)) || template;
    return { ...labelRefusal(refusal), json: createRefusalBody(schemas.resolve, schema, body, { detail, status }) };
  };
}

/** The media type that all refusals share. */
function refusalMediaType(document: OpenApiDocument): string {
  const [first] = eachOperation(document);
  const node = first?.operation.responses['default'];
  const content = node && dereference<OpenApiResponse>(document, node).content;
  return Object.keys(content ?? {})[0] ?? 'application/json';
}

/**
 * Drops optional fields. Optional objects and lists contain required fields, so they are dropped only if `isShortest`.
 */
function keepRequiredFields(schemas: Schemas, node: Schema, whole: Json, isShortest: boolean): Json {
  return schemas.mapValues(node, whole, ({ schema, value }) => {
    const isConditional = conditionalKeywords.some((keyword) => Object.hasOwn(schema, keyword));
    if (!isObject(value) || isConditional) return value;
    const isKept = ([field, each]: [string, Json]): boolean =>
      schema.required?.includes(field) === true || (!isShortest && typeof each === 'object' && each !== null);
    return Object.fromEntries(Object.entries(value).filter(isKept));
  });
}
