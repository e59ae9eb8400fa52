import type { Json } from '../../contract/json.js';

/** The part of an answer that traffic can show. */
export interface ProposedAnswer {
  /** The whole value: what is answered already, and what the traffic adds. */
  value: Json;
  /** Other values for some operations or resources, by name. */
  except?: Record<string, Json>;
}

/** What a claim about a service rests on. */
export interface ClaimSupport {
  /** Number of responses. @asType integer @minimum 1 */
  responses: number;
  /** Ids of the operations that returned them, sorted. */
  operations: string[];
  example: {
    operationId: string;
    /** JSON pointer into the body; empty for the whole, or for what a header or the status shows. */
    pointer: string;
    /** What was found there, as text, cut short. It has no key, token, address of a person or identifier. */
    value: string;
  };
  /** What would have contradicted the claim, as a sentence. */
  against: string;
}

/**
 * An answer to an open question that traffic supports.
 *
 * - `shown`: something exists, such as a null, a field or a status; one sample proves it.
 * - `likely`: something holds of all, such as that a field is always there; no sample is against it.
 * - `conflicting`: the service does both, or the traffic allows several readings; nothing is proposed.
 */
export type Proposal =
  | { question: string; certainty: 'shown' | 'likely'; answer: ProposedAnswer; rests: ClaimSupport }
  | { question: string; certainty: 'conflicting'; readings: { answer: ProposedAnswer; rests: ClaimSupport }[] };

/**
 * How many resources of a kind prove a claim about all of them. Where a service has more than one directory, they must
 * be of two.
 */
export const proofMinimum = { resources: 20, directories: 2 } as const;
