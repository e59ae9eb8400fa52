import type { Standing } from '../../contract/standing.js';

/**
 * How much a finding weighs: a `violation` contradicts a stated fact, a rule of HTTP or plain safety; a `drift`
 * contradicts what the contract infers; an `observation` is evidence, and accuses nobody.
 */
export type Severity = 'violation' | 'drift' | 'observation';

export const severities = ['violation', 'drift', 'observation'] as const satisfies readonly Severity[];

/** Where in the contract a fact stands. */
export interface ContractPlace {
  /** JSON pointer into the bundled document. */
  pointer: string;
  /** The file of the contract. */
  file?: string;
  /** Its line, from 1. @integer @minimum 1 */
  line?: number;
}

/** One deviation, however often it was seen. */
export interface Finding {
  /** Stable over runs: `rule:operationId:pointer`. @minLength 1 */
  id: string;
  /** The kind of deviation, as `schema.type`. @minLength 1 */
  rule: string;
  /** How much it weighs. */
  severity: Severity;
  /** Where it shows. */
  operationId: string;
  /** JSON pointer into the body, `*` for a position in an array; empty for the whole. */
  pointer: string;
  /** What is wrong. */
  message: string;
  /** What the contract says. */
  expected: string;
  /** What came. */
  actual: string;
  /** Where the contradicted fact stands. */
  contract: ContractPlace;
  standing: Standing;
  /** Id of the case that showed it first. */
  case: string;
  /** A line that sends the same request again, with the key as `$DIRECTORY_API_KEY`. */
  curl: string;
  /** How often it was seen. @integer @minimum 1 */
  count: number;
}
