import type { KeyUse } from './near-key.js';

/** Changes to the usual form of a request. */
export interface Writing {
  /** Whether the names of headers are in capitals. */
  capitals?: boolean;
  /** Headers to leave out, in lower case. */
  without?: string[];
  /** Whether the body is sent in chunks, without its length. */
  chunked?: boolean;
}

/** A request as sent, without the key. */
export interface SentRequest {
  method: string;
  /** Path and query below the base URL, percent-encoded. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** UTF-8 text, or bytes that are not valid UTF-8. */
  body?: string | Uint8Array | undefined;
  key: KeyUse;
  /** The word before the key in a recorded request, if it is a usual one; empty for the key alone. */
  scheme?: string;
  writing?: Writing;
  /** Whether it is sent only once, whatever the outcome, as for a write to an existing resource. */
  once?: boolean;
}

/** A response that arrived whole. */
export interface ExchangeResponse {
  status: number;
  /** Names in lower case; a repeated header has an array of its values. */
  headers: Readonly<Record<string, string | readonly string[]>>;
  /** The decoded body. */
  bytes: Uint8Array;
}

/** The reasons for the lack of a whole response. The list is closed. */
export type FailureCode =
  | 'target.not-found'
  | 'target.refused'
  | 'target.unreachable'
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
  /** A sentence for people, without the key. */
  message: string;
}

/** A request and its outcome: a response, or the reason why there is none. */
export interface Exchange {
  request: SentRequest;
  response?: ExchangeResponse;
  failure?: Failure;
  /** From the first byte sent to the last byte read. */
  milliseconds: number;
  /** Number of times that the request was sent; more than 1 after 429, 503 or a broken connection. */
  attempts: number;
  /**
   * The outcome of each attempt before the last, in order: a status, or the reason why there was no response. Attempts
   * over a reused connection that had already ended are left out.
   */
  earlier?: readonly (number | FailureCode)[];
  /**
   * Whether the connection, which other requests had used, ended before any byte of a response. The server may have
   * closed it before it saw the request (RFC 9112 §9.3.1): a write may or may not have had an effect.
   */
  isLost?: boolean;
  /** Whether the response repeated the key; then `[key]` replaces it there. */
  repeatsKey?: true;
}

/** Returns the first value of a header; undefined without the header. */
export function headerOf(response: ExchangeResponse, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

export function isSuccess(response: ExchangeResponse | undefined): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Whether the server refuses the key, by 401 or 403. */
export function isKeyRefusal(response: ExchangeResponse | undefined): boolean {
  return response?.status === 401 || response?.status === 403;
}

/** Whether the server asks to wait. A 503 without `Retry-After` is a failure like any other 5xx. */
export function isBusy(response: ExchangeResponse | undefined): boolean {
  return response?.status === 429 || (response?.status === 503 && headerOf(response, 'retry-after') !== undefined);
}

/** Returns the result of a request for people: the status, or why there was no response. */
export function resultOf({ response, failure }: Exchange): string {
  if (!response) return `no response (${failure?.code ?? 'transport.failed'})`;
  return response.status === 503 && isBusy(response) ? '503 with Retry-After' : String(response.status);
}

export function unsentExchange(request: SentRequest): Exchange {
  return { request, milliseconds: 0, attempts: 0 };
}
