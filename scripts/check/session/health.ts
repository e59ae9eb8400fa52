import { answerLine } from '../../answers/answer-text.js';
import { withoutSlash } from '../../contract/path-template.js';
import { sanitize } from '../../text/escape.js';
import { getOrCreate } from '../../text/group-by.js';
import { caseOfRead } from '../cases/reads.js';
import { isUnknownMethod } from '../judge/status.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { listShape } from '../model/contract/resources.js';
import {
  type Exchange,
  headerOf,
  isBusyResponse,
  isKeyRefusal,
  isQuietStream,
  isSuccess,
  resultOf,
} from '../model/exchange.js';
import { isNearKey } from '../model/near-key.js';
import { type Moment, MovedTarget, momentText, NoVerdict } from '../model/no-verdict.js';
import { type PathMove, pathMove, pathsQuestion } from '../model/path-move.js';
import type { WaitBudget } from '../transport/pauses.js';

export interface HealthSign {
  testCase: TestCase;
  operation: CheckedOperation;
  exchange: Exchange;
  moment: Moment;
}

interface OperationHealth {
  /** Whether requests without the key or with a wrong one succeed, so that success proves nothing about the key. */
  isPublic?: boolean;
  hasFailed?: boolean;
  hasTimedOut?: boolean;
  /** Whether a response was a stream that stayed open, so that further reads would also take long. */
  isStream?: boolean;
  /** Whether the operation still asked to wait after all retries. It gets one more chance when the server recovers. */
  isBusy?: boolean;
  hadSecondChance?: boolean;
  /** Whether a request with the key got a response that did not ask to wait. */
  hasResponded?: boolean;
  /** The last read of the operation that succeeded. */
  read?: TestCase;
}

/** Number of consecutive suspect responses (see `#isSuspect`) after which the run sends a control read. */
const suspectsUntilControlRead = 5;
/** Number of consecutive failing operations after which the run stops. */
const failingLimit = 5;
/** Maximum number of control reads, which repeat reads that succeeded. The first one with a clear result decides. */
const maxControlReads = 3;
/** Number of accepted writes to name in a message, one of each operation, since a write may have disabled the key. */
const maxNamedWrites = 3;
/** Kinds of test case that may request a path of another operation, or that are not ordinary reads. */
const unusualKinds = new Set<TestCase['kind']>(['href', 'spelling', 'undeclared-method', 'variation']);

const keyAdvice = 'Set DIRECTORY_API_KEY to a key that the server accepts.';
const lostKeyAdvice =
  'The key was revoked or has expired, or its session has ended. ' +
  'Set DIRECTORY_API_KEY to a key that stays valid for the whole run, then run the check again.';

/** Why requests of an operation are not sent. */
const timeoutReason =
  'A request of this operation timed out, so other requests of the operation were not sent. ' +
  'Allow more time with --timeout.';
const streamReason =
  'A response of this operation is a stream that stays open. ' +
  'Only its beginning was read, and other requests of the operation were not sent.';
const busyReason = 'The server repeatedly asked the check to wait, so some requests of this operation were not sent.';

const sessionAdvice = 'The key may belong to a session that has ended. Use a new key, then run the check again.';
const refusesKeyText = 'has refused the key';
const differsText = 'has been responding differently';

/** Decides from the exchanges whether a run may go on, a test case may be sent, and a response counts. */
export class Health {
  /** Number of successful responses to requests with the key. */
  successCount = 0;
  readonly #contract: CheckedContract;
  readonly #waits: WaitBudget | undefined;
  readonly #baseUrl: string;
  readonly #needsKey: boolean;
  /** The operations by id. An operation moves to the end when one of its reads succeeds. */
  readonly #operations = new Map<string, OperationHealth>();
  /** Operations that refuse the key, with the status, except operations that have accepted it since. */
  readonly #refusals = new Map<string, number>();
  /** Operations without a usable response so far: the moment of the first request, and the results of all requests. */
  readonly #silences = new Map<string, { moment: Moment; results: Set<string> }>();
  /** Operations that failed one after another, each with the moment of its first failure. */
  readonly #failures = new Map<string, Moment>();
  /** Consecutive suspect responses. They may mean that the server gives the same response to every request. */
  #suspects: HealthSign[] = [];
  #writes: HealthSign[] = [];
  #hasRead = false;
  /** Whether a request with the key got a usable response. */
  #hasResponded = false;

  constructor(contract: CheckedContract, waitBudget?: WaitBudget, baseUrl = 'http://127.0.0.1') {
    this.#contract = contract;
    this.#baseUrl = baseUrl;
    this.#waits = waitBudget;
    this.#needsKey = contract.operations.some(({ security }) => security.kind !== 'none');
  }

  /** @returns the reason to end the run after this exchange; after the first usable response, always undefined */
  note(sign: HealthSign): NoVerdict | undefined {
    const { testCase, operation, exchange } = sign;
    const { response } = exchange;
    const hasKey = testCase.request.key === 'right';
    const verdict = this.#hasResponded ? undefined : this.#earlyVerdict(sign);
    this.#hasResponded ||= hasKey && response !== undefined && !isKeyRefusal(response) && !isBusyResponse(response);
    if (verdict || exchange.attempts === 0) return verdict;
    if (this.#isSuspect(sign)) this.#suspects.push(sign);
    this.#noteFailure(sign);
    const otherWrites = this.#writes.filter(({ moment }) => moment.operationId !== sign.moment.operationId);
    if (isSuccess(response) && /^(?:POST|PUT|PATCH|DELETE)$/.test(testCase.request.method))
      this.#writes = [...otherWrites, sign].slice(-maxNamedWrites);
    this.#noteOperation(sign);
    if (!hasKey || !isSuccess(response)) return undefined;
    this.successCount += 1;
    const provesKey = operation.isKeyOptional !== true || this.#operations.get(operation.id)?.isPublic === false;
    if (!unusualKinds.has(testCase.kind) && this.#mayProveKey(operation) && (provesKey || !this.#needsKey))
      this.#clearSuspects();
    return undefined;
  }

  /** The reason to end the run because operations keep failing; undefined if the run goes on. */
  get verdict(): NoVerdict | undefined {
    if (this.#failures.size < failingLimit) return undefined;
    const [moment] = this.#failures.values();
    const sinceText = moment ? `, starting with ${momentText(moment)}` : '';
    const message = `The server failed on ${failingLimit} operations in a row${sinceText}; other tests were not run.`;
    return new NoVerdict('run.broken-server', message, moment);
  }

  /** Returns why a test case is not sent; undefined if it may be sent. */
  whySkipped({ operationId, expect }: TestCase): string | undefined {
    const { hasTimedOut, isStream, isBusy } = this.#operations.get(operationId) ?? {};
    if (hasTimedOut && expect !== 'refusal') return timeoutReason;
    if (isStream && expect !== 'refusal') return streamReason;
    return isBusy ? busyReason : undefined;
  }

  /** Whether the server may give every request a response like the last ones. Then its responses prove nothing yet. */
  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  /** Whether a control read must be sent before any other request. */
  get needsControlRead(): boolean {
    return this.#suspects.length >= suspectsUntilControlRead;
  }

  /** Whether the server may be responding like this to every request, because it is down or busy or rejects the key. */
  mayBeServerWideFailure({ request }: TestCase, exchange: Exchange): boolean {
    const { response } = exchange;
    if (!response) return this.#hasRead && isSilent(exchange);
    return request.key === 'right' && (isKeyRefusal(response) || isBusyResponse(response));
  }

  /**
   * Whether the failure of a read may be temporary, so that the read must be repeated. Call this before `note`: only
   * the first 5xx of each operation is repeated, since a server that always fails must not get twice as many requests.
   */
  mayBeTransientFailure(testCase: TestCase, exchange: Exchange): boolean {
    const { operationId, request } = testCase;
    return isReadRequest(request) && isServerError(testCase, exchange) && !this.#operations.get(operationId)?.hasFailed;
  }

  /**
   * Repeats a successful read, with the key, after suspect responses in a row. Until such a read succeeds, these
   * responses prove nothing. This distinguishes a revoked key, an expired session and an overloaded or stopped server
   * from operations that rightly refuse requests.
   *
   * @returns why the run cannot continue; undefined if it can
   */
  async runControlRead(
    send: (testCase: TestCase, operation: CheckedOperation) => Promise<Exchange>,
    mayCall: (testCase: TestCase) => boolean,
  ): Promise<NoVerdict | undefined> {
    const suspects = [...this.#suspects];
    const isAboutKey = suspects.some(mayBeAboutKey);
    for (const testCase of this.#controlReads(isAboutKey, mayCall)) {
      const operation = this.#contract.operation(testCase.operationId) as CheckedOperation;
      const exchange = await send(testCase, operation);
      const { response } = exchange;
      // The resource may have been deleted since the first read, so this response proves nothing.
      if (response?.status === 404 || response?.status === 410) continue;
      const health = this.#healthOf(operation.id);
      if (!isSuccess(response)) {
        const hasPublicOperation = [...this.#operations.values()].some(({ isPublic }) => isPublic);
        if (health.read === undefined && isKeyRefusal(response) && hasPublicOperation) continue;
        return this.#brokenVerdict(suspects, exchange, operation.id, health.read !== undefined);
      }
      if (isAboutKey && this.#needsKey && health.isPublic !== false) {
        // If the key is optional, a request without it succeeds. A service may still refuse a wrong key.
        const key = operation.isKeyOptional === true ? 'wrong' : 'none';
        const exchangeWithoutKey = await send({ ...testCase, request: { ...testCase.request, key } }, operation);
        health.isPublic = isSuccess(exchangeWithoutKey.response);
        if (health.isPublic) continue;
      }
      this.#noteRead(operation.id, testCase);
      this.#clearSuspects();
      return undefined;
    }
    return this.#unprovenVerdict(suspects, isAboutKey);
  }

  /** Returns a note about operations that refused the key although others accept it; undefined if there are none. */
  refusalNote(): string | undefined {
    const [status] = this.#refusals.values();
    if (status === undefined) return undefined;
    const reason = `the server refused the key (${status}), although it accepts the key for other operations`;
    return `${namesText([...this.#refusals.keys()])} could not be checked: ${reason}.`;
  }

  /** Returns why a finished run is incomplete: an operation got no usable response. Undefined if it is complete. */
  incompleteVerdict(
    operations: readonly CheckedOperation[],
    isCalled: (operation: CheckedOperation) => boolean,
  ): NoVerdict | undefined {
    // If a read was not sent, operations outside this list count, too: the read may have needed an id from them.
    const wasReadSkipped = operations.some((operation) => operation.method === 'get' && !isCalled(operation));
    const isListed = (id: string): boolean => operations.some((operation) => operation.id === id);
    const silences = [...this.#silences].filter(([id]) => wasReadSkipped || isListed(id));
    const [first] = silences;
    if (!first) return undefined;
    const [id, { moment }] = first;
    const results = [...new Set(silences.flatMap(([, each]) => [...each.results]))].join(' and ');
    const countAndPronoun = [`${silences.length} of ${operations.length} operations`, 'they'];
    const [subjectText, pronoun] = silences.length === 1 ? [id, 'it'] : countAndPronoun;
    const reason =
      `Since ${momentText(moment)}, no usable response has arrived for ${subjectText}, so ${pronoun} could not be ` +
      `tested: the requests got ${results}.`;
    return new NoVerdict('operation.unanswered', joinSentences(reason, this.#busyAdvice()), moment);
  }

  #healthOf(id: string): OperationHealth {
    return getOrCreate(this.#operations, id, () => ({}));
  }

  #noteOperation({ testCase, operation, exchange, moment: at }: HealthSign): void {
    const { id, kind, request } = testCase;
    const { response, failure } = exchange;
    const health = this.#healthOf(operation.id);
    if (isServerError(testCase, exchange)) health.hasFailed = true;
    if (failure?.code === 'transport.timeout') health.hasTimedOut = true;
    if (response?.isOpen) health.isStream = true;
    if (request.method === 'DELETE' && isSuccess(response)) this.#forgetReadsBelow(request.path);
    // A write with `once` is retried by its sender. A 503 to any other write proves nothing, since it is not retried.
    if (isBusyResponse(response) && !request.once && (response?.status === 429 || isReadRequest(request)))
      health.isBusy = true;
    if (request.key !== 'right') {
      // A key in another form contains the right key, and the other key is valid as well. So the success of a request
      // with such a key does not show that the operation is public.
      const containsKey = request.key === 'prefixed' || request.key === 'other' || isNearKey(request.key);
      const isOmissionAllowed = request.key === 'none' && operation.isKeyOptional === true;
      if (isSuccess(response) && !containsKey && !isOmissionAllowed) health.isPublic = true;
      return;
    }
    const isUsualKind = !unusualKinds.has(kind);
    if (isSuccess(response) && isUsualKind) {
      this.#refusals.delete(operation.id);
      const control = { ...testCase, id: `${id}/control` };
      // A later page may be gone when it is read again, and a cursor may expire.
      if (request.method === 'GET' && kind !== 'page') this.#noteRead(operation.id, control);
    }
    // A gateway may refuse a key at each path that it does not know, such as another spelling of a known path.
    const isKeyRefused = isUsualKind && isKeyRefusal(response) && operation.security.kind !== 'none';
    if (isKeyRefused && !this.#refusals.has(operation.id)) this.#refusals.set(operation.id, response?.status ?? 0);
    health.hasResponded ||= !isBusyResponse(response) && (!isSilent(exchange) || isQuietStream(operation, exchange));
    if (health.hasResponded) this.#silences.delete(operation.id);
    else
      getOrCreate(this.#silences, operation.id, () => ({ moment: at, results: new Set() })).results.add(
        resultOf(exchange),
      );
  }

  #noteRead(id: string, read: TestCase): void {
    const health = this.#healthOf(id);
    health.read = read;
    this.#operations.delete(id);
    this.#operations.set(id, health);
    this.#hasRead = true;
  }

  /** Forgets the reads of a deleted resource: for privacy, some services refuse these as they refuse a wrong key. */
  #forgetReadsBelow(deletedPath: string): void {
    const folderOf = (path: string): string => `${withoutSlash(path.split('?')[0] ?? '')}/`;
    for (const health of this.#operations.values())
      if (health.read && folderOf(health.read.request.path).startsWith(folderOf(deletedPath))) delete health.read;
  }

  /**
   * Whether the server may now give such a response to every request. Redirects and missing responses count only after
   * a read has succeeded, since before that they may be usual.
   */
  #isSuspect({ testCase, exchange: { response } }: HealthSign): boolean {
    if (response?.status === 429 || response?.status === 503) return true;
    const isUnusualResponse = this.#hasRead && (!response || (response.status >= 300 && response.status < 400));
    return testCase.request.key === 'right' && (isKeyRefusal(response) || isUnusualResponse);
  }

  #noteFailure({ testCase, exchange, moment }: HealthSign): void {
    const { response } = exchange;
    // After a read has succeeded, the control read detects a server that is gone or unavailable (RFC 9110 §15.6.4).
    if (this.#hasRead && response?.status === 503) return;
    const hasFailed = response ? isServerError(testCase, exchange) : !this.#hasRead;
    if (!hasFailed && response && !isBusyResponse(response)) this.#failures.clear();
    // The failure of a request without the right key says nothing about other requests.
    else if (hasFailed && testCase.request.key === 'right' && !this.#failures.has(testCase.operationId))
      this.#failures.set(testCase.operationId, moment);
  }

  /** Clears the suspect responses, since a success has shown that only some operations respond like this. */
  #clearSuspects(): void {
    if (new Set(this.#suspects.map(({ moment }) => moment.operationId)).size > 1)
      for (const health of this.#operations.values()) {
        if (!health.isBusy) continue;
        health.isBusy = health.hadSecondChance === true;
        health.hadSecondChance = true;
      }
    this.#suspects = [];
  }

  /** Whether a success of the operation may prove that the key is right; true for each one if none needs a key. */
  #mayProveKey(operation: CheckedOperation | undefined): boolean {
    if (!operation || !this.#needsKey) return true;
    return operation.security.kind !== 'none' && !this.#operations.get(operation.id)?.isPublic;
  }

  /** Returns the control reads to try: the last reads that succeeded; if no read has succeeded, a read of a list. */
  #controlReads(isAboutKey: boolean, mayCall: (testCase: TestCase) => boolean): readonly TestCase[] {
    const { operations, resolve } = this.#contract;
    const reads = [...this.#operations.values()].flatMap(({ read }) => read ?? []).reverse();
    const readsWithKey = reads.filter(({ operationId }) => this.#mayProveKey(this.#contract.operation(operationId)));
    const candidates = readsWithKey.length > 0 || isAboutKey ? readsWithKey : reads;
    if (candidates.length > 0) return candidates.slice(0, maxControlReads);
    const isPlainGet = ({ method, pathParameters }: CheckedOperation): boolean =>
      method === 'get' && pathParameters.length === 0;
    const plainReads = operations.filter((operation) => isPlainGet(operation) && this.#mayProveKey(operation));
    const callableOperations = plainReads.filter((operation) => mayCall(caseOfRead(operation, {}, 'control')));
    const list = callableOperations.find((operation) => listShape(operation, resolve)) ?? callableOperations[0];
    return list ? [caseOfRead(list, {}, 'control')] : [];
  }

  /** Returns why this exchange ends the run, if no earlier response was usable; undefined if the run goes on. */
  #earlyVerdict({ testCase, operation, exchange }: HealthSign): NoVerdict | undefined {
    const { request } = testCase;
    const { response, failure, earlierOutcomes } = exchange;
    if (failure && /^(target|tls)\./.test(failure.code)) return new NoVerdict(failure.code, failure.message);
    const movedVerdict = this.#movedVerdict({ testCase, operation, exchange });
    if (movedVerdict || request.key !== 'right') return movedVerdict;
    const status = response?.status;
    const challenge = (response && headerOf(response, 'www-authenticate')) ?? '';
    const requestText = `${request.method} ${request.path} returned ${status}.`;
    const noKeyMessage =
      `${requestText} The check sent no key, because the contract declares no kind of key that the check supports: ` +
      'bearer or basic authentication, or a key in a header, a query or a cookie. Use --auth to say how to send the ' +
      'key.';
    const refusalMessage = `The server refuses the key: ${requestText} ${keyAdvice}`;
    if (response && isKeyRefusal(response)) {
      const message = operation.security.kind === 'none' ? noKeyMessage : refusalMessage;
      const refusal = { status: response.status, testCase, operation, challenge };
      return new NoVerdict('key.refused', message, undefined, refusal);
    }
    const busyText = `Since the first request, the server has returned ${status} and asked the check to wait.`;
    return isBusyResponse(response) && earlierOutcomes
      ? new NoVerdict('target.busy', joinSentences(busyText, this.#busyAdvice()))
      : undefined;
  }

  /** Returns the verdict after a redirect that moves paths in a way that an answer can describe; else undefined. */
  #movedVerdict({ testCase, operation, exchange }: Omit<HealthSign, 'moment'>): NoVerdict | undefined {
    const { response } = exchange;
    const location = response && headerOf(response, 'location');
    // Only these redirects are permanent (RFC 9110 §15.4.2, §15.4.9).
    if (!response || location === undefined || ![301, 308].includes(response.status)) return undefined;
    if (operation.openErrors?.has('redirect') !== true) return undefined;
    const { path } = testCase.request;
    const move = pathMove(path, location, this.#baseUrl);
    if (!move) return undefined;
    const message =
      `The server redirects ${testCase.request.method} ${path} to ${sanitize(location, 200)} (${response.status}), ` +
      `and the check follows no redirects. ${describeMove(move)} If this is true of all paths, write below ` +
      `"answers:" in directory.answers.yaml: ${answerLine(pathsQuestion, { value: move })}`;
    return new MovedTarget(message, { move, testCase, operation, exchange });
  }

  /** Returns the verdict after a control read that failed. */
  #brokenVerdict(suspects: readonly HealthSign[], exchange: Exchange, id: string, hadSucceeded: boolean): NoVerdict {
    const { response, failure } = exchange;
    const [before, keyText] = hadSucceeded ? [', which had succeeded before', lostKeyAdvice] : ['', keyAdvice];
    const result = resultOf(exchange);
    const isSameResult = result === resultsText(suspects);
    const controlText = isSameResult ? `so does ${id}${before}` : `${id}${before && `${before},`} gets ${result}`;
    if (failure) {
      const code = failure.code.startsWith('transport.') ? 'target.lost' : failure.code;
      const advice = 'Make sure that the server is running, then run the check again.';
      return verdictSince(suspects, code, 'has been unreachable', controlText, advice);
    }
    const writes = this.#writesBefore(suspects);
    if (isKeyRefusal(response))
      return verdictSince(suspects, 'key.refused', refusesKeyText, controlText, writes, keyText);
    if (response?.status === 429 || response?.status === 503) {
      const what = response.status === 429 ? 'has been too busy' : 'has been unavailable';
      return verdictSince(suspects, 'target.busy', what, controlText, this.#busyAdvice());
    }
    return verdictSince(suspects, 'target.changed', differsText, controlText, writes, sessionAdvice);
  }

  /** Returns the verdict if none of the control reads has proven anything. */
  #unprovenVerdict(suspects: readonly HealthSign[], isAboutKey: boolean): NoVerdict {
    const publicIds = [...this.#operations].filter(([, { isPublic, read }]) => isPublic && read).map(([id]) => id);
    const successText =
      publicIds.length === 0 ? 'no read succeeds' : `only ${namesText(publicIds)} succeeded, without needing the key`;
    const writes = this.#writesBefore(suspects);
    if (isAboutKey) return verdictSince(suspects, 'key.refused', refusesKeyText, successText, writes, keyAdvice);
    return verdictSince(suspects, 'target.changed', differsText, successText, writes, sessionAdvice);
  }

  /** Returns a sentence about the last accepted writes before the suspect responses; empty if there were none. */
  #writesBefore([first]: readonly HealthSign[]): string {
    const { seconds = 0 } = first?.moment ?? {};
    const texts = this.#writes.toReversed().map(({ testCase: { request }, exchange, moment }) => {
      const secondsEarlier = Math.max(0, seconds - moment.seconds).toFixed(1);
      const line = `${request.method} ${sanitize(request.path, 100)}`;
      return `${line} (${moment.operationId}, ${resultOf(exchange)}) ${secondsEarlier} s before`;
    });
    return texts.length === 0 ? '' : `The last writes that the server accepted before that: ${texts.join('; ')}.`;
  }

  #busyAdvice(): string {
    const { isExceeded, seconds } = this.#waits ?? {};
    const waitText = isExceeded ? `The server asked for longer waits than --max-wait allows (${seconds} s). ` : '';
    const advice = 'To send fewer requests, use --only; to send one at a time, use --concurrency 1.';
    return `${waitText}Run the check again later. ${advice}`;
  }
}

function isReadRequest({ method }: TestCase['request']): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether the server fails with a 5xx, other than one that asks to wait or refuses an unknown method. */
function isServerError(testCase: TestCase, { response }: Exchange): boolean {
  if (!response || response.status < 500 || isBusyResponse(response)) return false;
  return !isUnknownMethod(testCase, response.status);
}

/** Whether the response is missing for a reason outside the request, such as a server that is down. */
function isSilent({ failure }: Exchange): boolean {
  return failure !== undefined && /^(target|tls)\.|^transport\.(reset|timeout)$/.test(failure.code);
}

function mayBeAboutKey({ exchange: { response } }: HealthSign): boolean {
  return response !== undefined && response.status < 429;
}

function resultsText(suspects: readonly HealthSign[]): string {
  return [...new Set(suspects.map(({ exchange }) => resultOf(exchange)))].join(' and ');
}

/**
 * Returns the verdict about a server that gives the suspect responses to every request.
 *
 * @param advice sentences for the end of the message
 */
function verdictSince(
  suspects: readonly HealthSign[],
  code: string,
  what: string,
  evidenceText: string,
  ...advice: string[]
): NoVerdict {
  const moment = suspects[0]?.moment;
  const sinceText = moment ? ` since ${momentText(moment)}` : '';
  const sentence = `The server ${what}${sinceText}: requests get ${resultsText(suspects)}, and ${evidenceText}.`;
  return new NoVerdict(code, joinSentences(sentence, ...advice), moment);
}

function namesText(ids: readonly string[]): string {
  return ids.length === 1 ? `${ids[0]}` : `${ids.length} operations, such as ${ids[0]},`;
}

function joinSentences(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(' ');
}

function describeMove({ slash, prefix }: PathMove): string {
  const slashText = slash === false ? 'The new path has no slash at the end.' : '';
  return joinSentences(slashText, prefix === undefined ? '' : `The new path begins with ${prefix}.`);
}
