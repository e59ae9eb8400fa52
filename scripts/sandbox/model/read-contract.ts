import { contract } from '../../../generated/contract.js';
import { type BodyRules, bodyRules } from '../../contract/body-rules.js';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from '../../contract/document.js';
import { dereference } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { keyPrefixOf, securityOf } from '../../contract/security.js';
import { Completion } from './completion.js';
import { createJudge, type Judge } from './judge.js';
import { readOperations, type SandboxOperation } from './operations.js';
import { type Refuse, refusalsOf } from './refusals.js';
import { createRouter, type Route } from './router.js';
import { Schemas } from './schemas.js';
import { ShownValues } from './shown-values.js';

/** A contract as the sandbox uses it: read once, and shared by all its sandboxes. */
export interface ReadContract {
  document: OpenApiDocument;
  operations: readonly SandboxOperation[];
  /** Finds the operations of a path. */
  route: (path: string) => Route;
  schemas: Schemas;
  /** The schema of the request of each operation that takes a body, by operationId. */
  requests: ReadonlyMap<string, Schema>;
  judge: Judge;
  /** Adds required fields to what responses show; undefined for our own contract, which requires none. */
  completion: Completion | undefined;
  /** The response of a refusal, in the form that the contract has for it. */
  refusal: Refuse;
  /** Headers of each response about the limit of requests, which the contract has at the status 429. */
  limitHeaders: Readonly<Record<string, string>>;
  /** The word before the key in the header Authorization; empty if the header contains the key alone. */
  keyPrefix: string;
  /** The status of a request without the key. */
  keyRefusal: number;
}

export function readContract(document: OpenApiDocument, validators: BodyRules = bodyRules(document)): ReadContract {
  const operations = readOperations(document);
  const requests = new Map<string, Schema>();
  for (const { id, operation } of operations) {
    const [media] = Object.values(operation.requestBody?.content ?? {});
    if (media) requests.set(id, media.schema as Schema);
  }
  const [first] = operations;
  const security = first && securityOf(document, first.operation);
  const schemas = new Schemas(document);
  const isOurs = document === contract;
  return {
    document,
    operations,
    route: createRouter(operations),
    schemas,
    completion: isOurs ? undefined : new Completion(schemas, new ShownValues(document)),
    refusal: isOurs ? (refusal) => refusal.toResponse() : refusalsOf(document, schemas),
    limitHeaders: first ? limitHeadersOf(document, first.operation) : {},
    requests,
    judge: createJudge(validators),
    keyPrefix: security ? keyPrefixOf(security) : '',
    keyRefusal: security?.refusal ?? 401,
  };
}

/** What the examples of the headers say. The sandbox never asks to wait. */
function limitHeadersOf(document: OpenApiDocument, { responses }: OpenApiOperation): Record<string, string> {
  const response = responses['429'] && dereference<OpenApiResponse>(document, responses['429']);
  const headers = Object.entries(response?.headers ?? {}).flatMap(([name, header]) => {
    const { example } = header as { example?: unknown };
    return typeof example === 'string' && name.toLowerCase() !== 'retry-after' ? [[name.toLowerCase(), example]] : [];
  });
  return Object.fromEntries(headers);
}
