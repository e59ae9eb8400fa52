import type { Judge } from '../judge/response.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { Deviation } from '../model/deviation.js';
import { type Exchange, isBusy } from '../model/exchange.js';
import { faultOf } from '../model/fault.js';
import { type Moment, NoVerdict } from '../model/no-verdict.js';
import { isOfFamily } from '../model/rules/index.js';
import type { Tally } from '../model/tally.js';
import type { WaitBudget } from '../transport/pauses.js';
import { Creations } from './creations.js';
import { Health } from './health.js';
import { type Outcome, outcomeOf, type Use, unsentOutcome } from './outcome.js';
import { type IsHeldBack, Notes, Session } from './session.js';
import { sideBySide, Turns } from './turns.js';

/** Pieces of work that are begun for each request that may go at a time: some wait for others. */
const begun = 4;

/** Milliseconds after which a failed read is repeated: a stall may last a moment. */
const stallPause = 120;

/** Sends test cases one by one or in parallel, judges each response, and counts. */
export class RunSession extends Session {
  readonly contract: CheckedContract;
  readonly tally: Tally;
  readonly settle: number;
  readonly creations: Creations;
  /** Whether the run has begun to write. */
  isWriting = false;
  readonly #options: SessionOptions;
  readonly #turns: Turns;
  readonly notes = new Notes();
  readonly #began = performance.now();
  /** Failed reads that are being repeated. */
  readonly #doubted = new Set<Promise<Outcome>>();
  readonly #health: Health;
  /** Work that waits until it is known that suspect responses concern only their operations. */
  readonly #postponed: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #verdict: NoVerdict | undefined;

  constructor(options: SessionOptions) {
    super();
    this.#options = options;
    this.contract = options.contract;
    this.tally = options.tally;
    this.settle = options.settle;
    this.creations = new Creations(options.contract, { areSure: options.areCreationsSure });
    this.tally.sketch = (...parts) => this.creations.trail.sketch(...parts);
    this.#turns = new Turns(options.concurrency);
    this.#health = new Health(options.contract, options.waits);
  }

  /** How many requests may go at a time at most. */
  get mostParallel(): number {
    return this.#turns.most;
  }

  /** Whether the user wants one request at a time. */
  get isOneByOne(): boolean {
    return this.mostParallel === 1;
  }

  each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return sideBySide(items, this.isOneByOne ? 1 : begun * this.mostParallel, work);
  }

  tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return sideBySide(items, 1, work);
  }

  async send(testCase: TestCase, use: Use = 'judged', isHeldBack?: IsHeldBack): Promise<Outcome> {
    const operation = this.contract.operation(testCase.operationId);
    if (!operation) throw new Error(`No operation ${testCase.operationId}.`);
    if (this.#looking) await this.#looking;
    this.stopWhereDue();
    const reason = this.#options.whyNotSent?.(testCase) ?? this.#health.whySkipped(testCase);
    if (reason !== undefined) return this.#unsent(testCase, reason);
    const { exchange, isDoubtful } = await this.#exchange(testCase, operation);
    if (!isDoubtful || use === 'preparing') return this.#received(testCase, operation, exchange, { use, isHeldBack });
    const doubted = this.#receivedTwice(testCase, operation, exchange, { use, isHeldBack });
    this.#doubted.add(doubted);
    return doubted.finally(() => this.#doubted.delete(doubted));
  }

  /** Repeats a failed read; whether the failure has passed decides its weight. */
  async #receivedTwice(
    testCase: TestCase,
    operation: CheckedOperation,
    exchange: Exchange,
    how: HowJudged,
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
    isAlone = false,
  ): Promise<{ exchange: Exchange; isDoubtful: boolean }> {
    await this.#turns.enter();
    try {
      // The run may have ended while this request waited for its turn.
      this.stopWhereDue();
      const exchange = await this.#options.send(testCase, operation, isAlone);
      // A failure after the run was stopped is not the server's fault.
      if (exchange.failure) this.stopWhereDue();
      // A write with `once` needs its outcome, so that it can be undone.
      if (this.#verdict && !testCase.request.once) {
        this.tally.requests += exchange.attempts;
        throw this.#verdict;
      }
      // Noted before judging, which takes longer for a long body, so that responses are noted in their order.
      const isDoubtful = this.#health.mayBeStall(testCase, exchange);
      this.#turns.note(exchange);
      const end = this.#health.note({ testCase, operation, exchange, at: this.#momentOf(operation.id) });
      this.#settle();
      this.#verdict ??= end;
      if (end) throw end;
      return { exchange, isDoubtful };
    } finally {
      this.#turns.leave();
    }
  }

  #settle(): void {
    if (!this.#health.isDoubtful) for (const work of this.#postponed.splice(0, Infinity)) work();
  }

  /** Repeats a failed read after a moment; returns undefined if nothing more may be sent. */
  async #repeated(testCase: TestCase, operation: CheckedOperation): Promise<Exchange | undefined> {
    await new Promise((resolve) => setTimeout(resolve, stallPause));
    if (this.#looking) await this.#looking;
    try {
      return (await this.#exchange(testCase, operation, true)).exchange;
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
    { use, isHeldBack, isStall = false }: HowJudged,
  ): Promise<Outcome> {
    const judged = await this.#options.judge(testCase, exchange);
    const judgement = isStall
      ? { ...judged, deviations: judged.deviations.map((each) => asStall(operation, each)) }
      : judged;
    this.creations.trail.saw(testCase, exchange, judgement.value, judgement.deviations);
    for (const deviation of judgement.deviations) this.#options.accuse?.(exchange, deviation);
    if (use === 'preparing') this.tally.requests += exchange.attempts;
    else {
      const found = use === 'judged' ? judgement.deviations : [];
      const reported = isHeldBack ? found.filter((deviation) => !isHeldBack(deviation)) : found;
      this.#count(testCase, exchange, judgement.deviations, reported);
    }
    this.#options.see?.(testCase, operation, exchange, judgement.value);
    this.notes.addRetries(testCase, exchange);
    if (exchange.isLost) {
      this.tally.leftOut(operation.id, 'The server closed the connection just as the request was sent.');
      this.notes.addLost();
    }
    if (this.#health.needsControl) await this.#look();
    if (this.#verdict && !testCase.request.once) throw this.#verdict;
    return outcomeOf(testCase, exchange, judgement);
  }

  /** Counts an exchange. Findings wait while the server may be giving the same response to every request. */
  #count(testCase: TestCase, exchange: Exchange, all: readonly Deviation[], reported: readonly Deviation[]): void {
    this.tally.count(testCase, exchange, all);
    const isOwn = !this.#health.mayBeForAll(testCase, exchange);
    for (const each of reported) if (isOwn || isCertain(each)) this.tally.add(testCase, exchange, each);
    this.#whenSure(() => {
      for (const each of reported) if (!isOwn && !isCertain(each)) this.tally.add(testCase, exchange, each);
      this.tally.countRefusal(testCase, exchange);
    });
  }

  /** Does work once it is known that suspect responses concern only their operations; otherwise never. */
  #whenSure(work: () => void): void {
    if (this.#health.isDoubtful) this.#postponed.push(work);
    else work();
  }

  /** Sends the control read; all other requests wait for it. */
  async #look(): Promise<void> {
    this.#looking ??= this.#control().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #control(): Promise<void> {
    const { whyNotSent, send } = this.#options;
    const verdict = await this.#health.control(
      async (testCase, operation) => {
        const exchange = await send(testCase, operation, true);
        if (exchange.failure) this.stopWhereDue();
        this.tally.requests += exchange.attempts;
        return exchange;
      },
      (testCase) => whyNotSent?.(testCase) === undefined,
    );
    this.#settle();
    this.#verdict ??= verdict;
  }

  /**
   * Finishes a complete run: settles postponed findings.
   *
   * @throws NoVerdict if the server no longer responds, or has always refused the key
   */
  async finish(): Promise<void> {
    if (this.#health.isDoubtful) await this.#look();
    if (this.#verdict) throw this.#verdict;
    const note = this.#health.refusalNote();
    if (note !== undefined) this.notes.add(note);
  }

  /** Returns why a finished run is incomplete: an operation got no usable response. */
  unanswered(inScope: (operation: CheckedOperation) => boolean): NoVerdict | undefined {
    const scoped = this.contract.operations.filter(inScope);
    const isCalled = ({ id }: CheckedOperation): boolean => this.tally.countsOf(id).requests > 0;
    return this.#health.unanswered(scoped, isCalled);
  }

  refused({ case: testCase, exchange }: Outcome): void {
    this.#whenSure(() => this.tally.refused(testCase, exchange));
  }

  report({ case: testCase, exchange }: Outcome, deviation: Deviation): void {
    this.#options.accuse?.(exchange, deviation);
    const add = (): void => this.tally.add(testCase, exchange, deviation);
    if (isCertain(deviation)) add();
    else this.#whenSure(add);
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
    if (this.#health.verdict) throw this.#health.verdict;
  }

  #momentOf(operationId: string): Moment {
    return {
      operationId,
      request: this.tally.requests + 1,
      seconds: Math.round(performance.now() - this.#began) / 1000,
      goodAnswers: this.#health.goodResponses,
    };
  }

  #unsent(testCase: TestCase, reason: string): Outcome {
    // A link says nothing about the operation whose response contains it.
    if (testCase.kind === 'href') this.notes.add(reason);
    else this.tally.leftOut(testCase.operationId, reason);
    return unsentOutcome(testCase);
  }
}

/** How a response counts. */
interface HowJudged {
  use: Use;
  isHeldBack: IsHeldBack | undefined;
  isStall?: boolean;
}

/** Whether the repeated request shows that the failure has passed. */
function hasPassed(again: Exchange | undefined): boolean {
  return again?.response !== undefined && again.response.status < 500 && !isBusy(again.response);
}

/** Lowers the weight of a failure that has passed. */
function asStall(operation: CheckedOperation, deviation: Deviation): Deviation {
  if (deviation.rule !== 'status.server-error') return deviation;
  const { message, ...found } = deviation;
  const once = `${message} It was seen once in the run, and not again when the request was repeated.`;
  return faultOf(operation, { ...found, message: once }, { isStall: true });
}

/** Whether no state of the server excuses a deviation. */
function isCertain({ rule }: Deviation): boolean {
  return rule === 'status.server-error' || isOfFamily(rule, 'safety');
}

interface SessionOptions {
  contract: CheckedContract;
  /** @param isProof whether other responses are judged by this one: a control read, or a repeated one */
  send: (testCase: TestCase, operation: CheckedOperation, isProof?: boolean) => Promise<Exchange>;
  judge: Judge;
  tally: Tally;
  /** Returns why a test case must not be sent; undefined if it may be. */
  whyNotSent?: (testCase: TestCase) => string | undefined;
  /** Called for each deviation. @throws NoVerdict if the response may belong to another request */
  accuse?: (exchange: Exchange, deviation: Deviation) => void;
  /** Called for each exchange. */
  see?: (testCase: TestCase, operation: CheckedOperation, exchange: Exchange, value: unknown) => void;
  /** Milliseconds that a write may take to show in reads. */
  settle: number;
  /** Whether responses are made up, so that each creation counts as a new resource. */
  areCreationsSure?: boolean;
  /** Number of requests at a time; without it the session finds it. */
  concurrency?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The value of `performance.now()` at which the run must end. */
  endsAt?: number | undefined;
  /** The time left for waits that the server asks for. */
  waits?: WaitBudget | undefined;
}
