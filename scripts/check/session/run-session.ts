import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import { type Moment, NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Tally } from '../model/tally.js';
import { Breakdowns } from './breakdowns.js';
import { Control } from './control.js';
import { Counting } from './counting.js';
import { Creations } from './creations.js';
import { FirstLook } from './first-look.js';
import { type Outcome, outcomeOf, type Use } from './outcome.js';
import { Parallelism } from './parallelism.js';
import { type HowSent, type Session, sentEach, settledIn } from './session.js';
import type { SessionOptions } from './session-options.js';
import { sideBySide } from './side-by-side.js';
import { SkippedOperations } from './skipped-operations.js';
import { asStall, hasPassed, Stalls, stallPause } from './stalls.js';
import { Trail } from './trail.js';
import { Turns } from './turns.js';
import { Unanswered } from './unanswered.js';

/** Pieces of work that are begun for each request that may go at a time: some wait for others. */
const begun = 4;

/** Sends test cases one by one or in parallel, judges each response, and counts. */
export class RunSession implements Session {
  readonly contract: CheckedContract;
  readonly tally: Tally;
  readonly settle: number;
  readonly isBeside = false;
  readonly doubt = (): void => undefined;
  readonly creations: Creations;
  /** Whether the run has begun to write. */
  isWriting = false;
  /** How the run made its resources. */
  readonly #trail = new Trail();
  readonly #options: SessionOptions;
  readonly #turns: Turns;
  readonly #parallelism: Parallelism;
  readonly #skipped = new SkippedOperations();
  readonly #breakdowns = new Breakdowns();
  readonly #firstLook: FirstLook;
  readonly #stalls = new Stalls();
  readonly #unanswered = new Unanswered();
  readonly #control: Control;
  readonly #counting: Counting;
  readonly #began = performance.now();
  /** Failed reads that are being repeated. */
  readonly #doubted = new Set<Promise<Outcome>>();
  #goodResponses = 0;
  #looking: Promise<void> | undefined;
  #verdict: NoVerdict | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.contract = options.contract;
    this.tally = options.tally;
    this.settle = options.settle;
    this.creations = new Creations(options.contract, this.#trail, options.areCreationsSure);
    this.tally.sketch = (...parts) => this.#trail.sketch(...parts);
    this.#firstLook = new FirstLook(options.contract, options.waits);
    // Sends one at a time until the first request with the key has finished, so that a wrong key is sent only once.
    this.#parallelism = new Parallelism(options.concurrency);
    this.#turns = new Turns(() => (this.#firstLook.isOver ? this.#parallelism.width : 1));
    this.#control = new Control({
      contract: options.contract,
      waits: options.waits,
      momentOf: (operationId) => this.#momentOf(operationId),
      recovered: () => this.#skipped.forgive(),
      mayCall: (testCase) => options.whyNotSent?.(testCase) === undefined,
      send: async (testCase, operation) => {
        const exchange = await options.send(testCase, operation, true);
        if (exchange.failure) this.stopWhereDue();
        this.tally.requests += exchange.attempts;
        return exchange;
      },
    });
    this.#counting = new Counting(options.tally, this.#control);
  }

  /** Notes for the report, a sentence each. */
  get notes(): Set<string> {
    return this.#counting.notes;
  }

  /** How many requests may go at a time at most. */
  get mostParallel(): number {
    return this.#parallelism.most;
  }

  /** Whether the user wants one request at a time. */
  get isOneByOne(): boolean {
    return this.#parallelism.most === 1;
  }

  /** Does the work for each item, side by side as far as the run may: one after another with `concurrency` 1. */
  each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return sideBySide(items, this.isOneByOne ? 1 : begun * this.#parallelism.most, work);
  }

  tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return sideBySide(items, 1, work);
  }

  sendEach(testCases: readonly TestCase[], use?: Use): Promise<Outcome[]> {
    return sentEach(this, testCases, use);
  }

  async send(testCase: TestCase, use: Use = 'judged', { isPatient, ...how }: HowSent = {}): Promise<Outcome> {
    const operation = this.contract.operation(testCase.operationId);
    if (!operation) throw new Error(`No operation ${testCase.operationId}.`);
    if (this.#looking) await this.#looking;
    this.stopWhereDue();
    const reason = this.#options.whyNotSent?.(testCase) ?? this.#skipped.reason(testCase);
    if (reason !== undefined) return this.#unsent(testCase, reason);
    const exchange = await this.#exchange(testCase, operation, { isPatient });
    if (!this.#stalls.note(testCase, exchange) || use === 'preparing')
      return this.#received(testCase, operation, exchange, { use, ...how });
    const doubted = this.#receivedTwice(testCase, operation, exchange, { use, ...how });
    this.#doubted.add(doubted);
    return doubted.finally(() => this.#doubted.delete(doubted));
  }

  /** Repeats a failed read; whether the failure has passed decides its weight. */
  async #receivedTwice(
    testCase: TestCase,
    operation: CheckedOperation,
    exchange: Exchange,
    how: { use: Use } & HowSent,
  ): Promise<Outcome> {
    const again = await this.#repeated(testCase, operation);
    const first = await this.#received(testCase, operation, exchange, { ...how, isStall: hasPassed(again) });
    return again ? this.#received(testCase, operation, again, how) : first;
  }

  /** Ends the run, also for requests that wait for their turn. */
  end(verdict: NoVerdict): void {
    this.#verdict ??= verdict;
  }

  /** Resolves when the failures that other requests had before the run ended are counted. */
  async counted(): Promise<void> {
    await Promise.allSettled([...this.#doubted]);
  }

  /** Sends a request in its turn, and notes what the response says about the state of the server. */
  async #exchange(
    testCase: TestCase,
    operation: CheckedOperation,
    { isAlone = false, isPatient = false }: { isAlone?: boolean; isPatient?: boolean | undefined } = {},
  ): Promise<Exchange> {
    await this.#turns.enter(isPatient);
    let exchange: Exchange;
    try {
      // The run may have ended while this request waited for its turn.
      this.stopWhereDue();
      exchange = await this.#options.send(testCase, operation, isAlone);
      this.#parallelism.note(exchange);
      // A failure after the run was stopped is not the server's fault.
      if (exchange.failure) this.stopWhereDue();
      // Ends the run for parallel requests, too.
      const verdict = this.#firstLook.verdict(testCase, exchange);
      this.#verdict = verdict ?? this.#verdict;
      if (verdict) throw verdict;
    } finally {
      this.#turns.leave();
    }
    // A write with `once` needs its outcome, so that it can be undone.
    if (this.#verdict && !testCase.request.once) {
      this.tally.requests += exchange.attempts;
      throw this.#verdict;
    }
    // Noted before judging, which takes longer for a long body, so that responses are noted in their order.
    this.#note(testCase, exchange);
    return exchange;
  }

  /** Repeats a failed read after a moment; returns undefined if nothing more may be sent. */
  async #repeated(testCase: TestCase, operation: CheckedOperation): Promise<Exchange | undefined> {
    await new Promise((resolve) => setTimeout(resolve, stallPause));
    if (this.#looking) await this.#looking;
    try {
      return await this.#exchange(testCase, operation, { isAlone: true });
    } catch (error) {
      // The failure is reported all the same; the next request ends the run.
      if (error instanceof NoVerdict) return undefined;
      throw error;
    }
  }

  /** Judges a response and counts it. */
  async #received(
    testCase: TestCase,
    operation: CheckedOperation,
    exchange: Exchange,
    { use, isHeldBack, isStall = false }: { use: Use; isStall?: boolean } & HowSent,
  ): Promise<Outcome> {
    const judged = await this.#options.judge(testCase, exchange);
    const judgement = isStall
      ? { ...judged, deviations: judged.deviations.map((each) => asStall(operation, each)) }
      : judged;
    this.#trail.saw(testCase, exchange, judgement.value, judgement.deviations);
    for (const deviation of judgement.deviations) this.#options.accuse?.(exchange, deviation);
    if (use === 'preparing') this.tally.requests += exchange.attempts;
    else {
      const found = use === 'judged' ? judgement.deviations : [];
      const reported = isHeldBack ? found.filter((deviation) => !isHeldBack(deviation)) : found;
      this.#counting.record(testCase, exchange, judgement.deviations, reported);
    }
    this.#options.see?.(testCase, operation, exchange, judgement.value);
    this.#counting.noteRetries(testCase, exchange);
    this.#counting.noteLost(testCase, exchange);
    if (this.#control.isDue) await this.#look();
    if (this.#verdict && !testCase.request.once) throw this.#verdict;
    return outcomeOf(testCase, exchange, judgement);
  }

  /** Notes what a response says about the state of the server. */
  #note(testCase: TestCase, exchange: Exchange): void {
    const { response } = exchange;
    const moment = this.#momentOf(testCase.operationId);
    this.#control.note(testCase, exchange);
    this.#unanswered.note(testCase, exchange, moment);
    if (response && testCase.request.key === 'right' && response.status >= 200 && response.status < 300)
      this.#goodResponses += 1;
    this.#skipped.note(testCase, exchange);
    this.#breakdowns.note(testCase, exchange, moment, this.#control.hasRead);
  }

  /** Sends the control read; all other requests wait for it. */
  async #look(): Promise<void> {
    this.#looking ??= this.#control
      .look()
      .then((verdict) => {
        this.#verdict ??= verdict;
      })
      .finally(() => {
        this.#looking = undefined;
      });
    await this.#looking;
  }

  /**
   * Finishes a complete run: settles postponed findings.
   *
   * @throws NoVerdict if the server no longer responds, or has always refused the key
   */
  async finish(): Promise<void> {
    if (this.#control.isOpen) await this.#look();
    if (this.#verdict) throw this.#verdict;
    const { refusing } = this.#control;
    const [[first, { status }] = ['', { status: 0 }]] = refusing;
    if (refusing.size === 0) return;
    const which = refusing.size === 1 ? first : `${refusing.size} operations, such as ${first},`;
    this.notes.add(
      `${which} refused the key (${status}), although other operations accept it, and could not be checked.`,
    );
  }

  /** Returns why a finished run is incomplete: an operation got no usable response. */
  unanswered(inScope: (operation: CheckedOperation) => boolean): NoVerdict | undefined {
    const scoped = this.contract.operations.filter(inScope);
    return this.#unanswered.verdict(scoped, ({ id }) => this.tally.countsOf(id).requests > 0, this.#options.waits);
  }

  /** Counts a refusal of a request that may be refused. */
  refused({ case: testCase, exchange }: Outcome): void {
    this.#counting.refused(testCase, exchange);
  }

  /** Notes a list that has more pages than the check reads. */
  noteLongList(operationId: string): void {
    this.#counting.noteLongList(operationId);
  }

  /** Reports a deviation that only shows by comparing several exchanges. */
  report({ case: testCase, exchange }: Outcome, deviation: Deviation): void {
    this.#options.accuse?.(exchange, deviation);
    this.#counting.report(testCase, exchange, deviation);
  }

  /** Repeats a read until it is right or the settle time has passed; returns the last outcome. */
  settled(testCase: TestCase, isRight: (outcome: Outcome) => boolean | Promise<boolean>): Promise<Outcome> {
    return settledIn(this, testCase, isRight);
  }

  /** Waits as long as a response asks, within the wait budget of the run. @returns whether it has waited */
  async patience(milliseconds: number): Promise<boolean> {
    if (this.#options.waits?.take(milliseconds) === false) return false;
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      this.stopWhereDue();
      await new Promise((resolve) => setTimeout(resolve, Math.min(100, end - performance.now())));
    }
    return true;
  }

  /** @throws NoVerdict if nothing more may be sent */
  stopWhereDue(): void {
    const { signal, endsAt } = this.#options;
    if (this.#verdict) throw this.#verdict;
    if (signal?.aborted) throw new NoVerdict('run.stopped', 'The run was stopped.');
    if (endsAt !== undefined && performance.now() > endsAt) {
      throw new NoVerdict(
        'run.out-of-time',
        `--max-time ran out after ${this.tally.requests} requests, before everything was checked. ` +
          'Allow more time, or check less with --only or --shard.',
      );
    }
    const broken = this.#breakdowns.verdict();
    if (broken) throw broken;
  }

  #momentOf(operationId: string): Moment {
    return {
      operationId,
      request: this.tally.requests + 1,
      seconds: Math.round(performance.now() - this.#began) / 1000,
      goodAnswers: this.#goodResponses,
    };
  }

  #unsent(testCase: TestCase, reason: string): Outcome {
    this.#counting.leftOut(testCase, reason);
    return outcomeOf(testCase, { request: testCase.request, milliseconds: 0, attempts: 0 }, { deviations: [] });
  }
}
