import type { Exchange, SentRequest } from '../../../scripts/check/model/exchange.js';
import type { KeyUse } from '../../../scripts/check/model/near-key.js';
import { type Answered, key, type Resources, subjects } from '../torture/resources.js';
import { passed, performance, withClockStopped } from './clock.js';

/** The response to a write that the server applies. */
export type Reply = 200 | 202 | 'drop' | 408 | 409 | 425 | 500 | 503;

/** The ways in which a server is slow. */
export interface Way {
  /** Milliseconds until a write is applied. */
  delay: number;
  /** The state of the resource in a success response. */
  shows: 'old' | 'new' | 'nothing';
  reply: Reply;
  /** Milliseconds for which reads return the old state. */
  lag: number;
  /** Whether only every second read comes from the lagging replica. */
  replicas?: boolean;
  /** Whether only every second write is slow. */
  seconds?: boolean;
  /** Whether every fourth write gets the same response and is never applied. */
  loses?: boolean;
  /** Whether every fifth write is lost after 300 ms. */
  fades?: boolean;
}

const fading = 300;

/** A server in this process that applies writes late and returns outdated reads. It uses the clock of the tests. */
export class LaggingServer {
  readonly #resources: Resources;
  /** A correct server, which computes the right and the outdated responses. */
  readonly #model: Resources;
  readonly #way: Way;
  /** Past states, each with the time at which it ended. */
  #past: { until: number; state: string }[] = [];
  #writes = 0;
  #reads = 0;
  #pending = 0;
  /** Called for each write; if it returns true, the write never gets a response. */
  onWrite: ((number: number) => boolean) | undefined;

  constructor(way: Way) {
    this.#resources = subjects.sandbox.resources();
    this.#model = subjects.sandbox.resources();
    this.#way = way;
  }

  get state(): string {
    return this.#resources.state();
  }

  /** Waits until no write is pending and no read is outdated. */
  async quiet(): Promise<void> {
    while (this.#pending > 0) await passed(100);
    await passed(this.#way.lag);
  }

  async send(request: SentRequest): Promise<Exchange> {
    const exchange = { request, milliseconds: 0, attempts: 1 };
    const answer =
      request.method === 'PATCH' ? await this.#write(request) : await withClockStopped(() => this.#read(request));
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
    const oldState = isFresh ? undefined : this.#past.find(({ until }) => until > performance.now() - this.#way.lag);
    if (!oldState) return answered(this.#resources, request);
    this.#model.load(oldState.state);
    return answered(this.#model, request);
  }

  async #write(request: SentRequest): Promise<Answered | 'drop'> {
    const { delay, shows, reply, seconds, loses, fades } = this.#way;
    const stateBefore = this.state;
    const right = await withClockStopped(() => {
      this.#model.load(stateBefore);
      return answered(this.#model, request);
    });
    // Everything that a correct server refuses is refused as well.
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
    const oldAnswer = await withClockStopped(() => {
      this.#model.load(stateBefore);
      return answered(this.#model, { ...request, method: 'GET', body: undefined });
    });
    return { ...oldAnswer, status: reply };
  }

  async #apply(request: SentRequest | undefined, delay: number, isFading: boolean): Promise<void> {
    if (delay > 0) await passed(delay);
    const stateBefore = this.state;
    if (this.#way.lag > 0) this.#past.push({ until: performance.now(), state: stateBefore });
    if (request) await withClockStopped(() => answered(this.#resources, request));
    if (isFading) void this.#fade(stateBefore, this.state);
    else this.#pending -= 1;
  }

  /** Reverts a write, unless another one came after it. */
  async #fade(textBefore: string, textAfter: string): Promise<void> {
    await passed(fading);
    if (this.state === textAfter) {
      if (this.#way.lag > 0) this.#past.push({ until: performance.now(), state: textAfter });
      this.#resources.load(textBefore);
    }
    this.#pending -= 1;
  }
}

function answered(resources: Resources, { method, path, headers, body, key: use }: SentRequest): Promise<Answered> {
  const keys: Partial<Record<KeyUse, string>> = {
    right: key,
    empty: '',
    wrong: 'another-key',
    prefixed: `Bearer ${key}`,
  };
  const authorization = keys[use];
  return resources.answer({
    method,
    path,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    body: Buffer.from(body ?? ''),
  });
}
