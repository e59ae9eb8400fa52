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

/** How it is found: by which rule and in which words; where, by default at what the last edit put there. */
type Finder = (rule: string, says: string, at?: string, file?: string) => Mistake;

/** A mistake in words, then the edits that make it, then what the build must say of it. */
export function mistake(words: string): {
  by(...edits: Edit[]): { isFound: Finder };
  /** By one edit: `replace` takes the place of `find` in `file`. */
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
