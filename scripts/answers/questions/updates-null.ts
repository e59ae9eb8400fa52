import type { Schema } from '../../contract/schema.js';
import { canBe } from '../../contract/schema-fields.js';
import type { Teach } from '../teaching.js';
import { updateField } from '../update-fields.js';

/** The fields of an update that null clears. */
export const updatesNull: Teach<string[]> = ({ draft, value }) => {
  for (const [index, name] of value.entries()) {
    const field = updateField(draft, name, `/value/${index}`);
    if (!canBe(draft, field as Schema, 'null')) field.type = [...[field.type ?? []].flat(), 'null'];
  }
};
