import type { SentRequest } from './exchange.js';

/** The purpose of a request. The names are stable: they are part of the ids of cases. */
export type CaseKind =
  // Reads, and comparisons between reads.
  | 'read'
  | 'read-again'
  | 'head'
  | 'href'
  | 'spelling'
  | 'list-again'
  | 'page'
  | 'sort'
  | 'filter'
  // Requests that must be refused.
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
  // Other forms of a usual request with the same meaning, and other legal forms of credentials.
  | 'variation'
  | 'key-form'
  // Requests that must be accepted.
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
  // Requests that may be accepted or refused.
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
  // Recorded traffic.
  | 'recorded';

/** The response of a correct server: a success, a 4xx, either of them, or anything but a failure. */
export type Expectation = 'success' | 'refusal' | 'either' | 'any';

/** A request and its purpose. Plain data: the expected response follows from it and from the contract. */
export interface TestCase {
  /** `operationId/kind`, and `/detail` if the operation has several cases of the kind; the same in each run. */
  id: string;
  operationId: string;
  kind: CaseKind;
  /** The difference from a usual request, as the end of a sentence that begins with the operation: "without a key". */
  about: string;
  request: SentRequest;
  expect: Expectation;
  /** Statuses that the contract states for this refusal; any 4xx if it states none. */
  refusedWith?: readonly number[];
  /** Whether any text is a valid id here: then a resource may come into being when its id is first used. */
  isFreeName?: boolean;
  /** Statuses that suit this request although the contract does not list them. */
  allows?: readonly number[];
  /** Whether the path leads to a missing resource, whatever the kind of the case. */
  isAtUnknownId?: boolean;
  /** JSON pointer to the tested part of the request body. */
  pointer?: string;
}

/** A field that no contract knows, sent to test how a server treats unknown fields. */
export const unknownField = 'check_unknown_field';
