import { contractVersion } from '../../../generated/operation-table.js';
import type { Security } from '../../contract/security.js';
import { noWebAssemblyText } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { type Exchange, type ExchangeResponse, isBusyResponse, type SentRequest } from '../model/exchange.js';
import { hasDotSegment } from '../model/request.js';
import type { RuleId } from '../model/rules/index.js';
import type { AttemptResult } from './attempt.js';
import { Connection } from './connection.js';
import { Connections } from './connections.js';
import { type Credentials, credentialsOf, keySearchOf } from './credentials.js';
import { failureOf } from './failure.js';
import { type ApiKey, absentKey, emptySearch, type KeySearch, readKey } from './key.js';
import { type Leftover, LeftoverLog } from './leftovers.js';
import { Network, type NetworkOptions } from './network.js';
import { Pauses, type WaitBudget } from './pauses.js';
import { isLostOnReuse, isRepeatableMethod, RetryPolicy } from './retries.js';
import { readTarget } from './target.js';

export interface TransportOptions {
  /** `http(s)://host[:port][/base/path]`; https, unless the host is this machine. */
  baseUrl: string;
  /** Hosts other than this machine that may be called over http, with or without a port. */
  allowInsecureHosts?: readonly string[];
  /** Number of concurrent requests. Above 1, there may be twice as many sockets, since some requests need their own. */
  connections: number;
  timeout: number;
  /** Maximum bytes of a decoded body; 10 MiB by default. */
  decodedSizeLimit?: number;
  /** Limits the total time of the waits that the server asks for; undefined for no limit. */
  waitBudget?: WaitBudget | undefined;
  hasOwnConnections?: boolean;
  /** The key and headers to send; by default only the key of `DIRECTORY_API_KEY`. */
  credentials?: Credentials;
  /** Proxy, certificates and pace, or the settings for these. */
  network?: Network | NetworkOptions;
  /** Whether the requests restore or remove resources, so that they ignore the pace after a stop. */
  isUrgent?: boolean;
}

export interface SendOptions {
  /** Whether the request goes over its own connection, so that the response surely belongs to it. */
  wantsOwnConnection?: boolean;
  /** Milliseconds to keep the connection idle after the response, to see whether more bytes arrive. */
  idleMilliseconds?: number;
}

/** The only part of the check that knows the key and calls the server. */
export interface Transport {
  /** Sends a request and reads its response. Never rejects: the exchange contains any failure. */
  send(request: SentRequest, security: Security, options?: SendOptions): Promise<Exchange>;
  /** Bytes that belonged to no response. After the first of them, responses over reused connections prove nothing. */
  readonly leftovers: readonly Leftover[];
  /**
   * Records an error of a response. If the response is the last one on a connection that other requests had used, it
   * may consist of bytes that one of them left behind. The error is then also added to `leftovers`.
   */
  noteResponseError(exchange: Exchange, rule: RuleId, message: string): void;
  /** Waits until connections with several requests bring no more bytes. Call it only when no request is pending. */
  settle(): Promise<void>;
  /** Number of requests sent so far, repeats included. */
  countRequests(): number;
  /** Whether a string contains the key, or the wrong key that the check sends in its place, in any encoding. */
  isKeyIn(text: string): boolean;
  /** Returns the text with `[key]` in place of each such key. */
  redact(text: string): string;
  /** False for a key of fewer than 8 characters; `isKeyIn` and `redact` then find nothing. */
  isKeySearchable: boolean;
  /** Closes all connections, so that pending requests fail. */
  close(): Promise<void>;
}

const runEndFailure = failureOf('transport.failed', 'The run ended before a response arrived.');
const unsendableFailure = failureOf(
  'transport.failed',
  'The request was not sent: its path lacks a leading slash or has a segment "." or "..", or the request has a ' +
    'Host header.',
);
const surplusFailure = failureOf('transport.framing', 'Expected no bytes after the end of the response, but got some.');

/**
 * @throws UsageError if the address is invalid, the key is missing, or the key would be sent unencrypted; also if
 * Node.js lacks WebAssembly, which undici needs to read responses: each request would then seem to fail at the server
 */
export function createTransport(options: TransportOptions): Transport {
  if (typeof WebAssembly === 'undefined') throw new UsageError(noWebAssemblyText);
  const { credentials = credentialsOf(readKey()), network = {} } = options;
  const origin = readBaseUrl(options, keySearchOf(credentials));
  const ownNetwork = network instanceof Network ? network : new Network(origin, network);
  return new HttpTransport(options, credentials, ownNetwork, origin);
}

interface Dispatch {
  request: SentRequest;
  wireRequest: Parameters<Connection['attempt']>[0];
  hasOwnConnection: boolean;
  lingerMilliseconds: number;
  /** The sent key, which a 401 may replace once. Undefined after that, and for a request without a right key. */
  renewableKey: ApiKey | undefined;
}

class HttpTransport implements Transport {
  readonly #hasOwnConnections: boolean;
  readonly #credentials: Credentials;
  readonly #proxySearch: KeySearch;
  readonly #prefix: string;
  readonly #connections: Connections;
  readonly #pauses: Pauses;
  readonly #leftoverLog = new LeftoverLog();
  readonly leftovers = this.#leftoverLog.leftovers;
  readonly isKeySearchable: boolean;
  #requestCount = 0;
  /** Whether the server has closed a connection without announcing it, while a request was being sent. */
  #hasClosedSilently = false;
  #isClosed = false;
  #announceClose = (): void => undefined;
  readonly #whenClosed = new Promise<undefined>((resolve) => {
    this.#announceClose = () => resolve(undefined);
  });

  constructor(options: TransportOptions, credentials: Credentials, network: Network, origin: URL) {
    const { connections: maxConnections, timeout, decodedSizeLimit = 10 * 2 ** 20 } = options;
    const onLeftoverBytes = ({ servedRequests, requestCount }: Connection): void =>
      this.#leftoverLog.note(servedRequests, requestCount === 1);
    const { pace } = network;
    const createConnection = () => new Connection({ origin, network, timeout, decodedSizeLimit, onLeftoverBytes });
    this.#hasOwnConnections = options.hasOwnConnections === true;
    this.#proxySearch = network.proxy?.search ?? emptySearch;
    this.#credentials = credentials;
    this.#prefix = origin.pathname.replace(/\/+$/, '');
    this.#connections = new Connections({ maxConnections, timeout, createConnection });
    this.#pauses = new Pauses(options.waitBudget, pace && (() => pace.takeSlot(options.isUrgent === true)));
    this.isKeySearchable = credentials.key.isSearchable && credentials.otherKey?.isSearchable !== false;
  }

  async send(
    request: SentRequest,
    security: Security,
    { wantsOwnConnection = false, idleMilliseconds: lingerMilliseconds = 0 }: SendOptions = {},
  ): Promise<Exchange> {
    if (!request.path.startsWith('/') || hasDotSegment(request.path) || 'host' in request.headers)
      return { request, failure: unsendableFailure, milliseconds: 0, attempts: 0 };
    const method = request.method.toUpperCase();
    // undici closes a connection after the response to HEAD. On a shared connection, later bytes would be lost.
    const needsOwnConnection = wantsOwnConnection || request.once === true || method === 'HEAD';
    const hasOwnConnection = needsOwnConnection || this.#hasOwnConnections || this.#isUnsafe(method);
    const isOther = request.key === 'other';
    const { key: ownKey, otherKey } = this.#credentials;
    // Without another key, the request is sent without any: it must never have the key of the first identity.
    const key = isOther ? (otherKey ?? absentKey) : ownKey;
    const hasRightKey = isOther || request.key === 'right';
    const renewableKey = hasRightKey && security.kind !== 'none' ? key : undefined;
    const wireRequest = this.#toWireRequest(request, security, key);
    const dispatch: Dispatch = { request, wireRequest, hasOwnConnection, lingerMilliseconds, renewableKey };
    const retries = new RetryPolicy(method, request.once === true);
    const earlierAttempts: NonNullable<Exchange['earlierOutcomes']>[number][] = [];
    let busyResponse: ExchangeResponse | undefined;
    for (let attempts = 0; ; ) {
      const connection = await this.#connections.takeConnection();
      await this.#pauses.waitForTurn(dispatch, wantsOwnConnection);
      if (this.#isClosed) {
        this.#connections.release(connection);
        return { request, failure: runEndFailure, milliseconds: 0, attempts };
      }
      attempts += 1;
      this.#requestCount += 1;
      const sentAt = performance.now();
      const { outcome, earlierRequests } = await this.#attempt(connection, dispatch);
      // The server sent 408 because the connection was idle. It has not received this request.
      if (earlierRequests && outcome.response?.status === 408) {
        dispatch.hasOwnConnection = true;
        continue;
      }
      if (retries.isUnsent(outcome)) {
        attempts -= 1;
        this.#requestCount -= 1;
        continue;
      }
      if (outcome.response?.status === 401 && (await this.#renewKey(dispatch, security))) continue;
      const isLost = !this.#isClosed && isLostOnReuse(outcome);
      if (isLost) this.#hasClosedSilently = true;
      // The next attempt uses its own connection, so a failure of that attempt is certainly a fault of the server.
      if (outcome.failure) dispatch.hasOwnConnection = true;
      const wait = this.#isClosed ? undefined : retries.getDelay(outcome);
      if (wait === undefined || !this.#pauses.delay(wait)) {
        this.#pauses.noteEnd(dispatch, outcome.response && !isBusyResponse(outcome.response) ? sentAt : undefined);
        const base = {
          request,
          attempts,
          ...(earlierAttempts.length > 0 && { earlierOutcomes: earlierAttempts }),
          ...(isLost && { isLost }),
          ...(busyResponse && { busyResponse }),
        };
        const exchange = this.#toExchange(base, outcome);
        if (earlierRequests) this.#leftoverLog.noteConnectionEnd(exchange, earlierRequests);
        return exchange;
      }
      if (isBusyResponse(outcome.response)) busyResponse = this.#toExchange({ request, attempts }, outcome).response;
      if (!isLost) earlierAttempts.push(outcome.response?.status ?? outcome.failure?.code ?? runEndFailure.code);
    }
  }

  #toWireRequest(request: SentRequest, security: Security, key: ApiKey): Dispatch['wireRequest'] {
    const { headers } = this.#credentials;
    const method = request.method.toUpperCase();
    const wireRequest = toWireRequest(request, security, this.#prefix, { key, headers });
    return { method, ...wireRequest } as Dispatch['wireRequest'];
  }

  /** Gets a new key for a request after a 401, which says that the server did nothing. Returns whether there is one. */
  async #renewKey(dispatch: Dispatch, security: Security): Promise<boolean> {
    if (!dispatch.renewableKey) return false;
    const key = await Promise.race([
      this.#credentials.renew(dispatch.renewableKey, dispatch.request.key),
      this.#whenClosed,
    ]);
    if (!key) return false;
    dispatch.renewableKey = undefined;
    dispatch.wireRequest = this.#toWireRequest(dispatch.request, security, key);
    return true;
  }

  /** Sends a request once. If a response ended the connection, `earlierRequests` has the earlier requests over it. */
  async #attempt(
    poolConnection: Connection,
    { request, wireRequest, hasOwnConnection, lingerMilliseconds }: Dispatch,
  ): Promise<{ outcome: AttemptResult; earlierRequests: readonly SentRequest[] | undefined }> {
    const connection = hasOwnConnection ? this.#connections.takeUnusedConnection(poolConnection) : poolConnection;
    const { servedRequests } = connection;
    const result = await connection.attempt(wireRequest);
    const hasLeftover = result.response !== undefined && connection.hasLeftoverBytes;
    const outcome = hasLeftover ? { ...result, response: undefined, failure: surplusFailure } : result;
    this.#leftoverLog.noteOutcome(request, outcome, servedRequests);
    const earlierRequests = outcome.isReused && connection.wasEndedByResponse ? [...servedRequests] : undefined;
    if (outcome.response) connection.noteResponse(request, outcome.response.status, outcome.milliseconds);
    if (lingerMilliseconds > 0) await new Promise((resolve) => setTimeout(resolve, lingerMilliseconds));
    this.#connections.release(poolConnection, connection);
    return { outcome, earlierRequests };
  }

  /** Whether a lost connection would leave a request's effect unknown; false until the server closes one silently. */
  #isUnsafe(method: string): boolean {
    return this.#hasClosedSilently && !isRepeatableMethod(method);
  }

  #toExchange(base: Pick<Exchange, 'request' | 'attempts'>, outcome: AttemptResult): Exchange {
    const { response, failure = runEndFailure, milliseconds } = outcome;
    if (response) return this.#credentials.search.clean({ ...base, milliseconds, response });
    return { ...base, milliseconds, failure: this.#isClosed ? runEndFailure : failure };
  }

  noteResponseError(exchange: Exchange, rule: RuleId, message: string): void {
    this.#leftoverLog.noteResponseError(exchange, rule, message);
  }

  readonly isKeyIn: KeySearch['isKeyIn'] = (text) =>
    this.#credentials.search.isKeyIn(text) || this.#proxySearch.isKeyIn(text);

  readonly redact: KeySearch['redact'] = (text) => this.#proxySearch.redact(this.#credentials.search.redact(text));

  settle(): Promise<void> {
    return this.#connections.settle();
  }

  countRequests(): number {
    return this.#requestCount;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#announceClose();
    this.#pauses.cancel();
    await this.#connections.close();
  }
}

function readBaseUrl({ baseUrl: text, allowInsecureHosts }: TransportOptions, key: KeySearch): URL {
  // Looks for the key in any encoding before readTarget quotes the address in a message.
  if (key.isKeyIn(text))
    throw new UsageError('The base URL contains the key. Remove the key, and set it only in DIRECTORY_API_KEY.');
  return new URL(readTarget(text, allowInsecureHosts).baseUrl);
}

/** Returns the path, headers and body as they are sent, with the key and the common headers. */
function toWireRequest(
  request: SentRequest,
  security: Security,
  prefix: string,
  { key, headers: commonHeaders }: Pick<Credentials, 'key' | 'headers'>,
): { path: string; headers: string[]; body: string | Uint8Array | AsyncIterable<Uint8Array> | null } {
  const { headers: keyHeaders, query } = key.toRequestAuth(request.key, security);
  const { capitals = false, without = [], chunked = false } = request.writing ?? {};
  const requestHeaders = request.headers;
  const headers: string[] = [];
  const add = (name: string, value: string): void => {
    if (!without.includes(name)) headers.push(capitals ? name.toUpperCase() : name, value);
  };
  if (requestHeaders['accept'] === undefined) add('accept', 'application/json, */*;q=0.1');
  if (requestHeaders['accept-encoding'] === undefined) add('accept-encoding', 'identity;q=1, *;q=0');
  const hasAgent = requestHeaders['user-agent'] !== undefined || commonHeaders.some(([name]) => name === 'user-agent');
  if (!hasAgent) add('user-agent', `directory-contract/${contractVersion}`);
  const isKeyHeader = (name: string): boolean => keyHeaders.some(([keyName]) => keyName === name);
  for (const [name, value] of commonHeaders)
    if (requestHeaders[name] === undefined && !isKeyHeader(name)) add(name, value);
  for (const name in requestHeaders) if (!isKeyHeader(name)) add(name, requestHeaders[name] as string);
  for (const [name, value] of keyHeaders)
    add(name, name === 'cookie' ? joinCookies(requestHeaders[name], value) : value);
  const path = prefix + request.path;
  const { body = null } = request;
  return {
    path: query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body: chunked && body !== null ? toChunks(body) : body,
  };
}

/** Joins the cookies of the request and of the key, since only one `Cookie` header is allowed (RFC 6265 §5.4). */
function joinCookies(requestCookies: string | undefined, keyCookie: string): string {
  return requestCookies === undefined ? keyCookie : `${requestCookies}; ${keyCookie}`;
}

/** Returns the body in chunks, so that its length is not announced. The chunks can be read again for a retry. */
function toChunks(body: string | Uint8Array): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(body);
  return {
    async *[Symbol.asyncIterator]() {
      yield bytes.subarray(0, Math.ceil(bytes.length / 2));
      yield bytes.subarray(Math.ceil(bytes.length / 2));
    },
  };
}
