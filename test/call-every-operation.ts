import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { DirectoryClient } from '../generated/client.js';
import { operationTable } from '../generated/operation-table.js';
import type { OpenApiDocument } from '../scripts/contract/document.js';
import { firstExampleBody, pathParameters } from '../scripts/contract/example-walk.js';
import { eachOperation } from '../scripts/contract/operations.js';
import { escapeToken } from '../scripts/contract/pointer.js';

/** The result of calling one operation, compared with the document. */
export interface OperationVerdict {
  operationId: keyof typeof operationTable;
  /** The HTTP status; 0 if there was no response. */
  status: number;
  /** Differences from the documented response, each as a sentence. */
  faults: string[];
}

type AnyCall = (
  call: unknown,
) => Promise<{ ok: true; status: number; data: unknown } | { ok: false; status: number; error: unknown }>;

/**
 * Calls every operation once through the client, with the examples of the document as parameters and body. Checks each
 * response against the schema for the declared success status (JSON Schema 2020-12 with formats). `before` runs before
 * each call: it resets a server that keeps state, so that a deletion does not affect the next call.
 */
export async function* callEveryOperation(
  client: DirectoryClient,
  document: OpenApiDocument,
  before: () => void = () => undefined,
): AsyncIterable<OperationVerdict> {
  const judge = answerJudge(document);
  for (const { path, method, operation } of eachOperation(document)) {
    const operationId = operation.operationId as keyof typeof operationTable;
    const row = operationTable[operationId];
    const call = { path: pathParameters(document, operation), body: firstExampleBody(document, operation) };
    before();
    try {
      const result = await (client[operationId] as AnyCall)(call);
      const faults: string[] = [];
      if (result.status !== row.success) faults.push(`Expected status ${row.success}, found ${result.status}.`);
      if (result.ok) faults.push(...judge({ ...row, path, method }, result.data));
      yield { operationId, status: result.status, faults };
    } catch (error) {
      yield { operationId, status: 0, faults: [`Expected an answer, found none: ${(error as Error).message}`] };
    }
  }
}

type Judge = (
  operation: { path: string; method: string; success: number; media: string | null },
  data: unknown,
) => string[];

/** Compiles each schema at its place in the document, so that no copy can differ from it. */
function answerJudge(document: OpenApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'contract');
  return ({ path, method, success, media }, data) => {
    if (media === null) return data === undefined ? [] : ['Expected no body, found one.'];
    const keys = ['paths', path, method, 'responses', String(success), 'content', media, 'schema'];
    const pointer = keys.map((key) => `/${encodeURIComponent(escapeToken(key))}`).join('');
    const validate: ValidateFunction = ajv.compile({ $ref: `contract#${pointer}` });
    if (validate(data)) return [];
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath || 'The body'} ${error.message ?? 'is wrong'}.`,
    );
  };
}
