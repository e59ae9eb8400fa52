import { escapeToken } from '../../contract/pointer.js';
import { mistake } from '../mistake.js';
import type { Teach } from '../teaching.js';
import { reflect, updateField } from '../update-fields.js';

/**
 * Where a partner entry shows the fields of an update that no documented response contains, by name; null for a field
 * that it does not show. `partner-entry.fields` can add the places.
 */
export const partnerEntryUpdateUnshownFields: Teach<Record<string, string | null>> = ({ draft, value }) => {
  for (const [name, pointer] of Object.entries(value)) {
    const at = `/value/${escapeToken(name)}`;
    const { 'x-reflected-as': known } = updateField(draft, name, at);
    if (known !== undefined)
      throw mistake(
        at,
        'a field that no entry shows',
        name,
        `It shows at ${known}. Use partner-entry-update.reflection.`,
      );
    if (pointer !== null) reflect(draft, name, pointer, at);
  }
};
