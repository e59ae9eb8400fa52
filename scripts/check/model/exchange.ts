import type { CheckedOperation } from './contract/operations.js';
import type { KeyUse } from './near-key.js';

/** Changes to the usual form of a request. */
export interface RequestForm {
  /** Whether the names of headers are in capitals. */
  capitals?: boolean;
  /** Names, in lower case, of usual headers that are left out. */
  without?: string[];
  /** Whether the body is sent in chunks, without its length. */
  chunked?: boolean;
}

/** A request as sent, without the key. */
export interface SentRequest {
  method: string;
  /** Path and query below the base URL, percent-encoded. */
  path: string;
  /** Header names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** UTF-8 text, or bytes that are not valid UTF-8. */
  body?: string | Uint8Array | undefined;
  key: KeyUse;
  /** The word before the key in a recorded request (`Bearer`), if that word is common; empty if no word is there. */
  scheme?: string;
  writing?: RequestForm;
  /** Whether the request is sent only once, whatever the outcome, as is a write to an existing resource. */
  once?: boolean;
}

/** A response that arrived completely, or the beginning of a stream that stays open. */
export interface ExchangeResponse {
  status: number;
  /** Header names are in lower case. A header that occurs several times has an array of its values. */
  headers: Readonly<Record<string, string | readonly string[]>>;
  /** The decoded body. */
  bytes: Uint8Array;
  /** Whether the body is a stream that had not ended when the check closed its connection. */
  isOpen?: true;
}

/** All possible reasons why no complete response arrived. */
export type FailureCode =
  | 'target.not-found'
  | 'target.refused'
  | 'target.unreachable'
  | 'target.proxy-unreachable'
  | 'target.proxy-refused'
  | 'target.proxy-login'
  | 'target.proxy-not-http'
  | 'tls.certificate'
  | 'tls.protocol'
  | 'transport.timeout'
  | 'transport.reset'
  | 'transport.truncated'
  | 'transport.not-http'
  | 'transport.framing'
  | 'transport.too-large'
  | 'transport.headers-too-large'
  | 'transport.encoding'
  | 'transport.interim'
  | 'transport.failed';

export interface Failure {
  code: FailureCode;
  /** A readable sentence, without the key. */
  message: string;
}

/** A request and its outcome: a response, or the reason why no complete response arrived. */
export interface Exchange {
  request: SentRequest;
  response?: ExchangeResponse;
  failure?: Failure;
  /** Time from the first byte sent to the last byte read, in milliseconds. */
  milliseconds: number;
  /** Number of times that the request was sent; more than 1 after 429, 503 or a broken connection. */
  attempts: number;
  /**
   * The outcome of each attempt before the last one, in order: a status, or the reason why no response arrived.
   * Attempts over a reused connection that had already been closed are left out.
   */
  earlierOutcomes?: readonly (number | FailureCode)[];
  /** The last response that asked the check to wait before it sent the request again. */
  busyResponse?: ExchangeResponse;
  /**
   * Whether the connection had been used by other requests, and ended before any byte of a response. The server may
   * have closed it before it received the request (RFC 9112 §9.3.1), so it is unknown whether a write had an effect.
   */
  isLost?: boolean;
  /** Whether the response repeated the key. If so, `[key]` has replaced the key in it. */
  repeatsKey?: true;
}

/** Returns the first value of a header; undefined if the response lacks it. */
export function headerOf(response: ExchangeResponse, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** The text of a header that may occur several times, joined as RFC 9110 §5.3 says. */
export function joinedHeaderOf(response: ExchangeResponse | undefined, name: string): string | undefined {
  const value = response?.headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

export function isSuccess(response: ExchangeResponse | undefined): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Whether the server refuses the key with 401 or 403. */
export function isKeyRefusal(response: ExchangeResponse | undefined): boolean {
  return response?.status === 401 || response?.status === 403;
}

/** Whether the server asks to wait. A 503 without `Retry-After` is a failure like any other 5xx. */
export function isBusyResponse(response: ExchangeResponse | undefined): boolean {
  return response?.status === 429 || (response?.status === 503 && headerOf(response, 'retry-after') !== undefined);
}

/** Returns the result of a request as readable text: the status, or the reason why no response arrived. */
export function resultOf({ response, failure }: Exchange): string {
  if (!response) return `no response (${failure?.code ?? 'transport.failed'})`;
  return response.status === 503 && isBusyResponse(response) ? '503 with Retry-After' : String(response.status);
}

/** Whether a body of this media type usually has no end. */
export function isEndless(mediaType: string): boolean {
  return /^(text\/event-stream|multipart\/x-mixed-replace)\s*(;|$)/i.test(mediaType);
}

/** Whether a server may keep a response of this media type open. */
export function mayStayOpen(mediaType: string): boolean {
  return isEndless(mediaType) || /^application\/(x-)?(ndjson|jsonl|json-?lines|json-seq)\s*(;|$)/i.test(mediaType);
}

/** Whether an operation that returns a stream did not respond in time: it may respond only with its first event. */
export function isQuietStream({ success }: CheckedOperation, { failure }: Exchange): boolean {
  const { bodies = [] } = success ?? {};
  return failure?.code === 'transport.timeout' && bodies.length > 0 && bodies.every(({ media }) => mayStayOpen(media));
}

export function unsentExchange(request: SentRequest): Exchange {
  return { request, milliseconds: 0, attempts: 0 };
}
