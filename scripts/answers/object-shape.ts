import { isObject } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';
import type { Draft, SchemaPart } from './draft.js';
import { changeValues, changeValuesOf, type ValueChange, withFields } from './example-values.js';
import { allowNull, requireField } from './fields.js';
import { readAnswerSchema } from './given-schema.js';
import { mendExamples } from './mend-examples.js';
import { dropWrongReflections } from './reflections.js';
import { mistake, refuseUnknown } from './teaching.js';

export interface ObjectShape {
  /** JSON Schemas of fields, by name; they replace what the contract assumes. */
  properties?: Record<string, unknown>;
  required?: string[];
  nullable?: string[];
  /** Whether the object has no fields other than these and the fields in the contract. */
  closed?: boolean;
}

export interface ShapedSchema {
  schema: string;
  shape: ObjectShape;
  /** JSON pointer of the shape in the answer. */
  pointer: string;
}

/** Gives component schemas the fields of an answer. @throws AnswerMistake for a field that one of them cannot have */
export function applyShapes(draft: Draft, question: string, shapes: readonly ShapedSchema[]): void {
  const additions = shapes.map(({ schema, shape: { properties = {} }, pointer }) => {
    return { schema, properties, pointer: `${pointer}/properties` };
  });
  addFields(draft, question, additions);
  for (const each of shapes) applyShape(draft, question, each);
  mendExamples(draft.document);
  dropWrongReflections(draft);
}

function applyShape(draft: Draft, question: string, { schema, shape: newShape, pointer }: ShapedSchema): void {
  const owner = draft.schema(schema);
  const { required = [], nullable = [], closed = false } = newShape;
  const fieldNames = Object.keys(owner.properties ?? {});
  for (const [list, names] of Object.entries({ required, nullable }))
    refuseUnknown(names, fieldNames, `${pointer}/${list}`, `a field of ${schema}`);
  for (const name of required) requireField(owner, name);
  for (const [index, name] of nullable.entries()) {
    if (name === 'id')
      throw mistake(`${pointer}/nullable/${index}`, 'a field other than the id, which identifies the resource', name);
    allowNull(draft, { schema, owner, name });
  }
  if (closed) closeSchema(draft, schema);
  draft.settleSchema(owner, question);
}

export interface AddedFields {
  schema: string;
  /** JSON Schemas, by name. */
  properties: Readonly<Record<string, unknown>>;
  /** JSON pointer of the fields in the answer. */
  pointer: string;
}

/** Adds fields to component schemas, and values for them to the examples. */
export function addFields(draft: Draft, question: string, additions: readonly AddedFields[]): void {
  for (const each of additions) declareFields(draft, question, each);
  const fillers = additions.map(({ schema, properties }): [string, ValueChange] => {
    const [names, all] = [Object.keys(properties), draft.schema(schema).properties ?? {}];
    return [schema, (value, place) => (isObject(value) ? withFields(draft.document, value, names, all, place) : value)];
  });
  changeValuesOf(draft.document, new Map(fillers));
}

function declareFields(draft: Draft, question: string, { schema, properties, pointer }: AddedFields): void {
  const owner = draft.schema(schema);
  const all = (owner.properties ?? {}) as Record<string, SchemaPart>;
  owner.properties = all;
  for (const [name, value] of Object.entries(properties)) {
    const at = `${pointer}/${escapeToken(name)}`;
    if (name === '' || name === '__proto__') throw mistake(at, 'the name of a field', name);
    const field = readAnswerSchema(draft, value, name, at);
    if (name === 'id' && !isIdentifier(field))
      throw mistake(at, '{ type: string, format: uuid } (§2 states that identifiers are UUIDs)', value);
    all[name] = field;
    draft.settle(field, question);
  }
}

function isIdentifier({ type, format }: SchemaPart): boolean {
  return type === 'string' && (format === undefined || format === 'uuid');
}

/** Closes a schema, so that it lists all fields, and removes other fields from its examples. */
function closeSchema(draft: Draft, schema: string): void {
  const owner = draft.schema(schema);
  delete owner['x-open'];
  delete owner.additionalProperties;
  const { properties = {} } = owner;
  changeValues(draft.document, schema, (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(properties, name)))
      : value,
  );
}
