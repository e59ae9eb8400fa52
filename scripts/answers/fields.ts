import { allowsType } from '../contract/schema-fields.js';
import { annotations } from '../contract/schema-keywords.js';
import { reachableSchemas } from '../contract/schema-walk.js';
import { suggest } from '../text/did-you-mean.js';
import type { Draft, SchemaPart } from './draft.js';
import { mendExamples } from './mend-examples.js';
import { mistake, singleAnswer, type Teacher } from './teaching.js';

export interface Field {
  schema: string;
  owner: SchemaPart;
  name: string;
}

/**
 * The field that an answer names: `title` for a field of the schema itself, `EntryMedia.url` for a field of a schema
 * inside of it. A field that another answer has renamed also has its old name.
 *
 * @throws AnswerMistake if there is no such field
 */
export function findField(draft: Draft, root: string, reference: string, pointer: string): Field {
  const inside = [...reachableSchemas(draft.document, { $ref: `#/components/schemas/${root}` })];
  const all = inside.flatMap((schema) =>
    fieldsOf(draft, schema).map((field) => [labelOf(field, root), field] as const),
  );
  const match =
    all.find(([label]) => label === reference) ??
    all.find(
      ([, { schema, owner, name }]) => schema === root && owner.properties?.[name]?.['x-renamed-from'] === reference,
    );
  if (match) return match[1];
  throw mistake(
    pointer,
    `a field of ${root}`,
    reference,
    suggest(
      reference,
      all.map(([label]) => label),
    ),
  );
}

/** All fields that component schemas declare themselves, as `Schema.field`. */
export function indexFields(draft: Draft): Map<string, Field> {
  const all = Object.keys(draft.schemas).flatMap((schema) => fieldsOf(draft, schema));
  return new Map(all.map((field) => [labelOf(field, ''), field]));
}

function fieldsOf(draft: Draft, schema: string): Field[] {
  const owner = draft.schema(schema);
  return Object.keys(owner.properties ?? {}).map((name) => ({ schema, owner, name }));
}

function labelOf({ schema, name }: Field, root: string): string {
  return schema === root ? name : `${schema}.${name}`;
}

/** Teaches which fields of a schema, and of the schemas inside of it, are always present. */
export function requiredFields(root: string): Teacher<string[]> {
  return singleAnswer(({ draft, value }) => {
    for (const [index, reference] of value.entries()) {
      const { owner, name } = findField(draft, root, reference, `/value/${index}`);
      requireField(owner, name);
    }
    mendExamples(draft.document);
  });
}

/** Makes a field required. The required fields have the order of the properties. */
export function requireField(owner: SchemaPart, name: string): void {
  const required = new Set([...(owner.required ?? []), name]);
  owner.required = Object.keys(owner.properties ?? {}).filter((each) => required.has(each));
}

/** Teaches which fields of a schema, and of the schemas inside of it, can be null. */
export function nullableFields(root: string): Teacher<string[]> {
  return singleAnswer(({ draft, question, value }) => {
    for (const [index, reference] of value.entries()) {
      const field = findField(draft, root, reference, `/value/${index}`);
      const { section } = draft.question(question) ?? {};
      const expected = `a field that can be null (§${section} states that the id identifies the resource)`;
      if (field.name === 'id') throw mistake(`/value/${index}`, expected, 'id', 'Remove it.');
      allowNull(draft, field);
      draft.settle(field.owner.properties?.[field.name] ?? {}, question);
    }
  });
}

export function allowNull(draft: Draft, { owner, name }: Field): void {
  const property = owner.properties?.[name];
  if (!property || allowsType(draft, property, 'null')) return;
  const entries = Object.entries(property);
  const notes = entries.filter(([keyword]) => keyword.startsWith('x-') || annotations.includes(keyword));
  const rules = Object.fromEntries(entries.filter((entry) => !notes.includes(entry))) as SchemaPart;
  const { type, const: only, enum: values, anyOf, ...others } = rules;
  if (type !== undefined && only === undefined) {
    property.type = [...[type].flat(), 'null'];
    if (values) property.enum = [...values, null];
    return;
  }
  const isUnion = anyOf !== undefined && Object.keys(rules).length === 1;
  // The description of a referenced schema is repeated: in a branch, it would not describe the field.
  const { description } = draft.resolve(property);
  (owner.properties as Record<string, SchemaPart>)[name] = {
    ...(others.$ref !== undefined && description !== undefined && { description }),
    ...Object.fromEntries(notes),
    anyOf: [...(isUnion ? anyOf : [rules]), { type: 'null' }],
  };
}
