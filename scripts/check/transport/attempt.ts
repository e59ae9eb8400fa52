import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { type ExchangeResponse, type Failure, isEndless, mayStayOpen } from '../model/exchange.js';
import { type AttemptStage, failureFrom, failureOf, statusFailure } from './failure.js';
import type { Network } from './network.js';

export interface AttemptResult {
  response: ExchangeResponse | undefined;
  failure: Failure | undefined;
  /** Time from the first byte sent to the last byte read. */
  milliseconds: number;
  isReused: boolean;
  /** Whether nothing was sent, because the reused connection had just been closed. */
  isUnsent: boolean;
  stage: AttemptStage;
}

interface AttemptConnection {
  readonly options: { readonly timeout: number; readonly decodedSizeLimit: number; readonly network: Network };
  readonly isSecure: boolean;
  readonly bytesRead: number;
  readonly isConnecting: boolean;
  readonly tlsError: Error | undefined;
  /** The failure of a connection that was not made in time. */
  readonly lateConnectionFailure: Failure;
  requestCount: number;
  lastUsed: number;
  drop(): void;
}

const emptyBuffer = Buffer.alloc(0);
/** Number of bytes that a response may have besides its body, such as headers. */
const maxOverhead = 2 ** 20;
const maxHeaders = 2000;
const maxInterimResponses = 8;
/** Milliseconds to read an endless response to GET. Other methods may report progress, so they get the full time. */
const streamTime = 1000;

/**
 * Handles one request for undici. It has the methods of undici's old handler interface. For the new interface, undici
 * first turns the headers into an object, and a header with the name `constructor` breaks this.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #connection: AttemptConnection;
  readonly #isRead: boolean;
  readonly #resolve: (outcome: AttemptResult) => void;
  readonly #body = new GrowingBytes();
  #startTime = performance.now();
  #stage: AttemptStage = 'connecting';
  #isReused = false;
  isDone = false;
  #interimCount = 0;
  #readLimit = Infinity;
  #status = 0;
  #headers: ExchangeResponse['headers'] = {};
  /** Content codings of the body; undefined if the check cannot decode them. */
  #codings: readonly string[] | undefined;
  #streamTimer: NodeJS.Timeout | undefined;
  #abort: ((error?: Error) => void) | undefined;
  /** The failure to report if the time ran out before a connection was made. */
  #connectFailure: Failure | undefined;

  constructor(connection: AttemptConnection, method: string, resolve: (outcome: AttemptResult) => void) {
    this.#connection = connection;
    this.#isRead = method === 'GET';
    this.#resolve = resolve;
  }

  onConnect(abort: (error?: Error) => void): void {
    if (this.isDone) {
      abort();
      return;
    }
    this.#abort = abort;
    this.#isReused = this.#connection.requestCount++ > 0;
    this.#stage = 'sent';
    this.#startTime = performance.now();
    this.#readLimit = this.#connection.bytesRead + 2 * this.#connection.options.decodedSizeLimit + maxOverhead;
  }

  /** Whether the request was sent and its response is incomplete, so that bytes on the socket belong to it. */
  get isUnderWay(): boolean {
    return !this.isDone && this.#stage !== 'connecting';
  }

  /** Called with the total number of bytes read from the socket so far. */
  noteRead(bytes: number): void {
    if (bytes > this.#readLimit) this.#fail(failureOf('transport.too-large'));
  }

  onResponseStarted(): void {
    this.#stage = 'begun';
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200) {
      if (status < 100) this.#fail(statusFailure);
      else if (++this.#interimCount > maxInterimResponses) this.#fail(failureOf('transport.interim'));
      return true;
    }
    this.#stage = 'receiving';
    this.#status = status;
    if (headers.length <= 2 * maxHeaders) {
      this.#headers = readHeaders(headers);
      this.#codings = codingsOf(this.#headers['content-encoding']);
      if (this.#isRead && isEndless(this.#mediaType)) this.#streamTimer = setTimeout(() => this.expire(), streamTime);
    } else
      this.#fail(failureOf('transport.headers-too-large', `Expected at most ${maxHeaders} headers, but got more.`));
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.isDone) return true;
    if (!this.#codings) this.#fail(failureOf('transport.encoding'));
    else if (this.#body.size + chunk.length > this.#connection.options.decodedSizeLimit) {
      if (mayStayOpen(this.#mediaType)) this.#endStream();
      else this.#fail(this.#toSizeFailure());
    } else this.#body.add(chunk);
    return true;
  }

  onComplete(): void {
    // An empty body needs no decoding.
    const codings = this.#body.size === 0 ? [] : (this.#codings ?? []);
    const { decodedSizeLimit } = this.#connection.options;
    const bytes = this.isDone ? emptyBuffer : decodeBody(this.#body.toBuffer(), codings, decodedSizeLimit);
    const expectation = `Expected a body encoded as ${codings.join(', ')}`;
    if (bytes === 'too-large') this.#fail(this.#toSizeFailure());
    else if (bytes === 'broken')
      this.#fail(failureOf('transport.encoding', `${expectation}, found a body that cannot be decoded.`));
    else this.#succeed(bytes);
  }

  onError(error: Error & { code?: string }): void {
    const { tlsError, isSecure, options } = this.#connection;
    const { advice, tls } = options.network;
    // A 304 may have the Content-Length of an unconditional GET's response (RFC 9110 §8.6), which makes undici fail.
    const isLengthError = this.#stage === 'receiving' && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
    if (isLengthError && this.#status === 304) this.#succeed(emptyBuffer);
    else if (isLengthError && this.#status === 204)
      this.#fail(failureOf('transport.framing', 'Expected no body with status 204, but got a Content-Length.'));
    else this.#fail(this.#connectFailure ?? failureFrom(tlsError ?? error, this.#stage, { isSecure, advice, ...tls }));
  }

  #toSizeFailure(): Failure {
    const expectation = `Expected a body of at most ${this.#connection.options.decodedSizeLimit} bytes after decoding`;
    return failureOf('transport.too-large', `${expectation}, but got a larger one.`);
  }

  expire(): void {
    const { timeout } = this.#connection.options;
    if (this.#stage === 'receiving' && mayStayOpen(this.#mediaType)) {
      this.#endStream();
      return;
    }
    if (this.#abort) {
      this.#fail(failureOf('transport.timeout', `Expected a complete response within ${timeout} ms, but got none.`));
      return;
    }
    const connectFailure = this.#connection.lateConnectionFailure;
    // Dropping the socket causes an error that makes the attempt fail, so that undici can connect again. If no socket
    // exists yet, the attempt fails here.
    this.#connectFailure = connectFailure;
    this.#connection.drop();
    setImmediate(() => this.#fail(connectFailure));
  }

  get #mediaType(): string {
    return [this.#headers['content-type'] ?? ''].flat().join();
  }

  /** Ends a stream. Keeps the part that has arrived, unless it is encoded and so perhaps impossible to decode. */
  #endStream(): void {
    const bytes = this.#codings?.length === 0 ? this.#body.toBuffer() : emptyBuffer;
    const response = { status: this.#status, headers: this.#headers, bytes, isOpen: true } as const;
    if (this.#settle(response, undefined)) this.#abort?.(new Error('aborted'));
  }

  #succeed(bytes: Buffer): void {
    this.#settle({ status: this.#status, headers: this.#headers, bytes }, undefined);
  }

  #fail(failure: Failure): void {
    if (this.#settle(undefined, failure)) this.#abort?.(new Error('aborted'));
  }

  #settle(response: ExchangeResponse | undefined, failure: Failure | undefined): boolean {
    if (this.isDone) return false;
    this.isDone = true;
    clearTimeout(this.#streamTimer);
    const now = performance.now();
    this.#connection.lastUsed = now;
    const isUnsent = this.#stage === 'connecting' && !this.#connection.isConnecting;
    const milliseconds = now - this.#startTime;
    this.#resolve({ response, failure, milliseconds, isReused: this.#isReused, isUnsent, stage: this.#stage });
    return true;
  }
}

/** Returns an object without a prototype, so that its only properties are the received headers. */
function readHeaders(rawHeaders: readonly Buffer[]): ExchangeResponse['headers'] {
  const headers: Record<string, string | string[]> = Object.create(null);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as Buffer).toString('latin1').toLowerCase();
    // undici's parser does not remove spaces at the end of a value.
    const value = (rawHeaders[index + 1] as Buffer).toString('latin1').trimEnd();
    const previous = headers[name];
    if (previous === undefined) headers[name] = value;
    else if (typeof previous === 'string') headers[name] = [previous, value];
    else previous.push(value);
  }
  return headers;
}

/**
 * Collects chunks of bytes in segments of up to a mebibyte, so that many small chunks need no more memory than a few
 * large ones, and an endless body is not copied to ever larger buffers.
 */
class GrowingBytes {
  readonly #segments: Buffer[] = [];
  /** Number of bytes at the end of the last segment that are still unused. */
  #free = 0;
  size = 0;

  add(chunk: Buffer): void {
    const lastSegment = this.#segments.at(-1);
    const remainder = chunk.subarray(lastSegment ? chunk.copy(lastSegment, lastSegment.length - this.#free) : 0);
    this.#free -= chunk.length - remainder.length;
    if (remainder.length > 0) {
      // Most bodies are one chunk, which is used without a copy.
      const segment = lastSegment
        ? Buffer.allocUnsafeSlow(Math.max(remainder.length, Math.min(this.size, 2 ** 20)))
        : remainder;
      if (lastSegment) remainder.copy(segment);
      this.#free = segment.length - remainder.length;
      this.#segments.push(segment);
    }
    this.size += chunk.length;
  }

  toBuffer(): Buffer {
    const [first = emptyBuffer] = this.#segments;
    return this.#segments.length > 1 ? Buffer.concat(this.#segments, this.size) : first.subarray(0, this.size);
  }
}

/** Returns the codings of a body in the order applied; undefined if one is unknown, or if there are more than two. */
function codingsOf(header: string | readonly string[] | undefined): string[] | undefined {
  if (header === undefined) return [];
  const names = (typeof header === 'string' ? header : header.join(',')).toLowerCase().split(',', 100);
  const codings = names.map((text) => text.trim()).filter((text) => text !== '' && text !== 'identity');
  return codings.length <= 2 && codings.every((text) => /^(x-)?gzip$|^deflate$|^br$/.test(text)) ? codings : undefined;
}

/** Decodes a complete body. Returns `too-large` if a decoded form exceeds `limit` bytes, `broken` if decoding fails. */
function decodeBody(body: Buffer, codings: readonly string[], limit: number): Buffer | 'too-large' | 'broken' {
  try {
    return codings.reduceRight((bytes, coding) => decodeOnce(bytes, coding, limit), body);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken';
  }
}

function decodeOnce(bytes: Buffer, coding: string, limit: number): Buffer {
  const options = { maxOutputLength: limit, info: true } as ZlibOptions;
  const decode = coding === 'br' ? brotliDecompressSync : coding === 'deflate' ? pickInflate(bytes) : gunzipSync;
  // With `info`, zlib also returns how many bytes it has read. Otherwise it silently ignores bytes after the data.
  const { buffer, engine } = decode(bytes, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
  if (engine.bytesWritten !== bytes.length) throw new Error('There are bytes after the end of the encoded data.');
  return buffer;
}

/** Returns the decoder for deflate. Some servers omit the zlib header, whose first byte has 8 in its low four bits. */
function pickInflate(bytes: Buffer): typeof inflateSync {
  return ((bytes[0] ?? 0) & 15) === 8 ? inflateSync : inflateRawSync;
}
