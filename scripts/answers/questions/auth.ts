import type { Part } from '../draft.js';
import { listRefusal } from '../listed-refusal.js';
import type { Teach } from '../teaching.js';

/** The word before the key in the header Authorization; empty for the bare key. */
export const authSchemePrefix: Teach<string> = ({ draft, value }) => {
  for (const scheme of Object.values(draft.document.components['securitySchemes'] ?? {}) as Part[]) {
    if (value === '') delete scheme['x-prefix'];
    else scheme['x-prefix'] = value;
    const form = value === '' ? 'The bare API key, without a scheme in front of it.' : `The API key after "${value} ".`;
    scheme['description'] = `${form} Every request carries it.`;
  }
};

/** The status of a request without a valid key. */
export const authRefusalStatus: Teach<number> = ({ draft, value }) => {
  for (const scheme of Object.values(draft.document.components['securitySchemes'] ?? {}) as Part[])
    scheme['x-refusal-status'] = value;
  for (const placed of draft.operations) listRefusal(draft, placed, value, 'The request has no valid key.');
};
