import { canBe } from '../contract/schema-fields.js';
import type { Draft, SchemaPart } from './draft.js';
import { type Field, fieldNamed } from './fields.js';
import { mistake, single, type Teach } from './teaching.js';

/** Names of fields that can be null, of a schema and those inside of it. */
export function nullableFields(root: string): Teach<string[]> {
  return single(({ draft, question, value }) => {
    for (const [index, written] of value.entries()) {
      const field = fieldNamed(draft, root, written, `/value/${index}`);
      const section = draft.question(question)?.section;
      if (field.name === 'id') throw identifies(`/value/${index}`, section);
      allowNull(draft, field);
      draft.settle(field.owner.properties?.[field.name] ?? {}, question);
    }
    return undefined;
  });
}

function identifies(pointer: string, section: string | undefined) {
  const expected = `a field that can be null (§${section} states that the id identifies the resource)`;
  return mistake(pointer, expected, 'id', 'Remove it.');
}

/** Allows null for a field. */
export function allowNull(draft: Draft, { owner, name }: Field): void {
  const property = owner.properties?.[name];
  if (!property || canBe(draft, property, 'null')) return;
  const entries = Object.entries(property);
  const notes = entries.filter(([keyword]) => keyword.startsWith('x-') || aboutField.has(keyword));
  const rules = Object.fromEntries(entries.filter((entry) => !notes.includes(entry))) as SchemaPart;
  const { type, const: only, enum: values, anyOf, ...others } = rules;
  if (type !== undefined && only === undefined) {
    property.type = [...[type].flat(), 'null'];
    if (values) property.enum = [...values, null];
    return;
  }
  const isUnion = anyOf !== undefined && Object.keys(rules).length === 1;
  // A reference says nothing beside it: its description must stand beside the branches.
  const { description } = draft.resolve(property);
  (owner.properties as Record<string, SchemaPart>)[name] = {
    ...(others.$ref !== undefined && description !== undefined && { description }),
    ...Object.fromEntries(notes),
    anyOf: [...(isUnion ? anyOf : [rules]), { type: 'null' }],
  };
}

/** Keywords that describe a field and rule out no value. */
const aboutField: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', 'deprecated']);
