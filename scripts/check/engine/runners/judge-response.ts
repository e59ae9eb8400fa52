import { isJson } from '../../../contract/json-success.js';
import { suggest } from '../../../text/did-you-mean.js';
import { createJudge } from '../../judge/response.js';
import { judgeStatus, responseFor } from '../../judge/status.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { Exchange, ExchangeResponse, SentRequest } from '../../model/exchange.js';
import type { Finding } from '../../model/finding.js';
import { Tally } from '../../model/tally.js';
import { emptySearch, tryKeySearch } from '../../transport/key.js';

/** A response as plain data, in the form in which many clients and test servers return it. */
export interface PlainResponse {
  status: number;
  headers?: Headers | Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** Text or bytes as received. Any other value counts as parsed JSON. Undefined if the response has no body. */
  body?: unknown;
}

/** A response that another client received. A `Response` is cloned, so that the caller can still read its body. */
export type ReceivedResponse = Response | PlainResponse;

/**
 * Checks one response of an operation against the contract: status, headers, media type and body. The findings have no
 * `curl` line, since the request is unknown.
 *
 * @throws RangeError for an unknown operation
 * @throws TypeError if the argument is not a response, or if its body was already read
 */
export async function judgeResponse(
  contract: CheckedContract,
  operationId: string,
  input: ReceivedResponse,
): Promise<Finding[]> {
  const operation = findOperation(contract, operationId);
  const response = await toExchangeResponse(input, operation);
  const { id, method, path } = operation;
  const request: SentRequest = { method: method.toUpperCase(), path, headers: {}, key: 'right' };
  const about = 'for this operation';
  const testCase: TestCase = { id: `${id}/recorded`, operationId, kind: 'recorded', about, request, expect: 'any' };
  const { clean, redact } = tryKeySearch() ?? emptySearch;
  const exchange: Exchange = clean({ request, response, milliseconds: 0, attempts: 1 });
  const { deviations } = await createJudge(contract, { isMock: false })(testCase, exchange);
  // A run would repeat a request after a 429 or 503. Here the status is final, so it is judged.
  const isRetryStatus = deviations.length === 0 && (response.status === 429 || response.status === 503);
  const tally = new Tally(contract, '', redact);
  tally.record(testCase, exchange, isRetryStatus ? judgeStatus(operation, testCase, response.status) : deviations);
  return tally.findings().map((finding) => ({ ...finding, curl: '' }));
}

/** @throws RangeError for an unknown operation; the message names the most similar one */
function findOperation(contract: CheckedContract, operationId: string): CheckedOperation {
  const operation = contract.operation(operationId);
  if (operation) return operation;
  const ids = contract.operations.map(({ id }) => id);
  throw new RangeError(
    `Expected an operation of the contract, found ${JSON.stringify(operationId)}. ` +
      `${suggest(String(operationId), ids)}`,
  );
}

/** Headers that describe the bytes as transferred. The other client has already decoded these bytes. */
const wireHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Returns another client's response in the form that the check uses. A parsed body without a media type gets the JSON
 * media type that the operation lists for the status.
 *
 * @throws TypeError if the argument is not a response, or if its body was already read
 */
export async function toExchangeResponse(
  input: ReceivedResponse,
  operation: CheckedOperation,
): Promise<ExchangeResponse> {
  if (isResponse(input)) {
    if (input.bodyUsed || input.body?.locked)
      throw new TypeError(
        'Expected a response with an unread body, but the body was already read. Check the response before you ' +
          'read its body, or pass a clone.',
      );
    const bytes = new Uint8Array(await input.clone().arrayBuffer());
    return { status: input.status, headers: headersOf(input.headers), bytes };
  }
  if (!isPlainResponse(input))
    throw new TypeError(`Expected a Response, or an object with status, headers and body, found ${describe(input)}.`);
  const headers = headersOf(input.headers ?? {});
  const { status, body } = input;
  const bytes = bytesOf(body);
  if (bytes) return { status, headers, bytes };
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new TypeError(`Expected a body that is text, bytes or JSON, found ${describe(body)}.`);
  const bodies = responseFor(operation, status)?.bodies ?? [];
  const { media = 'application/json' } = bodies.find((body) => isJson(body.media)) ?? {};
  return { status, headers: { 'content-type': media, ...headers }, bytes: new TextEncoder().encode(text) };
}

/** Whether a value is a `Response`, even if it comes from another realm or library. */
function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false;
  const { clone, arrayBuffer } = value as Partial<Response>;
  return typeof clone === 'function' && typeof arrayBuffer === 'function';
}

function isPlainResponse(value: unknown): value is PlainResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { status } = value as PlainResponse;
  const isWholeResponse = 'body' in value || !('data' in value || 'error' in value);
  return isWholeResponse && Number.isInteger(status) && status >= 100 && status <= 599;
}

function headersOf(input: NonNullable<PlainResponse['headers']>): ExchangeResponse['headers'] {
  const hasEntriesMethod = typeof (input as Headers).entries === 'function';
  const entries = hasEntriesMethod ? [...(input as Headers).entries()] : Object.entries(input);
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of entries as [string, string | number | readonly string[] | undefined][]) {
    const key = name.toLowerCase();
    if (value !== undefined && !wireHeaders.has(key))
      headers[key] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return headers;
}

/** Returns the bytes of a body as received; undefined for a parsed body. */
function bytesOf(body: unknown): Uint8Array | undefined {
  if (body === undefined) return new Uint8Array();
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : undefined;
}

function describe(value: unknown): string {
  if (value instanceof Promise) return 'a promise. Await it first';
  if (typeof value === 'object' && value !== null && 'ok' in value && 'status' in value)
    return 'a result of the client. Pass { status, headers, body: result.data } instead';
  if (typeof value === 'object' && value !== null && 'status' in value)
    return `the status ${JSON.stringify(value.status) ?? 'undefined'}`;
  return value === null ? 'null' : `a value of type ${typeof value}`;
}
