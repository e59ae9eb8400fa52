import type { Draft } from './draft.js';

/** An answer that is taught to the contract. */
export interface Taught<Value> {
  draft: Draft;
  /** The id of the question. */
  question: string;
  /** It fits the schema that the register has for this question. */
  value: Value;
  /** Other values for some operations or resources, by name. */
  except: Readonly<Record<string, Value>>;
  /** For a set of values: whether there are no others. */
  isClosed: boolean;
  /** Says that the question stays open elsewhere; else it is settled wherever the contract names it. */
  keepOpen(): void;
}

/**
 * Changes the contract so that the answer to one question holds, and leaves it whole: examples fit, references resolve.
 *
 * @throws AnswerMistake for a value that the contract cannot have
 */
export type Teach<Value> = (taught: Taught<Value>) => void;
