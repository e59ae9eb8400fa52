import type { Part } from '../draft.js';
import type { Teach } from '../teaching.js';

/** The word before the key in the header Authorization; empty for the bare key. */
export const authSchemePrefix: Teach<string> = ({ draft, question, value }) => {
  for (const scheme of Object.values(draft.document.components['securitySchemes'] ?? {}) as Part[]) {
    if (value === '') delete scheme['x-prefix'];
    else scheme['x-prefix'] = value;
  }
  draft.settleEverywhere(question);
};
