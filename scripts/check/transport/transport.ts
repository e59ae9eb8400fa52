import { contractVersion } from '../../../generated/operation-table.js';
import { UsageError } from '../../command.js';
import { headerOf, type Exchange, type SentRequest } from '../exchange.js';
import type { Security } from '../operations.js';
import { hasDotSegment } from '../request.js';
import { readTarget } from '../target.js';
import type { Outcome } from './attempt.js';
import { Connection } from './connection.js';
import { failureOf } from './failure.js';
import { readKey, type Key } from './key.js';
import { retryAfter } from './retry-after.js';
import type { WaitBudget } from './wait-budget.js';

export interface TransportOptions {
  /** `http(s)://host[:port][/base/path]`; https, or a host that is this machine. */
  baseUrl: string;
  /** Sockets at most. */
  connections: number;
  /** Milliseconds for one sending of a request in all: connection, headers, body. */
  timeout: number;
  /** Bytes of a body after its codings were undone; 10 MiB by default. */
  decodedLimit?: number;
  /** What may be waited where the server asks for it; without it, each wait is. */
  waits?: WaitBudget | undefined;
}

/** The only part of the check that knows the key and talks to the server. */
export interface Transport {
  /** Sends a request and reads its answer. It never rejects: what goes wrong is in the exchange. */
  send(request: SentRequest, security: Security): Promise<Exchange>;
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
const maxResets = 2;
const maxWaits = 3;

/** @throws UsageError where the address is wrong, the key is missing, or the key would be sent in the clear */
export function createTransport(options: TransportOptions): Transport {
  const key = readKey();
  const base = readBase(options.baseUrl, key);
  const prefix = base.pathname.replace(/\/+$/, '');
  const { timeout, decodedLimit = 10 * 2 ** 20, waits } = options;
  const all = Array.from({ length: Math.max(1, options.connections) }, () => new Connection({ origin: base, timeout, decodedLimit }));
  const free = [...all];
  const waiting: ((connection: Connection) => void)[] = [];
  const asleep = new Set<() => void>();
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

  async function send(request: SentRequest, security: Security): Promise<Exchange> {
    const method = request.method.toUpperCase();
    if (!request.path.startsWith('/') || hasDotSegment(request.path) || 'host' in request.headers) {
      return { request, failure: unsendable, milliseconds: 0, attempts: 0 };
    }
    const body = request.body ?? null;
    const outgoing = { method, body, ...outgoingOf(request, security, prefix, key) } as Parameters<Connection['attempt']>[0];
    const retries = new Retries(method, request.once === true);
    const earlier: NonNullable<Exchange['earlier']>[number][] = [];
    for (let attempts = 0; ; ) {
      const connection = free.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)));
      if (pauseEnds > 0) await pause();
      if (isClosed) {
        release(connection);
        return { request, failure: ended, milliseconds: 0, attempts };
      }
      attempts += 1;
      sent += 1;
      const outcome = await connection.attempt(outgoing);
      if (outcome.answer && connection.hasLeftover) {
        outcome.answer = undefined;
        outcome.failure = failureOf('transport.framing', 'Expected nothing behind the end of the answer, found more bytes.');
      }
      release(connection);
      if (retries.isUnsent(outcome)) {
        attempts -= 1;
        sent -= 1;
        continue;
      }
      const wait = isClosed ? undefined : retries.after(outcome);
      if (wait === undefined || !putOff(wait)) {
        const { answer, failure, milliseconds } = outcome;
        const sendings = { request, milliseconds, attempts, ...(earlier.length > 0 && { earlier }) };
        return answer ? key.cleaned({ ...sendings, answer }) : { ...sendings, failure: isClosed ? ended : (failure ?? ended) };
      }
      earlier.push(outcome.answer?.status ?? outcome.failure?.code ?? ended.code);
    }
  }

  return {
    send,
    requests: () => sent,
    leaks: key.leaks,
    redact: key.redact,
    keyIsLongEnoughToSearch: key.isLongEnoughToSearch,
    async close() {
      isClosed = true;
      for (const wake of [...asleep]) wake();
      await Promise.all(all.map((connection) => connection.destroy()));
    },
  };
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
    const isRead = this.#method === 'GET' || this.#method === 'HEAD';
    if (answer) {
      if (answer.status !== 429 && answer.status !== 503) return undefined;
      const header = answer.headers['retry-after'];
      // A 429 says that nothing was done; a 503 does not.
      const isAllowed = answer.status === 429 || (isRead && header !== undefined);
      if (!isAllowed || this.#waits++ >= maxWaits) return undefined;
      return retryAfter(headerOf(answer, 'retry-after'), Date.now());
    }
    if (failure?.code !== 'transport.reset') return undefined;
    if (isRead) return this.#resets++ < maxResets ? 0 : undefined;
    // The server closed a connection that was idle just as the request went out.
    if (!reused || stage !== 'sent' || this.#isRenewed || this.#method === 'POST' || this.#method === 'PATCH') return undefined;
    this.#isRenewed = true;
    return 0;
  }
}

function outgoingOf(request: SentRequest, security: Security, prefix: string, key: Key): { path: string; headers: string[] } {
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

function readBase(text: string, key: Key): URL {
  // The key may stand there in any encoding; readTarget knows the plain one.
  if (key.leaks(text)) throw new UsageError('The base URL holds the key. Take it out: the key comes from DIRECTORY_API_KEY alone.');
  return new URL(readTarget(text).baseUrl);
}
