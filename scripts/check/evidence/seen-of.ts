import { schemasBehind } from '../../contract/schema-walk.js';
import { questionsOf, schemasOf } from './marked.js';
import type { SchemaPresence } from './presence.js';
import type { FieldSeen, SchemaSeen } from './resources-seen.js';
import type { Subject } from './rule.js';

/** Returns what was seen of the named schemas, in the order of `names`. */
export function seenOf({ presence }: Subject, names: readonly string[]): SchemaPresence[] {
  const known = new Map(presence.schemas().map((schema) => [schema.name, schema]));
  return names.flatMap((name) => known.get(name) ?? []);
}

/** A field of a resource, or of an object inside of it. */
export interface FieldInside {
  /** As answers write it: `title`, or `EntryMedia.url`. */
  label: string;
  owner: SchemaSeen;
  field: FieldSeen;
}

/** Questions about the fields of schemas of their own, which answer them also where a resource contains them. */
const ofOwnSchemas = ['resources.fields', 'filter.option-shape'];

/** The documented fields of a resource, and those of the objects inside of it that no other question is about. */
export function fieldsInside({ document, resources }: Subject, root: string): FieldInside[] {
  const schemas = schemasOf(document);
  const names = [...schemasBehind(document, schemas[root], new Set([root]))];
  const own = names.filter(
    (name) => name === root || !questionsOf(schemas[name]).some((id) => ofOwnSchemas.includes(id)),
  );
  return own.flatMap((name) => {
    const owner = resources.of(name);
    const fields = [...(owner?.fields.values() ?? [])].filter(({ schema }) => schema !== undefined);
    return owner ? fields.map((field) => ({ label: labelOf(field, name, root), owner, field })) : [];
  });
}

function labelOf({ name }: FieldSeen, schema: string, root: string): string {
  return schema === root ? name : `${schema}.${name}`;
}

/** Whether every object had the field, over as many resources as a claim about all needs. */
export function isAlways({ resources }: Subject, { breadth, count }: SchemaSeen, { present }: FieldSeen): boolean {
  return present === count && resources.isEnough(breadth);
}

/** Whether an object was without the field. */
export function isSometimesAbsent({ count }: SchemaSeen, { present }: FieldSeen): boolean {
  return present < count;
}
