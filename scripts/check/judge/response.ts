import { triedPattern } from '../../contract/pattern.js';
import { stoppable } from '../../system/bounded.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type Deviation, shown } from '../model/deviation.js';
import { type Exchange, type Failure, isBusy, type ReceivedResponse } from '../model/exchange.js';
import { faultOf } from '../model/fault.js';
import { NoVerdict } from '../model/no-verdict.js';
import { type Judgement, judgeContent } from './content.js';
import { judgeAllow, judgeHeaders } from './headers.js';
import { judgeStatus, responseFor } from './status.js';

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
  const slow = new Map<string, Judgement>();
  return async (testCase, exchange) => {
    const operation = contract.operation(testCase.operationId);
    const { response, failure, holdsKey = false } = exchange;
    if (!operation) return { deviations: [] };
    if (!response) {
      return failure && !exchange.isLost ? { deviations: [failed(operation, failure)] } : { deviations: [] };
    }
    // A response that asks to come back later is not judged.
    if (isBusy(response)) return { deviations: [] };
    const deviations = [
      ...judgeStatus(operation, testCase, response.status),
      ...compressionFaults(operation, testCase, response),
    ];
    if (!options.isMock && testCase.kind !== 'href')
      deviations.push(...judgeAllow(contract, operation, testCase, response));
    const documented = isOfAnotherOperation(testCase, response) ? undefined : responseFor(operation, response.status);
    if (testCase.request.method === 'HEAD') return { deviations };
    const judged = await inTime(
      () => judgeContent({ contract, operation, documented, response, repeatsKey: holdsKey && !options.isMock }),
      {
        response,
        isOfOthers: contract.file !== undefined || contract.answers !== undefined,
        place: documented?.pointer ?? operation.pointer,
        signal: options.signal,
        slow,
      },
    );
    if (documented) deviations.push(...judgeHeaders(contract, operation, documented, response));
    return { deviations: [...deviations, ...judged.deviations], value: judged.value };
  };
}

/** Whether the contract does not describe the response: the method or the path may not be the operation's. */
function isOfAnotherOperation({ kind, allows }: TestCase, { status }: ReceivedResponse): boolean {
  return kind === 'undeclared-method' || kind === 'spelling' || kind === 'href' || (allows?.includes(status) ?? false);
}

function failed(operation: CheckedOperation, { code, message }: Failure): Deviation {
  return faultOf(operation, { rule: code, message, expected: 'a response', actual: 'no response' });
}

/** The body is compressed though the request forbids it. */
function compressionFaults(
  operation: CheckedOperation,
  { request }: TestCase,
  response: ReceivedResponse,
): Deviation[] {
  const actual = String(response.headers['content-encoding'] ?? 'identity');
  const coding = actual.toLowerCase();
  if (coding === 'identity' || response.bytes.byteLength === 0) return [];
  if (request.headers['accept-encoding']?.split(/\s*,\s*/).includes(`${coding};q=0`) === false) return [];
  const message = 'The body is compressed though Accept-Encoding forbids it (RFC 9110 §12.5.3).';
  return [faultOf(operation, { rule: 'encoding.unasked', message, expected: 'no Content-Encoding', actual })];
}

interface Circumstances {
  response: ReceivedResponse;
  /** Whether the contract has patterns that others wrote. */
  isOfOthers: boolean;
  /** JSON pointer to the description of the response in the contract. */
  place: string;
  signal: AbortSignal | undefined;
  /** Short bodies that took too long, by their place and text: they are not judged again. */
  slow: Map<string, Judgement>;
}

/** Time limit for judging a body, in milliseconds. */
const patience = 2000;

/** Size in bytes from which any body takes a while: a few of them together delay the handling of a signal. */
const longBody = 262_144;

let turn = Promise.resolve();

/** Waits for a turn of the event loop without other long bodies, so that signals are handled before and after. */
function ownTurn(): Promise<void> {
  turn = turn.then(() => new Promise<void>(setImmediate));
  return turn;
}

/** Size in bytes up to which no pattern of this package's contract takes long, as a test proves. */
const shortBody = 16_384;

/**
 * Judges a body. A body that may take long, by its size or by the patterns of others, gets 2 s at most.
 *
 * @throws NoVerdict if SIGINT arrives meanwhile, or if the body may take long and the signal is already aborted
 */
async function inTime(
  judge: () => Judgement,
  { response, isOfOthers, place, signal, slow }: Circumstances,
): Promise<Judgement> {
  if (!isOfOthers && response.bytes.byteLength <= shortBody) return judge();
  const isLong = response.bytes.byteLength > longBody;
  const text = (): string => `${place} ${Buffer.from(response.bytes.subarray(0, shortBody)).toString('latin1')}`;
  const known = slow.size > 0 && response.bytes.byteLength <= shortBody ? slow.get(text()) : undefined;
  if (known) return known;
  if (isLong) await ownTurn();
  if (signal?.aborted) throw stopped();
  try {
    const judged = await stoppable(judge, { milliseconds: patience, signal });
    if (isLong) await ownTurn();
    if (judged.stopped === 'signal' || signal?.aborted) throw stopped();
    if (judged.stopped === undefined) return judged.value;
    const result = undecided({ ...tooSlow(response), contract: place });
    if (response.bytes.byteLength <= shortBody) slow.set(text(), result);
    return result;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undecided({ ...tooLong(response), contract: place });
  }
}

function stopped(): NoVerdict {
  return new NoVerdict('run.stopped', 'The run was stopped.');
}

/** A drift, not a violation: the body may be right, but the check cannot prove it. */
function undecided(why: Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual' | 'contract'>): Judgement {
  return { deviations: [{ ...why, severity: 'drift', pointer: '' }], value: undefined };
}

function tooSlow({ bytes }: ReceivedResponse): Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'> {
  const seconds = `${patience / 1000} s`;
  return {
    rule: 'body.too-slow',
    message: `The check could not judge the body within ${seconds}${overPattern()}, so it may be wrong.`,
    expected: `a body that the check can judge within ${seconds}`,
    actual: `${bytes.byteLength} bytes that take longer`,
  };
}

/** For some texts, JavaScript's regular expressions need memory for each character, which is limited. */
function tooLong({ bytes }: ReceivedResponse): Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'> {
  return {
    rule: 'body.too-long',
    message: `The body contains a string that is too long to judge${overPattern()}, so it may be wrong.`,
    expected: 'strings short enough for the formats and patterns of the contract',
    actual: `${bytes.byteLength} bytes`,
  };
}

function overPattern(): string {
  const pattern = triedPattern();
  return pattern === undefined ? '' : ` because of the pattern ${shown(pattern)}`;
}
