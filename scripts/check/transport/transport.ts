import { UsageError } from '../../text/usage-error.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import { hasDotSegment } from '../model/request.js';
import type { RuleId } from '../model/rules/index.js';
import type { Security } from '../model/security.js';
import type { AttemptResult } from './attempt.js';
import { Connection } from './connection.js';
import { Connections } from './connections.js';
import { failureOf } from './failure.js';
import { type Key, readKey } from './key.js';
import { Leftovers, type Unasked } from './leftovers.js';
import { outgoingOf } from './outgoing.js';
import { Pauses } from './pauses.js';
import { Retries } from './retries.js';
import { readTarget } from './target.js';
import type { WaitBudget } from './wait-budget.js';

export interface TransportOptions {
  /** `http(s)://host[:port][/base/path]`; https, or a host that is this machine. */
  baseUrl: string;
  /** A host that may be called by http though it is not this machine. */
  allowInsecureHost?: string;
  /**
   * Requests at a time. Where it is more than one, there may be twice as many sockets: some requests go over their own.
   */
  connections: number;
  /** Milliseconds for one sending of a request in all: connection, headers, body. */
  timeout: number;
  /** Bytes of a body after its codings were undone; 10 MiB by default. */
  decodedLimit?: number;
  /** What may be waited where the server asks for it; without it, each wait is. */
  waits?: WaitBudget | undefined;
  /** Whether each request goes over a connection of its own. */
  alone?: boolean;
}

/** How a request is sent. */
export interface Sending {
  /** Over a connection of its own: so its answer is surely to it, whatever came before. */
  alone?: boolean;
  /** Milliseconds that its connection is left idle after the answer, to see whether more comes. */
  linger?: number;
}

/** The only part of the check that knows the key and talks to the server. */
export interface Transport {
  /** Sends a request and reads its answer. It never rejects: what goes wrong is in the exchange. */
  send(request: SentRequest, security: Security, sending?: Sending): Promise<Exchange>;
  /**
   * What came and was no answer to anything; after it, answers over connections that were used before prove nothing.
   */
  readonly unasked: readonly Unasked[];
  /**
   * Notes that something is wrong with an answer. One that ended a connection over which others had come before may be
   * what another request has left behind, since the right one can no longer come: then it is unasked.
   */
  accuse(exchange: Exchange, rule: RuleId, message: string): void;
  /**
   * Waits until nothing more can be expected on connections that carried several requests. Nothing may be under way.
   */
  settle(): Promise<void>;
  /** How often anything was sent so far. */
  requests(): number;
  /** Whether the key, or the wrong one that is sent in its place, stands in a text in any encoding. */
  leaks(text: string): boolean;
  /** The text with `[key]` in place of each. */
  redact(text: string): string;
  /** False for a key under 8 characters: `leaks` and `redact` then find nothing. */
  keyIsLongEnoughToSearch: boolean;
  /** Ends all connections; what is under way fails. */
  close(): Promise<void>;
}

const ended = failureOf('transport.failed', 'The run ended before there was an answer.');
const unsendable = failureOf(
  'transport.failed',
  'The request was not sent: its path has no slash in front or a part that is "." or "..", or it names a host ' +
    'of its own.',
);
const leftover = failureOf('transport.framing', 'Expected nothing behind the end of the answer, found more bytes.');
/** @throws UsageError where the address is wrong, the key is missing, or the key would be sent in the clear */
export function createTransport(options: TransportOptions): Transport {
  const key = readKey();
  return new HttpTransport(options, key, readBase(options, key));
}

/** A request as it is sent, as often as it has to be. */
interface Dispatch {
  request: SentRequest;
  outgoing: Parameters<Connection['attempt']>[0];
  /** Whether it goes over a connection of its own. */
  isAlone: boolean;
  /** Milliseconds that its connection is left idle after the answer. */
  linger: number;
}

class HttpTransport implements Transport {
  readonly #isAlone: boolean;
  readonly #key: Key;
  readonly #prefix: string;
  readonly #connections: Connections;
  readonly #pauses: Pauses;
  readonly #leftovers = new Leftovers();
  readonly unasked = this.#leftovers.unasked;
  readonly leaks: Transport['leaks'];
  readonly redact: Transport['redact'];
  readonly keyIsLongEnoughToSearch: boolean;
  #sent = 0;
  #isClosed = false;

  constructor(options: TransportOptions, key: Key, origin: URL) {
    const { connections: width, timeout, decodedLimit = 10 * 2 ** 20 } = options;
    const onUnasked = ({ answered, uses }: Connection): void => this.#leftovers.note(answered, uses === 1);
    const connect = (): Connection => new Connection({ origin, timeout, decodedLimit, onUnasked });
    this.#isAlone = options.alone === true;
    this.#key = key;
    this.#prefix = origin.pathname.replace(/\/+$/, '');
    this.#connections = new Connections({ width, timeout, connect });
    this.#pauses = new Pauses(options.waits);
    this.leaks = key.leaks;
    this.redact = key.redact;
    this.keyIsLongEnoughToSearch = key.isLongEnoughToSearch;
  }

  async send(request: SentRequest, security: Security, { alone = false, linger = 0 }: Sending = {}): Promise<Exchange> {
    if (!request.path.startsWith('/') || hasDotSegment(request.path) || 'host' in request.headers)
      return { request, failure: unsendable, milliseconds: 0, attempts: 0 };
    const method = request.method.toUpperCase();
    // undici ends a connection with the answer to HEAD, and would lose what is still to come over it.
    const isAlone = alone || this.#isAlone || request.once === true || method === 'HEAD';
    const body = request.body ?? null;
    const outgoing = {
      method,
      body,
      ...outgoingOf(request, security, this.#prefix, this.#key),
    } as Dispatch['outgoing'];
    const dispatch: Dispatch = { request, outgoing, isAlone, linger };
    const retries = new Retries(method, request.once === true);
    const earlier: NonNullable<Exchange['earlier']>[number][] = [];
    for (let attempts = 0; ; ) {
      const connection = await this.#connections.take();
      await this.#pauses.passed();
      if (this.#isClosed) {
        this.#connections.release(connection);
        return { request, failure: ended, milliseconds: 0, attempts };
      }
      attempts += 1;
      this.#sent += 1;
      const { outcome, before } = await this.#attempt(connection, dispatch);
      // It was sent as the server had waited too long for a request: this one it has not seen.
      if (before && outcome.response?.status === 408) {
        dispatch.isAlone = true;
        continue;
      }
      if (retries.isUnsent(outcome)) {
        attempts -= 1;
        this.#sent -= 1;
        continue;
      }
      const wait = this.#isClosed ? undefined : retries.after(outcome);
      if (wait === undefined || !this.#pauses.putOff(wait)) {
        const { milliseconds } = outcome;
        const sendings = { request, milliseconds, attempts, ...(earlier.length > 0 && { earlier }) };
        const exchange = this.#exchange(sendings, outcome);
        if (before) this.#leftovers.noteLast(exchange, before);
        return exchange;
      }
      earlier.push(outcome.response?.status ?? outcome.failure?.code ?? ended.code);
    }
  }

  /** Sends it once. `before`: where its connection ended with it, what had been answered over that before. */
  async #attempt(
    taken: Connection,
    { request, outgoing, isAlone, linger }: Dispatch,
  ): Promise<{ outcome: AttemptResult; before: readonly SentRequest[] | undefined }> {
    const connection = isAlone ? this.#connections.fresh(taken) : taken;
    const { answered } = connection;
    const attempted = await connection.attempt(outgoing);
    const hasLeftover = attempted.response !== undefined && connection.hasLeftover;
    const outcome = hasLeftover ? { ...attempted, response: undefined, failure: leftover } : attempted;
    this.#leftovers.noteOutcome(request, outcome, answered);
    const before = outcome.reused && connection.wasLast ? [...answered] : undefined;
    if (outcome.response) connection.noteAnswer(request, outcome.milliseconds);
    if (linger > 0) await new Promise((resolve) => setTimeout(resolve, linger));
    this.#connections.release(taken, connection);
    return { outcome, before };
  }

  #exchange(sendings: Omit<Exchange, 'response' | 'failure'>, { response, failure }: AttemptResult): Exchange {
    if (response) return this.#key.cleaned({ ...sendings, response });
    return { ...sendings, failure: this.#isClosed ? ended : (failure ?? ended) };
  }

  accuse(exchange: Exchange, rule: RuleId, message: string): void {
    this.#leftovers.accuse(exchange, rule, message);
  }

  settle(): Promise<void> {
    return this.#connections.settle();
  }

  requests(): number {
    return this.#sent;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pauses.cancel();
    await this.#connections.close();
  }
}

function readBase({ baseUrl: text, allowInsecureHost }: TransportOptions, key: Key): URL {
  // The key may stand there in any encoding; readTarget knows the plain one.
  if (key.leaks(text))
    throw new UsageError('The base URL holds the key. Take it out: the key comes from DIRECTORY_API_KEY alone.');
  return new URL(readTarget(text, allowInsecureHost).baseUrl);
}
