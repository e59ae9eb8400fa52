import type { Edit } from '../document-copy.js';

/** A mistake that a person could make in the document, and what the build must say of it. */
export interface Mistake {
  /** In words, after "finds". */
  mistake: string;
  edits: Edit[];
  /** Name of the rule that finds it. */
  rule: string;
  /** Where it is reported; by default in the file of the first edit. */
  file?: string;
  /** A text that stands once in that file, on the line that is reported; more of it than that line makes it unique. */
  at: string;
  /** What the message, or the hint below it, must say. */
  says: string;
}

/** A mistake of one edit: `replace` takes the place of `find` in `file`. */
export function replacing(
  mistake: string,
  edit: { file: string; find: string; replace: string },
  expected: Pick<Mistake, 'rule' | 'at' | 'says'> & { file?: string },
): Mistake {
  return { mistake, edits: [edit], ...expected };
}

export const root = 'openapi/openapi.yaml';
export const filterPath = 'openapi/paths/filters/filters_{filter_id}.yaml';
export const filterSchema = 'openapi/components/schemas/filters/Filter.yaml';
export const hidden = 'openapi/components/examples/partner-entries/PartnerEntryHidden.yaml';
export const review = 'openapi/components/examples/reviews/ReviewApproved.yaml';
export const visibility = 'openapi/components/examples/filters/FilterUpdateVisibility.yaml';
