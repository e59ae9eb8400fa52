import { isObject } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldAt, fieldsOf, type SchemaResolver } from '../../contract/schema-fields.js';
import { suggest } from '../../text/did-you-mean.js';
import type { Draft, SchemaPart } from '../draft.js';
import { changeExamples, withFields } from '../example-values.js';
import { findField } from '../fields.js';
import { readAnswerSchema } from '../given-schema.js';
import { addInnerReflections, canShow, getCurrentSchemas } from '../reflections.js';
import { mistake, refuseUnknown, type Teacher, withSingleAnswer } from '../teaching.js';
import type { ShapeAnswer } from './resource-fields.js';

/** Places where a partner entry shows the values of an update: JSON pointers into PartnerEntry, by field. */
export const partnerEntryUpdateReflection: Teacher<Record<string, string>> = ({ draft, value }) => {
  const fields = Object.entries(value).map(([name, pointer]) => ({ name, pointer, at: `/value/${escapeToken(name)}` }));
  // Remove all places first, because two fields may swap places.
  for (const { name, at } of fields) delete updateField(draft, name, at)['x-reflected-as'];
  for (const { name, pointer, at } of fields) reflect(draft, name, pointer, at);
};

/**
 * Places where a partner entry shows update fields that no documented response contains, by field; null if no entry
 * shows the field. The answer to `partner-entry.fields` can add these places to the contract.
 */
export const partnerEntryUpdateUnshownFields: Teacher<Record<string, string | null>> = ({ draft, value }) => {
  for (const [name, pointer] of Object.entries(value)) {
    const at = `/value/${escapeToken(name)}`;
    const { 'x-reflected-as': reflectedPointer } = updateField(draft, name, at);
    const advice = `Entries show this field at ${reflectedPointer}. Answer partner-entry-update.reflection instead.`;
    if (reflectedPointer !== undefined) throw mistake(at, 'a field that no entry shows', name, advice);
    if (pointer !== null) reflect(draft, name, pointer, at);
  }
};

export const partnerEntryUpdateOwnerKeys = withSingleAnswer<Pick<ShapeAnswer, 'properties' | 'required'>>(
  ({ draft, value: { properties = {}, required = [] } }) => {
    const owner = draft.schema('EntryOwnerUpdate');
    const keys: Record<string, SchemaPart> = {};
    for (const [name, schema] of Object.entries(properties)) {
      const pointer = `/value/properties/${escapeToken(name)}`;
      const key = readAnswerSchema(draft, schema, name, pointer);
      if (key.type !== 'string')
        throw mistake(pointer, 'a schema of type string', schema, '§4.1 states a string. Correct the type.');
      keys[name] = key;
    }
    const names = Object.keys(keys);
    refuseUnknown(required, names, '/value/required', 'one of the keys');
    Object.assign(owner, { properties: keys, ...(required.length > 0 && { required }) });
    delete owner['x-open'];
    delete owner.additionalProperties;
    owner.description = 'Owner of the entry. A response shows an identifier here.';
    const resolve = draft.resolver();
    changeExamples(draft.document, (schema, exampleValue, place) => {
      if (resolve(schema) !== owner || !isObject(exampleValue)) return exampleValue;
      const remaining = Object.fromEntries(Object.entries(exampleValue).filter(([name]) => names.includes(name)));
      return withFields(draft.document, remaining, names, keys, place);
    });
  },
);

const update = 'PartnerEntryUpdate';

/** Finds a field of PartnerEntryUpdate. @throws AnswerMistake if no field has this name */
function updateField(draft: Draft, reference: string, at: string): SchemaPart {
  const { owner, name } = findField(draft, update, reference, at);
  return owner.properties?.[name] as SchemaPart;
}

/**
 * Sets the JSON pointer at which a partner entry shows the value of a field.
 *
 * @throws AnswerMistake if the entry has no field there, or a field of a wrong type, or that shows another value
 */
function reflect(draft: Draft, name: string, pointer: string, at: string): void {
  const field = updateField(draft, name, at);
  const target = targetOf(draft, pointer, at);
  const schemas = getCurrentSchemas(draft);
  if (!canShow(schemas, field as Schema, target)) {
    const advice = `The type of this place is ${formText(schemas, target)}. Name another place.`;
    throw mistake(at, `a place of PartnerEntry with the type ${formText(schemas, field as Schema)}`, pointer, advice);
  }
  for (const [fieldName, part] of Object.entries(draft.schema(update).properties ?? {})) {
    const advice = `This place already shows ${fieldName}. Name another place, or move ${fieldName} as well.`;
    if (part !== field && part['x-reflected-as'] === pointer) throw mistake(at, 'an unused place', pointer, advice);
  }
  field['x-reflected-as'] = pointer;
  addInnerReflections(draft, field, target);
}

/** The type of a schema in words: `string`, or `array of object`. */
function formText(schemas: SchemaResolver, schema: Schema): string {
  const { type, items } = schemas.resolve(schema);
  return `${String(type)}${items ? ` of ${formText(schemas, items)}` : ''}`;
}

function targetOf(draft: Draft, pointer: string, answerPointer: string): Schema {
  const entry = draft.schema('PartnerEntry') as Schema;
  const target = fieldAt(getCurrentSchemas(draft), entry, parsePointer(pointer));
  if (target) return target;
  const pointers = [...fieldsOf(draft, entry).properties.keys()].map((name) => `/${escapeToken(name)}`);
  throw mistake(answerPointer, 'the JSON pointer of a field of PartnerEntry', pointer, suggest(pointer, pointers));
}
