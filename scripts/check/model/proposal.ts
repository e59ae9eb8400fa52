import type { Json } from '../../contract/json.js';

/** The part of an answer that traffic can prove. */
export interface ProposedAnswer {
  /** The complete value: the existing answer with the additions from the traffic. */
  value: Json;
  /** Values that differ for some operations or resources, by name. */
  except?: Record<string, Json>;
}

/** The evidence for a claim about a service. */
export interface ClaimSupport {
  /** Number of responses. @asType integer @minimum 1 */
  responses: number;
  /** Ids of the operations that returned these responses, sorted. */
  operations: string[];
  example: {
    operationId: string;
    /** JSON pointer into the body; empty for the whole body, and for evidence in a header or the status. */
    pointer: string;
    /** The value at that place as text, shortened. Keys, tokens, addresses of persons and identifiers are removed. */
    value: string;
  };
  /** A sentence that describes a response which would have contradicted the claim. */
  against: string;
}

/**
 * An answer to an open question that traffic supports.
 *
 * - `shown`: something exists, such as a null, a field or a status; one sample proves it.
 * - `likely`: something is true of all samples, such as that a field is always present; no sample contradicts it.
 * - `conflicting`: the traffic allows several answers, or only one, with too few samples. Nothing is proposed, and
 *   `readings` contains these answers.
 */
export type Proposal =
  | { question: string; certainty: 'shown' | 'likely'; answer: ProposedAnswer; support: ClaimSupport }
  | { question: string; certainty: 'conflicting'; readings: { answer: ProposedAnswer; support: ClaimSupport }[] };

/**
 * Minimum number of resources that prove a claim about a type. If the service has several directories, they must come
 * from two of them. A claim about all responses of an operation needs `responses` of them: fewer may agree by chance.
 */
export const proofMinimum = { resources: 20, directories: 2, responses: 3 } as const;

/** How the reads of a learning run differ from those of a check. */
export interface ReadOptions {
  /** `quick` reads everything once, and sends no other requests. Both modes also read lists below a second parent. */
  readMode?: 'quick' | 'wide';
  /** A quick run calls this after its reads, to ask whether to go on as a complete run, since no proposal is new. */
  shouldContinue?: (proposals: readonly Proposal[]) => boolean;
}
