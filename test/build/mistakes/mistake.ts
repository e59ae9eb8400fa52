import type { Edit } from '../document-copy.js';

/** A mistake that a person could make in the document, and the expected problem. */
export interface Mistake {
  /** In words, after "finds". */
  mistake: string;
  edits: Edit[];
  /** Name of the rule that reports it. */
  rule: string;
  /** The reported file; by default the file of the first edit. */
  file?: string;
  /** A unique text in that file that starts on the reported line. */
  at: string;
  /** A text that the message, or the hint below it, must contain. */
  says: string;
}

/** The expected rule and text of the message, and the place; by default the text that the last edit inserted. */
type Finder = (rule: string, says: string, at?: string, file?: string) => Mistake;

/** A mistake in words, followed by the edits that make it, and the expected problem. */
export function mistake(words: string): {
  by(...edits: Edit[]): { isFound: Finder };
  /** One edit: replaces `find` by `replace` in `file`. */
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
