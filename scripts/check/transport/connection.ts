import net from 'node:net';
import tls from 'node:tls';
import type { buildConnector, Dispatcher, Client as UndiciClient, errors as undiciErrors } from 'undici';
// The two modules of undici that the check uses. The index of undici also loads fetch, WebSocket, caches and mocks,
// which take longer to load than these two, and would double undici's share of the package.
// @ts-expect-error undici has types only for its index.
import errorsModule from 'undici/lib/core/errors.js';
// @ts-expect-error undici has types only for its index.
import clientModule from 'undici/lib/dispatcher/client.js';
import type { SentRequest } from '../model/exchange.js';
import { Attempt, type AttemptResult } from './attempt.js';
import { isParserError, isTlsError } from './failure.js';
import { isRepeatableMethod } from './retries.js';

const Client = clientModule as typeof UndiciClient;
const errors = errorsModule as typeof undiciErrors;

interface ConnectionOptions {
  origin: URL;
  /** Maximum number of milliseconds from the start of connecting to the last byte of the response. */
  timeout: number;
  decodedSizeLimit: number;
  /** Called when bytes arrive on the connection while no request is pending. */
  onLeftoverBytes: (connection: Connection) => void;
}

const maxHeaderSize = 128 * 2 ** 10;
/** Milliseconds after which an idle connection gets no POST or PATCH: if it is lost, they cannot be sent again. */
const staleTime = 75;
/** Maximum delay of a timer in milliseconds. Node.js fires a timer with a longer delay at once. */
const maxTimerDelay = 2 ** 31 - 1;

/** Minimum number of latest requests to remember for each socket. It is low, since a run may have sixteen sockets. */
const historySize = 250;

/** A connection: one socket at a time, with one request at a time. */
export class Connection {
  readonly options: ConnectionOptions;
  readonly isSecure: boolean;
  readonly #client: UndiciClient;
  #socket: net.Socket | undefined;
  /** Number of requests sent over the current socket. */
  requestCount = 0;
  /** Whether the last response over this socket was a 5xx. Many servers then close the socket without notice. */
  hasServerFailed = false;
  /** When the connection was last used, as `performance.now()`. */
  lastUsed = 0;
  isConnecting = false;
  /** A TLS error after the handshake, kept because a later error of the socket hides it from undici. */
  tlsError: Error | undefined;
  /** Requests that got a response over the current socket, the newest last. */
  servedRequests: SentRequest[] = [];
  /** Milliseconds of the slowest response over the current socket. */
  slowestResponse = 0;
  #latestBytes: Buffer = Buffer.alloc(0);
  #attempt: Attempt | undefined;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.isSecure = options.origin.protocol === 'https:';
    this.#client = new Client(options.origin.origin, {
      connect: (target, callback) => this.#connect(target, callback),
      pipelining: 1,
      // Each attempt has its own deadline. These timeouts would limit only the time between two pieces of a response.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize,
    });
  }

  /** Sends a request once. Never rejects. */
  attempt(request: Dispatcher.DispatchOptions): Promise<AttemptResult> {
    const isStale = !isRepeatableMethod(request.method) && performance.now() - this.lastUsed > staleTime;
    // The server may be closing the connection at this moment (RFC 9112 §9.3.1).
    if (this.requestCount > 0 && (isStale || this.hasServerFailed)) this.drop();
    return new Promise((resolve) => {
      const { timeout } = this.options;
      const attempt = new Attempt(this, request.method, (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
      const timer = setTimeout(() => attempt.expire(), Math.min(timeout, maxTimerDelay));
      this.#attempt = attempt;
      this.#client.dispatch(request, attempt);
    });
  }

  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  /** Whether bytes that belong to no response arrived right after the last response. */
  get hasLeftoverBytes(): boolean {
    const error = this.#socket?.errored;
    // undici reports these errors if the bytes do not parse, or begin another response.
    return isParserError(error) || (error?.message === 'bad response' && !hasTrailing408(this.#latestBytes));
  }

  get isOpen(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed;
  }

  /** Whether the last response ended the connection: it said so, or came before the whole request was sent. */
  get wasEndedByResponse(): boolean {
    return this.#socket?.errored?.message === 'reset';
  }

  noteResponse(request: SentRequest, status: number, milliseconds: number): void {
    this.hasServerFailed = status >= 500;
    this.servedRequests.push(request);
    if (this.servedRequests.length > 2 * historySize) this.servedRequests.splice(0, historySize);
    this.slowestResponse = Math.max(this.slowestResponse, milliseconds);
  }

  /** Closes the current socket. The next request gets a new one. */
  drop(): void {
    // After an InformationalError, undici reconnects for a waiting request. After any other error, that request fails.
    this.#socket?.destroy(this.isConnecting ? new Error('aborted') : new errors.InformationalError('aborted'));
  }

  async destroy(): Promise<void> {
    this.drop();
    await this.#client.destroy();
  }

  #connect({ hostname, port }: buildConnector.Options, callback: buildConnector.Callback): void {
    const target = { host: hostname, port: Number(port) || (this.isSecure ? 443 : 80), noDelay: true, keepAlive: true };
    const servername = net.isIP(hostname) ? '' : hostname;
    // `rejectUnauthorized` is set, since an environment variable can turn off its default.
    const tlsOptions = { servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] };
    const socket = this.isSecure ? tls.connect({ ...target, ...tlsOptions }) : net.connect(target);
    this.#socket = socket;
    this.requestCount = 0;
    this.hasServerFailed = false;
    this.servedRequests = [];
    this.slowestResponse = 0;
    this.isConnecting = true;
    this.tlsError = undefined;
    socket.once(this.isSecure ? 'secureConnect' : 'connect', () => {
      if (this.#socket !== socket || !this.isConnecting) return;
      this.isConnecting = false;
      callback(null, socket);
      // Counts all bytes: undici does not report chunk extensions, empty lines or an endless reason phrase.
      socket.on('readable', () => this.#attempt?.noteRead(socket.bytesRead));
      // undici reads data on `readable`; this listener gets each piece before undici parses it.
      socket.on('data', (bytes: Buffer) => {
        if (this.#socket !== socket) return;
        this.#latestBytes = bytes;
        if (!this.#attempt?.isUnderWay && isLeftover(bytes)) this.options.onLeftoverBytes(this);
      });
    });
    socket.on('error', (error) => {
      if (this.#socket === socket && isTlsError(error)) this.tlsError ??= error;
      if (this.#socket !== socket || !this.isConnecting) return;
      // `isConnecting` changes only after the callback, so that undici reports this error for the failing request.
      callback(error, null);
      if (this.#socket === socket) this.isConnecting = false;
    });
  }
}

/** Whether bytes on an idle connection matter: line breaks do not, nor does a 408 that ends it (RFC 9110 §15.5.9). */
function isLeftover(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 100).toString('latin1').trimStart();
  return text !== '' && !/^HTTP\/1\.[01] 408 /.test(text);
}

/** Whether data is a response and a 408 for the idle connection. A busy process may read both in one piece. */
function hasTrailing408(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const head = /^HTTP\/1\.[01] \d{3}.*?\r\n\r\n/s.exec(text)?.[0] ?? '';
  const length = /\r\ncontent-length:[ \t]*(\d+)[ \t]*\r\n/i.exec(head)?.[1];
  const end = length === undefined ? text.indexOf(lastChunk) + lastChunk.length : head.length + Number(length);
  return head !== '' && end < bytes.length && !isLeftover(bytes.subarray(end));
}

const lastChunk = '\r\n0\r\n\r\n';

/**
 * Milliseconds to wait for late bytes before a connection is closed: a fraction of the run's duration so far, or twice
 * the connection's slowest response, but at least as long as TCP may delay a small packet.
 */
const watchTimes = { min: 80, max: 500, share: 0.05, step: 20 };

interface ConnectionsOptions {
  /** Maximum number of connections in use. */
  maxConnections: number;
  /** Time limit of one attempt, in milliseconds. */
  timeout: number;
  createConnection: () => Connection;
}

/** The connections of a run. Each serves one request at a time. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #all: Set<Connection>;
  readonly #free: Connection[];
  readonly #waiters: ((connection: Connection) => void)[] = [];
  /** Connections for requests that need their own, each in place of a connection that stays open meanwhile. */
  readonly #substitutes = new WeakMap<Connection, Connection>();
  readonly #startTime = performance.now();
  #isClosed = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#all = new Set(Array.from({ length: Math.max(1, options.maxConnections) }, options.createConnection));
    this.#free = [...this.#all];
  }

  async takeConnection(): Promise<Connection> {
    return this.#free.pop() ?? (await new Promise((resolve) => this.#waiters.push(resolve)));
  }

  /** @param usedConnection the connection that the request used in place of the pool's connection, if any */
  release(poolConnection: Connection, usedConnection = poolConnection): void {
    const connection = this.#options.maxConnections > 1 ? poolConnection : usedConnection;
    const next = this.#waiters.shift();
    if (next) next(connection);
    else this.#free.push(connection);
  }

  /**
   * Returns a connection that no request has used, in place of the given one. If the given one has carried several
   * requests, it stays open, since more bytes may arrive on it. With `maxConnections` 1, it is closed after a moment,
   * since the server may be able to serve only one connection at a time.
   */
  takeUnusedConnection(connection: Connection): Connection {
    const isKept = connection.requestCount > 1 && connection.isOpen;
    const unusedConnection = isKept
      ? (this.#substitutes.get(connection) ?? this.#options.createConnection())
      : connection;
    if (unusedConnection.requestCount > 0) unusedConnection.drop();
    if (!isKept) return unusedConnection;
    this.#all.add(unusedConnection);
    if (this.#options.maxConnections > 1) {
      this.#substitutes.set(connection, unusedConnection);
      return unusedConnection;
    }
    void this.#waitForQuiet(connection).then(() => {
      this.#all.delete(connection);
      return connection.destroy();
    });
    return unusedConnection;
  }

  /** Resolves when no more bytes are expected on a connection. */
  async #waitForQuiet(connection: Connection): Promise<void> {
    const share = Math.min((performance.now() - this.#startTime) * watchTimes.share, watchTimes.max);
    const time = Math.max(watchTimes.min, share, Math.min(2 * connection.slowestResponse, this.#options.timeout));
    // The wait has many steps: on a busy machine a single timer may fire late, before bytes that have arrived are read.
    for (let remaining = time; remaining > 0 && !this.#isClosed && connection.isOpen; remaining -= watchTimes.step)
      await new Promise((resolve) => setTimeout(resolve, watchTimes.step));
  }

  /** Waits until no more bytes are expected on connections that carried several requests. */
  async settle(): Promise<void> {
    const usedConnections = [...this.#all].filter(({ requestCount }) => requestCount > 1);
    await Promise.all(usedConnections.map((connection) => this.#waitForQuiet(connection)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((connection) => connection.destroy()));
  }
}
