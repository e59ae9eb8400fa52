import type { Schema } from '../../contract/schema.js';

/** The ids, references and salt from which values are made. */
export interface ValueContext {
  /** Follows a local `$ref` of the document; returns a schema without one as it is. */
  resolve(schema: Schema): Schema;
  /**
   * Ids of existing resources that a property of this name could refer to (`tier`, `tierId`,
   * `userAssignedFilterOptions`).
   */
  references(name: string): readonly string[];
  /** Makes the values of different cases differ: each value depends only on schema, name and salt. */
  salt: string;
  /** Values are for people who read them: examples of the schema first, short texts, and ids in items. */
  forReaders?: boolean;
  /** Objects inside a value have their required properties only. */
  isLeast?: boolean;
  /** How much of a value may still be made: schemas that contain themselves in many places allow endless values. */
  budget?: Budget;
}

export interface Budget {
  /** How many parts, nested ones included. */
  parts: number;
  /** Optional parts below this depth are left out. */
  deepest: number;
}

/** Far more parts than most values have. */
const mostParts = 400;
/** The depths that are tried, one after the other. */
const depths = [10, 4, 2];

/**
 * Makes a value with at most so many parts: if there were more, less deeply, so that nothing near the top is left out
 * for parts far below.
 */
export function withinBudget<Value>(context: ValueContext, make: (context: ValueContext) => Value): Value {
  if (context.budget) return make(context);
  for (const deepest of depths) {
    const budget = { parts: mostParts, deepest };
    const value = make({ ...context, budget });
    if (budget.parts >= 0) return value;
  }
  return make({ ...context, budget: { parts: mostParts, deepest: 1 } });
}

/** The same context with a longer salt, so that its values differ. */
export function salted(context: ValueContext, part: string | number): ValueContext {
  return { ...context, salt: `${context.salt}/${part}` };
}
