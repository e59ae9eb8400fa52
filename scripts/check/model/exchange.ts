/**
 * Which key a request carries: `prefixed` is the right one with a scheme in front where the contract has none, and
 * without where it has one. The key itself is known to the transport alone.
 */
export type KeyUse = 'right' | 'none' | 'empty' | 'wrong' | 'prefixed';

/** One request as it goes out, without the key. */
export interface SentRequest {
  method: string;
  /** Path and query below the base URL, percent-encoded. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** UTF-8 text, or bytes that are none. */
  body?: string | Uint8Array | undefined;
  key: KeyUse;
  /** Sent once and never again, whatever comes of it: a write to a thing that is there. */
  once?: boolean;
}

/** An answer that arrived whole. */
export interface ReceivedResponse {
  status: number;
  /** Names in lower case; a header that came more than once has each of its values. */
  headers: Readonly<Record<string, string | readonly string[]>>;
  /** The body after its content codings were undone. */
  bytes: Uint8Array;
}

/** Why there is no whole answer. The list is closed. */
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

/** What was sent and what came of it: an answer, or the reason why there is none. */
export interface Exchange {
  request: SentRequest;
  response?: ReceivedResponse;
  failure?: Failure;
  /** From the first byte sent to the last byte read. */
  milliseconds: number;
  /** How often it was sent; more than 1 after 429, 503 or a broken connection. */
  attempts: number;
  /** What came of each sending before the last, in order: a status, or why there was no answer. */
  earlier?: readonly (number | FailureCode)[];
  /** Whether the answer repeated the key; then `[key]` stands in it in place of each. */
  holdsKey?: true;
}

/** One value of a header, the first where there are more; undefined without the header. */
export function headerOf(response: ReceivedResponse, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
