import { isObject } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import { schemaNameOf } from '../../contract/references.js';
import { suggest } from '../../text/did-you-mean.js';
import type { Draft } from '../draft.js';
import { changeValues, markInvented } from '../example-values.js';
import { placeOfField, readFieldName, requireField } from '../fields.js';
import { mendExamples } from '../mend-examples.js';
import { applyShapes, describeFields, type ObjectShape, type ShapedSchema, shapeTeacher } from '../object-shape.js';
import { mistake, type Teacher, withSingleAnswer } from '../teaching.js';

/** Shapes by schema name. Other questions are about single parts of a shape. */
export const schemas = withSingleAnswer<Record<string, ObjectShape>>(({ draft, question, value, keepOpen }) => {
  const shapes = Object.entries(value).map(([schema, shape]): ShapedSchema => {
    const pointer = `/value/${escapeToken(schema)}`;
    refuseOtherSchema(draft, schema, pointer);
    return { schema, shape, at: (part) => `${pointer}/${part}` };
  });
  applyShapes(draft, question, shapes);
  keepOpen();
});

/** @throws AnswerMistake unless this is the name of an object schema */
function refuseOtherSchema(draft: Draft, name: string, pointer: string): void {
  const allNames = Object.keys(draft.schemas);
  if (!allNames.includes(name)) throw mistake(pointer, 'the name of a schema', name, suggest(name, allNames));
  const { type, items, anyOf = [] } = draft.schema(name);
  const parts = [items ?? [], anyOf].flat().flatMap(({ $ref }) => schemaNameOf($ref) ?? []);
  if (type === 'object' || parts.length === 0) return;
  throw mistake(pointer, 'the schema of an object', name, `Name a schema that it contains: ${parts.join(' or ')}.`);
}

export const partnerEntryFields: Teacher<Record<string, object>> = (answer) => {
  const { draft, value } = answer;
  for (const name of Object.keys(value)) {
    const at = `/value/${escapeToken(name)}`;
    const statedField = draft.statedField(placeOfField(draft, 'PartnerEntry', name, at));
    if (!statedField) continue;
    const advice = `§${statedField.section} states ${JSON.stringify(name)}. Remove it here.`;
    throw mistake(at, 'a field that the interface description does not state', name, advice);
  }
  shapeTeacher('PartnerEntry', 'fields')(answer);
};

/** A shape in an answer about one kind of schema: like ObjectShape, but with `properties` for `fields`, no `rename`. */
export type ShapeAnswer = Omit<ObjectShape, 'fields' | 'rename'> & { properties?: Record<string, unknown> };

export function toShapedSchema(schema: string, { properties, ...shape }: ShapeAnswer, pointer: string): ShapedSchema {
  const at = (part: keyof ObjectShape) => `${pointer}/${part === 'fields' ? 'properties' : part}`;
  return { schema, shape: { ...shape, ...(properties && { fields: properties }) }, at };
}

/** The fields of resources that the interface description only mentions, by schema name. */
export const resourcesFields = withSingleAnswer<Record<string, ShapeAnswer>>(({ draft, question, value, keepOpen }) => {
  const schemaNames = Object.keys(draft.schemas).filter((name) => draft.schema(name)['x-unknown']?.includes(question));
  const shapes = Object.entries(value).map(([schema, shape]) => {
    const pointer = `/value/${escapeToken(schema)}`;
    const section = draft.schemas[schema]?.['x-provenance']?.section;
    if (section !== undefined && !schemaNames.includes(schema))
      throw mistake(pointer, 'a schema that is not stated', schema, `§${section} states its fields. Remove it.`);
    if (!schemaNames.includes(schema))
      throw mistake(pointer, 'the schema of a resource', schema, suggest(schema, schemaNames));
    return toShapedSchema(schema, shape, pointer);
  });
  applyShapes(draft, question, shapes);
  keepOpen();
});

/** The fields of an item of `filterOptions`. */
export const filterOptionShape = withSingleAnswer<ShapeAnswer>(({ draft, question, value }) => {
  applyShapes(draft, question, [toShapedSchema('FilterOption', value, '/value')]);
});

/** Sets the types of fields that the description only names. An answer names a field as `Schema.field`. */
export const resourceItemsTypes = withSingleAnswer<Record<string, object>>(({ draft, question, value, keepOpen }) => {
  const fields = Object.entries(value).map(([reference, schema]) => {
    const [name = ''] = reference.split('.');
    return { schema: name, reference, value: schema, at: `/value/${escapeToken(reference)}` };
  });
  describeFields(draft, question, fields);
  keepOpen();
});

/** Whether every item of a list in an entry has an `order`. */
export const orderPresence = withSingleAnswer<boolean>(({ draft, question, value }) => {
  for (const schema of Object.values(draft.schemas)) {
    if (value && schema.properties?.['order']?.['x-unknown']?.includes(question)) requireField(schema, 'order');
  }
  mendExamples(draft.document);
});

/** The integer field that shows the position of a certification, or a sentence about where the position comes from. */
export const certificationsPosition = withSingleAnswer<string | { field: string }>(({ draft, question, value }) => {
  if (typeof value === 'string') return;
  const field = readFieldName(value.field, '/value/field');
  const properties = draft.schema('EntryCertification').properties ?? {};
  const property = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (property && property.type !== 'integer') {
    const advice = `§2.1 states that ${JSON.stringify(field)} is of type ${String(property.type)}. Name another field.`;
    throw mistake('/value/field', 'the name of an integer field', field, advice);
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
