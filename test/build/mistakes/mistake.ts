import type { Edit } from '../document-copy.js';

/** A mistake that a person could make in the document, and the expected problem. */
export interface Mistake {
  /** The description, as the end of "finds …". */
  mistake: string;
  edits: Edit[];
  /** Name of the rule that reports it. */
  rule: string;
  /** The reported file; by default the file of the first edit. */
  file?: string;
  /** A unique text in that file, which begins on the reported line. */
  at: string;
  /** A text that the message, or the hint below it, must contain. */
  says: string;
}

/** Adds the expected rule, a text of its message, and the place; by default the place is the text of the last edit. */
type Finder = (rule: string, says: string, at?: string, file?: string) => Mistake;

/** Describes a mistake. The edits that make it follow, and then the expected problem. */
export function mistake(words: string): {
  by(...edits: Edit[]): { isFound: Finder };
  /** Makes one edit: replaces `find` by `replace` in `file`. */
  replacing(file: string, find: string, replace: string): { isFound: Finder };
} {
  const by = (...edits: Edit[]): { isFound: Finder } => {
    const last = edits.at(-1);
    const put = last && 'replace' in last ? last.replace : '';
    return {
      isFound: (rule, says, at = put, file) => ({ mistake: words, edits, rule, says, at, ...(file && { file }) }),
    };
  };
  return { by, replacing: (file, find, replace) => by({ file, find, replace }) };
}

export const root = 'openapi/openapi.yaml';
export const filterPath = 'openapi/paths/filters/filters_{filter_id}.yaml';
export const filterSchema = 'openapi/components/schemas/filters/Filter.yaml';
export const hidden = 'openapi/components/examples/partner-entries/PartnerEntryHidden.yaml';
export const review = 'openapi/components/examples/reviews/ReviewApproved.yaml';
export const visibility = 'openapi/components/examples/filters/FilterUpdateVisibility.yaml';
