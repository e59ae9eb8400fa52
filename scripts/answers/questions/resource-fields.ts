import { isObject } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import { didYouMean } from '../../text/did-you-mean.js';
import type { SchemaPart } from '../draft.js';
import { changeValues, invent } from '../example-values.js';
import { everyField, requireField } from '../fields.js';
import { givenSchema } from '../given-schema.js';
import { mendExamples } from '../mended-examples.js';
import { addFields, type ObjectShape, shapeSchemas } from '../object-shape.js';
import { dropWrongReflections } from '../reflections.js';
import { mistake, single } from '../teaching.js';

/** Further fields of a partner entry, by name. */
export const partnerEntryFields = single<Record<string, object>>(({ draft, question, value }) => {
  const known = draft.schema('PartnerEntry').properties ?? {};
  const taken = Object.keys(value).find((name) => Object.hasOwn(known, name));
  if (taken !== undefined) {
    const advice = `§2.1 states ${JSON.stringify(taken)}. Remove it here.`;
    throw mistake(`/value/${escapeToken(taken)}`, 'a field that the contract lacks', taken, advice);
  }
  addFields(draft, question, [{ schema: 'PartnerEntry', properties: value, pointer: '/value' }]);
});

/** The fields of resources that the description only names, by the name of their schema. */
export const resourcesFields = single<Record<string, ObjectShape>>(({ draft, question, value, keepOpen }) => {
  const asked = Object.keys(draft.schemas).filter((name) => draft.schema(name)['x-unknown']?.includes(question));
  const shaped = Object.entries(value).map(([schema, shape]) => {
    const pointer = `/value/${escapeToken(schema)}`;
    const section = draft.schemas[schema]?.['x-provenance']?.section;
    if (section !== undefined && !asked.includes(schema))
      throw mistake(pointer, 'a schema that is not stated', schema, `§${section} states its fields. Remove it.`);
    if (!asked.includes(schema)) throw mistake(pointer, 'the schema of a resource', schema, didYouMean(schema, asked));
    return { schema, shape, pointer };
  });
  shapeSchemas(draft, question, shaped);
  keepOpen();
});

/** The fields of an item of `filterOptions`. */
export const filterOptionShape = single<ObjectShape>(({ draft, question, value }) => {
  shapeSchemas(draft, question, [{ schema: 'FilterOption', shape: value, pointer: '/value' }]);
});

/** Keywords that the contract keeps if the answer has none of its own. */
const kept = ['description', 'x-interpreted', 'x-reflected-as', 'x-unknown', 'x-answered'] as const;

/** The types of fields that the description names without a type, as `Schema.field`. */
export const resourceItemsTypes = single<Record<string, object>>(({ draft, question, value, keepOpen }) => {
  const fields = everyField(draft);
  for (const [label, given] of Object.entries(value)) {
    const { owner, name } = fields.get(label) ?? { owner: {}, name: '' };
    const old = owner.properties?.[name] ?? {};
    const notes = Object.fromEntries(kept.flatMap((key) => (old[key] === undefined ? [] : [[key, old[key]]])));
    const field: SchemaPart = { ...notes, ...givenSchema(draft, given, name, `/value/${escapeToken(label)}`) };
    draft.settle(field, question);
    (owner.properties as Record<string, SchemaPart>)[name] = field;
  }
  mendExamples(draft.document);
  dropWrongReflections(draft);
  keepOpen();
});

/** Whether every item of a list in an entry has an `order`. */
export const orderPresence = single<boolean>(({ draft, question, value }) => {
  for (const schema of Object.values(draft.schemas)) {
    if (value && schema.properties?.['order']?.['x-unknown']?.includes(question)) requireField(schema, 'order');
  }
  mendExamples(draft.document);
});

/** The integer field that shows the position of a certification, or a sentence about where it comes from. */
export const certificationsPosition = single<string | { field: string }>(({ draft, question, value }) => {
  if (typeof value === 'string') return;
  const { field } = value;
  const properties = draft.schema('EntryCertification').properties ?? {};
  const known = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (known && known.type !== 'integer') {
    const advice = `§2.1 states that ${JSON.stringify(field)} is of type ${String(known.type)}. Name another field.`;
    throw mistake('/value/field', 'the name of a field with an integer', field, advice);
  }
  if (known) return;
  properties[field] = { type: 'integer', description: 'Position of the certification in its list.' };
  draft.settle(properties[field], question);
  changeValues(draft.document, 'EntryCertification', (shown, { pointer, ...place }) => {
    if (!isObject(shown)) return shown;
    invent({ ...place, pointer: `${pointer}/${escapeToken(field)}` });
    return { ...shown, [field]: Number(parsePointer(pointer).at(-1)) + 1 };
  });
});
