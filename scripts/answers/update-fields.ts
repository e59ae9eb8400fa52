import { escapeToken, parsePointer } from '../contract/pointer.js';
import type { Schema } from '../contract/schema.js';
import { canBe, fieldsOf } from '../contract/schema-fields.js';
import { didYouMean } from '../text/did-you-mean.js';
import type { Draft, SchemaPart } from './draft.js';
import { fieldNamed } from './fields.js';
import { mistake } from './mistake.js';

const update = 'PartnerEntryUpdate';

/** A field of the update of a partner entry. @throws AnswerMistake if it has none of this name */
export function updateField(draft: Draft, written: string, at: string): SchemaPart {
  const { owner, name } = fieldNamed(draft, update, written, at);
  return owner.properties?.[name] as SchemaPart;
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
  if (!types.some((type) => canBe(draft, field as Schema, type) && canBe(draft, target, type))) {
    const advice = `It is ${String(draft.resolve(target).type)}. Name another one.`;
    throw mistake(at, `a place of PartnerEntry that can show ${String(field.type)}`, pointer, advice);
  }
  for (const [other, each] of Object.entries(draft.schema(update).properties ?? {})) {
    if (each !== field && each['x-reflected-as'] === pointer)
      throw mistake(
        at,
        'a place of its own',
        pointer,
        `It shows ${other}. Name another one, or that of ${other} as well.`,
      );
  }
  field['x-reflected-as'] = pointer;
}

function targetOf(draft: Draft, pointer: string, at: string): Schema {
  let target = draft.schema('PartnerEntry') as Schema;
  for (const name of parsePointer(pointer)) {
    const { properties } = fieldsOf(draft, target);
    const next = properties.get(name);
    const known = [...properties.keys()].map((each) => `/${escapeToken(each)}`);
    if (!next) throw mistake(at, 'the JSON pointer of a field of PartnerEntry', pointer, didYouMean(pointer, known));
    target = next;
  }
  return target;
}
