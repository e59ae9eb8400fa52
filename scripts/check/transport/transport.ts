import { contractVersion } from '../../../generated/operation-table.js';
import { UsageError } from '../../text/usage-error.js';
import { headerOf, type Exchange, type FailureCode, type SentRequest } from '../model/exchange.js';
import type { Security } from '../model/operations.js';
import { hasDotSegment } from '../model/request.js';
import type { RuleId } from '../model/rules/index.js';
import { readTarget } from './target.js';
import type { Outcome } from './attempt.js';
import { Connection } from './connection.js';
import { failureOf } from './failure.js';
import { readKey, type Key } from './key.js';
import { retryAfter } from './retry-after.js';
import type { WaitBudget } from './wait-budget.js';

export interface TransportOptions {
  /** `http(s)://host[:port][/base/path]`; https, or a host that is this machine. */
  baseUrl: string;
  /** A host that may be called by http though it is not this machine. */
  allowInsecureHost?: string;
  /** Requests at a time. Where it is more than one, there may be twice as many sockets: some requests go over their own. */
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

/** What came over a connection and was, surely or perhaps, no answer to the request that it came for. */
export interface Unasked {
  /** The requests that were answered over this connection before, the newest last. One of them has left it behind. */
  before: readonly SentRequest[];
  /** Whether nothing else was sent over this connection. */
  isCertain: boolean;
  /** The request that it came for where one was under way, and what was wrong with it. */
  instead?: { request: SentRequest; rule: RuleId; message: string };
}

/** The only part of the check that knows the key and talks to the server. */
export interface Transport {
  /** Sends a request and reads its answer. It never rejects: what goes wrong is in the exchange. */
  send(request: SentRequest, security: Security, sending?: Sending): Promise<Exchange>;
  /** What came and was no answer to anything; after it, answers over connections that were used before prove nothing. */
  readonly unasked: readonly Unasked[];
  /**
   * Notes that something is wrong with an answer. One that ended a connection over which others had come before may be what
   * another request has left behind, since the right one can no longer come: then it is unasked.
   */
  accuse(exchange: Exchange, rule: RuleId, message: string): void;
  /** Waits until nothing more can be expected on connections that carried several requests. Nothing may be under way. */
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
  'The request was not sent: its path has no slash in front or a part that is "." or "..", or it names a host of its own.',
);
const leftover = failureOf('transport.framing', 'Expected nothing behind the end of the answer, found more bytes.');
/** What half an answer, left behind by another request, makes of the answer to the next one. */
const doubtful: readonly FailureCode[] = [
  'transport.timeout',
  'transport.truncated',
  'transport.not-http',
  'transport.framing',
  'transport.too-large',
  'transport.headers-too-large',
  'transport.encoding',
  'transport.interim',
];
/**
 * Milliseconds that a connection is watched at its end: a part of the time of the run, twice as long as its slowest answer,
 * and longer than TCP may hold back a small packet.
 */
const watched = { least: 80, most: 500, part: 0.05, step: 20 };
const maxResets = 2;
const maxWaits = 3;

/** @throws UsageError where the address is wrong, the key is missing, or the key would be sent in the clear */
export function createTransport(options: TransportOptions): Transport {
  const key = readKey();
  const base = readBase(options, key);
  const prefix = base.pathname.replace(/\/+$/, '');
  const { timeout, decodedLimit = 10 * 2 ** 20, waits } = options;
  const unasked: Unasked[] = [];
  const connect = (): Connection =>
    new Connection({
      origin: base,
      timeout,
      decodedLimit,
      onUnasked: ({ answered, uses }) => noteUnasked(answered, uses === 1),
    });
  const noteUnasked = (before: readonly SentRequest[], isCertain: boolean, instead?: Unasked['instead']): void => {
    // Before a request, a server has no answer to leave behind.
    if (before.length > 0) unasked.push({ before: [...before], isCertain, ...(instead && { instead }) });
  };
  /** Answers that ended a connection, and what had been answered over it before. */
  const last = new WeakMap<Exchange, readonly SentRequest[]>();
  const all = new Set(Array.from({ length: Math.max(1, options.connections) }, connect));
  /** What takes the place of a connection where a request goes alone. */
  const asides = new WeakMap<Connection, Connection>();
  const free = [...all];
  const waiting: ((connection: Connection) => void)[] = [];
  const asleep = new Set<() => void>();
  const began = performance.now();
  let sent = 0;
  let pauseEnds = 0;
  let isClosed = false;

  function release(connection: Connection): void {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  }

  /** Puts off whatever is sent next; false where there is no time left for it. */
  function putOff(milliseconds: number): boolean {
    const end = Math.max(pauseEnds, performance.now() + milliseconds);
    // Waits of several requests at a time are one.
    const more = milliseconds > 0 ? end - Math.max(pauseEnds, performance.now()) : 0;
    if (waits?.take(more) === false) return false;
    if (milliseconds > 0) pauseEnds = end;
    return true;
  }

  /** Resolves once nothing more is to be expected on a connection. */
  async function quiet(connection: Connection): Promise<void> {
    const part = Math.min((performance.now() - began) * watched.part, watched.most);
    const time = Math.max(watched.least, part, Math.min(2 * connection.slowest, timeout));
    // In steps, since a machine that is busy may be late with one timer, and what has come then was not read yet.
    for (let left = time; left > 0 && !isClosed && connection.isOpen; left -= watched.step) {
      await new Promise((resolve) => setTimeout(resolve, watched.step));
    }
  }

  /**
   * A connection over which nothing has gone, in place of one. What carried several requests is kept, since more may come
   * over it; a server that is asked for one request at a time may serve one connection at a time as well, so that it is
   * only watched for a moment there.
   */
  function fresh(connection: Connection): Connection {
    const isKept = connection.uses > 1 && connection.isOpen;
    const other = isKept ? (asides.get(connection) ?? connect()) : connection;
    if (other.uses > 0) other.drop();
    if (!isKept) return other;
    all.add(other);
    if (options.connections > 1) {
      asides.set(connection, other);
      return other;
    }
    void quiet(connection).then(() => {
      all.delete(connection);
      return connection.destroy();
    });
    return other;
  }

  async function pause(): Promise<void> {
    for (let left; !isClosed && (left = pauseEnds - performance.now()) > 0; ) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          asleep.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, left);
        asleep.add(wake);
      });
    }
  }

  async function send(
    request: SentRequest,
    security: Security,
    { alone = false, linger = 0 }: Sending = {},
  ): Promise<Exchange> {
    const method = request.method.toUpperCase();
    // undici ends a connection with the answer to HEAD, and would lose what is still to come over it.
    let isAlone = alone || options.alone === true || request.once === true || method === 'HEAD';
    if (!request.path.startsWith('/') || hasDotSegment(request.path) || 'host' in request.headers) {
      return { request, failure: unsendable, milliseconds: 0, attempts: 0 };
    }
    const body = request.body ?? null;
    const outgoing = { method, body, ...outgoingOf(request, security, prefix, key) } as Parameters<
      Connection['attempt']
    >[0];
    const retries = new Retries(method, request.once === true);
    const earlier: NonNullable<Exchange['earlier']>[number][] = [];
    for (let attempts = 0; ; ) {
      let own = free.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)));
      if (pauseEnds > 0) await pause();
      if (isClosed) {
        release(own);
        return { request, failure: ended, milliseconds: 0, attempts };
      }
      attempts += 1;
      sent += 1;
      const connection = isAlone ? fresh(own) : own;
      if (options.connections <= 1) own = connection;
      const before = connection.answered;
      const outcome = await connection.attempt(outgoing);
      if (outcome.answer && connection.hasLeftover) Object.assign(outcome, { answer: undefined, failure: leftover });
      const { failure: broken } = outcome;
      if (broken && outcome.reused && outcome.stage !== 'sent' && doubtful.includes(broken.code)) {
        noteUnasked(before, false, { request, rule: broken.code, message: broken.message });
      }
      const earlierOnes = outcome.reused && connection.wasLast ? [...before] : undefined;
      if (outcome.answer) connection.noteAnswer(request, outcome.milliseconds);
      if (linger > 0) await new Promise((resolve) => setTimeout(resolve, linger));
      release(own);
      // It was sent as the server had waited too long for a request: this one it has not seen.
      if (earlierOnes && outcome.answer?.status === 408) {
        isAlone = true;
        continue;
      }
      if (retries.isUnsent(outcome)) {
        attempts -= 1;
        sent -= 1;
        continue;
      }
      const wait = isClosed ? undefined : retries.after(outcome);
      if (wait === undefined || !putOff(wait)) {
        const { answer, failure, milliseconds } = outcome;
        const sendings = { request, milliseconds, attempts, ...(earlier.length > 0 && { earlier }) };
        const exchange: Exchange = answer
          ? key.cleaned({ ...sendings, answer })
          : { ...sendings, failure: isClosed ? ended : (failure ?? ended) };
        if (earlierOnes) last.set(exchange, earlierOnes);
        return exchange;
      }
      earlier.push(outcome.answer?.status ?? outcome.failure?.code ?? ended.code);
    }
  }

  return {
    send,
    unasked,
    accuse(exchange, rule, message) {
      const before = last.get(exchange);
      if (before) noteUnasked(before, false, { request: exchange.request, rule, message });
    },
    async settle() {
      await Promise.all([...all].map((connection) => (connection.uses > 1 ? quiet(connection) : undefined)));
    },
    requests: () => sent,
    leaks: key.leaks,
    redact: key.redact,
    keyIsLongEnoughToSearch: key.isLongEnoughToSearch,
    async close() {
      isClosed = true;
      for (const wake of [...asleep]) wake();
      await Promise.all([...all].map((connection) => connection.destroy()));
    },
  };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Decides whether a request goes out once more. */
class Retries {
  readonly #method: string;
  #unsent = 0;
  #resets = 0;
  #waits = 0;
  #isRenewed = false;
  readonly #isOnce: boolean;

  constructor(method: string, isOnce: boolean) {
    this.#method = method;
    this.#isOnce = isOnce;
  }

  /** Whether the connection was lost before anything went out, so that it does not count. */
  isUnsent({ unsent, failure }: Outcome): boolean {
    return unsent && failure?.code !== 'transport.failed' && this.#unsent++ < maxResets;
  }

  /** Milliseconds to wait before it is sent again; undefined where the outcome stands. */
  after({ answer, failure, reused, stage }: Outcome): number | undefined {
    if (this.#isOnce) return undefined;
    const isSafe = isRead(this.#method);
    if (answer) {
      if (answer.status !== 429 && answer.status !== 503) return undefined;
      const header = answer.headers['retry-after'];
      // A 429 says that nothing was done; a 503 does not.
      const isAllowed = answer.status === 429 || (isSafe && header !== undefined);
      if (!isAllowed || this.#waits++ >= maxWaits) return undefined;
      return retryAfter(headerOf(answer, 'retry-after'), Date.now());
    }
    if (failure?.code !== 'transport.reset') return undefined;
    if (isSafe) return this.#resets++ < maxResets ? 0 : undefined;
    // The server closed a connection that was idle just as the request went out.
    if (!reused || stage !== 'sent' || this.#isRenewed || this.#method === 'POST' || this.#method === 'PATCH')
      return undefined;
    this.#isRenewed = true;
    return 0;
  }
}

function outgoingOf(
  request: SentRequest,
  security: Security,
  prefix: string,
  key: Key,
): { path: string; headers: string[] } {
  const { header, query } = key.show(request.key, security);
  const given = request.headers;
  const headers: string[] = [];
  if (given['accept'] === undefined) headers.push('accept', 'application/json, */*;q=0.1');
  if (given['accept-encoding'] === undefined) headers.push('accept-encoding', 'identity;q=1, *;q=0');
  if (given['user-agent'] === undefined) headers.push('user-agent', `directory-contract/${contractVersion}`);
  for (const name in given) {
    if (name !== header?.[0]) headers.push(name, given[name] as string);
  }
  if (header) headers.push(header[0], header[1]);
  const path = prefix + request.path;
  return { path: query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`, headers };
}

function readBase({ baseUrl: text, allowInsecureHost }: TransportOptions, key: Key): URL {
  // The key may stand there in any encoding; readTarget knows the plain one.
  if (key.leaks(text))
    throw new UsageError('The base URL holds the key. Take it out: the key comes from DIRECTORY_API_KEY alone.');
  return new URL(readTarget(text, allowInsecureHost).baseUrl);
}
