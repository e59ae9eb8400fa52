import type { Judgement } from '../judge/content.js';
import type { ExchangeJudge } from '../judge/response.js';
import { makeDeviation } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { Deviation } from '../model/deviation.js';
import { type Exchange, isBusyResponse } from '../model/exchange.js';
import { type Moment, NoVerdict } from '../model/no-verdict.js';
import { isInFamily } from '../model/rules/index.js';
import type { Tally } from '../model/tally.js';
import type { WaitBudget } from '../transport/pauses.js';
import { Creations } from './creations.js';
import { Health } from './health.js';
import { type Outcome, outcomeOf, type ResponseUse, unsentOutcome } from './outcome.js';
import { type HoldBackTest, Notes, Session } from './session.js';
import { StrongEtags } from './strong-etags.js';
import { ConcurrencyLimiter, runParallel } from './turns.js';

/** Number of tasks to start for each concurrent request. It is above 1, since some tasks wait for others. */
const tasksPerRequest = 4;

/** Milliseconds to wait before a failed read is repeated, so that a temporary fault has time to end. */
const pauseBeforeRepeat = 120;

/** Sends test cases one by one or in parallel, judges each response, and counts requests and results. */
export class RunSession extends Session {
  readonly contract: CheckedContract;
  readonly tally: Tally;
  readonly settleTime: number;
  readonly creations: Creations;
  readonly baseUrl: string;
  /** Whether the run has begun to write. */
  isWriting = false;
  /** Whether a list or a resource came in an object that the contract does not describe, so that ids are guesses. */
  hasGuessedEnvelope = false;
  readonly #options: SessionOptions;
  readonly #turns: ConcurrencyLimiter;
  readonly notes = new Notes();
  readonly #etags = new StrongEtags();
  readonly #startTime = performance.now();
  /** Repetitions of failed reads that have not finished yet. */
  readonly #repeats = new Set<Promise<Outcome>>();
  readonly #health: Health;
  /** Work that waits until it is known whether suspect responses concern only some operations, or the whole server. */
  readonly #postponedWork: (() => void)[] = [];
  #pendingControl: Promise<void> | undefined;
  #verdict: NoVerdict | undefined;

  constructor(options: SessionOptions) {
    super();
    this.#options = options;
    this.contract = options.contract;
    this.tally = options.tally;
    this.baseUrl = options.baseUrl ?? 'http://127.0.0.1';
    this.settleTime = options.settleTime;
    this.creations = new Creations(options.contract, { areCreationsCertain: options.areCreationsCertain });
    this.tally.planReplay = (...parts) => this.creations.creationTrail.planReplay(...parts);
    this.#turns = new ConcurrencyLimiter(options.concurrency);
    this.#health = new Health(options.contract, options.waitBudget, this.baseUrl);
  }

  get maxParallel(): number {
    return this.#turns.maxConcurrency;
  }

  get sendsOneByOne(): boolean {
    return this.maxParallel === 1;
  }

  each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return runParallel(items, this.sendsOneByOne ? 1 : tasksPerRequest * this.maxParallel, work);
  }

  tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return runParallel(items, 1, work);
  }

  async send(testCase: TestCase, use: ResponseUse = 'judged', isHeldBack?: HoldBackTest): Promise<Outcome> {
    const operation = this.contract.operation(testCase.operationId);
    if (!operation) throw new Error(`The contract has no operation ${testCase.operationId}.`);
    if (this.#pendingControl) await this.#pendingControl;
    this.throwIfEnded();
    const reason = this.#options.whyNotSent?.(testCase) ?? this.#health.whySkipped(testCase);
    if (reason !== undefined) return this.#skipCase(testCase, reason);
    this.creations.sentValues.note(testCase, operation);
    const { exchange, isDoubtful } = await this.#sendInTurn(testCase, operation);
    const { status = 0 } = exchange.response ?? {};
    if (status >= 400 && status < 500) this.creations.sentValues.forgetWrongValues(testCase, operation);
    const options = { use, isHeldBack };
    if (!isDoubtful || use === 'preparing') return this.#judgeAndCount(testCase, operation, exchange, options);
    const repeatedOutcome = this.#judgeRepeated(testCase, operation, exchange, options);
    this.#repeats.add(repeatedOutcome);
    return repeatedOutcome.finally(() => this.#repeats.delete(repeatedOutcome));
  }

  /** Repeats a failed read. If the repetition succeeds, the failure counts as less severe. */
  async #judgeRepeated(
    testCase: TestCase,
    operation: CheckedOperation,
    exchange: Exchange,
    options: CountOptions,
  ): Promise<Outcome> {
    const repeatedExchange = await this.#repeatRead(testCase, operation);
    const { response } = repeatedExchange ?? {};
    const hasFailurePassed = response !== undefined && response.status < 500 && !isBusyResponse(response);
    const firstOutcome = await this.#judgeAndCount(testCase, operation, exchange, { ...options, hasFailurePassed });
    return repeatedExchange ? this.#judgeAndCount(testCase, operation, repeatedExchange, options) : firstOutcome;
  }

  /** Ends the run. Requests that still wait for their turn are not sent. */
  end(verdict: NoVerdict): void {
    this.#verdict ??= verdict;
  }

  /** Resolves when all repetitions have ended, so that failures before the end of the run are counted. */
  async waitForRepeats(): Promise<void> {
    await Promise.allSettled([...this.#repeats]);
  }

  /** Sends a request in its turn, and notes what its response reveals about the state of the server. */
  async #sendInTurn(
    testCase: TestCase,
    operation: CheckedOperation,
    isProof = false,
  ): Promise<{ exchange: Exchange; isDoubtful: boolean }> {
    await this.#turns.enter();
    try {
      // The run may have ended while this request waited for its turn.
      this.throwIfEnded();
      const exchange = await this.#options.send(testCase, operation, isProof);
      // A failure after the run was stopped is not the server's fault.
      if (exchange.failure) this.throwIfEnded();
      // The sender of a write with `once` must know its outcome, even after the end of the run, to undo the write.
      if (this.#verdict && !testCase.request.once) {
        this.tally.requestCount += exchange.attempts;
        throw this.#verdict;
      }
      // Responses are noted before they are judged, to keep their order: a long body takes longer to judge.
      const isDoubtful = this.#health.mayBeTransientFailure(testCase, exchange);
      this.#turns.note(exchange);
      const verdict = this.#health.note({ testCase, operation, exchange, moment: this.#momentOf(operation.id) });
      this.#runPostponed();
      this.#verdict ??= verdict;
      if (verdict) throw verdict;
      return { exchange, isDoubtful };
    } finally {
      this.#turns.leave();
    }
  }

  #runPostponed(): void {
    if (!this.#health.hasSuspects) for (const work of this.#postponedWork.splice(0, Infinity)) work();
  }

  /** Repeats a failed read after a pause. Returns undefined if the run may send nothing more. */
  async #repeatRead(testCase: TestCase, operation: CheckedOperation): Promise<Exchange | undefined> {
    await new Promise((resolve) => setTimeout(resolve, pauseBeforeRepeat));
    if (this.#pendingControl) await this.#pendingControl;
    try {
      return (await this.#sendInTurn(testCase, operation, true)).exchange;
    } catch (error) {
      // The failure is reported nevertheless. The next request ends the run.
      if (error instanceof NoVerdict) return undefined;
      throw error;
    }
  }

  async #judgeAndCount(
    testCase: TestCase,
    operation: CheckedOperation,
    exchange: Exchange,
    { use, isHeldBack, hasFailurePassed = false }: CountOptions,
  ): Promise<Outcome> {
    const rawJudgement = await this.#options.judge(testCase, exchange);
    const deviations = [...rawJudgement.deviations, ...this.#etags.note(testCase, operation, exchange)]
      .filter((deviation) => !this.creations.sentValues.explains(deviation))
      .map((deviation) => (hasFailurePassed ? toTransientFailure(operation, deviation) : deviation));
    const judgement = { ...rawJudgement, deviations };
    this.creations.creationTrail.noteExchange(testCase, exchange, judgement);
    this.hasGuessedEnvelope ||= judgement.guess !== undefined;
    for (const deviation of deviations) this.#options.onDeviation?.(exchange, deviation);
    if (use === 'preparing') this.tally.requestCount += exchange.attempts;
    else {
      const findings = use === 'judged' ? deviations.filter((deviation) => !isHeldBack?.(deviation)) : [];
      this.#count(testCase, exchange, deviations, findings);
    }
    this.#options.onExchange?.(testCase, operation, exchange, judgement);
    this.notes.addRetries(testCase, exchange);
    if (exchange.isLost) {
      this.tally.noteSkipped(operation.id, 'The server closed the connection just as the request was sent.');
      this.notes.addLostWrite();
    }
    if (this.#health.needsControlRead) await this.#awaitControl();
    if (this.#verdict && !testCase.request.once) throw this.#verdict;
    return outcomeOf(testCase, exchange, judgement);
  }

  /** Counts an exchange. Its findings wait while the server may be responding to every request in this way. */
  #count(testCase: TestCase, exchange: Exchange, all: readonly Deviation[], findings: readonly Deviation[]): void {
    this.tally.count(testCase, exchange, all);
    const isSpecificFailure = !this.#health.mayBeServerWideFailure(testCase, exchange);
    const isCertain = (deviation: Deviation): boolean => isSpecificFailure || isCertainDeviation(deviation);
    for (const deviation of findings) if (isCertain(deviation)) this.tally.add(testCase, exchange, deviation);
    this.#runWhenSure(() => {
      for (const deviation of findings) if (!isCertain(deviation)) this.tally.add(testCase, exchange, deviation);
      this.tally.countRefusal(testCase, exchange);
    });
  }

  /** Runs work once suspect responses surely concern only some operations. If the run ends first, drops the work. */
  #runWhenSure(work: () => void): void {
    if (this.#health.hasSuspects) this.#postponedWork.push(work);
    else work();
  }

  /** Sends a control read, which shows whether the server still works. All other requests wait for it. */
  async #awaitControl(): Promise<void> {
    this.#pendingControl ??= this.#runControl().finally(() => {
      this.#pendingControl = undefined;
    });
    await this.#pendingControl;
  }

  async #runControl(): Promise<void> {
    const { whyNotSent, send } = this.#options;
    const verdict = await this.#health.runControlRead(
      async (testCase, operation) => {
        const exchange = await send(testCase, operation, true);
        if (exchange.failure) this.throwIfEnded();
        this.tally.requestCount += exchange.attempts;
        return exchange;
      },
      (testCase) => whyNotSent?.(testCase) === undefined,
    );
    this.#runPostponed();
    this.#verdict ??= verdict;
  }

  /**
   * Finishes a complete run: decides on findings that had to wait.
   *
   * @throws NoVerdict if the server no longer responds, or has always refused the key
   */
  async finish(): Promise<void> {
    if (this.#health.hasSuspects) await this.#awaitControl();
    if (this.#verdict) throw this.#verdict;
    const note = this.#health.refusalNote();
    if (note !== undefined) this.notes.add(note);
  }

  incompleteVerdict(isInScope: (operation: CheckedOperation) => boolean): NoVerdict | undefined {
    const operations = this.contract.operations.filter(isInScope);
    const isCalled = ({ id }: CheckedOperation): boolean => this.tally.countsOf(id).requests > 0;
    return this.#health.incompleteVerdict(operations, isCalled);
  }

  noteRefusal({ case: testCase, exchange }: Outcome): void {
    this.#runWhenSure(() => this.tally.noteRefusal(testCase, exchange));
  }

  report({ case: testCase, exchange }: Outcome, deviation: Deviation): void {
    this.#options.onDeviation?.(exchange, deviation);
    const add = (): void => this.tally.add(testCase, exchange, deviation);
    if (isCertainDeviation(deviation)) add();
    else this.#runWhenSure(add);
  }

  /** Waits as long as a response asks, unless that exceeds `--max-wait`. @returns whether it has waited */
  async waitIfAllowed(milliseconds: number): Promise<boolean> {
    if (this.#options.waitBudget?.take(milliseconds) === false) return false;
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      this.throwIfEnded();
      await new Promise((resolve) => setTimeout(resolve, Math.min(100, end - performance.now())));
    }
    return true;
  }

  /** @throws NoVerdict if the run may send nothing more */
  throwIfEnded(): void {
    const { signal, endsAt } = this.#options;
    if (this.#verdict) throw this.#verdict;
    if (signal?.aborted) throw new NoVerdict('run.stopped', 'The run was stopped.');
    const timeMessage =
      `--max-time ran out after ${this.tally.requestCount} requests, before everything was checked. ` +
      'Allow more time, or check less with --only or --shard.';
    if (endsAt !== undefined && performance.now() > endsAt) throw new NoVerdict('run.out-of-time', timeMessage);
    if (this.#health.verdict) throw this.#health.verdict;
  }

  #momentOf(operationId: string): Moment {
    return {
      operationId,
      request: this.tally.requestCount + 1,
      seconds: Math.round(performance.now() - this.#startTime) / 1000,
      goodAnswers: this.#health.successCount,
    };
  }

  #skipCase(testCase: TestCase, reason: string): Outcome {
    // A link comes from the response of another operation, so a skipped link says nothing about this operation.
    if (testCase.kind === 'href') this.notes.add(reason);
    else this.tally.noteSkipped(testCase.operationId, reason);
    return unsentOutcome(testCase);
  }
}

interface CountOptions {
  use: ResponseUse;
  isHeldBack: HoldBackTest | undefined;
  hasFailurePassed?: boolean;
}

/** Lowers the severity of a failure that was only temporary. */
function toTransientFailure(operation: CheckedOperation, deviation: Deviation): Deviation {
  if (deviation.rule !== 'status.server-error') return deviation;
  const { message, ...fault } = deviation;
  const fullMessage = `${message} It happened once in the run, and not again when the check repeated the request.`;
  return makeDeviation(operation, { ...fault, message: fullMessage }, { isTransientFailure: true });
}

/** Whether a deviation counts even if the server gives the same response to every request. */
function isCertainDeviation({ rule }: Deviation): boolean {
  return rule === 'status.server-error' || isInFamily(rule, 'safety');
}

interface SessionOptions {
  contract: CheckedContract;
  /** @param isProof whether the response decides how others are judged, such as that of a repeated read */
  send: (testCase: TestCase, operation: CheckedOperation, isProof?: boolean) => Promise<Exchange>;
  judge: ExchangeJudge;
  tally: Tally;
  /** Returns why a test case must not be sent; undefined if it may be sent. */
  whyNotSent?: (testCase: TestCase) => string | undefined;
  /** Called for each deviation. @throws NoVerdict if the response may belong to a request other than this one */
  onDeviation?: (exchange: Exchange, deviation: Deviation) => void;
  onExchange?: (testCase: TestCase, operation: CheckedOperation, exchange: Exchange, judgement: Judgement) => void;
  /** Milliseconds that a write may take to show in reads. */
  settleTime: number;
  /** Whether a mock invents the responses, so that each creation counts as a new resource. */
  areCreationsCertain?: boolean;
  /** Number of concurrent requests; if undefined, the session adapts the number to the server. */
  concurrency?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The value of `performance.now()` at which the run must end. */
  endsAt?: number | undefined;
  waitBudget?: WaitBudget | undefined;
  /** The base URL of the server; absent if requests go to no server. */
  baseUrl?: string;
}
