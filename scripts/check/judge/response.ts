import { isJson } from '../../contract/json-success.js';
import { takeStoppedPattern } from '../../contract/pattern.js';
import { escapeToken } from '../../contract/pointer.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { runInterruptibly } from '../../system/time-limit.js';
import { makeDeviation, type RuleBreach } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import { sentFields } from '../model/contract/body-encoding.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { type CheckedOperation, isSameMedia } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { blamesOtherField } from '../model/error-body.js';
import {
  type Exchange,
  type ExchangeResponse,
  type Failure,
  headerOf,
  isBusyResponse,
  isQuietStream,
  isSuccess,
} from '../model/exchange.js';
import { NoVerdict } from '../model/no-verdict.js';
import { isInFamily } from '../model/rules/index.js';
import { type Judgement, judgeContent } from './content.js';
import { judgeAllow, judgeHeaders } from './headers.js';
import { judgeStatus, responseFor } from './status.js';

export interface JudgeOptions {
  /** Whether the server is a mock that stores nothing, so that the check does not expect the behaviour of a service. */
  isMock: boolean;
  /** Once this signal is aborted, bodies that may take long are no longer judged. */
  signal?: AbortSignal | undefined;
}

export type ExchangeJudge = (testCase: TestCase, exchange: Exchange) => Promise<Judgement>;

/**
 * Returns the function that checks exchanges against a contract. The same exchange always gets the same result. A body
 * may take at most 2 s to judge; a body that takes longer is a finding.
 *
 * The function rejects with NoVerdict if SIGINT arrives while it judges, or if a body may take long and the run was
 * already stopped.
 */
export function createJudge(contract: CheckedContract, options: JudgeOptions): ExchangeJudge {
  const slowBodies = new Map<string, Judgement>();
  return async (testCase, exchange) => {
    const operation = contract.operation(testCase.operationId);
    const { response, failure, repeatsKey = false } = exchange;
    if (!operation) return { deviations: [] };
    if (!response) {
      const isFailureExcused = exchange.isLost || isQuietStream(operation, exchange);
      return { deviations: failure && !isFailureExcused ? [failureDeviation(operation, failure)] : [] };
    }
    const busyResponse = isBusyResponse(response) ? response : exchange.busyResponse;
    const busySpec = busyResponse && responseFor(operation, busyResponse.status);
    // A response that asks the client to come back later is judged only by its headers.
    const busyDeviations = busySpec ? judgeHeaders(contract, operation, busySpec, busyResponse) : [];
    if (busyResponse === response) return { deviations: busyDeviations };
    const statusDeviations = judgeStatus(operation, testCase, response.status, headerOf(response, 'location'));
    const deviations = [
      ...busyDeviations,
      ...statusDeviations.filter(({ rule }) =>
        rule.endsWith('-accepted')
          ? !isOtherPage(operation, response)
          : !isInFamily(rule, 'request', 'refusal') || !blamesOtherField(contract, operation, testCase, response),
      ),
      ...compressionDeviations(operation, testCase, response),
    ];
    if (!options.isMock && testCase.kind !== 'href')
      deviations.push(...judgeAllow(contract, operation, testCase, response));
    const responseSpec = isForOtherOperation(testCase, response, operation)
      ? undefined
      : responseFor(operation, response.status);
    if (testCase.request.method === 'HEAD') return { deviations };
    const judgement = await judgeInTime(
      () => judgeContent({ contract, operation, responseSpec, response, repeatsKey: repeatsKey && !options.isMock }),
      {
        response,
        hasUnknownPatterns: contract.hasUnknownPatterns,
        location: responseSpec?.pointer ?? operation.pointer,
        signal: options.signal,
        slowBodies,
      },
    );
    if (responseSpec) deviations.push(...judgeHeaders(contract, operation, responseSpec, response));
    deviations.push(...findRepeatedSecrets(contract, operation, testCase, response));
    return { ...judgement, deviations: [...deviations, ...judgement.deviations] };
  };
}

/** Whether the contract does not describe the response, since the request may belong to another operation. */
function isForOtherOperation(
  { kind, allows = [] }: TestCase,
  { status }: ExchangeResponse,
  { responses }: CheckedOperation,
): boolean {
  if (kind === 'undeclared-method' || kind === 'spelling' || kind === 'href') return true;
  // A proxy may refuse an unusual id with a status that the contract does not list.
  return allows.includes(status) && (kind !== 'variation' || !responses.some((each) => each.status === String(status)));
}

/** Minimum length of a secret in a refusal; a shorter string may be there by chance. */
const minSecretLength = 8;

/** Reports values of write-only fields that a refusal repeats. */
function findRepeatedSecrets(
  contract: CheckedContract,
  operation: CheckedOperation,
  { request }: TestCase,
  { status, bytes }: ExchangeResponse,
): Deviation[] {
  if (status < 400 || request.body === undefined) return [];
  const fields = [...fieldsOf(contract, operation.body?.schema ?? {}).properties];
  const secretNames = fields.filter(([, schema]) => contract.resolve(schema).writeOnly === true).map(([name]) => name);
  if (secretNames.length === 0) return [];
  const sentValues = sentFields(request.body, operation);
  const text = new TextDecoder().decode(bytes);
  return secretNames.flatMap((name) => {
    const value = sentValues?.[name];
    if (typeof value !== 'string' || value.length < minSecretLength || !text.includes(value)) return [];
    const message = `An error response repeats the value of ${JSON.stringify(name)}, which is write-only.`;
    const texts = { message, expected: 'no such value', actual: `status ${status}` };
    return [makeDeviation(operation, { rule: 'field.write-only', pointer: `/${escapeToken(name)}`, ...texts })];
  });
}

/** Whether a success has none of the media types of the operation, like a page that a website shows for any path. */
export function isOtherPage({ responses }: CheckedOperation, response: ExchangeResponse): boolean {
  const type = headerOf(response, 'content-type');
  const bodies = responses.flatMap((each) => (each.status.startsWith('2') ? each.bodies : []));
  const isListed = (listedType: string): boolean => type === undefined || isJson(type) || isSameMedia(listedType, type);
  return isSuccess(response) && bodies.length > 0 && !bodies.some(({ media }) => isListed(media));
}

function failureDeviation(operation: CheckedOperation, { code, message }: Failure): Deviation {
  return makeDeviation(operation, { rule: code, message, expected: 'a response', actual: 'no response' });
}

/** Reports a body that is compressed although the request forbids it. */
function compressionDeviations(
  operation: CheckedOperation,
  { request }: TestCase,
  response: ExchangeResponse,
): Deviation[] {
  const actual = String(response.headers['content-encoding'] ?? 'identity');
  const coding = actual.toLowerCase();
  if (coding === 'identity' || response.bytes.byteLength === 0) return [];
  if (request.headers['accept-encoding']?.split(/\s*,\s*/).includes(`${coding};q=0`) === false) return [];
  const message = 'The body is compressed, although Accept-Encoding forbids it (RFC 9110 §12.5.3).';
  return [makeDeviation(operation, { rule: 'encoding.unasked', message, expected: 'no Content-Encoding', actual })];
}

interface JudgingContext {
  response: ExchangeResponse;
  hasUnknownPatterns: boolean;
  /** JSON pointer to the description of the response in the contract. */
  location: string;
  signal: AbortSignal | undefined;
  /** Results for short bodies that took too long, by their place and text, so that they are not judged again. */
  slowBodies: Map<string, Judgement>;
}

/** Time limit for judging a body, in milliseconds. */
const timeLimit = 2000;

/** Size in bytes from which any body takes some time. Several of them in a row would delay the handling of a signal. */
const longBodySize = 262_144;

let lastTurn = Promise.resolve();

/** Waits until the event loop has run between two long bodies, so that signals are handled. */
function waitForTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise<void>(setImmediate));
  return lastTurn;
}

/** Size in bytes up to which no pattern of this package's own contract takes long. A test proves this. */
const safeBodySize = 16_384;

/**
 * Judges a body. A body that may take long, because of its size or the patterns of another contract, gets at most 2 s.
 *
 * @throws NoVerdict if SIGINT arrives meanwhile, or if the body may take long and the signal is already aborted
 */
async function judgeInTime(
  judge: () => Judgement,
  { response, hasUnknownPatterns, location: place, signal, slowBodies }: JudgingContext,
): Promise<Judgement> {
  if (!hasUnknownPatterns && response.bytes.byteLength <= safeBodySize) return judge();
  const isLong = response.bytes.byteLength > longBodySize;
  const cacheKey = (): string => `${place} ${Buffer.from(response.bytes.subarray(0, safeBodySize)).toString('latin1')}`;
  const cachedJudgement =
    slowBodies.size > 0 && response.bytes.byteLength <= safeBodySize ? slowBodies.get(cacheKey()) : undefined;
  if (cachedJudgement) return cachedJudgement;
  if (isLong) await waitForTurn();
  if (signal?.aborted) throw createStopVerdict();
  try {
    const outcome = await runInterruptibly(judge, { milliseconds: timeLimit, signal });
    if (isLong) await waitForTurn();
    if (outcome.stoppedBy === 'signal' || signal?.aborted) throw createStopVerdict();
    if (outcome.stoppedBy === undefined) return outcome.value;
    const result = toDriftJudgement({ ...tooSlowBreach(response), contract: place });
    if (response.bytes.byteLength <= safeBodySize) slowBodies.set(cacheKey(), result);
    return result;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return toDriftJudgement({ ...tooLongBreach(response), contract: place });
  }
}

function createStopVerdict(): NoVerdict {
  return new NoVerdict('run.stopped', 'The run was stopped.');
}

/** Returns a drift and not a violation: the body may be right, but the check cannot prove that. */
function toDriftJudgement(breach: RuleBreach & Pick<Deviation, 'contract'>): Judgement {
  return { deviations: [{ ...breach, severity: 'drift', pointer: '' }], value: undefined };
}

function tooSlowBreach({ bytes }: ExchangeResponse): RuleBreach {
  const seconds = `${timeLimit / 1000} s`;
  return {
    rule: 'body.too-slow',
    message: `The check could not judge the body within ${seconds}${patternReason()}, so the body may be wrong.`,
    expected: `a body that the check can judge within ${seconds}`,
    actual: `${bytes.byteLength} bytes that take longer`,
  };
}

/** Describes a body with too long a string: for some strings, regular expressions need memory for each character. */
function tooLongBreach({ bytes }: ExchangeResponse): RuleBreach {
  return {
    rule: 'body.too-long',
    message: `The body contains a string that is too long to judge${patternReason()}, so the body may be wrong.`,
    expected: 'strings short enough for the formats and patterns of the contract',
    actual: `${bytes.byteLength} bytes`,
  };
}

function patternReason(): string {
  const pattern = takeStoppedPattern();
  return pattern === undefined ? '' : ` because of the pattern ${formatValue(pattern)}`;
}
