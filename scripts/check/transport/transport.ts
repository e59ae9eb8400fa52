import { contractVersion } from '../../../generated/operation-table.js';
import type { Security } from '../../contract/security.js';
import { noWebAssembly } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { type Exchange, isBusy, type SentRequest } from '../model/exchange.js';
import { hasDotSegment } from '../model/request.js';
import type { RuleId } from '../model/rules/index.js';
import type { AttemptResult } from './attempt.js';
import { Connection, Connections } from './connection.js';
import { type Credentials, credentialsOf } from './credentials.js';
import { failureOf } from './failure.js';
import { type Key, type KeySearch, readKey } from './key.js';
import { Leftovers, type Unasked } from './leftovers.js';
import { Pauses, type WaitBudget } from './pauses.js';
import { isLostReuse, isRepeatable, Retries } from './retries.js';
import { readTarget } from './target.js';

export interface TransportOptions {
  /** `http(s)://host[:port][/base/path]`; https, unless the host is this machine. */
  baseUrl: string;
  /** Hosts other than this machine that may be called by http, with or without a port. */
  allowInsecureHosts?: readonly string[];
  /** Concurrent requests. If more than one, there may be twice as many sockets: some requests need their own. */
  connections: number;
  timeout: number;
  /** Maximum bytes of a decoded body; 10 MiB by default. */
  decodedLimit?: number;
  /** The limit of all waits that the server asks for; unlimited without it. */
  waits?: WaitBudget | undefined;
  /** Whether each request uses its own connection. */
  alone?: boolean;
  /** By default the key of `DIRECTORY_API_KEY`, and nothing else. */
  credentials?: Credentials;
}

/** How a request is sent. */
export interface Sending {
  /** Over its own connection, so that the response surely belongs to the request. */
  alone?: boolean;
  /** Milliseconds to keep the connection idle after the response, to see if more bytes arrive. */
  linger?: number;
}

/** The only part of the check that knows the key and calls the server. */
export interface Transport {
  /** Sends a request and reads its response. Never rejects: the exchange contains any failure. */
  send(request: SentRequest, security: Security, sending?: Sending): Promise<Exchange>;
  /**
   * Bytes that were not a response to any request; after them, responses over connections used before prove nothing.
   */
  readonly unasked: readonly Unasked[];
  /**
   * Records an error of a response. If the response ended a connection that other requests had used, it may be bytes
   * that one of them left behind, and is added to `unasked`.
   */
  accuse(exchange: Exchange, rule: RuleId, message: string): void;
  /** Waits until no more bytes are expected on connections with several requests. No request may be under way. */
  settle(): Promise<void>;
  /** Number of requests sent so far, repeats included. */
  requests(): number;
  /** Whether a text contains the key, or the wrong key sent in its place, in any encoding. */
  leaks(text: string): boolean;
  /** Returns the text with `[key]` in place of each. */
  redact(text: string): string;
  /** False for a key under 8 characters: `leaks` and `redact` then find nothing. */
  keyIsLongEnoughToSearch: boolean;
  /** Closes all connections; requests under way fail. */
  close(): Promise<void>;
}

const ended = failureOf('transport.failed', 'The run ended before a response arrived.');
const unsendable = failureOf(
  'transport.failed',
  'The request was not sent: its path has no slash at the start or a segment "." or "..", or its headers name a host.',
);
const leftover = failureOf('transport.framing', 'Expected no bytes after the end of the response, but got some.');
/**
 * @throws UsageError if the address is invalid, the key is missing, or the key would be sent unencrypted; also if
 * Node.js lacks WebAssembly, in which undici parses responses: each request would fail as if by the server
 */
export function createTransport(options: TransportOptions): Transport {
  if (typeof WebAssembly === 'undefined') throw new UsageError(noWebAssembly);
  const { credentials = credentialsOf(readKey()) } = options;
  return new HttpTransport(options, credentials, readBase(options, credentials.key));
}

interface Dispatch {
  request: SentRequest;
  outgoing: Parameters<Connection['attempt']>[0];
  isAlone: boolean;
  linger: number;
  /** The key that it has, unless that was renewed already. */
  renewable: Key | undefined;
}

class HttpTransport implements Transport {
  readonly #isAlone: boolean;
  readonly #credentials: Credentials;
  readonly #prefix: string;
  readonly #connections: Connections;
  readonly #pauses: Pauses;
  readonly #leftovers = new Leftovers();
  readonly unasked = this.#leftovers.unasked;
  readonly keyIsLongEnoughToSearch: boolean;
  #sent = 0;
  /** Whether the server has closed a connection without saying so, just as a request was on its way. */
  #closesSilently = false;
  #isClosed = false;
  #close = (): void => undefined;
  readonly #closing = new Promise<undefined>((resolve) => {
    this.#close = () => resolve(undefined);
  });

  constructor(options: TransportOptions, credentials: Credentials, origin: URL) {
    const { connections: width, timeout, decodedLimit = 10 * 2 ** 20 } = options;
    const onUnasked = ({ answered, uses }: Connection): void => this.#leftovers.note(answered, uses === 1);
    const connect = (): Connection => new Connection({ origin, timeout, decodedLimit, onUnasked });
    this.#isAlone = options.alone === true;
    this.#credentials = credentials;
    this.#prefix = origin.pathname.replace(/\/+$/, '');
    this.#connections = new Connections({ width, timeout, connect });
    this.#pauses = new Pauses(options.waits);
    this.keyIsLongEnoughToSearch = credentials.key.isLongEnoughToSearch;
  }

  async send(request: SentRequest, security: Security, { alone = false, linger = 0 }: Sending = {}): Promise<Exchange> {
    if (!request.path.startsWith('/') || hasDotSegment(request.path) || 'host' in request.headers)
      return { request, failure: unsendable, milliseconds: 0, attempts: 0 };
    const method = request.method.toUpperCase();
    // undici closes a connection after the response to HEAD, and would lose bytes that arrive later.
    const isAlone = alone || this.#isAlone || request.once === true || method === 'HEAD' || this.#isUnsafe(method);
    const { key } = this.#credentials;
    const isRight = request.key === 'right' && security.kind !== 'none';
    const outgoing = this.#outgoing(request, security, key);
    const dispatch: Dispatch = { request, outgoing, isAlone, linger, renewable: isRight ? key : undefined };
    const retries = new Retries(method, request.once === true);
    const earlier: NonNullable<Exchange['earlier']>[number][] = [];
    for (let attempts = 0; ; ) {
      const connection = await this.#connections.take();
      await this.#pauses.passed(dispatch, alone);
      if (this.#isClosed) {
        this.#connections.release(connection);
        return { request, failure: ended, milliseconds: 0, attempts };
      }
      attempts += 1;
      this.#sent += 1;
      const sentAt = performance.now();
      const { outcome, before } = await this.#attempt(connection, dispatch);
      // The server sent 408 because the connection was idle; it has not seen this request.
      if (before && outcome.response?.status === 408) {
        dispatch.isAlone = true;
        continue;
      }
      if (retries.isUnsent(outcome)) {
        attempts -= 1;
        this.#sent -= 1;
        continue;
      }
      if (outcome.response?.status === 401 && (await this.#isRenewed(dispatch, security))) continue;
      const isLost = !this.#isClosed && isLostReuse(outcome);
      if (isLost) this.#closesSilently = true;
      // A second failure is then certainly the server's.
      if (outcome.failure) dispatch.isAlone = true;
      const wait = this.#isClosed ? undefined : retries.after(outcome);
      if (wait === undefined || !this.#pauses.delay(wait)) {
        this.#pauses.ended(dispatch, outcome.response && !isBusy(outcome.response) ? sentAt : undefined);
        const { milliseconds } = outcome;
        const sendings = {
          request,
          milliseconds,
          attempts,
          ...(earlier.length > 0 && { earlier }),
          ...(isLost && { isLost }),
        };
        const exchange = this.#exchange(sendings, outcome);
        if (before) this.#leftovers.noteLast(exchange, before);
        return exchange;
      }
      if (!isLost) earlier.push(outcome.response?.status ?? outcome.failure?.code ?? ended.code);
    }
  }

  #outgoing(request: SentRequest, security: Security, key: Key): Dispatch['outgoing'] {
    const { headers } = this.#credentials;
    const method = request.method.toUpperCase();
    const outgoing = outgoingOf(request, security, this.#prefix, { key, headers });
    return { method, ...outgoing } as Dispatch['outgoing'];
  }

  /** Whether the server has refused the key of a request, which now has another: a 401 says that nothing was done. */
  async #isRenewed(dispatch: Dispatch, security: Security): Promise<boolean> {
    if (!dispatch.renewable) return false;
    const key = await Promise.race([this.#credentials.renewed(dispatch.renewable), this.#closing]);
    if (!key) return false;
    dispatch.renewable = undefined;
    dispatch.outgoing = this.#outgoing(dispatch.request, security, key);
    return true;
  }

  /** Sends a request once. `before`: the requests that had used its connection, if the response ended that. */
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
    if (outcome.response) connection.noteAnswer(request, outcome.response.status, outcome.milliseconds);
    if (linger > 0) await new Promise((resolve) => setTimeout(resolve, linger));
    this.#connections.release(taken, connection);
    return { outcome, before };
  }

  /** Whether a lost connection would leave the effect of a request unknown, at a server that closes them silently. */
  #isUnsafe(method: string): boolean {
    return this.#closesSilently && !isRepeatable(method);
  }

  #exchange(sendings: Omit<Exchange, 'response' | 'failure'>, { response, failure }: AttemptResult): Exchange {
    if (response) return this.#credentials.search.cleaned({ ...sendings, response });
    return { ...sendings, failure: this.#isClosed ? ended : (failure ?? ended) };
  }

  accuse(exchange: Exchange, rule: RuleId, message: string): void {
    this.#leftovers.accuse(exchange, rule, message);
  }

  readonly leaks: KeySearch['leaks'] = (text) => this.#credentials.search.leaks(text);

  readonly redact: KeySearch['redact'] = (text) => this.#credentials.search.redact(text);

  settle(): Promise<void> {
    return this.#connections.settle();
  }

  requests(): number {
    return this.#sent;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#close();
    this.#pauses.cancel();
    await this.#connections.close();
  }
}

function readBase({ baseUrl: text, allowInsecureHosts }: TransportOptions, key: Key): URL {
  // Searches for the key in any encoding, before readTarget quotes the address.
  if (key.leaks(text))
    throw new UsageError('The base URL contains the key. Remove it there, and set it in DIRECTORY_API_KEY only.');
  return new URL(readTarget(text, allowInsecureHosts).baseUrl);
}

/** Returns the path, the headers and the body of a request as sent, with the key and the headers of every request. */
function outgoingOf(
  request: SentRequest,
  security: Security,
  prefix: string,
  { key, headers: always }: Pick<Credentials, 'key' | 'headers'>,
): { path: string; headers: string[]; body: string | Uint8Array | AsyncIterable<Uint8Array> | null } {
  const { headers: shown, query } = key.show(request.key, security);
  const { capitals = false, without = [], chunked = false } = request.writing ?? {};
  const given = request.headers;
  const headers: string[] = [];
  const add = (name: string, value: string): void => {
    if (!without.includes(name)) headers.push(capitals ? name.toUpperCase() : name, value);
  };
  if (given['accept'] === undefined) add('accept', 'application/json, */*;q=0.1');
  if (given['accept-encoding'] === undefined) add('accept-encoding', 'identity;q=1, *;q=0');
  const hasAgent = given['user-agent'] !== undefined || always.some(([name]) => name === 'user-agent');
  if (!hasAgent) add('user-agent', `directory-contract/${contractVersion}`);
  const isShown = (name: string): boolean => shown.some(([own]) => own === name);
  for (const [name, value] of always) if (given[name] === undefined && !isShown(name)) add(name, value);
  for (const name in given) if (!isShown(name)) add(name, given[name] as string);
  for (const [name, value] of shown) add(name, name === 'cookie' ? withCookies(given[name], value) : value);
  const path = prefix + request.path;
  const { body = null } = request;
  return {
    path: query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body: chunked && body !== null ? inPieces(body) : body,
  };
}

/** A request has one `Cookie` header (RFC 6265 §5.4). */
function withCookies(given: string | undefined, shown: string): string {
  return given === undefined ? shown : `${given}; ${shown}`;
}

/** A body whose length is not announced; it can be sent again. */
function inPieces(body: string | Uint8Array): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(body);
  return {
    async *[Symbol.asyncIterator]() {
      yield bytes.subarray(0, Math.ceil(bytes.length / 2));
      yield bytes.subarray(Math.ceil(bytes.length / 2));
    },
  };
}
