import { isObject, isSameJson } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';
import { pairSchemas } from '../contract/reflections.js';
import type { Schema } from '../contract/schema.js';
import { fieldsOf } from '../contract/schema-fields.js';
import { onOneLine } from './answer-text.js';
import type { Draft, Field, SchemaPart } from './draft.js';
import { changeValuesOf, type ExamplePlace, type ValueChange, withFields } from './example-values.js';
import { allowNull, findField, placeOfField, readFieldName, requireField } from './fields.js';
import { readAnswerSchema } from './given-schema.js';
import { mendExamples } from './mend-examples.js';
import { addReflections, dropWrongReflections, getCurrentSchemas, moveReflections } from './reflections.js';
import { mistake, statedMistake, type Teacher, withSingleAnswer } from './teaching.js';

/** An answer about one schema. The name of a nested field, also inside list items, is a path: `clients[].logo`. */
export interface ObjectShape {
  /** JSON Schemas of fields that are new, or that the contract describes differently. */
  fields?: Record<string, unknown>;
  /** The fields that the service lacks. */
  without?: string[];
  /** Maps names in the contract to the service's names. */
  rename?: Record<string, string>;
  nullable?: string[];
  required?: string[];
  /** Whether the object has only these fields and those in the contract. */
  closed?: boolean;
}

export interface ShapedSchema {
  /** The name of the schema. */
  schema: string;
  shape: ObjectShape;
  /** Returns the JSON pointer of a part of the shape in the answer. */
  at(part: keyof ObjectShape): string;
}

/** Creates the teacher for a question about one part of a schema's shape. */
export function shapeTeacher<Part extends 'fields' | 'nullable' | 'required'>(
  schema: string,
  part: Part,
): Teacher<NonNullable<ObjectShape[Part]>> {
  return withSingleAnswer(({ draft, question, value }) => {
    applyShapes(draft, question, [{ schema, shape: { [part]: value }, at: () => '/value' }]);
  });
}

/**
 * Gives component schemas the shapes of an answer: first `rename` and `without`, then `fields`, then the other members.
 *
 * @throws AnswerMistake for a field that a schema cannot have, or that contradicts the interface description
 */
export function applyShapes(draft: Draft, question: string, shapes: readonly ShapedSchema[]): void {
  for (const { schema, shape, at } of shapes) {
    includeReference(draft.schema(schema), shape);
    for (const [reference, to] of Object.entries(shape.rename ?? {}))
      renameField(draft, question, { schema, reference, to, at: `${at('rename')}/${escapeToken(reference)}` });
    for (const [index, reference] of (shape.without ?? []).entries())
      removeField(draft, schema, reference, `${at('without')}/${index}`);
  }
  const fields = shapes.flatMap(({ schema, shape, at }) =>
    Object.entries(shape.fields ?? {}).map(([reference, value]) => ({
      ...{ schema, reference, value },
      at: `${at('fields')}/${escapeToken(reference)}`,
    })),
  );
  addFields(draft, question, fields);
  for (const { schema, shape, at } of shapes) {
    const { required = [], nullable = [], closed = false } = shape;
    for (const [index, reference] of required.entries()) {
      const { owner, name } = inheritedField(draft, draft.schema(schema), reference)
        ? { owner: draft.schema(schema), name: reference }
        : findField(draft, schema, reference, `${at('required')}/${index}`);
      requireField(owner, name);
    }
    for (const [index, reference] of nullable.entries()) {
      const nullablePointer = `${at('nullable')}/${index}`;
      const field = findField(draft, schema, reference, nullablePointer);
      const { section } = draft.question(question) ?? {};
      const expected = `a field that can be null (§${section} states that the id identifies the resource)`;
      if (field.name === 'id') throw mistake(nullablePointer, expected, 'id', 'Remove it.');
      allowNull(draft, field);
      draft.settle(field.owner.properties?.[field.name] ?? {}, question);
    }
    if (closed) closeSchema(draft, draft.schema(schema));
    draft.settleSchema(draft.schema(schema), question);
  }
  mendExamples(draft.document);
  dropWrongReflections(draft);
}

/** Moves a schema's `$ref` into `allOf` if the answer adds rules beside the `$ref`. */
function includeReference(schema: SchemaPart, { fields, required, closed }: ObjectShape): void {
  const { $ref } = schema;
  if ($ref === undefined || !(fields || required || closed)) return;
  delete schema.$ref;
  schema.allOf = [{ $ref }];
}

/** The field with this name that a schema inherits from `allOf`. */
function inheritedField(draft: Draft, { allOf = [] }: SchemaPart, name: string): Schema | undefined {
  return fieldsOf(getCurrentSchemas(draft), { allOf }).properties.get(name);
}

export interface AddedField {
  schema: string;
  /** The name of the field, or the path to it. */
  reference: string;
  /** The JSON Schema of the field. */
  value: unknown;
  /** JSON pointer of the field in the answer. */
  at: string;
}

/** Keywords of a field that stay unchanged unless the answer sets them. */
const keptKeywords = [
  'description',
  'x-interpreted',
  'x-reflected-as',
  'x-renamed-from',
  'x-unknown',
  'x-answered',
] as const;

/**
 * Describes the fields of component schemas that a question asks about. The rest of the schemas stays open.
 *
 * @throws AnswerMistake for a field that a schema cannot have, or that contradicts a stated fact
 */
export function describeFields(draft: Draft, question: string, fields: readonly AddedField[]): void {
  addFields(draft, question, fields);
  mendExamples(draft.document);
  dropWrongReflections(draft);
}

/** Adds or redefines fields of component schemas, and adds values of these fields to the examples. */
function addFields(draft: Draft, question: string, newFields: readonly AddedField[]): void {
  const namesByOwner = new Map<SchemaPart, string[]>();
  for (const { schema, reference, value, at } of newFields) {
    const field = placeOfField(draft, schema, reference, at);
    const { owner, name } = field;
    declareField(draft, question, field, { value, at });
    namesByOwner.set(owner, [...(namesByOwner.get(owner) ?? []), name]);
  }
  const valueChanges = [...namesByOwner].map(([owner, names]): [Schema, ValueChange] => [
    owner as Schema,
    (value, place) =>
      isObject(value) ? withFields(draft.document, value, names, owner.properties ?? {}, place) : value,
  ]);
  changeValuesOf(draft.document, new Map(valueChanges));
  for (const [request, responses] of pairSchemas(draft.document, getCurrentSchemas(draft)))
    for (const response of responses)
      addReflections(draft, request as SchemaPart, response, namesByOwner.get(request as SchemaPart) ?? []);
}

function declareField(
  draft: Draft,
  question: string,
  field: Field,
  { value, at }: { value: unknown; at: string },
): void {
  const { owner, name } = field;
  if (name === '' || name === '__proto__') throw mistake(at, 'the name of a field', name);
  const advice = '"without" lists this field as well. Remove it from "fields" or from "without".';
  if (owner['x-without']?.includes(name)) throw mistake(at, 'a field that the service has', name, advice);
  const schema = readAnswerSchema(draft, value, name, at);
  if (name === 'id' && !isIdentifier(schema))
    throw mistake(at, '{ type: string, format: uuid } (§2 states that identifiers are UUIDs)', value);
  refuseOtherForm(draft, field, schema, at);
  const oldField = owner.properties?.[name] ?? {};
  const notes = Object.fromEntries(
    keptKeywords.flatMap((key) => (oldField[key] === undefined ? [] : [[key, oldField[key]]])),
  );
  owner.properties = { ...owner.properties, [name]: { ...notes, ...schema } };
  draft.settle(owner.properties[name] as SchemaPart, question);
}

function isIdentifier({ type, format }: SchemaPart): boolean {
  return type === 'string' && (format === undefined || format === 'uuid');
}

/**
 * @throws AnswerMistake for a type that differs from that of the inherited field, or from the stated type, unless that
 * type is an open question
 */
function refuseOtherForm(draft: Draft, field: Field, schema: SchemaPart, pointer: string): void {
  const inheritedSchema = inheritedField(draft, field.owner, field.name);
  const [own, whole] = [schema, inheritedSchema ?? schema].map((each) => formOf(draft, each as SchemaPart));
  if (!isSameJson(own, whole)) {
    const advice = `${field.schema} inherits this field from another schema. Describe the field there.`;
    throw mistake(pointer, onOneLine(whole), own, advice);
  }
  const statedField = draft.statedField(field);
  const isOpen = statedField?.schema['x-unknown']?.some((id) =>
    draft.question(id)?.covers?.some((error) => error === 'type' || error === '*'),
  );
  if (!statedField || isOpen) return;
  const [expected, actual] = [statedField.schema, schema].map((part) => formOf(draft, part));
  if (!isSameJson(expected, actual))
    throw statedMistake(pointer, onOneLine(expected), actual, {
      section: statedField.section,
      of: `${field.schema}.${field.name}`,
    });
}

/**
 * The types and formats of a schema, without null: the tables of the interface description show nothing else.
 *
 * @param outerSchemas the schemas around this one, to stop at a schema that contains itself
 */
function formOf(draft: Draft, node: SchemaPart, outerSchemas: readonly SchemaPart[] = []): Record<string, unknown> {
  const target = draft.resolve(node as Schema);
  if (outerSchemas.includes(target)) return {};
  const childAncestors = [...outerSchemas, target];
  const { anyOf = [], type, format, items, ...schema } = target;
  const otherSchemas = anyOf.filter((schema) => schema.type !== 'null');
  if (otherSchemas.length === 1) return formOf(draft, otherSchemas[0] as SchemaPart, childAncestors);
  const types = [type ?? []]
    .flat()
    .filter((text) => text !== 'null')
    .sort();
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => [
    name,
    formOf(draft, part, childAncestors),
  ]);
  return {
    type: types.length === 1 ? types[0] : types,
    ...(format !== undefined && { format }),
    ...(items && { items: formOf(draft, items, childAncestors) }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  };
}

/** The question about the name of the field that the interface description calls `the service`. */
const nameQuestion = 'the-service.name';

/**
 * Renames a field in its schema, in the examples, and where `x-reflected-as` names it.
 *
 * @param to the new name as the answer writes it
 * @param at JSON pointer of that name in the answer
 * @returns the field
 */
export function renameField(
  draft: Draft,
  question: string,
  { schema, reference, to, at }: { schema: string; reference: string; to: string; at: string },
): SchemaPart {
  const place = findField(draft, schema, reference, at);
  const name = readFieldName(to, at);
  const { owner, name: oldName } = place;
  const { properties = {}, required } = owner;
  const field = properties[oldName] as SchemaPart;
  if (name === oldName) return field;
  const statedField = draft.statedField(place);
  if (oldName === 'id') throw mistake(at, '"id", which identifies the resource', to, 'Remove it.');
  if (statedField && !statedField.schema['x-unknown']?.includes(nameQuestion))
    throw statedMistake(at, `the name ${JSON.stringify(oldName)}`, to, {
      section: statedField.section,
      of: place.schema,
    });
  if (field['x-renamed-from'] !== undefined)
    throw mistake(
      at,
      `${JSON.stringify(oldName)}, the name that another answer gives this field`,
      to,
      'Remove one of the names.',
    );
  if (Object.hasOwn(properties, name))
    throw mistake(at, 'a name that no other field has', to, `${place.schema} already has it. Choose another name.`);
  moveReflections(draft, place, name);
  field['x-renamed-from'] = oldName;
  field.description = statedField
    ? `A URL. The interface description calls this field \`${oldName}\`.`
    : [field.description, `Without answers, the contract calls this field \`${oldName}\`.`].join(' ').trimStart();
  const renameKey = <Value>(object: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(object).map(([key, nullable]) => [key === oldName ? name : key, nullable]));
  owner.properties = renameKey(properties);
  if (required) owner.required = required.map((text) => (text === oldName ? name : text));
  changeOwnValues(draft, owner, (value, { example, pointer }) => {
    const [before, after] = [oldName, name].map((text) => `${pointer}/${escapeToken(text)}`) as [string, string];
    const inventedPointers = example['x-invented'];
    if (inventedPointers) example['x-invented'] = inventedPointers.map((each) => (each === before ? after : each));
    return renameKey(value);
  });
  draft.settle(field, question);
  draft.forget(field, nameQuestion);
  return field;
}

/** Removes a field from its schema and from the examples. */
function removeField(draft: Draft, schema: string, reference: string, at: string): void {
  const field = findField(draft, schema, reference, at);
  const { owner, name } = field;
  const statedField = draft.statedField(field);
  if (name === 'id') throw mistake(at, 'a field other than the id, which identifies the resource', name, 'Remove it.');
  if (statedField)
    throw statedMistake(at, 'a field that is not stated', name, { section: statedField.section, of: field.schema });
  moveReflections(draft, field, undefined);
  owner['x-without'] = [...(owner['x-without'] ?? []), owner.properties?.[name]?.['x-renamed-from'] ?? name];
  delete owner.properties?.[name];
  const required = owner.required?.filter((text) => text !== name) ?? [];
  if (required.length > 0) owner.required = required;
  else delete owner.required;
  changeOwnValues(draft, owner, ({ [name]: _, ...others }) => others);
}

/** Closes a schema, so that it allows only listed fields, and removes all others from its examples. */
function closeSchema(draft: Draft, owner: SchemaPart): void {
  delete owner['x-open'];
  delete owner.additionalProperties;
  const { properties } = fieldsOf(getCurrentSchemas(draft), owner as Schema);
  changeOwnValues(draft, owner, (value) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => properties.has(name))),
  );
}

/** Changes the objects of one schema in all examples. */
function changeOwnValues(
  draft: Draft,
  owner: SchemaPart,
  change: (value: Readonly<Record<string, unknown>>, place: ExamplePlace) => unknown,
): void {
  const ownChange: ValueChange = (value, place) => (isObject(value) ? change(value, place) : value);
  changeValuesOf(draft.document, new Map([[owner as Schema, ownChange]]));
}
