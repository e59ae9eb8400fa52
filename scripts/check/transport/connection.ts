import net from 'node:net';
import tls from 'node:tls';
import { type buildConnector, Client, type Dispatcher, errors } from 'undici';
import type { SentRequest } from '../model/exchange.js';
import { Attempt, type AttemptResult } from './attempt.js';
import { isParserError } from './failure.js';

export interface ConnectionOptions {
  origin: URL;
  /** Milliseconds from connecting to the last byte. */
  timeout: number;
  /** Bytes of a decoded body. */
  decodedLimit: number;
  /** Told when bytes come while no request is under way. */
  onUnasked: (connection: Connection) => void;
}

const maxHeaderSize = 128 * 2 ** 10;
/** Milliseconds without a request after which a connection is not trusted with a POST or PATCH. */
const staleAfter = 1000;
/** Milliseconds; timers of the platform fire at once for more. */
const longestTimer = 2 ** 31 - 1;

/** Requests of one socket that are remembered at least, the newest. */
const remembered = 1000;

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
  /** The requests that were answered over the present socket, the newest last. */
  answered: SentRequest[] = [];
  /** Milliseconds of the slowest of these answers. */
  slowest = 0;
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
  attempt(request: Dispatcher.DispatchOptions): Promise<AttemptResult> {
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
    const timer = setTimeout(
      () => {
        this.#timer = undefined;
        const attempt = this.#attempt;
        if (!attempt || attempt.isDone) return;
        // A timer may fire a little early.
        if (attempt.deadline - performance.now() < 1) attempt.expire();
        else this.#timer = this.#watchUntil(attempt.deadline);
      },
      Math.min(Math.max(deadline - performance.now(), 1), longestTimer),
    );
    // Whoever waits for an answer is kept by the socket; once all have come, nobody waits for the timer.
    timer.unref();
    return timer;
  }

  /** Bytes that have come over the present socket. */
  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  /** Whether bytes that belong to no answer came right behind the last one. */
  get hasLeftover(): boolean {
    const error = this.#socket?.errored;
    // Bytes that do not parse, or that begin another answer.
    return isParserError(error) || error?.message === 'bad response';
  }

  get isOpen(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed;
  }

  /**
   * Whether the last answer was the last of its socket, because it said so or because it came before its request was
   * whole.
   */
  get wasLast(): boolean {
    return this.#socket?.errored?.message === 'reset';
  }

  noteAnswer(request: SentRequest, milliseconds: number): void {
    this.answered.push(request);
    if (this.answered.length > 2 * remembered) this.answered.splice(0, remembered);
    this.slowest = Math.max(this.slowest, milliseconds);
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
    this.answered = [];
    this.slowest = 0;
    this.isConnecting = true;
    socket.once(this.secure ? 'secureConnect' : 'connect', () => {
      if (this.#socket !== socket || !this.isConnecting) return;
      this.isConnecting = false;
      callback(null, socket);
      // Some bytes are part of nothing that is counted: extensions of chunks, empty lines, a reason without an end.
      socket.on('readable', () => this.#attempt?.noteRead(socket.bytesRead));
      // undici reads what has come when it is told so; this is told of each piece before it parses it.
      socket.on('data', (piece: Buffer) => {
        if (this.#socket === socket && !this.#attempt?.isUnderWay && isResponse(piece)) this.options.onUnasked(this);
      });
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
 * Whether bytes on an idle connection are more than nobody minds: line breaks, and the 408 with which servers may end a
 * connection that they have waited on for long (RFC 9110 §15.5.9).
 */
function isResponse(piece: Buffer): boolean {
  const text = piece.subarray(0, 100).toString('latin1').trimStart();
  return text !== '' && !/^HTTP\/1\.[01] 408 /.test(text);
}
