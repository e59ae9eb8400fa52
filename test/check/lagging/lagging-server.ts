import type { Exchange, SentRequest } from '../../../scripts/check/model/exchange.js';
import { type Answered, key, type Resources, subjects } from '../torture/resources.js';
import { passed, performance, standing } from './clock.js';

/** What a server answers to a write that it applies all the same. */
export type Reply = 200 | 202 | 'drop' | 408 | 409 | 425 | 500 | 503;

/** A way to be slow. */
export interface Way {
  /** Milliseconds after which a write is applied. */
  delay: number;
  /** What its answer shows of the thing, where it is a success. */
  shows: 'old' | 'new' | 'nothing';
  reply: Reply;
  /** Milliseconds for which reads show what was before. */
  lag: number;
  /** Whether only every second read comes from the replica that lags. */
  replicas?: boolean;
  /** Whether only every second write is slow. */
  seconds?: boolean;
  /** Whether every fourth write is answered as the others are, and never applied. */
  loses?: boolean;
  /** Whether every fifth write shows for 300 ms, and is lost then. */
  fades?: boolean;
}

const fading = 300;

/** A server in this process that applies writes late, and shows them late, by the clock of the test. */
export class LaggingServer {
  readonly #things: Resources;
  /** Where it is found out what a right server would answer, now or a while ago. */
  readonly #elsewhere: Resources;
  readonly #way: Way;
  /** What it held until a moment. */
  #past: { until: number; state: string }[] = [];
  #writes = 0;
  #reads = 0;
  #pending = 0;
  /** Told of each write when it comes; one that returns true keeps it from being answered for ever. */
  onWrite: ((number: number) => boolean) | undefined;

  constructor(way: Way) {
    this.#things = subjects.sandbox.resources();
    this.#elsewhere = subjects.sandbox.resources();
    this.#way = way;
  }

  get state(): string {
    return this.#things.state();
  }

  /** Waits until nothing can change any more. */
  async quiet(): Promise<void> {
    while (this.#pending > 0) await passed(100);
    await passed(this.#way.lag);
  }

  async send(request: SentRequest): Promise<Exchange> {
    const exchange = { request, milliseconds: 0, attempts: 1 };
    const answer = request.method === 'PATCH' ? await this.#write(request) : await standing(() => this.#read(request));
    if (answer === 'drop')
      return { ...exchange, failure: { code: 'transport.reset', message: 'The connection was reset.' } };
    return {
      ...exchange,
      response: { status: answer.status, headers: answer.headers, bytes: new TextEncoder().encode(answer.text) },
    };
  }

  async #read(request: SentRequest): Promise<Answered> {
    this.#reads += 1;
    const isFresh = this.#way.replicas === true && this.#reads % 2 === 0;
    const old = isFresh ? undefined : this.#past.find(({ until }) => until > performance.now() - this.#way.lag);
    if (!old) return answered(this.#things, request);
    this.#elsewhere.load(old.state);
    return answered(this.#elsewhere, request);
  }

  async #write(request: SentRequest): Promise<Answered | 'drop'> {
    const { delay, shows, reply, seconds, loses, fades } = this.#way;
    const before = this.state;
    const right = await standing(() => {
      this.#elsewhere.load(before);
      return answered(this.#elsewhere, request);
    });
    // What a right server refuses, this one does as well.
    if (right.status >= 300) return right;
    this.#writes += 1;
    const isSlow = seconds !== true || this.#writes % 2 === 1;
    this.#pending += 1;
    const isLost = loses === true && this.#writes % 4 === 0;
    const applied = this.#apply(
      isLost ? undefined : request,
      isSlow ? delay : 0,
      fades === true && this.#writes % 5 === 0,
    );
    if (this.onWrite?.(this.#writes)) return new Promise(() => undefined);
    if (!isSlow || delay === 0) await applied;
    if (!isSlow) return right;
    if (reply === 'drop') return 'drop';
    if (reply >= 400) return { status: reply, headers: { 'content-type': 'application/json' }, text: '{}' };
    if (shows === 'nothing') return { status: reply, headers: {}, text: '' };
    if (shows === 'new') return { ...right, status: reply };
    const old = await standing(() => {
      this.#elsewhere.load(before);
      return answered(this.#elsewhere, { ...request, method: 'GET', body: undefined });
    });
    return { ...old, status: reply };
  }

  async #apply(request: SentRequest | undefined, delay: number, isFading: boolean): Promise<void> {
    if (delay > 0) await passed(delay);
    const before = this.state;
    if (this.#way.lag > 0) this.#past.push({ until: performance.now(), state: before });
    if (request) await standing(() => answered(this.#things, request));
    if (isFading) void this.#fade(before, this.state);
    else this.#pending -= 1;
  }

  /** Goes back to what was before a write, unless another one came meanwhile. */
  async #fade(before: string, after: string): Promise<void> {
    await passed(fading);
    if (this.state === after) {
      if (this.#way.lag > 0) this.#past.push({ until: performance.now(), state: after });
      this.#things.load(before);
    }
    this.#pending -= 1;
  }
}

function answered(resources: Resources, { method, path, headers, body, key: use }: SentRequest): Promise<Answered> {
  const keys = { right: key, none: undefined, empty: '', wrong: 'another-key', prefixed: `Bearer ${key}` };
  const authorization = keys[use];
  return resources.answer({
    method,
    path,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    body: Buffer.from(body ?? ''),
  });
}
