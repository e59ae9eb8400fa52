import { isLoopback } from '../../../system/loopback.js';
import { caseSource } from '../../cases/source.js';
import { createJudge } from '../../judge/response.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { type Exchange, type SentRequest, unsent } from '../../model/exchange.js';
import { BrokenRun, NoVerdict } from '../../model/no-verdict.js';
import { type CheckOptions, defaultSettle, defaults, isPutBack } from '../../model/options.js';
import { type CreatedResource, type DifferingResource, stateNotes } from '../../model/report/state-report.js';
import { calledContract, callGate, type Scope } from '../../model/scope.js';
import { reportState } from '../../restore/report-state.js';
import type { Restoring } from '../../restore/restoring.js';
import { Fixtures } from '../../session/fixtures.js';
import { Notebook } from '../../session/notebook.js';
import { RunSession } from '../../session/run-session.js';
import type { WaitBudget } from '../../transport/pauses.js';
import { writeIntervalOf } from '../../transport/target.js';
import type { Transport } from '../../transport/transport.js';
import { type Ended, type Gather, type Gathered, learn } from '../report/gathered.js';
import { run } from '../run.js';
import { estimateOf } from './estimate.js';
import { Removal, sendIn } from './removing-creations.js';
import { reportUnasked, type Senders, type Source } from './unasked.js';

export interface ServerRunParts {
  options: CheckOptions;
  contract: CheckedContract;
  unsharded: Scope;
  gather: Gather;
  beginRestoring: ((session: RunSession) => Restoring) | undefined;
  /** `performance.now()` at which the run has to end. */
  endsAt: number | undefined;
  waits: WaitBudget;
  /** Whether to read everything once, and nothing else. */
  reads: 'quick' | 'wide' | undefined;
  /** The case of each request. */
  senders: Senders;
  /** Opens another transport to the server. @param alone whether each request uses its own connection */
  open: (connections: number, alone: boolean) => Transport;
}

/** Ends a run whose responses prove nothing. */
const doubted = new NoVerdict('run.doubted', 'The server sent data that no request had asked for.');
const askedAgain =
  'The server sent data that no request had asked for, so responses may belong to the wrong requests. Therefore all ' +
  'requests were sent again, each over a connection of its own; only these responses were judged.';

/** Milliseconds that a pending write may take after the run was stopped, and the removal of what it has created. */
const writeGrace = 3000;

/** The part of them after which the removal begins, whatever is pending. */
const pendingShare = 0.5;

/** Connections of the removal. */
const removalWidth = 4;

/** Milliseconds after which progress is shown again although nothing was received. */
const tick = 1000;

/** Why a run is incomplete, and whether it ended before all cases were sent. */
type End = Pick<Ended, 'stopped' | 'isCutOff'>;

/** A run against a server over one transport, which it closes. */
export class ServerRun {
  readonly #transport: Transport;
  readonly #parts: ServerRunParts;
  readonly #sources: readonly Source[] | undefined;
  readonly #gathered: Gathered;
  /** The contract without the operations that are never called. */
  readonly #called: CheckedContract;
  readonly #notebook: Notebook;
  readonly #session: RunSession;
  readonly #writes: NonNullable<CheckOptions['writes']>;
  readonly #isMock: boolean;
  readonly #estimate: ReturnType<typeof estimateOf>;
  readonly #began = performance.now();
  readonly #gate: ReturnType<typeof callGate>;
  #now = 'the first request';
  /** Requests under way: when a run is stopped, others may not have ended. */
  readonly #pending = new Set<Promise<Exchange>>();
  readonly #removal: Removal;
  /** Whether what the run has created was removed as far as the server lets it. */
  #isRemoved = false;
  /** The transport of the removal after the run was stopped, and whether its time is over. */
  #removing: Transport | undefined;
  #isOver = false;
  #requestsOfRemoval = 0;
  /** With `disposable`: what the run has created. */
  created: CreatedResource[] | undefined;

  /**
   * @param sources set in a second run, in which each request has its own connection: the cases after whose responses
   * the first run got unrequested data
   */
  constructor(transport: Transport, parts: ServerRunParts, sources?: readonly Source[]) {
    const { options, contract, gather, endsAt, waits } = parts;
    const { writes = 'none', concurrency, signal } = options;
    const { settle = isPutBack(writes) ? defaultSettle : 0 } = options;
    this.#transport = transport;
    this.#parts = parts;
    this.#sources = sources;
    this.#writes = writes;
    this.#isMock = options.target === 'mock';
    this.#gathered = gather(transport.redact);
    const { tally, scope } = this.#gathered;
    this.#notebook = new Notebook(calledContract(contract, scope));
    this.#called = this.#notebook.contract;
    this.#estimate = estimateOf({ contract, scope, writes, interval: writeIntervalOf(options) });
    this.#gate = callGate(contract, scope);
    this.#session = new RunSession({
      contract: this.#called,
      tally,
      concurrency,
      signal,
      waits,
      whyNotSent: (testCase) => this.#gate({ ...testCase, request: belowBase(testCase, options.baseUrl) }),
      judge: createJudge(contract, { isMock: this.#isMock, signal }),
      settle: settle * 1000,
      send: (testCase, operation, isProof = false) => this.#send(testCase, operation, isProof),
      accuse: (exchange, { rule, severity, message }) => {
        if (severity !== 'observation') transport.accuse(exchange, rule, message);
        if (this.#isDoubtful) throw doubted;
      },
      see: (testCase, operation, exchange, value) => {
        const isWrite = testCase.request.method.toLowerCase() === operation.method && operation.method !== 'get';
        if (isWrite && this.#session.isWriting) this.#notebook.noteWrite(testCase, exchange.response?.status ?? 0);
        learn(this.#gathered, { testCase: testCase, operation, exchange, value, isWriting: this.#session.isWriting });
        this.#showProgress();
      },
      endsAt,
    });
    this.#removal = new Removal(this.#session.creations, {
      called: this.#called,
      contract,
      whyNever: scope.whyNever,
    });
  }

  async #send(testCase: TestCase, operation: CheckedOperation, isProof: boolean): Promise<Exchange> {
    const request = belowBase(testCase, this.#parts.options.baseUrl);
    const isRepeatable = !this.#session.isWriting || /^(GET|HEAD)$/.test(request.method);
    this.#parts.senders.set(request, { testCase: testCase, operation, request, isRepeatable });
    const began = performance.now();
    const sending = this.#seen(request, operation, isProof || this.#isGuarded);
    this.#pending.add(sending);
    const exchange = await sending.finally(() => this.#pending.delete(sending));
    this.#gathered.tally.spend(operation.id, performance.now() - began);
    if (this.#isDoubtful) throw doubted;
    return exchange;
  }

  /** Sends a request, and notes what its response says about creations. */
  async #seen(request: SentRequest, operation: CheckedOperation, alone: boolean): Promise<Exchange> {
    if (this.#isCreating) this.#session.creations.sending(request);
    const exchange = await this.#transport.send(request, operation.security, { alone });
    if (this.#isCreating) this.#session.creations.saw(operation, exchange);
    return exchange;
  }

  #showProgress(): void {
    const { onProgress } = this.#parts.options;
    if (!onProgress) return;
    const { tally } = this.#gathered;
    const estimate = this.#estimate(tally.requests, performance.now() - this.#began);
    onProgress({ sent: tally.requests, ...estimate, now: this.#now, failing: tally.failing });
  }

  /** Writes to resources of others, and reads that prove their restoration, always have their own connections. */
  get #isGuarded(): boolean {
    return this.#session.isWriting && isPutBack(this.#writes);
  }

  get #isDoubtful(): boolean {
    return (
      !this.#sources &&
      this.#transport.unasked.length > 0 &&
      !this.#isGuarded &&
      this.#parts.options.signal?.aborted !== true
    );
  }

  /** Waits for late data if findings or restorations depend on the responses so far. */
  async #settled(): Promise<void> {
    const mayRest = this.#gathered.tally.failing > 0 || isPutBack(this.#writes);
    if (!this.#sources && !this.#isGuarded && mayRest) await this.#transport.settle();
    if (this.#isDoubtful) throw doubted;
  }

  /** @returns undefined if the run must be repeated with a connection for each request */
  async run(): Promise<Ended | undefined> {
    const { options, beginRestoring, endsAt } = this.#parts;
    this.#noteWhatIsKnown();
    const abort = (): void => this.#hurry();
    options.signal?.addEventListener('abort', abort, { once: true });
    const ending = endsAt === undefined ? undefined : setTimeout(abort, endsAt - performance.now() + 1);
    // Between two responses, time passes as well.
    const ticking = options.onProgress && setInterval(() => this.#showProgress(), tick);
    const own = beginRestoring?.(this.#session);
    let end: End = { stopped: undefined, isCutOff: false };
    let differing: readonly DifferingResource[] = [];
    try {
      end = await this.#runToEnd(own);
      // What this run has found again did not happen only once.
      const isFound = ({ testCase: { operationId }, deviation: { rule, pointer } }: Source): boolean =>
        this.#gathered.tally.has(`${rule}:${operationId}:${pointer}`);
      this.#noteSources((source) => source.isOnce === true && !isFound(source));
      this.#now = 'a last read of the written resources';
      if (own && end.stopped !== doubted) differing = await own.prove();
    } finally {
      if (end.stopped !== doubted) await own?.close();
      await this.#removeAfterStop(end.stopped === doubted);
      if (this.#isCreating) this.created = this.#removal.report(options.keep === true);
      this.#gathered.notes.push(...this.#session.notes);
      clearTimeout(ending);
      clearInterval(ticking);
      options.signal?.removeEventListener('abort', abort);
      await this.#transport.close();
    }
    return end.stopped === doubted ? undefined : this.#ended(end, own, differing);
  }

  /** Whether the run may create resources. */
  get #isCreating(): boolean {
    return this.#writes === 'disposable' && !this.#isMock;
  }

  get #isRemoving(): boolean {
    return this.#isCreating && this.#parts.options.keep !== true;
  }

  /** Number of requests sent so far, repeats included. */
  get requests(): number {
    return this.#transport.requests() + this.#requestsOfRemoval;
  }

  /** Ends a run that was stopped. Pending reads are cancelled; a pending write gets a moment to end. */
  #hurry(): void {
    const grace = writeGrace * (this.#isCreating ? pendingShare : 1);
    setTimeout(() => void this.#transport.close(), this.#session.isWriting ? grace : 0).unref();
    setTimeout(() => this.#leave(), writeGrace).unref();
  }

  /** Ends the removal of what a stopped run has created. */
  #leave(): void {
    this.#isOver = true;
    void this.#removing?.close();
  }

  /** Removes what a complete run has created, with requests like all others. */
  async #removeCreations(): Promise<void> {
    const { scope } = this.#gathered;
    if (!this.#isRemoving) return;
    this.#now = 'removal of what the run has created';
    await this.#removal.remove(sendIn(this.#session, scope));
    this.#isRemoved = true;
  }

  /** Removes what a run has created that was stopped, over connections of its own: the others may be closed by now. */
  async #removeAfterStop(isDoubtful: boolean): Promise<void> {
    if (!this.#isCreating || this.#isRemoved) return;
    await this.#pendingEnded();
    if (!this.#isRemoving) return;
    const transport = this.#parts.open(removalWidth, isDoubtful || this.#sources !== undefined);
    this.#removing = transport;
    // The server may be out of reach.
    setTimeout(() => this.#leave(), writeGrace).unref();
    try {
      await this.#removal.remove(
        async (testCase, operation) => {
          const { request } = testCase;
          if (this.#gate(testCase) !== undefined) return unsent(request);
          this.#session.creations.sending(request);
          const exchange = await transport.send(request, operation.security);
          this.#session.creations.saw(operation, exchange);
          return exchange;
        },
        () => this.#isOver,
      );
    } finally {
      await transport.close();
    }
    this.#requestsOfRemoval = transport.requests();
    this.#gathered.tally.requests += this.#requestsOfRemoval;
  }

  /** Resolves when no request is under way; those that take too long are cancelled. */
  async #pendingEnded(): Promise<void> {
    const closing = setTimeout(() => void this.#transport.close(), writeGrace * pendingShare);
    await Promise.allSettled([...this.#pending]);
    clearTimeout(closing);
  }

  #noteWhatIsKnown(): void {
    const { notes } = this.#gathered;
    if (!this.#transport.keyIsLongEnoughToSearch)
      notes.push('The key has fewer than 8 characters, too few to search responses for it.');
    if (this.#isMock)
      notes.push(
        'The target stores nothing: each response was judged alone. Unknown ids, HEAD, Allow and the effects of ' +
          'changes were not tested.',
      );
    this.#noteSources((source) => source.isOnce !== true);
    if (this.#sources) notes.push(askedAgain);
  }

  #noteSources(isMeant: (source: Source) => boolean): void {
    const { tally } = this.#gathered;
    for (const { testCase, deviation } of this.#sources?.filter(isMeant) ?? [])
      tally.add(testCase, unsent(testCase.request), deviation);
  }

  async #runToEnd(restoring: Restoring | undefined): Promise<End> {
    const { options, unsharded } = this.#parts;
    const { parameters = {}, seed = defaults.seed, runs = defaults.runs } = options;
    const { scope } = this.#gathered;
    const fixtures = new Fixtures(this.#notebook, parameters);
    try {
      await run({
        contract: this.#called,
        session: this.#session,
        fixtures: fixtures,
        source: {
          ...caseSource(this.#called, seed, fixtures),
          chosen: (key) => this.#session.creations.choose(key),
        },
        scope,
        writes: restoring || this.#writes === 'disposable' ? this.#writes : 'none',
        isMock: this.#isMock,
        isLocal: isLoopback(new URL(options.baseUrl).hostname),
        ...(this.#parts.reads && { reads: this.#parts.reads }),
        runs,
        unsharded,
        restoring,
        settled: () => this.#settled(),
        begin: (what) => {
          this.#now = what;
        },
        removeCreations: () => this.#removeCreations(),
      });
      await this.#session.finish();
      await this.#settled();
      return { stopped: this.#session.unanswered(scope.has), isCutOff: false };
    } catch (caught) {
      // Also after an error that should not happen, what was written is put back, and there is a report.
      const error = caught instanceof NoVerdict ? caught : new BrokenRun(caught);
      this.#session.end(error);
      await this.#session.counted();
      // The error may come from a response that belongs to another request.
      const stopped = await this.#settled().then(
        () => error,
        () => doubted,
      );
      return { stopped, isCutOff: true };
    }
  }

  #ended(end: End, restoring: Restoring | undefined, differing: readonly DifferingResource[]): Ended {
    const gathered = this.#gathered;
    reportUnasked(this.#transport.unasked, this.#parts.senders, gathered.tally);
    if (!restoring) return { gathered, ...end, created: this.created };
    reportState(gathered.tally, differing);
    const state = restoring.report();
    gathered.notes.push(...stateNotes(state, this.#writes));
    return { gathered, ...end, state };
  }
}

/** Removes the path of the base URL from a link, since the transport adds it again. */
function belowBase({ kind, request }: TestCase, baseUrl: string): TestCase['request'] {
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return kind === 'href' && base !== '' && request.path.startsWith(`${base}/`)
    ? { ...request, path: request.path.slice(base.length) }
    : request;
}
