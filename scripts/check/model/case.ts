import type { SentRequest } from './exchange.js';

/** The purpose of a request. The names must not change, since they are part of the ids of test cases. */
export type CaseKind =
  // Reads, and comparisons of reads.
  | 'read'
  | 'read-again'
  | 'head'
  | 'href'
  | 'spelling'
  | 'list-again'
  | 'page'
  | 'sort'
  | 'filter'
  // Requests that the server must refuse.
  | 'no-key'
  | 'empty-key'
  | 'wrong-key'
  | 'scheme-prefix'
  | 'near-key'
  | 'other-scheme'
  | 'other-place'
  | 'unknown-id'
  | 'bad-id'
  | 'other-parent'
  | 'malformed-json'
  | 'wrong-media-type'
  | 'wrong-type'
  | 'wrong-format'
  | 'out-of-bounds'
  | 'missing-part'
  | 'mixed'
  | 'undeclared-method'
  // Other forms of a usual request with the same meaning, and other valid forms of credentials.
  | 'variation'
  | 'key-form'
  // Requests that the server must accept.
  | 'example'
  | 'field'
  | 'together'
  | 'again'
  | 'shorter'
  | 'boundary'
  | 'unicode'
  | 'padded'
  | 'replace'
  | 'random'
  | 'noop'
  // Requests that the server may accept or refuse.
  | 'query'
  | 'null'
  | 'long'
  | 'empty'
  | 'extra-field'
  | 'read-only'
  // Creations, deletions and actions.
  | 'create'
  | 'delete'
  | 'delete-again'
  | 'action'
  // Requests with the key of another identity, and reads with the right key that are compared with them.
  | 'other-identity'
  // Requests from recorded traffic.
  | 'recorded';

/**
 * The response of a correct server: a success (2xx), a refusal (4xx), either of them, or any response but a server
 * error (5xx).
 */
export type Expectation = 'success' | 'refusal' | 'either' | 'any';

/** A request and its purpose, as plain data. The expected response follows from both and from the contract. */
export interface TestCase {
  /** `operationId/kind`, and `/detail` if the operation has several cases of the kind. It is the same in each run. */
  id: string;
  operationId: string;
  kind: CaseKind;
  /** The difference from a usual request, as the end of a sentence that begins with the operation: "without a key". */
  about: string;
  request: SentRequest;
  expect: Expectation;
  /** Status codes that the contract states for this refusal; empty if it states none, so that any 4xx is right. */
  refusedWith?: readonly number[];
  /** Whether any text may be right here: as the id of a resource to create, or as the value that chooses a page. */
  isFreeName?: boolean;
  /** Status codes that are right for this request although the contract does not list them. */
  allows?: readonly number[];
  /** Whether the path contains an id that no resource has, whatever the kind of the case. */
  isAtUnknownId?: boolean;
  /** The media type of the body, if the check cannot write bodies of this type. Such a case is not sent. */
  unwritableMedia?: string;
  /** JSON pointer to the tested part of the request body. */
  pointer?: string;
}

/** Name of a field that no contract has, sent to test how a server treats unknown fields. */
export const unknownField = 'check_unknown_field';
