import { formatCount } from '../../../text/numbers.js';
import { createEvidence, type Evidence } from '../../evidence/index.js';
import { createPresence, type Presence } from '../../evidence/presence.js';
import type { Judgement } from '../../judge/content.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { Exchange } from '../../model/exchange.js';
import { isNearKey } from '../../model/near-key.js';
import type { NoVerdict } from '../../model/no-verdict.js';
import type { CheckOptions } from '../../model/options.js';
import type { ReportedBody, ReportedExchange, ReportedHeader } from '../../model/report/report.js';
import type { CreatedResource, StateReport } from '../../model/report/state-report.js';
import type { Scope } from '../../model/scope.js';
import { Tally } from '../../model/tally.js';
import { isCredential } from '../recording/har.js';
import type { Scopes } from './scopes.js';

export interface RunData {
  contract: CheckedContract;
  tally: Tally;
  presence: Presence;
  evidence: Evidence;
  scope: Scope;
  notes: string[];
  /** The log of exchanges for the report; undefined if the report does not contain them. */
  exchanges: ExchangeLog | undefined;
}

/** Creates the empty data of a run. The function in its argument removes credentials from strings. */
export type CreateRunData = (redact: (text: string) => string) => RunData;

export interface RunResult {
  data: RunData;
  /** The reason why the run is incomplete; undefined if it is complete. */
  stopReason: NoVerdict | undefined;
  /** Whether the run ended before all cases were sent. */
  isCutOff: boolean;
  state?: StateReport | undefined;
  /** The resources that the run has created; only with `--writes disposable`. */
  createdResources?: CreatedResource[] | undefined;
}

export function prepareRunData(
  contract: CheckedContract,
  { scope, fullScope }: Scopes,
  { baseUrl, exchanges }: Pick<CheckOptions, 'baseUrl' | 'exchanges'>,
): CreateRunData {
  return (redact) => {
    const presence = createPresence(contract.resolve, contract.operations.filter(fullScope.has));
    const tally = new Tally(contract, baseUrl, redact, fullScope.has);
    const evidence = createEvidence(contract.document, presence);
    const exchangeLog = exchanges ? new ExchangeLog(baseUrl) : undefined;
    return { contract, presence, evidence, scope, notes: [], tally, exchanges: exchangeLog };
  };
}

interface JudgedExchange {
  testCase: TestCase;
  operation: CheckedOperation;
  exchange: Exchange;
  judgement: Judgement;
  /** Whether the run has begun to write. */
  isWriting: boolean;
}

/**
 * Adds a response to `presence` (which fields occur) and `evidence` (for open questions). `presence` ignores refusals,
 * which contain no resource, and responses while the run writes, since writes may change the resources.
 */
export function recordResponse(
  { presence, evidence, exchanges }: RunData,
  { testCase, operation, exchange, judgement, isWriting }: JudgedExchange,
): void {
  if (!exchange.response) return;
  // An unusual request or key proves nothing about usual responses. So the exchange is not recorded for `learn` either.
  const { key, method } = testCase.request;
  const isUnusualMethod = method === 'OPTIONS' || method === 'TRACE' || (method === 'HEAD' && key !== 'right');
  if (testCase.kind === 'variation' || key === 'other' || isNearKey(key) || isUnusualMethod) return;
  exchanges?.add(testCase, exchange, isWriting);
  const { status } = exchange.response;
  const { value, guess, wholeBody } = judgement;
  // If the envelope is only a guess, the evidence gets the whole body, to show the form of the envelope.
  const responseValue = guess ? wholeBody : value;
  const schema = operation.success?.bodies[0]?.schema;
  const isRequestOfOperation =
    testCase.kind !== 'undeclared-method' && testCase.kind !== 'spelling' && testCase.kind !== 'href';
  if (!isRequestOfOperation && testCase.kind !== 'undeclared-method') return;
  if (schema && isRequestOfOperation && !isWriting && value !== undefined && status >= 200 && status < 300)
    presence.see(schema, value);
  evidence.see({
    case: testCase,
    operation,
    exchange,
    ...(responseValue !== undefined && { value: responseValue }),
    ...(guess?.pointer !== undefined && { envelope: guess.pointer }),
    hasExistingIds: testCase.isAtUnknownId !== true,
    isWriting,
  });
}

/** Maximum size of all recorded bodies in a report, in MiB. */
const maxBodyMiB = 64;

class ExchangeLog {
  readonly list: ReportedExchange[] = [];
  readonly #baseUrl: string;
  #bytes = 0;
  #omittedCount = 0;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
  }

  add(testCase: TestCase, exchange: Exchange, isWriting: boolean): void {
    const { request, response, milliseconds } = exchange;
    if (!response) return;
    this.#bytes += response.bytes.length + (request.body?.length ?? 0);
    if (this.#bytes > maxBodyMiB * 2 ** 20) {
      this.#omittedCount += 1;
      return;
    }
    const { id, operationId, kind, expect, pointer, isAtUnknownId } = testCase;
    this.list.push({
      case: id,
      operationId,
      kind,
      expect,
      key: request.key,
      ...(pointer !== undefined && { pointer }),
      ...(isAtUnknownId && { isAtUnknownId }),
      ...(isWriting && { isWriting }),
      time: milliseconds,
      request: this.#request(request),
      response: responseOf(response),
    });
  }

  /** Returns a sentence about the exchanges that were left out; an empty array if none were. */
  notes(): string[] {
    if (this.#omittedCount === 0) return [];
    return [
      `The report contains at most ${maxBodyMiB} MiB of exchanges. It leaves out ` +
        `${formatCount(this.#omittedCount, 'exchange')}.`,
    ];
  }

  #request({ method, path, headers, body }: Exchange['request']): ReportedExchange['request'] {
    const postData = body === undefined ? {} : { postData: bodyOf(Buffer.from(body), headers['content-type']) };
    return { method, url: this.#baseUrl + path, headers: headersOf(headers), ...postData };
  }
}

function responseOf({ status, headers, bytes }: NonNullable<Exchange['response']>): ReportedExchange['response'] {
  const type = [headers['content-type'] ?? ''].flat().join(', ');
  return { status, headers: headersOf(headers), content: bodyOf(bytes, type) };
}

function headersOf(headers: Readonly<Record<string, string | readonly string[]>>): ReportedHeader[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (isCredential(name, value) ? [] : [{ name, value }])),
  );
}

function bodyOf(bytes: Uint8Array, mimeType = ''): ReportedBody {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (Buffer.from(text).equals(buffer)) return { mimeType, text };
  return { mimeType, text: buffer.toString('base64'), encoding: 'base64' };
}
