import type { Schema } from '../../contract/schema.js';

/** What values are made with. */
export interface ValueContext {
  /**
   * Follows `$ref`; local references of the document only. Where there is nothing to follow, it gives back what it got.
   */
  resolve(schema: Schema): Schema;
  /**
   * Ids of existing things that a property of this name could refer to (`tier`, `tierId`, `userAssignedFilterOptions`);
   * empty where none is known.
   */
  references(name: string): readonly string[];
  /** Makes values of different cases different; values are a pure function of schema, name and salt. */
  salt: string;
}

/** The same context one step deeper: what is made there differs from what is made beside it. */
export function salted(context: ValueContext, part: string | number): ValueContext {
  return { ...context, salt: `${context.salt}/${part}` };
}
