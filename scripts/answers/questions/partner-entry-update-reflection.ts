import { escapeToken } from '../../contract/pointer.js';
import type { Teach } from '../teaching.js';
import { reflect, updateField } from '../update-fields.js';

/** Where a partner entry shows what an update sends: JSON pointers into PartnerEntry, by the field of the update. */
export const partnerEntryUpdateReflection: Teach<Record<string, string>> = ({ draft, value }) => {
  const fields = Object.entries(value).map(([name, pointer]) => ({ name, pointer, at: `/value/${escapeToken(name)}` }));
  // Two fields may swap their places.
  for (const { name, at } of fields) delete updateField(draft, name, at)['x-reflected-as'];
  for (const { name, pointer, at } of fields) reflect(draft, name, pointer, at);
};
