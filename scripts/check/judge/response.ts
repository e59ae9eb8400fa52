import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation, CheckedResponse } from '../model/contract/operations.js';
import type { Deviation } from '../model/deviation.js';
import { type Exchange, type Failure, isBusy, type ReceivedResponse } from '../model/exchange.js';
import { faultOf } from '../model/fault.js';
import { judgeContent } from './content.js';
import { judgeAllow, judgeHeaders } from './headers.js';
import { type BodyJudgement, inTime, shortBody } from './in-time.js';
import { judgeStatus, responseFor } from './status.js';

/** The result of judging an exchange. */
export interface Judgement {
  deviations: readonly Deviation[];
  /** The JSON of the body; undefined without JSON. */
  value?: unknown;
}

export interface JudgeOptions {
  /** A stateless mock need not do what only the service can. */
  isMock: boolean;
  /** Once it is aborted, no body is judged that may take long. */
  signal?: AbortSignal | undefined;
}

export type Judge = (testCase: TestCase, exchange: Exchange) => Promise<Judgement>;

/**
 * Makes the function that checks exchanges against a contract. It has no side effects, and is deterministic. It judges
 * a body for 2 s at most; a body that takes longer is a finding.
 *
 * The function rejects with NoVerdict if SIGINT arrives while it judges, or if it should judge a body that may take
 * long after the run was stopped.
 */
export function createJudge(contract: CheckedContract, options: JudgeOptions): Judge {
  const bodies = new Map<string, BodyJudgement>();
  return async (testCase, exchange) => {
    const operation = contract.operation(testCase.operationId);
    const { response, failure, holdsKey = false } = exchange;
    if (!operation) return { deviations: [] };
    if (!response) {
      return failure && !exchange.isLost ? { deviations: [failed(operation, failure)] } : { deviations: [] };
    }
    // A response that asks to come back later is not judged.
    if (isBusy(response)) return { deviations: [] };
    const deviations = judgeStatus(operation, testCase, response.status);
    if (wasCompressed(testCase, response)) deviations.push(compressed(operation, response));
    if (!options.isMock && testCase.kind !== 'href')
      deviations.push(...judgeAllow(contract, operation, testCase, response));
    const documented = isOfAnotherOperation(testCase, response) ? undefined : responseFor(operation, response.status);
    if (testCase.request.method === 'HEAD') return { deviations };
    // Responses to random requests differ each time; caching them costs more than it saves.
    const key = testCase.kind === 'random' ? undefined : memoKey(operation, documented, response, holdsKey);
    const known = key === undefined ? undefined : bodies.get(key);
    const judged =
      known ??
      (await inTime(
        () =>
          judgeContent({
            contract,
            operation,
            documented,
            response,
            repeatsKey: holdsKey && !options.isMock,
          }),
        {
          response,
          isOfOthers: contract.file !== undefined || contract.answers !== undefined,
          place: documented?.pointer ?? operation.pointer,
          signal: options.signal,
        },
      ));
    if (key !== undefined && !known) remember(bodies, key, judged);
    if (documented) deviations.push(...judgeHeaders(contract, operation, documented, response));
    return {
      deviations: judged.deviations.length > 0 ? [...deviations, ...judged.deviations] : deviations,
      value: judged.value,
    };
  };
}

/** Number of cached judgements: the same body is not judged twice. */
const remembered = 400;

function memoKey(
  operation: CheckedOperation,
  documented: CheckedResponse | undefined,
  response: ReceivedResponse,
  holdsKey: boolean,
): string | undefined {
  if (response.bytes.byteLength > shortBody) return undefined;
  const label = `${response.status} ${holdsKey} ${String(response.headers['content-type'] ?? '')}`;
  const { buffer, byteOffset, byteLength } = response.bytes;
  const body = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  return `${operation.id} ${documented?.status ?? ''} ${label}\n${body}`;
}

function remember(bodies: Map<string, BodyJudgement>, key: string, judged: BodyJudgement): void {
  if (bodies.size >= remembered) {
    const [oldest] = bodies.keys();
    if (oldest !== undefined) bodies.delete(oldest);
  }
  bodies.set(key, judged);
}

/** Whether the contract does not describe the response: the method or the path may not be the operation's. */
function isOfAnotherOperation({ kind, allows }: TestCase, { status }: ReceivedResponse): boolean {
  return kind === 'undeclared-method' || kind === 'spelling' || kind === 'href' || (allows?.includes(status) ?? false);
}

function failed(operation: CheckedOperation, { code, message }: Failure): Deviation {
  return faultOf(operation, { rule: code, message, expected: 'a response', actual: 'no response' });
}

function wasCompressed(testCase: TestCase, { headers, bytes }: ReceivedResponse): boolean {
  const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (coding === 'identity' || bytes.byteLength === 0) return false;
  const accepted = testCase.request.headers['accept-encoding'];
  return accepted === undefined || accepted.split(/\s*,\s*/).includes(`${coding};q=0`);
}

function compressed(operation: CheckedOperation, { headers }: ReceivedResponse): Deviation {
  return faultOf(operation, {
    rule: 'encoding.unasked',
    message: 'The body is compressed though Accept-Encoding forbids it (RFC 9110 §12.5.3).',
    expected: 'no Content-Encoding',
    actual: String(headers['content-encoding']),
  });
}
