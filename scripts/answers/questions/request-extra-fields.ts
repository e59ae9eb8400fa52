import type { Teach } from '../teaching.js';

/** What becomes of a field that an update of a partner entry sends and the contract does not list. */
export const requestExtraFields: Teach<'ignored' | 'refused'> = ({ draft, value }) => {
  const schema = draft.schema('PartnerEntryUpdate');
  if (value === 'refused') schema.additionalProperties = false;
  else delete schema.additionalProperties;
};
