import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Deviation } from '../model/deviation.js';
import { type Exchange, type Failure, headerOf, type ReceivedResponse } from '../model/exchange.js';
import type { CheckedOperation, CheckedResponse } from '../model/operations.js';
import { judgeContent } from './content.js';
import { judgeHeaders } from './headers.js';
import { type BodyJudgement, inTime, shortBody } from './in-time.js';
import { judgeStatus, responseFor } from './status.js';

/** What an exchange comes to. */
export interface Judgement {
  deviations: readonly Deviation[];
  /** The JSON of the body; undefined where there is none. */
  value?: unknown;
}

export interface JudgeOptions {
  /** A stateless mock is not asked for what only the service can know. */
  isMock: boolean;
  /** Once it is aborted, nothing that may take long is judged. */
  signal?: AbortSignal | undefined;
}

export type Judge = (testCase: TestCase, exchange: Exchange) => Promise<Judgement>;

/**
 * Makes the function that holds exchanges against a contract. It changes nothing, and gives the same for the same. A
 * body is judged for 2 s at most; one that takes longer is a finding.
 *
 * The function rejects with NoVerdict where SIGINT comes while it judges, and where it is asked to judge what may take
 * long after the run was stopped.
 */
export function createJudge(contract: CheckedContract, options: JudgeOptions): Judge {
  const bodies = new Map<string, BodyJudgement>();
  return async (testCase, exchange) => {
    const operation = contract.operation(testCase.operationId);
    const { response, failure, holdsKey = false } = exchange;
    if (!operation) return { deviations: [] };
    if (!response) {
      return failure ? { deviations: [failed(operation, failure)] } : { deviations: [] };
    }
    // Who is told to come back later was told nothing else.
    if (response.status === 429 || (response.status === 503 && headerOf(response, 'retry-after') !== undefined))
      return { deviations: [] };
    const deviations = judgeStatus(operation, testCase, response.status);
    if (wasCompressed(testCase, response)) deviations.push(compressed(operation, response));
    const documented = isOfAnotherOperation(testCase) ? undefined : responseFor(operation, response.status);
    if (testCase.request.method === 'HEAD') return { deviations };
    // What is sent by chance is answered otherwise each time; remembering that costs more than it saves.
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
          isOfOthers: contract.file !== undefined,
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

/** What is said of a body follows from the body: the same one again need not be looked at again. */
const remembered = 400;

function memoKey(
  operation: CheckedOperation,
  documented: CheckedResponse | undefined,
  response: ReceivedResponse,
  holdsKey: boolean,
): string | undefined {
  if (response.bytes.byteLength > shortBody) return undefined;
  const label = `${response.status} ${holdsKey} ${String(response.headers['content-type'] ?? '')}`;
  return (
    `${operation.id} ${documented?.status ?? ''} ` +
    `${label}\n${Buffer.from(response.bytes.buffer, response.bytes.byteOffset, response.bytes.byteLength).toString('latin1')}`
  );
}

function remember(bodies: Map<string, BodyJudgement>, key: string, judged: BodyJudgement): void {
  if (bodies.size >= remembered) {
    const [oldest] = bodies.keys();
    if (oldest !== undefined) bodies.delete(oldest);
  }
  bodies.set(key, judged);
}

/** For a method or a path that the contract does not have, it says nothing of the answer either. */
function isOfAnotherOperation({ kind }: TestCase): boolean {
  return kind === 'undeclared-method' || kind === 'spelling' || kind === 'href';
}

function failed(operation: CheckedOperation, { code, message }: Failure): Deviation {
  return {
    rule: code,
    severity: 'violation',
    pointer: '',
    message,
    expected: 'an answer',
    actual: 'none',
    contract: operation.pointer,
  };
}

function wasCompressed(testCase: TestCase, { headers, bytes }: ReceivedResponse): boolean {
  const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  return coding !== 'identity' && bytes.byteLength > 0 && testCase.request.headers['accept-encoding'] === undefined;
}

function compressed(operation: CheckedOperation, { headers }: ReceivedResponse): Deviation {
  return {
    rule: 'encoding.unasked',
    severity: 'violation',
    pointer: '',
    contract: operation.pointer,
    message: 'The body is compressed though Accept-Encoding forbids it (RFC 9110 §12.5.3).',
    expected: 'no Content-Encoding',
    actual: String(headers['content-encoding']),
  };
}
