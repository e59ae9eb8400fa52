import type { Standing } from '../../contract/standing.js';
import type { Again } from './again.js';
import type { Severity } from './rules/weight.js';

export { type Severity, severities } from './rules/weight.js';

/** The answer to an open question on which a fact rests. */
export interface AnsweredBy {
  /** Id of the question. */
  question: string;
  /** The person who answered the question. */
  by?: string;
}

/** Import path of this package's contract. Reports name it, since their readers do not have the folder `openapi/`. */
export const bundledContract = 'directory-contract/openapi.yaml';

/** The place of a fact in the contract. */
export interface ContractPlace {
  /** JSON pointer into the bundled document. */
  pointer: string;
  /** The file of the contract. */
  file?: string;
  /** The line in this file, from 1. @asType integer @minimum 1 */
  line?: number;
  /** The answer on which the fact, or the severity of the finding, rests. */
  answered?: AnsweredBy;
  /** The overlay that set the fact. */
  corrected?: string;
}

/** A place where a finding occurred. */
export interface FindingPlace {
  /** Id of the operation in whose response the finding occurred. */
  operationId: string;
  /** JSON pointer into the body of the response, written like the pointer of the finding. */
  pointer: string;
}

/** A deviation, reported once however often it occurred. */
export interface Finding {
  /** Id that is the same in every run: `rule:operationId:pointer`. @minLength 1 */
  id: string;
  /** The kind of deviation, such as `schema.type`. @minLength 1 */
  rule: string;
  /** The severity. */
  severity: Severity;
  /** Id of the operation that showed the finding; the first one, if several did. */
  operationId: string;
  /**
   * JSON pointer into the body, with `*` for a position in an array; empty for the whole body. For a list it starts at
   * the items.
   */
  pointer: string;
  /** Each place where the finding occurred; set if several operations or parts of a body share the faulty schema. */
  seenIn?: FindingPlace[];
  /** A sentence about the fault. */
  message: string;
  /** The result that the contract requires. */
  expected: string;
  /** The actual result. */
  actual: string;
  /** The place of the contradicted fact in the contract. */
  contract: ContractPlace;
  /** The open question of the contract that the finding helps to answer. */
  question?: string;
  standing: Standing;
  /** Id of the first test case that showed the finding. */
  case: string;
  /**
   * A shell command that repeats the request, with the key as `$DIRECTORY_API_KEY`; or a few lines that create the
   * needed resources, show the finding, and delete the resources.
   */
  curl: string;
  again?: Again;
  /** Number of times that the deviation occurred. @asType integer @minimum 1 */
  count: number;
}

/** Returns each operation that showed a finding, once. */
export function operationsOf({ operationId, seenIn = [] }: Pick<Finding, 'operationId' | 'seenIn'>): string[] {
  return [...new Set([operationId, ...seenIn.map((place) => place.operationId)])];
}

/** Returns the ids of a finding: its own, and the ids that it would have if only one of its operations had shown it. */
export function idsOf({ id, rule, seenIn = [] }: Finding): string[] {
  return [...new Set([id, ...seenIn.map(({ operationId, pointer }) => `${rule}:${operationId}:${pointer}`)])];
}

/** The answers to open questions that were applied to the contract. */
export interface AnswersReport {
  /** The file with the answers. */
  file: string;
  /** SHA-256 of the answers and overlays; comments, order and sources do not count. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
  /** Number of questions that the file answers. @asType integer @minimum 0 */
  questions: number;
  /** The parts of the contract that overlays changed, even where the interface description states something else. */
  corrected?: {
    /** The files of the overlays. */
    overlays: string[];
    /** Ids of the operations that the overlays changed. */
    operations: string[];
    /** Names of the schemas that the overlays changed. */
    schemas: string[];
  };
}
