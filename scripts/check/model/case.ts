import type { SentRequest } from './exchange.js';

/** Why a request is sent. The names are stable: they are part of the ids of cases. */
export type CaseKind =
  // What reads, and what must be the same whenever and however it is read.
  | 'read'
  | 'read-again'
  | 'head'
  | 'href'
  | 'spelling'
  | 'list-again'
  | 'page'
  | 'sort'
  | 'filter'
  // What must be refused.
  | 'no-key'
  | 'empty-key'
  | 'wrong-key'
  | 'scheme-prefix'
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
  // What must be accepted.
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
  // What may be accepted or refused.
  | 'null'
  | 'long'
  | 'empty'
  | 'extra-field'
  | 'read-only'
  // What comes and goes.
  | 'create'
  | 'delete'
  | 'delete-again'
  | 'action'
  // What was recorded elsewhere.
  | 'recorded';

/**
 * What a right server does with the request: succeed, refuse it with a 4xx, one of the two, or anything but break down.
 */
export type Expectation = 'success' | 'refusal' | 'either' | 'any';

/** One request and why it is sent. Plain data: whatever holds for its answer follows from it and from the contract. */
export interface TestCase {
  /** `operationId/kind`, and `/detail` where there are more of a kind: the same in each run. */
  id: string;
  operationId: string;
  kind: CaseKind;
  /** What is particular about the request, as the end of a sentence that begins with its name: "without a key". */
  about: string;
  request: SentRequest;
  expect: Expectation;
  /** Statuses of refusal that the contract states for this; any 4xx where there are none. */
  refusedWith?: readonly number[];
  /** Whether it is aimed at things that are not there, besides what its kind says. */
  isAimedAtNothing?: boolean;
  /** JSON pointer to the part of the request body that it is about. */
  pointer?: string;
}

/** A field that no contract knows: it is sent to see what a server makes of it. */
export const unknownField = 'check_unknown_field';
