import type { Dispatcher } from 'undici';
import type { Failure, ReceivedResponse } from '../model/exchange.js';
import { failureFrom, failureOf, noStatus, type Stage } from './failure.js';
import { codingsOf, Decoder, GrowingBytes } from './response-body.js';

/** What came of sending a request once. */
export interface AttemptResult {
  response: ReceivedResponse | undefined;
  failure: Failure | undefined;
  /** From the first byte sent to the last byte read. */
  milliseconds: number;
  /** Whether an earlier request had gone over the same socket. */
  reused: boolean;
  /** Whether nothing was sent, since the socket that was left from an earlier request had just closed. */
  unsent: boolean;
  stage: Stage;
}

/** The connection that an attempt goes over, as far as it has to know it. */
export interface Carrier {
  readonly options: { readonly timeout: number; readonly decodedLimit: number };
  readonly secure: boolean;
  readonly bytesRead: number;
  readonly isConnecting: boolean;
  uses: number;
  lastUsed: number;
  drop(): void;
}

const empty = Buffer.alloc(0);
/** Bytes that headers and whatever else stands around a body may take. */
const roomAround = 2 ** 20;
const maxHeaders = 2000;
const maxInterim = 8;

/**
 * Follows one request through undici. It has the older names of the methods, since with the newer ones undici makes
 * an object of the headers first, which a header called `constructor` breaks.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #connection: Carrier;
  readonly #resolve: (outcome: AttemptResult) => void;
  readonly #body = new GrowingBytes();
  #started = performance.now();
  /** By the clock of `performance`. */
  readonly deadline: number;
  #stage: Stage = 'connecting';
  #reused = false;
  isDone = false;
  #interim = 0;
  #readLimit = Infinity;
  #status = 0;
  #headers: ReceivedResponse['headers'] = {};
  #decoder: Decoder | undefined;
  #abort: ((error?: Error) => void) | undefined;
  /** Set where the attempt was given up before there was a connection. */
  #verdict: Failure | undefined;

  constructor(connection: Carrier, resolve: (outcome: AttemptResult) => void) {
    this.#connection = connection;
    this.#resolve = resolve;
    this.deadline = this.#started + connection.options.timeout;
  }

  onConnect(abort: (error?: Error) => void): void {
    if (this.isDone) {
      abort();
      return;
    }
    this.#abort = abort;
    this.#reused = this.#connection.uses++ > 0;
    this.#stage = 'sent';
    this.#started = performance.now();
    this.#readLimit = this.#connection.bytesRead + 2 * this.#connection.options.decodedLimit + roomAround;
  }

  /** Whether it was sent, and what comes over the socket now is for it. */
  get isUnderWay(): boolean {
    return !this.isDone && this.#stage !== 'connecting';
  }

  /** Told how many bytes have come over the socket in all. */
  noteRead(bytes: number): void {
    if (bytes > this.#readLimit) this.#fail(failureOf('transport.too-large'));
  }

  onResponseStarted(): void {
    this.#stage = 'begun';
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 100) {
      this.#fail(noStatus);
      return true;
    }
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
    const codings = coding === undefined ? [] : codingsOf(coding);
    if (!codings) this.#fail(failureOf('transport.encoding'));
    else if (codings.length > 0) this.#decode(codings, chunk);
    else if (this.#body.size + chunk.length > this.#connection.options.decodedLimit) this.#fail(this.#tooLarge());
    else this.#body.add(chunk);
  }

  onComplete(): void {
    if (this.#decoder) this.#decoder.end();
    else this.#succeed(this.#body.whole());
  }

  onError(error: Error & { code?: string }): void {
    // The length is that of the answer to the same GET without conditions (RFC 9110 §8.6), which undici does not know.
    const isOfLength = this.#stage === 'answering' && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
    if (isOfLength && this.#status === 304) this.#succeed(empty);
    else if (isOfLength && this.#status === 204)
      this.#fail(failureOf('transport.framing', 'Expected no body with status 204, found a Content-Length.'));
    else this.#fail(this.#verdict ?? failureFrom(error, this.#stage, this.#connection.secure));
  }

  #decode(codings: readonly string[], first: Buffer): void {
    this.#decoder = new Decoder(codings, first, this.#connection.options.decodedLimit, {
      onBytes: (bytes) => this.#succeed(bytes),
      onTooLarge: () => this.#fail(this.#tooLarge()),
      onBroken: () =>
        this.#fail(
          failureOf('transport.encoding', `Expected a body in ${codings.join(', ')}, found bytes that are not.`),
        ),
    });
    this.#decoder.write(first);
  }

  #tooLarge(): Failure {
    const { decodedLimit } = this.#connection.options;
    return failureOf(
      'transport.too-large',
      `Expected a body of at most ${decodedLimit} bytes after decoding, found a larger one.`,
    );
  }

  /** Gives up what has no end by the deadline. */
  expire(): void {
    const { timeout } = this.#connection.options;
    if (this.#abort) {
      this.#fail(failureOf('transport.timeout', `Expected a whole answer within ${timeout} ms, found none.`));
      return;
    }
    const verdict = failureOf(
      'target.unreachable',
      `Expected a connection within ${timeout} ms, found none. Check address and network.`,
    );
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

  #settle(response: ReceivedResponse | undefined, failure: Failure | undefined): boolean {
    if (this.isDone) return false;
    this.isDone = true;
    const now = performance.now();
    this.#connection.lastUsed = now;
    const unsent = this.#stage === 'connecting' && !this.#connection.isConnecting;
    this.#resolve({
      response,
      failure,
      milliseconds: now - this.#started,
      reused: this.#reused,
      unsent,
      stage: this.#stage,
    });
    return true;
  }
}

/** An object without a prototype, so that no name is there but those that came. */
function readHeaders(raw: readonly Buffer[]): ReceivedResponse['headers'] {
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
