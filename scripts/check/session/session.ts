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
import { FirstLook } from './first-look.js';
import { LeftAlone } from './left-alone.js';
import { type Outcome, outcomeOf, type Use } from './outcome.js';
import type { SessionOptions } from './session-options.js';
import { Turns } from './turns.js';
import { Unanswered } from './unanswered.js';

/** Sends cases, one by one or side by side, has each answer judged, and counts. */
export class Session {
  readonly contract: CheckedContract;
  readonly tally: Tally;
  readonly settle: number;
  /** Whether the run has begun to change things. */
  isWriting = false;
  readonly #options: SessionOptions;
  readonly #turns: Turns;
  readonly #leftAlone = new LeftAlone();
  readonly #breakdowns = new Breakdowns();
  readonly #firstLook: FirstLook;
  readonly #unanswered = new Unanswered();
  readonly #control: Control;
  readonly #counting: Counting;
  readonly #began = performance.now();
  #goodAnswers = 0;
  #looking: Promise<void> | undefined;
  #verdict: NoVerdict | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.contract = options.contract;
    this.tally = options.tally;
    this.settle = options.settle;
    this.#firstLook = new FirstLook(options.contract, options.waits);
    // One at a time until the first with the key has come to its end, so that a key that is refused is shown once.
    this.#turns = new Turns(() => (this.#firstLook.isOver ? options.concurrency : 1));
    this.#control = new Control({
      contract: options.contract,
      waits: options.waits,
      momentOf: (operationId) => this.#momentOf(operationId),
      recovered: () => this.#leftAlone.forgive(),
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

  /** What a reader of the report must know, a sentence each. */
  get notes(): Set<string> {
    return this.#counting.notes;
  }

  /**
   * Sends a case, has its answer judged and counted.
   *
   * @throws NoVerdict where the run cannot go on
   */
  async send(testCase: TestCase, use: Use = 'judged'): Promise<Outcome> {
    const operation = this.contract.operation(testCase.operationId);
    if (!operation) throw new Error(`No operation ${testCase.operationId}.`);
    if (this.#looking) await this.#looking;
    this.stopWhereDue();
    const reason = this.#options.whyNotSent?.(testCase) ?? this.#leftAlone.reason(testCase);
    if (reason !== undefined) return this.#unsent(testCase, reason);
    await this.#turns.enter();
    let exchange: Exchange;
    try {
      // Whoever had to wait may come after the end.
      this.stopWhereDue();
      exchange = await this.#options.send(testCase, operation);
      // What failed because the run was stopped is nobody's fault.
      if (exchange.failure) this.stopWhereDue();
      // It ends the run for all who send side by side.
      const verdict = this.#firstLook.verdict(testCase, exchange);
      this.#verdict = verdict ?? this.#verdict;
      if (verdict) throw verdict;
    } finally {
      this.#turns.leave();
    }
    // Whoever puts a write back has to hear of it.
    if (this.#verdict && !testCase.request.once) {
      this.tally.requests += exchange.attempts;
      throw this.#verdict;
    }
    // What a server does is noted in the order in which it did it: a long body takes a while to judge.
    this.#note(testCase, exchange);
    const judgement = await this.#options.judge(testCase, exchange);
    for (const deviation of judgement.deviations) this.#options.accuse?.(exchange, deviation);
    if (use === 'preparing') this.tally.requests += exchange.attempts;
    else this.#counting.record(testCase, exchange, judgement.deviations, use === 'judged' ? judgement.deviations : []);
    this.#options.see?.(testCase, operation, exchange, judgement.value);
    this.#counting.noteRetries(testCase, exchange);
    if (this.#control.isDue) await this.#look();
    if (this.#verdict && !testCase.request.once) throw this.#verdict;
    return outcomeOf(testCase, exchange, judgement);
  }

  /** What an answer says of the server, whatever it is an answer to. */
  #note(testCase: TestCase, exchange: Exchange): void {
    const { response } = exchange;
    const moment = this.#momentOf(testCase.operationId);
    this.#control.note(testCase, exchange);
    this.#unanswered.note(testCase, exchange, moment);
    if (response && testCase.request.key === 'right' && response.status >= 200 && response.status < 300)
      this.#goodAnswers += 1;
    this.#leftAlone.note(testCase, exchange);
    this.#breakdowns.note(testCase, exchange, moment, this.#control.hasRead);
  }

  /** Sends the control read, for which all others wait. */
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
   * Ends a run that has come to its end: what was put off is settled.
   *
   * @throws NoVerdict where the server does not answer any more, or has refused the key throughout
   */
  async finish(): Promise<void> {
    if (this.#control.isOpen) await this.#look();
    if (this.#verdict) throw this.#verdict;
    const { refusing } = this.#control;
    const [[first, { status }] = ['', { status: 0 }]] = refusing;
    if (refusing.size === 0) return;
    const which =
      refusing.size === 1 ? `${first} (${status})` : `${refusing.size} operations, as by ${first} (${status})`;
    this.notes.add(`The key is refused by ${which}, which others take: nothing is known of them but that.`);
  }

  /** Why a run that has come to its end is incomplete all the same: an operation was asked and would not talk. */
  unanswered(inScope: (operation: CheckedOperation) => boolean): NoVerdict | undefined {
    const scoped = this.contract.operations.filter(inScope);
    return this.#unanswered.verdict(scoped, ({ id }) => this.tally.countsOf(id).requests > 0, this.#options.waits);
  }

  /** A request that may be refused was. */
  refused({ case: testCase, exchange }: Outcome): void {
    this.#counting.refused(testCase, exchange);
  }

  /** Reports what shows only when several exchanges are held against one another. */
  report({ case: testCase, exchange }: Outcome, deviation: Deviation): void {
    this.#options.accuse?.(exchange, deviation);
    this.#counting.report(testCase, exchange, deviation);
  }

  /** Reads until it is right, or until reads may lag no longer; gives what was read last. */
  async settled(testCase: TestCase, isRight: (outcome: Outcome) => boolean): Promise<Outcome> {
    const end = performance.now() + this.settle;
    for (;;) {
      const outcome = await this.send(testCase);
      if (isRight(outcome) || performance.now() >= end) return outcome;
      await new Promise((resolve) => setTimeout(resolve, Math.min(100, this.settle)));
    }
  }

  /** Waits as long as an answer asks for, unless the run has waited enough. @returns whether it has waited */
  async patience(milliseconds: number): Promise<boolean> {
    if (this.#options.waits?.take(milliseconds) === false) return false;
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      this.stopWhereDue();
      await new Promise((resolve) => setTimeout(resolve, Math.min(100, end - performance.now())));
    }
    return true;
  }

  /** @throws NoVerdict where nothing more may be sent */
  stopWhereDue(): void {
    const { signal, endsAt } = this.#options;
    if (this.#verdict) throw this.#verdict;
    if (signal?.aborted) throw new NoVerdict('run.stopped', 'The run was stopped.');
    if (endsAt !== undefined && performance.now() > endsAt) {
      throw new NoVerdict(
        'run.out-of-time',
        `The time of --max-time is over after ${this.tally.requests} requests, and not everything was checked. ` +
          'Allow more, or check less with --only or --shard.',
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
      goodAnswers: this.#goodAnswers,
    };
  }

  #unsent(testCase: TestCase, reason: string): Outcome {
    this.#counting.leftOut(testCase, reason);
    return outcomeOf(testCase, { request: testCase.request, milliseconds: 0, attempts: 0 }, { deviations: [] });
  }
}
