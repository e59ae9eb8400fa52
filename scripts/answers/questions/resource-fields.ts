import { isObject } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import { suggest } from '../../text/did-you-mean.js';
import type { SchemaPart } from '../draft.js';
import { changeValues, markInvented } from '../example-values.js';
import { indexFields, requireField } from '../fields.js';
import { readAnswerSchema } from '../given-schema.js';
import { mendExamples } from '../mend-examples.js';
import { addFields, applyShapes, type ObjectShape } from '../object-shape.js';
import { dropWrongReflections } from '../reflections.js';
import { mistake, singleAnswer } from '../teaching.js';

export const partnerEntryFields = singleAnswer<Record<string, object>>(({ draft, question, value }) => {
  const properties = draft.schema('PartnerEntry').properties ?? {};
  const duplicate = Object.keys(value).find((name) => Object.hasOwn(properties, name));
  if (duplicate !== undefined) {
    const advice = `§2.1 states ${JSON.stringify(duplicate)}. Remove it here.`;
    throw mistake(`/value/${escapeToken(duplicate)}`, 'a field that the contract lacks', duplicate, advice);
  }
  addFields(draft, question, [{ schema: 'PartnerEntry', properties: value, pointer: '/value' }]);
});

/** The fields of resources that the interface description only names, by the name of their schema. */
export const resourcesFields = singleAnswer<Record<string, ObjectShape>>(({ draft, question, value, keepOpen }) => {
  const schemaNames = Object.keys(draft.schemas).filter((name) => draft.schema(name)['x-unknown']?.includes(question));
  const shaped = Object.entries(value).map(([schema, shape]) => {
    const pointer = `/value/${escapeToken(schema)}`;
    const section = draft.schemas[schema]?.['x-provenance']?.section;
    if (section !== undefined && !schemaNames.includes(schema))
      throw mistake(pointer, 'a schema that is not stated', schema, `§${section} states its fields. Remove it.`);
    if (!schemaNames.includes(schema))
      throw mistake(pointer, 'the schema of a resource', schema, suggest(schema, schemaNames));
    return { schema, shape, pointer };
  });
  applyShapes(draft, question, shaped);
  keepOpen();
});

/** The fields of an item of `filterOptions`. */
export const filterOptionShape = singleAnswer<ObjectShape>(({ draft, question, value }) => {
  applyShapes(draft, question, [{ schema: 'FilterOption', shape: value, pointer: '/value' }]);
});

/** Keywords that the contract keeps if the answer has none of its own. */
const keptKeys = ['description', 'x-interpreted', 'x-reflected-as', 'x-unknown', 'x-answered'] as const;

/** The types of fields that the description names without a type, as `Schema.field`. */
export const resourceItemsTypes = singleAnswer<Record<string, object>>(({ draft, question, value, keepOpen }) => {
  const fields = indexFields(draft);
  for (const [label, schema] of Object.entries(value)) {
    const { owner, name } = fields.get(label) ?? { owner: {}, name: '' };
    const old = owner.properties?.[name] ?? {};
    const notes = Object.fromEntries(keptKeys.flatMap((key) => (old[key] === undefined ? [] : [[key, old[key]]])));
    const field: SchemaPart = { ...notes, ...readAnswerSchema(draft, schema, name, `/value/${escapeToken(label)}`) };
    draft.settle(field, question);
    (owner.properties as Record<string, SchemaPart>)[name] = field;
  }
  mendExamples(draft.document);
  dropWrongReflections(draft);
  keepOpen();
});

/** Whether every item of a list in an entry has an `order`. */
export const orderPresence = singleAnswer<boolean>(({ draft, question, value }) => {
  for (const schema of Object.values(draft.schemas)) {
    if (value && schema.properties?.['order']?.['x-unknown']?.includes(question)) requireField(schema, 'order');
  }
  mendExamples(draft.document);
});

/** The integer field that shows the position of a certification, or a sentence about where it comes from. */
export const certificationsPosition = singleAnswer<string | { field: string }>(({ draft, question, value }) => {
  if (typeof value === 'string') return;
  const { field } = value;
  const properties = draft.schema('EntryCertification').properties ?? {};
  const property = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (property && property.type !== 'integer') {
    const advice = `§2.1 states that ${JSON.stringify(field)} is of type ${String(property.type)}. Name another field.`;
    throw mistake('/value/field', 'the name of a field with an integer', field, advice);
  }
  if (property) return;
  properties[field] = { type: 'integer', description: 'Position of the certification in its list.' };
  draft.settle(properties[field], question);
  changeValues(draft.document, 'EntryCertification', (exampleValue, { pointer, ...place }) => {
    if (!isObject(exampleValue)) return exampleValue;
    markInvented({ ...place, pointer: `${pointer}/${escapeToken(field)}` });
    return { ...exampleValue, [field]: Number(parsePointer(pointer).at(-1)) + 1 };
  });
});
