import { isObject } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';
import { didYouMean } from '../text/did-you-mean.js';
import type { Draft, SchemaPart } from './draft.js';
import { changeValues, inventedValue } from './example-values.js';
import { givenSchema } from './given-schema.js';
import { mendExamples } from './mended-examples.js';
import { mistake } from './mistake.js';
import { allowNull } from './nullable-fields.js';
import { dropWrongReflections } from './reflections.js';
import { requireField } from './required-fields.js';

/** What an answer says about the fields of an object. */
export interface ObjectShape {
  /** JSON Schemas of fields, by name; they replace what the contract assumes. */
  properties?: Record<string, unknown>;
  /** The fields that are always there. */
  required?: string[];
  /** The fields that can be null. */
  nullable?: string[];
  /** Whether there are no fields besides these and those that the contract has. */
  closed?: boolean;
}

/** A component schema, what it gets, and where the answer says so. */
export interface ShapedSchema {
  schema: string;
  shape: ObjectShape;
  question: string;
  /** JSON pointer of the shape in the answer. */
  pointer: string;
}

/** Gives a component schema the fields of an answer. @throws AnswerMistake for a field that it cannot have */
export function shapeSchema(draft: Draft, { schema, shape, question, pointer }: ShapedSchema): void {
  const owner = draft.schema(schema);
  const { properties = {}, required = [], nullable = [], closed = false } = shape;
  addFields(draft, { schema, properties, question, pointer: `${pointer}/properties` });
  const known = Object.keys(owner.properties ?? {});
  const check = (list: 'required' | 'nullable', names: readonly string[]): void => {
    const index = names.findIndex((name) => !known.includes(name));
    const name = names[index] ?? '';
    if (index >= 0) throw mistake(`${pointer}/${list}/${index}`, `a field of ${schema}`, name, didYouMean(name, known));
  };
  check('required', required);
  check('nullable', nullable);
  for (const name of required) requireField(owner, name);
  for (const [index, name] of nullable.entries()) {
    if (name === 'id')
      throw mistake(`${pointer}/nullable/${index}`, 'a field other than the id, which identifies the resource', name);
    allowNull(draft, { schema, owner, name });
  }
  if (closed) closeSchema(draft, schema);
  draft.settleSchema(owner, question);
  mendExamples(draft.document);
  dropWrongReflections(draft);
}

interface AddedFields {
  schema: string;
  properties: Readonly<Record<string, unknown>>;
  question: string;
  pointer: string;
}

/** Adds fields to a component schema, and values for them to the examples. */
export function addFields(draft: Draft, { schema, properties, question, pointer }: AddedFields): void {
  const owner = draft.schema(schema);
  const all = (owner.properties ?? {}) as Record<string, SchemaPart>;
  owner.properties = all;
  for (const [name, given] of Object.entries(properties)) {
    const at = `${pointer}/${escapeToken(name)}`;
    if (name === '' || name === '__proto__') throw mistake(at, 'the name of a field', name);
    const field = givenSchema(draft, given, name, at);
    if (name === 'id' && !isIdentifier(field))
      throw mistake(at, '{ type: string, format: uuid } (§2 states that identifiers are UUIDs)', given);
    all[name] = field;
    draft.settle(field, question);
  }
  changeValues(draft.document, schema, (value, place) => {
    if (!isObject(value)) return value;
    const missing = Object.keys(properties).filter((name) => !Object.hasOwn(value, name));
    const made = missing.map((name) => {
      const at = { ...place, pointer: `${place.pointer}/${escapeToken(name)}` };
      return [name, inventedValue(draft.document, all[name] ?? {}, name, at)];
    });
    return { ...value, ...Object.fromEntries(made) };
  });
}

function isIdentifier({ type, format }: SchemaPart): boolean {
  return type === 'string' && (format === undefined || format === 'uuid');
}

/** Says that a schema lists all fields, and removes others from its examples. */
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
