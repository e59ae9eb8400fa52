import net from 'node:net';
import tls from 'node:tls';
import type { buildConnector, Dispatcher, Client as UndiciClient, errors as undiciErrors } from 'undici';
// The two modules of undici that the check uses. The index of undici also loads fetch, WebSocket, caches and mocks,
// which take longer to load than these two, and would double undici's share of the package.
// @ts-expect-error undici has types only for its index.
import errorsModule from 'undici/lib/core/errors.js';
// @ts-expect-error undici has types only for its index.
import clientModule from 'undici/lib/dispatcher/client.js';
import type { ExchangeResponse, Failure, SentRequest } from '../model/exchange.js';
import { Attempt, type AttemptResult } from './attempt.js';
import { clientCertificateFailure, failureOf, isParserError, isTlsError, withAdvice } from './failure.js';
import type { Network } from './network.js';
import { proxyFailure } from './proxy.js';
import { isRepeatableMethod } from './retries.js';
import { connectToProxy, findProxyError, openTunnel, toProxyError } from './tunnel.js';

const Client = clientModule as typeof UndiciClient;
const errors = errorsModule as typeof undiciErrors;

interface ConnectionOptions {
  origin: URL;
  network: Network;
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
  #isOpeningTunnel = false;
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
  async attempt(request: Dispatcher.DispatchOptions): Promise<AttemptResult> {
    const { network } = this.options;
    const { isForwarded } = network;
    const result = await this.#attemptOnce(isForwarded ? this.#toForwardedRequest(request) : request);
    // The proxy has just refused a tunnel, so that nothing was sent.
    if (!isForwarded && network.isForwarded && result.failure?.code === 'target.proxy-refused')
      return this.attempt(request);
    const { response } = result;
    const failure = response && findFailureOfWay(this, response);
    return failure ? { ...result, response: undefined, failure } : result;
  }

  #attemptOnce(request: Dispatcher.DispatchOptions): Promise<AttemptResult> {
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

  /** Returns the request in the form for a proxy that forwards it (RFC 9112 §3.2.2). */
  #toForwardedRequest(request: Dispatcher.DispatchOptions): Dispatcher.DispatchOptions {
    const { origin, network } = this.options;
    const { authorization } = network.proxy ?? {};
    const headers = [...(request.headers as string[])];
    if (authorization !== undefined) headers.push('proxy-authorization', authorization);
    return { ...request, path: `${origin.origin}${request.path}`, headers };
  }

  get lateConnectionFailure(): Failure {
    const { timeout, network } = this.options;
    if (network.proxy && (this.#isOpeningTunnel || network.isForwarded))
      return proxyFailure('target.proxy-unreachable', network.proxy, `did not connect within ${timeout} ms. Check it.`);
    const message = `Expected a connection within ${timeout} ms, but got none. Check the address and the network.`;
    return withAdvice(failureOf('target.unreachable', message), network);
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
    const { network } = this.options;
    const { proxy, tls: contexts } = network;
    const target = { host: hostname, port: Number(port) || (this.isSecure ? 443 : 80), noDelay: true, keepAlive: true };
    const servername = net.isIP(hostname) ? '' : hostname;
    // `rejectUnauthorized` is set, since an environment variable can turn off its default.
    const tlsOptions = {
      servername,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      secureContext: contexts.server,
    };
    this.requestCount = 0;
    this.hasServerFailed = false;
    this.servedRequests = [];
    this.slowestResponse = 0;
    this.isConnecting = true;
    this.tlsError = undefined;
    if (!proxy) {
      const socket = this.isSecure ? tls.connect({ ...target, ...tlsOptions }) : net.connect(target);
      this.#use(socket, this.isSecure ? 'secureConnect' : 'connect', callback);
      return;
    }
    const proxySocket = connectToProxy(proxy, contexts.proxy);
    if (network.isForwarded) {
      this.#use(proxySocket, proxy.url.protocol === 'https:' ? 'secureConnect' : 'connect', callback);
      return;
    }
    this.#socket = proxySocket;
    this.#isOpeningTunnel = true;
    const host = this.options.origin.hostname;
    openTunnel(proxy, proxySocket, `${host}:${target.port}`, (error, mayForward) => {
      if (this.#socket !== proxySocket || !this.#isOpeningTunnel) return;
      this.#isOpeningTunnel = false;
      if (mayForward && !this.isSecure) network.forward();
      if (error) {
        callback(error, null);
        this.isConnecting = false;
      } else if (this.isSecure)
        this.#use(tls.connect({ socket: proxySocket, ...tlsOptions }), 'secureConnect', callback);
      else this.#use(proxySocket, undefined, callback);
    });
  }

  /** @param event announces that the socket is ready; undefined if it is */
  #use(socket: net.Socket, event: 'connect' | 'secureConnect' | undefined, callback: buildConnector.Callback): void {
    this.#socket = socket;
    const begin = (): void => {
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
    };
    socket.on('error', (error) => {
      if (this.#socket === socket && isTlsError(error)) this.tlsError ??= error;
      if (this.#socket !== socket || !this.isConnecting) return;
      const { proxy, isForwarded } = this.options.network;
      // `isConnecting` changes only after the callback, so that undici reports this error for the failing request.
      callback(proxy && isForwarded ? toProxyError(proxy, error) : error, null);
      if (this.#socket === socket) this.isConnecting = false;
    });
    if (event === undefined) begin();
    else socket.once(event, begin);
  }
}

/** Matches the page of nginx for a connection without a client certificate, or with one that it does not accept. */
const certificatePage = /<title>400 (No required SSL certificate was sent|The SSL certificate error)/;

/** Returns the failure if a response is not about the request, but about the way to the server. */
function findFailureOfWay({ options, isSecure }: Connection, response: ExchangeResponse): Failure | undefined {
  const { proxy, isForwarded, tls: contexts } = options.network;
  if (!isSecure) return proxy && isForwarded ? findProxyError(proxy, response) : undefined;
  const isAboutCertificate = response.status === 400 && certificatePage.test(Buffer.from(response.bytes).toString());
  return isAboutCertificate ? clientCertificateFailure(contexts.hasClientCertificate) : undefined;
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
