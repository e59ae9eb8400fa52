import { escapeToken, parsePointer } from '../contract/pointer.js';
import type { Schema } from '../contract/schema.js';
import { canBe, fieldsOf } from '../contract/schema-fields.js';
import { AnswerMistake, type Draft, type SchemaPart } from './draft.js';
import { unknownName } from './named.js';
import { shown } from './schema-mistake.js';

const update = 'PartnerEntryUpdate';

/** A field of the update of a partner entry. @throws AnswerMistake if it has none of this name */
export function updateField(draft: Draft, name: string, at: string): SchemaPart {
  const { properties = {} } = draft.schema(update);
  const found = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!found) throw unknownName(at, `a field of ${update}`, name, Object.keys(properties));
  return found;
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array'];

/**
 * Says at which JSON pointer a partner entry shows the value of a field.
 *
 * @throws AnswerMistake if the entry has nothing there, something that cannot show the value, or another field
 */
export function reflect(draft: Draft, name: string, pointer: string, at: string): void {
  const field = updateField(draft, name, at);
  const target = targetOf(draft, pointer, at);
  if (!types.some((type) => canBe(draft, field as Schema, type) && canBe(draft, target, type)))
    throw new AnswerMistake(
      at,
      `expected a field of PartnerEntry that can show ${shown(field.type)}, found ${pointer}, which is ` +
        `${shown(draft.resolve(target).type)}.`,
    );
  for (const [other, { 'x-reflected-as': taken }] of Object.entries(draft.schema(update).properties ?? {})) {
    if (other !== name && taken === pointer)
      throw new AnswerMistake(at, `expected a place of its own, found ${pointer}, which shows ${other}.`);
  }
  field['x-reflected-as'] = pointer;
}

function targetOf(draft: Draft, pointer: string, at: string): Schema {
  let target = draft.schema('PartnerEntry') as Schema;
  for (const name of parsePointer(pointer)) {
    const { properties } = fieldsOf(draft, target);
    const next = properties.get(name);
    if (!next) {
      const known = [...properties.keys()].map((each) => `/${escapeToken(each)}`);
      throw unknownName(at, 'a JSON pointer to a field of PartnerEntry', pointer, known);
    }
    target = next;
  }
  return target;
}
