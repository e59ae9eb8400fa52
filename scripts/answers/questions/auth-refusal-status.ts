import type { Part } from '../draft.js';
import { listRefusal } from '../listed-refusal.js';
import type { Teach } from '../teaching.js';

/** The status of a request without a valid key. */
export const authRefusalStatus: Teach<number> = ({ draft, value }) => {
  for (const scheme of Object.values(draft.document.components['securitySchemes'] ?? {}) as Part[])
    scheme['x-refusal-status'] = value;
  for (const placed of draft.operations) listRefusal(draft, placed, value, 'The request has no valid key.');
};
