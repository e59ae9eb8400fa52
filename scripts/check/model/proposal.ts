import type { Json } from '../../contract/json.js';

/** The part of an answer that traffic can show. */
export interface ProposedAnswer {
  /** The whole value: the existing answer, with the additions from the traffic. */
  value: Json;
  /** Other values for some operations or resources, by name. */
  except?: Record<string, Json>;
}

/** The evidence for a claim about a service. */
export interface ClaimSupport {
  /** Number of responses. @asType integer @minimum 1 */
  responses: number;
  /** Ids of the operations that returned them, sorted. */
  operations: string[];
  example: {
    operationId: string;
    /** JSON pointer into the body; empty for the whole, or for what a header or the status shows. */
    pointer: string;
    /** The value there as text, shortened. It has no key, token, address of a person or identifier. */
    value: string;
  };
  /** A sentence about a response that would have contradicted the claim. */
  against: string;
}

/**
 * An answer to an open question that traffic supports.
 *
 * - `shown`: something exists, such as a null, a field or a status; one sample proves it.
 * - `likely`: something is true of all samples, such as that a field is always present; no sample contradicts it.
 * - `conflicting`: the service does both, or the traffic allows several readings; nothing is proposed.
 */
export type Proposal =
  | { question: string; certainty: 'shown' | 'likely'; answer: ProposedAnswer; rests: ClaimSupport }
  | { question: string; certainty: 'conflicting'; readings: { answer: ProposedAnswer; rests: ClaimSupport }[] };

/** Minimum number of resources that prove a claim about a type; if there are several directories, from two of them. */
export const proofMinimum = { resources: 20, directories: 2 } as const;
