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
}

/** The same context with a longer salt, so that its values differ. */
export function salted(context: ValueContext, part: string | number): ValueContext {
  return { ...context, salt: `${context.salt}/${part}` };
}
