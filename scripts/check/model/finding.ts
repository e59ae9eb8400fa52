import type { Standing } from '../../contract/standing.js';

/**
 * How much a finding weighs: a `violation` contradicts a stated fact, a rule of HTTP or plain safety; a `drift` contradicts
 * what the contract infers; an `observation` is evidence, and accuses nobody.
 */
export type Severity = 'violation' | 'drift' | 'observation';

export const severities = ['violation', 'drift', 'observation'] as const satisfies readonly Severity[];

/** Where in the contract a fact stands. */
export interface ContractPlace {
  /** JSON pointer into the bundled document. */
  pointer: string;
  /** The file under `openapi/` and its line, or the file that `--contract` named. */
  file?: string;
  line?: number;
}

/** Something that a server does otherwise than the contract says. */
export interface Finding {
  /** Stable over runs: `rule:operationId:pointer`. */
  id: string;
  /** The kind of deviation, as `schema.type`. The names are stable. */
  rule: string;
  severity: Severity;
  operationId: string;
  /** JSON pointer into the body, `*` for a position in an array; empty for the whole, or where it is about no body. */
  pointer: string;
  /** What is wrong, one sentence. */
  message: string;
  expected: string;
  actual: string;
  contract: ContractPlace;
  /** The standing of the operation. */
  standing: Standing;
  /** The case that showed it first. */
  case: string;
  /** A line that sends the same request again, with the key as `$DIRECTORY_API_KEY`. */
  curl: string;
  /** How often it was seen. */
  count: number;
}
