import net from 'node:net';
import tls from 'node:tls';
import { Client, errors, type Dispatcher, type buildConnector } from 'undici';
import type { Answer, Failure } from '../exchange.js';
import { codingsOf, Decoder, GrowingBytes } from './answer-body.js';
import { failureFrom, failureOf, isParserError, type Stage } from './failure.js';

/** What came of sending a request once. */
export interface Outcome {
  answer: Answer | undefined;
  failure: Failure | undefined;
  /** From the first byte sent to the last byte read. */
  milliseconds: number;
  /** Whether an earlier request had gone over the same socket. */
  reused: boolean;
  /** Whether nothing was sent, since the socket that was left from an earlier request had just closed. */
  unsent: boolean;
  stage: Stage;
}

export interface ConnectionOptions {
  origin: URL;
  /** Milliseconds from connecting to the last byte. */
  timeout: number;
  /** Bytes of a decoded body. */
  decodedLimit: number;
}

const empty = Buffer.alloc(0);
const maxHeaderSize = 128 * 2 ** 10;
const maxHeaders = 2000;
const maxInterim = 8;
/** Milliseconds without a request after which a connection is not trusted with a POST or PATCH. */
const staleAfter = 1000;
/** Milliseconds; timers of the platform fire at once for more. */
const longestTimer = 2 ** 31 - 1;

/** One socket at a time, and one request at a time on it. */
export class Connection {
  readonly options: ConnectionOptions;
  readonly secure: boolean;
  readonly #client: Client;
  #socket: net.Socket | undefined;
  /** Requests that went over the present socket. */
  uses = 0;
  /** By the clock of `performance`. */
  lastUsed = 0;
  isConnecting = false;
  #attempt: Attempt | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.secure = options.origin.protocol === 'https:';
    this.#client = new Client(options.origin.origin, {
      connect: (target, callback) => this.#connect(target, callback),
      pipelining: 1,
      // The deadline of an attempt is its own; these would measure gaps.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize,
    });
  }

  /** Sends a request once. It never rejects. */
  attempt(request: Dispatcher.DispatchOptions): Promise<Outcome> {
    const isRepeatable = request.method !== 'POST' && request.method !== 'PATCH';
    // A server may close it just now, and this request could not be sent again.
    if (!isRepeatable && this.uses > 0 && performance.now() - this.lastUsed > staleAfter) this.drop();
    return new Promise((resolve) => {
      this.#attempt = new Attempt(this, resolve);
      this.#timer ??= this.#watchUntil(this.#attempt.deadline);
      this.#client.dispatch(request, this.#attempt);
    });
  }

  /** One timer serves many attempts: most end long before it fires, and setting one for each takes its time. */
  #watchUntil(deadline: number): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timer = undefined;
      const attempt = this.#attempt;
      if (!attempt || attempt.isDone) return;
      // A timer may fire a little early.
      if (attempt.deadline - performance.now() < 1) attempt.expire();
      else this.#timer = this.#watchUntil(attempt.deadline);
    }, Math.min(Math.max(deadline - performance.now(), 1), longestTimer));
    // Whoever waits for an answer is kept by the socket; once all have come, nobody waits for the timer.
    timer.unref();
    return timer;
  }

  /** Whether bytes that belong to no answer came right behind the last one. */
  get hasLeftover(): boolean {
    const error = this.#socket?.errored;
    // Bytes that do not parse, or that begin another answer.
    return isParserError(error) || error?.message === 'bad response';
  }

  /** Gives up the present socket; the next request gets a new one. */
  drop(): void {
    // With the second kind of error undici connects anew for a request that waits, and with the first it fails it.
    this.#socket?.destroy(this.isConnecting ? new Error('given up') : new errors.InformationalError('given up'));
  }

  async destroy(): Promise<void> {
    clearTimeout(this.#timer);
    this.drop();
    await this.#client.destroy();
  }

  #connect({ hostname, port }: buildConnector.Options, callback: buildConnector.Callback): void {
    const target = { host: hostname, port: Number(port) || (this.secure ? 443 : 80), noDelay: true, keepAlive: true };
    const socket = this.secure
      ? // Said although it is the default, which an environment variable can turn off.
        tls.connect({
          ...target,
          servername: net.isIP(hostname) ? '' : hostname,
          rejectUnauthorized: true,
          ALPNProtocols: ['http/1.1'],
        })
      : net.connect(target);
    this.#socket = socket;
    this.uses = 0;
    this.isConnecting = true;
    socket.once(this.secure ? 'secureConnect' : 'connect', () => {
      if (this.#socket !== socket || !this.isConnecting) return;
      this.isConnecting = false;
      callback(null, socket);
    });
    socket.on('error', (error) => {
      if (this.#socket !== socket || !this.isConnecting) return;
      // Only afterwards, so that a request that fails of it sees why.
      callback(error, null);
      if (this.#socket === socket) this.isConnecting = false;
    });
  }
}

/**
 * Follows one request through undici. It has the older names of the methods, since with the newer ones undici makes
 * an object of the headers first, which a header called `constructor` breaks.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #connection: Connection;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #body = new GrowingBytes();
  #started = performance.now();
  /** By the clock of `performance`. */
  readonly deadline: number;
  #stage: Stage = 'connecting';
  #reused = false;
  isDone = false;
  #interim = 0;
  #status = 0;
  #headers: Answer['headers'] = {};
  #decoder: Decoder | undefined;
  #abort: ((error?: Error) => void) | undefined;
  /** Set where the attempt was given up before there was a connection. */
  #verdict: Failure | undefined;

  constructor(connection: Connection, resolve: (outcome: Outcome) => void) {
    this.#connection = connection;
    this.#resolve = resolve;
    this.deadline = this.#started + connection.options.timeout;
  }

  onConnect(abort: (error?: Error) => void): void {
    if (this.isDone) return abort();
    this.#abort = abort;
    this.#reused = this.#connection.uses++ > 0;
    this.#stage = 'sent';
    this.#started = performance.now();
  }

  onResponseStarted(): void {
    this.#stage = 'begun';
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200) {
      if (++this.#interim > maxInterim) this.#fail(failureOf('transport.interim'));
      return true;
    }
    this.#stage = 'answering';
    this.#status = status;
    if (headers.length <= 2 * maxHeaders) this.#headers = readHeaders(headers);
    else this.#fail(failureOf('transport.headers-too-large', `Expected at most ${maxHeaders} headers, found more.`));
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.#decoder) this.#decoder.write(chunk);
    else if (!this.isDone) this.#collect(chunk);
    return true;
  }

  #collect(chunk: Buffer): void {
    const coding = this.#body.size === 0 ? this.#headers['content-encoding'] : undefined;
    if (coding !== undefined) {
      const codings = codingsOf(coding);
      if (!codings) return this.#fail(failureOf('transport.encoding'));
      if (codings.length > 0) return this.#decode(codings, chunk);
    }
    if (this.#body.size + chunk.length > this.#connection.options.decodedLimit) this.#fail(this.#tooLarge());
    else this.#body.add(chunk);
  }

  onComplete(): void {
    if (this.#decoder) this.#decoder.end();
    else this.#succeed(this.#body.whole());
  }

  onError(error: Error & { code?: string }): void {
    if (this.#stage === 'answering' && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      // The length is that of the answer to the same GET without conditions (RFC 9110 §8.6), which undici does not know.
      if (this.#status === 304) return this.#succeed(empty);
      if (this.#status === 204) return this.#fail(failureOf('transport.framing', 'Expected no body with status 204, found a Content-Length.'));
    }
    this.#fail(this.#verdict ?? failureFrom(error, this.#stage, this.#connection.secure));
  }

  #decode(codings: readonly string[], first: Buffer): void {
    this.#decoder = new Decoder(codings, first, this.#connection.options.decodedLimit, {
      onBytes: (bytes) => this.#succeed(bytes),
      onTooLarge: () => this.#fail(this.#tooLarge()),
      onBroken: () =>
        this.#fail(failureOf('transport.encoding', `Expected a body in ${codings.join(', ')}, found bytes that are not.`)),
    });
    this.#decoder.write(first);
  }

  #tooLarge(): Failure {
    const { decodedLimit } = this.#connection.options;
    return failureOf('transport.too-large', `Expected a body of at most ${decodedLimit} bytes after decoding, found a larger one.`);
  }

  /** Gives up what has no end by the deadline. */
  expire(): void {
    const { timeout } = this.#connection.options;
    if (this.#abort) return this.#fail(failureOf('transport.timeout', `Expected a whole answer within ${timeout} ms, found none.`));
    const verdict = failureOf('target.unreachable', `Expected a connection within ${timeout} ms, found none. Check address and network.`);
    // Settled by the error of the socket, after which the client is ready for the next request; there may be no socket.
    this.#verdict = verdict;
    this.#connection.drop();
    setImmediate(() => this.#fail(verdict));
  }

  #succeed(bytes: Buffer): void {
    this.#settle({ status: this.#status, headers: this.#headers, bytes }, undefined);
  }

  #fail(failure: Failure): void {
    if (!this.#settle(undefined, failure)) return;
    this.#decoder?.destroy();
    this.#abort?.(new Error('given up'));
  }

  #settle(answer: Answer | undefined, failure: Failure | undefined): boolean {
    if (this.isDone) return false;
    this.isDone = true;
    const now = performance.now();
    this.#connection.lastUsed = now;
    const unsent = this.#stage === 'connecting' && !this.#connection.isConnecting;
    this.#resolve({ answer, failure, milliseconds: now - this.#started, reused: this.#reused, unsent, stage: this.#stage });
    return true;
  }
}

/** An object without a prototype, so that no name is there but those that came. */
function readHeaders(raw: readonly Buffer[]): Answer['headers'] {
  const headers: Record<string, string | string[]> = Object.create(null);
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as Buffer).toString('latin1').toLowerCase();
    const value = withoutPadding((raw[index + 1] as Buffer).toString('latin1'));
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (typeof before === 'string') headers[name] = [before, value];
    else before.push(value);
  }
  return headers;
}

/** The parser leaves spaces at the end. */
function withoutPadding(value: string): string {
  let end = value.length;
  while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end -= 1;
  return end === value.length ? value : value.slice(0, end);
}
