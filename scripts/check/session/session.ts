import type { Case } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import { Control } from './control.js';
import { busyAdvice, isBusy } from './control-verdict.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import type { Judge } from '../judge/answer.js';
import { isOfUnknownMethod } from '../judge/status.js';
import { momentText, NoVerdict, type Moment } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import { isOfFamily } from '../model/rules/families.js';
import type { Tally } from '../model/tally.js';
import type { WaitBudget } from '../transport/wait-budget.js';
import { isSilent, Unanswered } from './unanswered.js';

/** What came of one case. */
export interface Outcome {
  case: Case;
  exchange: Exchange;
  /** 0 where there was no answer. */
  status: number;
  /** A 2xx. */
  ok: boolean;
  /** The JSON of the answer. */
  value?: unknown;
  /** What is wrong with the answer by itself. */
  deviations: readonly Deviation[];
}

/** What becomes of an answer: findings are made of it; or it is only counted; or it prepares something, and is neither. */
export type Use = 'judged' | 'counted' | 'preparing';

export interface SessionOptions {
  contract: CheckedContract;
  /** `isProof`: it shows whether other answers can be believed. */
  send: (kase: Case, operation: CheckedOperation, isProof?: boolean) => Promise<Exchange>;
  judge: Judge;
  tally: Tally;
  /** Why a case is not sent, whoever asks for it; undefined where it may be. */
  whyNotSent?: (kase: Case) => string | undefined;
  /** Told what is wrong with an answer. @throws NoVerdict where it may be none to this request */
  accuse?: (exchange: Exchange, deviation: Deviation) => void;
  /** Told of each exchange. */
  see?: (kase: Case, operation: CheckedOperation, exchange: Exchange, value: unknown) => void;
  /** Milliseconds that reads may lag behind writes. */
  settle: number;
  /** Reads at a time. */
  concurrency: number;
  signal?: AbortSignal | undefined;
  /** `performance.now()` at which the run has to end. */
  endsAt?: number | undefined;
  /** What is left for waits that the server asks for. */
  waits?: WaitBudget | undefined;
}

/** Operations in a row that break down before the rest is left alone. */
const brokenLimit = 5;

/** Sends cases, one by one or side by side, has each answer judged, and counts. */
export class Session {
  readonly contract: CheckedContract;
  readonly tally: Tally;
  readonly settle: number;
  /** What a reader of the report must know, a sentence each. */
  readonly notes = new Set<string>();
  /** Whether the run has begun to change things. */
  isWriting = false;
  readonly #options: SessionOptions;
  readonly #waiting: (() => void)[] = [];
  /** Operations that did not answer in time: one wait is enough. */
  readonly #silent = new Set<string>();
  /** Operations that asked to wait as often as anybody waits; once the server talks again, each is called once more. */
  readonly #busy = new Set<string>();
  readonly #forgiven = new Set<string>();
  /** Operations that broke down in a row, and when. */
  readonly #broken = new Map<string, Moment>();
  readonly #unanswered = new Unanswered();
  readonly #control: Control;
  readonly #began = performance.now();
  #goodAnswers = 0;
  #looking: Promise<void> | undefined;
  #running = 0;
  /** Whether a request with the key has come to its end, and whether it was answered as it should be. */
  #looked = false;
  #answered = false;
  #verdict: NoVerdict | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.contract = options.contract;
    this.tally = options.tally;
    this.settle = options.settle;
    this.#control = new Control({
      contract: options.contract,
      waits: options.waits,
      momentOf: (operationId) => this.#momentOf(operationId),
      recovered: () => this.#forgive(),
      mayCall: (kase) => options.whyNotSent?.(kase) === undefined,
      send: async (kase, operation) => {
        const exchange = await options.send(kase, operation, true);
        if (exchange.failure) this.stopWhereDue();
        this.tally.requests += exchange.attempts;
        return exchange;
      },
    });
  }

  /**
   * Sends a case, has its answer judged and counted.
   *
   * @throws NoVerdict where the run cannot go on
   */
  async send(kase: Case, use: Use = 'judged'): Promise<Outcome> {
    const operation = this.contract.operation(kase.operationId);
    if (!operation) throw new Error(`No operation ${kase.operationId}.`);
    if (this.#looking) await this.#looking;
    this.stopWhereDue();
    const reason = this.#options.whyNotSent?.(kase);
    if (reason !== undefined) return this.#unsent(kase, reason);
    if (this.#silent.has(kase.operationId) && kase.expect !== 'refusal') {
      return this.#unsent(
        kase,
        'It did not answer in time before, so not all of its requests were sent; --timeout waits longer.',
      );
    }
    if (this.#busy.has(kase.operationId))
      return this.#unsent(kase, 'It asked to wait again and again, so not all of its requests were sent.');
    await this.#enter();
    let exchange: Exchange;
    try {
      // Whoever had to wait may come after the end.
      this.stopWhereDue();
      exchange = await this.#options.send(kase, operation);
      // What failed because the run was stopped is nobody's fault.
      if (exchange.failure) this.stopWhereDue();
      this.#firstLook(kase, exchange);
    } finally {
      this.#leave();
    }
    // Whoever puts a write back has to hear of it.
    if (this.#verdict && !kase.request.once) {
      this.tally.requests += exchange.attempts;
      throw this.#verdict;
    }
    // What a server does is noted in the order in which it did it: a long body takes a while to judge.
    this.#note(kase, exchange);
    const judgement = await this.#options.judge(kase, exchange);
    for (const deviation of judgement.deviations) this.#options.accuse?.(exchange, deviation);
    if (use === 'preparing') this.tally.requests += exchange.attempts;
    else this.#record(kase, exchange, judgement.deviations, use === 'judged');
    this.#options.see?.(kase, operation, exchange, judgement.value);
    this.#noteRetries(kase, exchange);
    if (this.#control.isDue) await this.#look();
    if (this.#verdict && !kase.request.once) throw this.#verdict;
    const status = exchange.answer?.status ?? 0;
    return {
      case: kase,
      exchange,
      status,
      ok: status >= 200 && status < 300,
      deviations: judgement.deviations,
      ...(judgement.value !== undefined && { value: judgement.value }),
    };
  }

  /** What an answer says of the server, whatever it is an answer to. */
  #note(kase: Case, exchange: Exchange): void {
    const { operationId, request } = kase;
    const { answer, failure } = exchange;
    this.#control.note(kase, exchange);
    this.#unanswered.note(kase, exchange, this.#momentOf(operationId));
    if (answer && request.key === 'right' && answer.status >= 200 && answer.status < 300) this.#goodAnswers += 1;
    if (failure?.code === 'transport.timeout') this.#silent.add(operationId);
    // A write that is put back is sent anew by whoever puts it back; a 503 to another write was sent once.
    if (isBusy(answer) && !request.once && (answer?.status === 429 || /^(GET|HEAD)$/.test(request.method)))
      this.#busy.add(operationId);
    this.#countBroken(kase, exchange);
  }

  /** Counts an exchange; what it proves is put off while the server may be answering everything like this. */
  #record(kase: Case, exchange: Exchange, deviations: readonly Deviation[], isReported: boolean): void {
    this.tally.count(kase, exchange, deviations);
    const isOwn = !mayBeForAll(kase, exchange, this.#control.hasRead);
    const found = isReported ? deviations : [];
    for (const deviation of found) if (isOwn || isCertain(deviation)) this.tally.add(kase, exchange, deviation);
    this.#control.whenSure(() => {
      for (const deviation of found) if (!isOwn && !isCertain(deviation)) this.tally.add(kase, exchange, deviation);
      this.tally.countRefusal(kase, exchange);
    });
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

  /** What was busy may have been so for a while. */
  #forgive(): void {
    for (const operationId of this.#busy) {
      if (!this.#forgiven.has(operationId)) this.#busy.delete(operationId);
      this.#forgiven.add(operationId);
    }
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
  refused({ case: kase, exchange }: Outcome): void {
    this.#control.whenSure(() => this.tally.refused(kase, exchange));
  }

  /** Reports what shows only when several exchanges are held against one another. */
  report({ case: kase, exchange }: Outcome, deviation: Deviation): void {
    this.#options.accuse?.(exchange, deviation);
    const add = (): void => this.tally.add(kase, exchange, deviation);
    if (isCertain(deviation)) add();
    else this.#control.whenSure(add);
  }

  /** Reads until it is right, or until reads may lag no longer; gives what was read last. */
  async settled(kase: Case, isRight: (outcome: Outcome) => boolean): Promise<Outcome> {
    const end = performance.now() + this.settle;
    for (;;) {
      const outcome = await this.send(kase);
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
        `The time of --max-time is over after ${this.tally.requests} requests, and not everything was checked. Allow more, or check less with --only or --shard.`,
      );
    }
    if (this.#broken.size >= brokenLimit) {
      const [at] = this.#broken.values();
      throw new NoVerdict(
        'run.broken-server',
        `The server broke down over ${brokenLimit} operations in a row${at ? `, beginning with ${momentText(at)}` : ''}; the rest was not run.`,
        at,
      );
    }
  }

  #momentOf(operationId: string): Moment {
    return {
      operationId,
      request: this.tally.requests + 1,
      seconds: Math.round(performance.now() - this.#began) / 1000,
      goodAnswers: this.#goodAnswers,
    };
  }

  #unsent(kase: Case, reason: string): Outcome {
    // A link says nothing of the operation that shows it.
    if (kase.kind === 'href') this.notes.add(reason);
    else this.tally.leftOut(kase.operationId, reason);
    return {
      case: kase,
      exchange: { request: kase.request, milliseconds: 0, attempts: 0 },
      status: 0,
      ok: false,
      deviations: [],
    };
  }

  /** Until one request has been answered as one with a key should be, nothing is known of the target. */
  #firstLook({ operationId, request }: Case, exchange: Exchange): void {
    if (this.#answered) return;
    const { answer, failure } = exchange;
    if (failure && /^(target|tls)\./.test(failure.code)) this.#end(failure.code, failure.message);
    if (request.key !== 'right') return;
    this.#looked = true;
    if (!answer) return;
    if (answer.status === 401 || answer.status === 403) {
      if (this.contract.operation(operationId)?.security.kind === 'none') {
        this.#end(
          'key.refused',
          `${request.method} ${request.path} answered ${answer.status} to a request without a key, since the contract asks for none that the check can send: it knows keys in a header or a query, bearer and basic.`,
        );
      }
      this.#end(
        'key.refused',
        `The server refuses the key: ${request.method} ${request.path} answered ${answer.status}. Set DIRECTORY_API_KEY to a key that it knows.`,
      );
    }
    if (isBusy(answer)) {
      if (!exchange.earlier) return;
      this.#end(
        'target.busy',
        `The server answers ${answer.status} and asks to wait, from the first request on. ${busyAdvice(this.#options.waits)}`,
      );
    }
    this.#answered = true;
  }

  /** Ends the run for all who send side by side. */
  #end(code: string, message: string): never {
    this.#verdict = new NoVerdict(code, message);
    throw this.#verdict;
  }

  #countBroken(kase: Case, { answer, attempts }: Exchange): void {
    const { operationId } = kase;
    if (attempts === 0) return;
    // Where a read has succeeded before, the control read tells of a server that has gone, or asks to wait.
    const isBroken = answer
      ? answer.status >= 500 && !isBusy(answer) && !isOfUnknownMethod(kase, answer.status)
      : !this.#control.hasRead;
    if (isBroken && !this.#broken.has(operationId)) this.#broken.set(operationId, this.#momentOf(operationId));
    else if (answer && !isBusy(answer) && !isBroken) this.#broken.clear();
  }

  /** A read that has to be sent again is flaky, however well it ends; of each operation one says enough. */
  #noteRetries({ operationId, request }: Case, { answer, earlier = [] }: Exchange): void {
    if (!answer || earlier.length === 0 || answer.status === earlier.at(-1)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const sentence = `${operationId} answered only at the `;
    if ([...this.notes].some((note) => note.startsWith(sentence))) return;
    const attempt = ['second', 'third', 'fourth', 'fifth', 'sixth'][earlier.length - 1] ?? 'last';
    this.notes.add(`${sentence}${attempt} attempt (${[...new Set(earlier)].join(', ')} before).`);
  }

  /** Requests at a time: one until the first with the key has come to its end, so that a key that is refused is shown once. */
  get #width(): number {
    return this.#looked ? this.#options.concurrency : 1;
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#width) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever waits takes the place over. */
  #leave(): void {
    this.#running -= 1;
    while (this.#running < this.#width) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      next();
    }
  }
}

/** Whether a server that is down, busy, or knows the key no longer would answer like this to anything. */
function mayBeForAll({ request }: Case, exchange: Exchange, hasRead: boolean): boolean {
  const { answer } = exchange;
  if (answer) return request.key === 'right' && (answer.status === 401 || answer.status === 403 || isBusy(answer));
  return hasRead && isSilent(exchange);
}

/** What no state of the server excuses. */
function isCertain({ rule }: Deviation): boolean {
  return rule === 'status.server-error' || isOfFamily(rule, 'safety');
}
