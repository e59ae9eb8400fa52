import { DerivedValues } from '../derived-values.js';
import type { Teach } from '../teaching.js';
import { updateField } from '../update-fields.js';

/** The fields that an update of a partner entry must send. */
export const partnerEntryUpdateRequired: Teach<string[]> = ({ draft, value }) => {
  for (const [index, name] of value.entries()) updateField(draft, name, `/value/${index}`);
  if (value.length > 0) draft.schema('PartnerEntryUpdate').required = value;
  new DerivedValues(draft).mendExamples();
};
