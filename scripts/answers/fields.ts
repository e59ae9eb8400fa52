import { schemasBehind } from '../contract/schema-walk.js';
import { didYouMean } from '../text/did-you-mean.js';
import type { Draft, SchemaPart } from './draft.js';
import { mistake } from './teaching.js';

/** A field of a schema of the contract. */
export interface Field {
  /** The name of the schema. */
  schema: string;
  /** The schema that has the field. */
  owner: SchemaPart;
  name: string;
}

/**
 * The field that an answer names: `title` for a field of the schema itself, `EntryMedia.url` for a field of a schema
 * inside of it. A field that another answer has renamed also has its old name.
 *
 * @param root the name of the schema
 * @throws AnswerMistake if there is no such field
 */
export function fieldNamed(draft: Draft, root: string, written: string, pointer: string): Field {
  const inside = [...schemasBehind(draft.document, { $ref: `#/components/schemas/${root}` })];
  const all = inside.flatMap((schema) =>
    fieldsOf(draft, schema).map((field) => [labelOf(field, root), field] as const),
  );
  const found =
    all.find(([label]) => label === written) ??
    all.find(
      ([, { schema, owner, name }]) => schema === root && owner.properties?.[name]?.['x-renamed-from'] === written,
    );
  if (found) return found[1];
  throw mistake(
    pointer,
    `a field of ${root}`,
    written,
    didYouMean(
      written,
      all.map(([label]) => label),
    ),
  );
}

/** All fields that component schemas declare themselves, as `Schema.field`. */
export function everyField(draft: Draft): Map<string, Field> {
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
