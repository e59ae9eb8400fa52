import type { Case } from './case.js';
import type { CheckedContract } from './contract.js';
import type { Deviation } from './deviation.js';
import type { Exchange } from './exchange.js';
import type { Judgement } from './judge/answer.js';
import { isOfUnknownMethod } from './judge/status.js';
import type { CheckedOperation } from './operations.js';
import type { Tally } from './tally.js';

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

/** There can be no verdict: nothing answers, the key is refused, the time is over. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface SessionOptions {
  contract: CheckedContract;
  send: (kase: Case, operation: CheckedOperation) => Promise<Exchange>;
  judge: (kase: Case, exchange: Exchange) => Judgement;
  tally: Tally;
  /** Why a case is not sent, whoever asks for it; undefined where it may be. */
  whyNotSent?: (kase: Case) => string | undefined;
  /** Told of each exchange. */
  see?: (kase: Case, operation: CheckedOperation, exchange: Exchange, value: unknown) => void;
  /** Milliseconds that reads may lag behind writes. */
  settle: number;
  /** Reads at a time. */
  concurrency: number;
  signal?: AbortSignal | undefined;
  /** `performance.now()` at which the run has to end. */
  endsAt?: number | undefined;
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
  /** Operations that asked to wait as often as anybody waits. */
  readonly #busy = new Set<string>();
  readonly #broken = new Set<string>();
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
  }

  /**
   * Sends a case, has its answer judged and counted.
   *
   * @throws NoVerdict where the run cannot go on
   */
  async send(kase: Case, use: Use = 'judged'): Promise<Outcome> {
    const operation = this.contract.operation(kase.operationId);
    if (!operation) throw new Error(`No operation ${kase.operationId}.`);
    this.stopWhereDue();
    const reason = this.#options.whyNotSent?.(kase);
    if (reason !== undefined) return this.#unsent(kase, reason);
    if (this.#silent.has(kase.operationId) && kase.expect !== 'refusal') {
      return this.#unsent(kase, 'It did not answer in time before, so not all of its requests were sent; --timeout waits longer.');
    }
    if (this.#busy.has(kase.operationId)) return this.#unsent(kase, 'It asked to wait again and again, so not all of its requests were sent.');
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
    const judgement = this.#options.judge(kase, exchange);
    if (use === 'preparing') this.tally.requests += exchange.attempts;
    else this.tally.record(kase, exchange, judgement.deviations, use === 'judged');
    this.#options.see?.(kase, operation, exchange, judgement.value);
    if (exchange.failure?.code === 'transport.timeout') this.#silent.add(kase.operationId);
    if (isBusy(exchange)) this.#busy.add(kase.operationId);
    this.#countBroken(kase, exchange);
    this.#noteRetries(kase, exchange);
    const status = exchange.answer?.status ?? 0;
    return { case: kase, exchange, status, ok: status >= 200 && status < 300, deviations: judgement.deviations, ...(judgement.value !== undefined && { value: judgement.value }) };
  }

  /** Reports what shows only when several exchanges are held against one another. */
  report({ case: kase, exchange }: Outcome, deviation: Deviation): void {
    this.tally.add(kase, exchange, deviation);
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

  /** @throws NoVerdict where nothing more may be sent */
  stopWhereDue(): void {
    const { signal, endsAt } = this.#options;
    if (this.#verdict) throw this.#verdict;
    if (signal?.aborted) throw new NoVerdict('run.stopped', 'The run was stopped.');
    if (endsAt !== undefined && performance.now() > endsAt) {
      throw new NoVerdict('run.out-of-time', 'The time of --max-time is over, and not everything was checked. Allow more, or check less with --only or --shard.');
    }
    if (this.#broken.size >= brokenLimit) {
      throw new NoVerdict('run.broken-server', `The server broke down over ${brokenLimit} operations in a row; the rest was not run.`);
    }
  }

  #unsent(kase: Case, reason: string): Outcome {
    // A link says nothing of the operation that shows it.
    if (kase.kind === 'href') this.notes.add(reason);
    else this.tally.leftOut(kase.operationId, reason);
    return { case: kase, exchange: { request: kase.request, milliseconds: 0, attempts: 0 }, status: 0, ok: false, deviations: [] };
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
        this.#end('key.refused', `${request.method} ${request.path} answered ${answer.status} to a request without a key, since the contract asks for none that the check can send: it knows keys in a header or a query, bearer and basic.`);
      }
      this.#end('key.refused', `The server refuses the key: ${request.method} ${request.path} answered ${answer.status}. Set DIRECTORY_API_KEY to a key that it knows.`);
    }
    if (isBusy(exchange)) this.#end('target.busy', `The server answers ${answer.status} and asks to wait, and does so after each wait. Try again later, or ask for less with --only.`);
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
    if (!answer || (answer.status >= 500 && !isOfUnknownMethod(kase, answer.status))) this.#broken.add(operationId);
    else this.#broken.clear();
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

/** Whether an answer still asks to wait after all waits. */
function isBusy({ answer, earlier = [] }: Exchange): boolean {
  return answer !== undefined && answer.status === earlier.at(-1);
}
