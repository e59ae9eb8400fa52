import { isLoopback } from '../../../system/loopback.js';
import { caseSource } from '../../cases/source.js';
import { createJudge } from '../../judge/response.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { type Exchange, type SentRequest, unsentExchange } from '../../model/exchange.js';
import { BrokenRun, NoVerdict } from '../../model/no-verdict.js';
import { type CheckOptions, defaultSettle, defaults, isRestoring } from '../../model/options.js';
import type { ReadOptions } from '../../model/proposal.js';
import { type CreatedResource, type DifferingResource, stateNotes } from '../../model/report/state-report.js';
import type { RuleId } from '../../model/rules/index.js';
import { createCallGate, restrictContract, type Scope } from '../../model/scope.js';
import { addStateFindings } from '../../restore/report-state.js';
import type { Restoration } from '../../restore/restoration.js';
import { Fixtures } from '../../session/fixtures.js';
import { FactNotebook } from '../../session/notebook.js';
import { RunSession } from '../../session/run-session.js';
import type { Pace, WaitBudget } from '../../transport/pauses.js';
import { writeIntervalOf } from '../../transport/target.js';
import type { Transport } from '../../transport/transport.js';
import { type CreateRunData, type RunData, type RunResult, recordResponse } from '../report/run-data.js';
import { run } from '../run.js';
import { createEstimate } from './estimate.js';
import { type Culprit, reportLeftovers, type SentCases } from './find-culprits.js';
import { createCaseSender, Removal } from './removing-creations.js';

export interface ServerRunParts {
  options: CheckOptions;
  contract: CheckedContract;
  fullScope: Scope;
  createData: CreateRunData;
  beginRestoring: ((session: RunSession) => Restoration) | undefined;
  /** The value of `performance.now()` at which the run must end. */
  endsAt: number | undefined;
  waitBudget: WaitBudget;
  readOptions: ReadOptions;
  sentCases: SentCases;
  /** Whether the user has given the key of another identity. */
  hasOtherKey: boolean;
  /** Opens another transport to the server. @param hasOwnConnections whether each request uses its own connection */
  openTransport: (connections: number, hasOwnConnections: boolean, isUrgent?: boolean) => Transport;
  pace: Pace | undefined;
}

const doubtfulRunVerdict = new NoVerdict('run.doubted', 'The server sent data that no request had asked for.');
const repeatedRunNote =
  'The server sent data that no request had asked for, so responses may belong to the wrong requests. Therefore all ' +
  'requests were sent again, each over a connection of its own; only these responses were judged.';

/** Milliseconds that a stopped run may take to finish pending writes and to remove the resources that it created. */
const writeGracePeriod = 3000;

/** Fraction of `writeGracePeriod` after which the removal begins, even if requests are still pending. */
const removalStartFraction = 0.5;

/** Number of connections over which created resources are removed. */
const removalConnections = 4;

/** Milliseconds after which progress is shown again even if no response has arrived. */
const tickInterval = 1000;

type RunEnd = Pick<RunResult, 'stopReason' | 'isCutOff'>;

/** A run against a server over one transport. It closes the transport at its end. */
export class ServerRun {
  readonly #transport: Transport;
  readonly #parts: ServerRunParts;
  readonly #culprits: readonly Culprit[] | undefined;
  readonly #data: RunData;
  /** The contract without the operations that are never called. */
  readonly #restrictedContract: CheckedContract;
  readonly #notebook: FactNotebook;
  readonly #session: RunSession;
  readonly #writes: NonNullable<CheckOptions['writes']>;
  readonly #isMock: boolean;
  readonly #estimate: ReturnType<typeof createEstimate>;
  readonly #startTime = performance.now();
  readonly #gate: ReturnType<typeof createCallGate>;
  #currentStep = 'the first request';
  /** An error that was thrown while progress was shown between two responses. */
  #ownError: BrokenRun | undefined;
  /** Requests that were sent and have no result yet. Some may be pending when the run is stopped. */
  readonly #pending = new Set<Promise<Exchange>>();
  readonly #removal: Removal;
  /** Whether the run has removed the resources that it created, as far as the server allows. */
  #isRemoved = false;
  /** The transport with which a stopped run removes the created resources. `#isOver`: its time is over. */
  #removalTransport: Transport | undefined;
  #isOver = false;
  #removalRequests = 0;
  createdResources: CreatedResource[] | undefined;

  /**
   * @param culprits set in a second run, in which each request has its own connection: the test cases after whose
   * responses the first run received data that no request had asked for
   */
  constructor(transport: Transport, parts: ServerRunParts, culprits?: readonly Culprit[]) {
    const { options, contract, createData, endsAt, waitBudget } = parts;
    const { writes = 'none', concurrency, signal } = options;
    const { settle = isRestoring(writes) ? defaultSettle : 0 } = options;
    this.#transport = transport;
    this.#parts = parts;
    this.#culprits = culprits;
    this.#writes = writes;
    this.#isMock = options.target === 'mock';
    this.#data = createData(transport.redact);
    const { tally, scope } = this.#data;
    this.#notebook = new FactNotebook(restrictContract(contract, scope));
    this.#restrictedContract = this.#notebook.contract;
    this.#estimate = createEstimate({
      contract,
      scope,
      writes,
      interval: writeIntervalOf(options),
      rate: options.rate,
    });
    this.#gate = createCallGate(contract, scope);
    this.#session = new RunSession({
      contract: this.#restrictedContract,
      tally,
      concurrency,
      signal,
      waitBudget,
      baseUrl: options.baseUrl,
      whyNotSent: (testCase) => this.#gate({ ...testCase, request: withoutBasePath(testCase, options.baseUrl) }),
      judge: createJudge(contract, { isMock: this.#isMock, signal }),
      settleTime: settle * 1000,
      send: (testCase, operation, isProof = false) => this.#send(testCase, operation, isProof),
      onDeviation: (exchange, { rule, severity, message }) => {
        if (severity !== 'observation') transport.noteResponseError(exchange, rule, message);
        if (this.#isDoubtful) throw doubtfulRunVerdict;
      },
      onExchange: (testCase, operation, exchange, judgement) => {
        const isWrite = testCase.request.method.toLowerCase() === operation.method && operation.method !== 'get';
        if (isWrite && this.#session.isWriting) this.#notebook.noteWrite(testCase, exchange.response?.status ?? 0);
        recordResponse(this.#data, { testCase, operation, exchange, judgement, isWriting: this.#session.isWriting });
        this.#showProgress();
      },
      endsAt,
    });
    this.#removal = new Removal(this.#session.creations, {
      restrictedContract: this.#restrictedContract,
      contract,
      whyNeverCalled: scope.whyNeverCalled,
    });
  }

  async #send(testCase: TestCase, operation: CheckedOperation, isProof: boolean): Promise<Exchange> {
    const request = withoutBasePath(testCase, this.#parts.options.baseUrl);
    const isRepeatable = !this.#session.isWriting || /^(GET|HEAD)$/.test(request.method);
    this.#parts.sentCases.set(request, { testCase, operation, request, isRepeatable });
    const startTime = performance.now();
    const pendingExchange = this.#sendAndNote(request, operation, isProof);
    this.#pending.add(pendingExchange);
    const exchange = await pendingExchange.finally(() => this.#pending.delete(pendingExchange));
    this.#data.tally.addTime(operation.id, performance.now() - startTime);
    if (this.#isDoubtful) throw doubtfulRunVerdict;
    return exchange;
  }

  /** Sends a request, and records which resources it created, according to its response. */
  async #sendAndNote(request: SentRequest, operation: CheckedOperation, isProof: boolean): Promise<Exchange> {
    const wantsOwnConnection = isProof || this.#isGuarded;
    if (this.#isCreating) this.#session.creations.noteRequest(request);
    const exchange = await this.#transport.send(request, operation.security, { wantsOwnConnection });
    if (this.#isCreating) this.#session.creations.noteExchange(operation, exchange);
    return exchange;
  }

  #showProgress(): void {
    const { onProgress } = this.#parts.options;
    if (!onProgress) return;
    const { tally } = this.#data;
    const estimate = this.#estimate(tally.requestCount, performance.now() - this.#startTime);
    onProgress({ sent: tally.requestCount, ...estimate, now: this.#currentStep, failing: tally.failing });
  }

  /** Shows progress between two responses. An error here ends the run like any other, so that writes are undone. */
  #tick(): void {
    try {
      this.#showProgress();
    } catch (error) {
      this.#ownError ??= new BrokenRun(error);
      this.#session.end(this.#ownError);
    }
  }

  /** Whether each request needs a connection of its own: for writes to existing resources, and to prove restoration. */
  get #isGuarded(): boolean {
    return this.#session.isWriting && isRestoring(this.#writes);
  }

  get #isDoubtful(): boolean {
    return (
      !this.#culprits &&
      this.#transport.leftovers.length > 0 &&
      !this.#isGuarded &&
      this.#parts.options.signal?.aborted !== true
    );
  }

  /** Waits for unrequested data that may still arrive, if findings or restorations depend on the responses so far. */
  async #awaitLateData(): Promise<void> {
    const isWaitUseful = this.#data.tally.failing > 0 || isRestoring(this.#writes);
    if (!this.#culprits && !this.#isGuarded && isWaitUseful) await this.#transport.settle();
    if (this.#isDoubtful) throw doubtfulRunVerdict;
  }

  /** @returns undefined if the run must be repeated with a separate connection for each request */
  async run(): Promise<RunResult | undefined> {
    const { options, beginRestoring, endsAt } = this.#parts;
    this.#noteLimits();
    const abort = (): void => this.#endSoon();
    options.signal?.addEventListener('abort', abort, { once: true });
    const endTimer = endsAt === undefined ? undefined : setTimeout(abort, endsAt - performance.now() + 1);
    // Progress also shows the remaining time, which changes between two responses.
    const tickTimer = options.onProgress && setInterval(() => this.#tick(), tickInterval);
    const restoration = beginRestoring?.(this.#session);
    let end: RunEnd = { stopReason: undefined, isCutOff: false };
    let differingResources: readonly DifferingResource[] = [];
    try {
      end = await this.#runToEnd(restoration);
      // If the second run finds the same fault again, it was not a single event, and the report already contains it.
      const isSeenAgain = ({ testCase: { operationId }, deviation: { rule, pointer } }: Culprit): boolean =>
        this.#data.tally.has(`${rule}:${operationId}:${pointer}`);
      this.#reportCulprits((culprit) => culprit.isOneOff === true && !isSeenAgain(culprit));
      this.#currentStep = 'a last read of the written resources';
      if (restoration && end.stopReason !== doubtfulRunVerdict)
        differingResources = await restoration.proveFinalStates();
    } finally {
      if (end.stopReason !== doubtfulRunVerdict) await restoration?.close();
      await this.#removeAfterStop(end.stopReason === doubtfulRunVerdict);
      if (this.#isCreating) {
        const rule = 'delete.kept' satisfies RuleId;
        const keepsDeleted = (operationId: string): boolean => this.#data.tally.has(`${rule}:${operationId}:`);
        this.createdResources = this.#removal.report(options.keep === true, keepsDeleted);
      }
      this.#data.notes.push(...this.#session.notes);
      clearTimeout(endTimer);
      clearInterval(tickTimer);
      options.signal?.removeEventListener('abort', abort);
      await this.#transport.close();
    }
    if (end.stopReason === doubtfulRunVerdict) return undefined;
    // The session does not send the last reads. An error while progress is shown during them is only in `#ownError`.
    return this.#buildResult({ ...end, stopReason: end.stopReason ?? this.#ownError }, restoration, differingResources);
  }

  get #isCreating(): boolean {
    return this.#writes === 'disposable' && !this.#isMock;
  }

  get #isRemoving(): boolean {
    return this.#isCreating && this.#parts.options.keep !== true;
  }

  /** Number of requests sent so far, repeats included. */
  get requests(): number {
    return this.#transport.countRequests() + this.#removalRequests;
  }

  /** Ends a run that was stopped. Pending reads are cancelled; a pending write gets some time to finish. */
  #endSoon(): void {
    if (this.#parts.pace) this.#parts.pace.isLifted = true;
    const gracePeriod = writeGracePeriod * (this.#isCreating ? removalStartFraction : 1);
    setTimeout(() => void this.#transport.close(), this.#session.isWriting ? gracePeriod : 0).unref();
    setTimeout(() => this.#endRemoval(), writeGracePeriod).unref();
  }

  #endRemoval(): void {
    this.#isOver = true;
    void this.#removalTransport?.close();
  }

  /** Removes the resources that a complete run has created. These requests go through the session like all others. */
  async #removeCreations(): Promise<void> {
    const { scope } = this.#data;
    if (!this.#isRemoving) return;
    this.#currentStep = 'removal of the created resources';
    await this.#removal.remove(createCaseSender(this.#session, scope));
    this.#isRemoved = true;
  }

  /** Removes the resources that a stopped run has created, over new connections: the old ones may already be closed. */
  async #removeAfterStop(isDoubtful: boolean): Promise<void> {
    if (!this.#isCreating || this.#isRemoved) return;
    await this.#awaitPending();
    if (!this.#isRemoving) return;
    const hasOwnConnections = isDoubtful || this.#culprits !== undefined;
    const transport = this.#parts.openTransport(removalConnections, hasOwnConnections, true);
    this.#removalTransport = transport;
    // The removal has a time limit, since the server may be unreachable.
    setTimeout(() => this.#endRemoval(), writeGracePeriod).unref();
    try {
      await this.#removal.remove(
        async (testCase, operation) => {
          const { request } = testCase;
          if (this.#gate(testCase) !== undefined) return unsentExchange(request);
          this.#session.creations.noteRequest(request);
          const exchange = await transport.send(request, operation.security);
          this.#session.creations.noteExchange(operation, exchange);
          return exchange;
        },
        () => this.#isOver,
      );
    } finally {
      await transport.close();
    }
    this.#removalRequests = transport.countRequests();
    this.#data.tally.requestCount += this.#removalRequests;
  }

  /** Resolves when no request is pending. Requests that take too long are cancelled. */
  async #awaitPending(): Promise<void> {
    const closeTimer = setTimeout(() => void this.#transport.close(), writeGracePeriod * removalStartFraction);
    await Promise.allSettled([...this.#pending]);
    clearTimeout(closeTimer);
  }

  #noteLimits(): void {
    const { notes } = this.#data;
    if (!this.#transport.isKeySearchable)
      notes.push('The key has fewer than 8 characters, so responses were not searched for it.');
    if (this.#isMock)
      notes.push(
        'The target stores nothing, so each response was judged alone. Unknown ids, HEAD, Allow and the effects of ' +
          'changes were not tested.',
      );
    this.#reportCulprits((culprit) => culprit.isOneOff !== true);
    if (this.#culprits) notes.push(repeatedRunNote);
  }

  #reportCulprits(isWanted: (culprit: Culprit) => boolean): void {
    const { tally } = this.#data;
    for (const { testCase, deviation } of this.#culprits?.filter(isWanted) ?? [])
      tally.add(testCase, unsentExchange(testCase.request), deviation);
  }

  async #runToEnd(restoration: Restoration | undefined): Promise<RunEnd> {
    const { options, fullScope, readOptions } = this.#parts;
    const { readMode, shouldContinue = () => false } = readOptions;
    const { parameters = {}, seed = defaults.seed, runs = defaults.runs } = options;
    const { scope } = this.#data;
    const fixtures = new Fixtures(this.#notebook, parameters);
    try {
      await run({
        contract: this.#restrictedContract,
        session: this.#session,
        fixtures,
        source: {
          ...caseSource(this.#restrictedContract, seed, fixtures),
          acceptedBody: (operation) => this.#notebook.findAcceptedBody(operation),
          noteUnusedId: (key) => this.#session.creations.noteChosenId(key),
        },
        scope,
        writes: restoration || this.#writes === 'disposable' ? this.#writes : 'none',
        isMock: this.#isMock,
        isLocal: isLoopback(new URL(options.baseUrl).hostname),
        ...(readMode && { reads: readMode }),
        shouldContinue: () => shouldContinue(this.#data.evidence.proposals()),
        runs,
        fullScope,
        restoration,
        ...(this.#parts.hasOtherKey && { shared: options.shared ?? [] }),
        awaitProof: () => this.#awaitLateData(),
        onStepBegin: (step) => {
          this.#currentStep = step;
        },
        removeCreations: () => this.#removeCreations(),
      });
      await this.#session.finish();
      await this.#awaitLateData();
      return { stopReason: this.#session.incompleteVerdict(scope.has), isCutOff: false };
    } catch (cause) {
      // Even after an error that should not happen, the written values are put back, and a report is written.
      const error = cause instanceof NoVerdict ? cause : new BrokenRun(cause);
      this.#session.end(error);
      await this.#session.waitForRepeats();
      // The error may come from a response that belongs to another request.
      const stopReason = await this.#awaitLateData().then(
        () => error,
        () => doubtfulRunVerdict,
      );
      return { stopReason, isCutOff: true };
    }
  }

  #buildResult(end: RunEnd, restoration: Restoration | undefined, differing: readonly DifferingResource[]): RunResult {
    const data = this.#data;
    reportLeftovers(this.#transport.leftovers, this.#parts.sentCases, data.tally);
    if (!restoration) return { data, ...end, createdResources: this.createdResources };
    addStateFindings(data.tally, differing);
    const state = restoration.report();
    data.notes.push(...stateNotes(state, this.#writes));
    return { data, ...end, state };
  }
}

/** Returns a link's request without the path of the base URL, since the transport adds this path again. */
function withoutBasePath({ kind, request }: TestCase, baseUrl: string): TestCase['request'] {
  const basePath = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return kind === 'href' && basePath !== '' && request.path.startsWith(`${basePath}/`)
    ? { ...request, path: request.path.slice(basePath.length) }
    : request;
}
