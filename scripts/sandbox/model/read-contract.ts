import type { OpenApiDocument } from '../../contract/document.js';
import type { Schema } from '../../contract/schema.js';
import { keyPrefixOf, securityOf } from '../../contract/security.js';
import { createJudge, type Judge, type Validators } from './judge.js';
import { readOperations, type SandboxOperation } from './operations.js';
import { Schemas } from './schemas.js';

/** A contract as the sandbox uses it: read once, and shared by all its sandboxes. */
export interface ReadContract {
  document: OpenApiDocument;
  operations: readonly SandboxOperation[];
  schemas: Schemas;
  /** The schema of the request of each operation that takes a body, by operationId. */
  requests: ReadonlyMap<string, Schema>;
  judge: Judge;
  /** The word before the key in the header Authorization; empty if the header contains the key alone. */
  keyPrefix: string;
  /** The status of a request without the key. */
  refusal: number;
}

/** @param known operations of the contract for which data and effects were written */
export function readContract(
  document: OpenApiDocument,
  validators: Validators,
  known?: readonly SandboxOperation[],
): ReadContract {
  const operations = readOperations(document, known);
  const requests = new Map<string, Schema>();
  for (const { id, operation } of operations) {
    const [media] = Object.values(operation.requestBody?.content ?? {});
    if (media) requests.set(id, media.schema as Schema);
  }
  const [first] = operations;
  const security = first && securityOf(document, first.operation);
  return {
    document,
    operations,
    schemas: new Schemas(document),
    requests,
    judge: createJudge(validators),
    keyPrefix: security ? keyPrefixOf(security) : '',
    refusal: security?.refusal ?? 401,
  };
}
