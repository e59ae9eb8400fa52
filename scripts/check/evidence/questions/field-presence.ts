import { canBe } from '../../../contract/schema-fields.js';
import { schemasBehind } from '../../../contract/schema-walk.js';
import { grouped } from '../../../text/numbers.js';
import { questionsOf } from '../marked.js';
import type { PropertyPresence, SchemaPresence } from '../presence.js';
import { answeredTexts, type Claims, grown, longerAnswer, supportOf } from '../proposals.js';
import type { FieldSeen, SchemaSeen } from '../resources-seen.js';
import type { Sentences, Subject, Watch } from '../rule.js';
import { count, each, list, resourceName, verb, word } from '../words.js';

/** Which fields every resource has. */
export function requiredFields(subject: Subject): Watch {
  return {
    answers: () => subject.resources.responsesWith(subject.marked.schemas),
    sentences: () => seenOf(subject, subject.marked.schemas).flatMap(presenceSentences),
    claims: () => requiredClaims(subject, subject.marked.schemas[0] ?? ''),
  };
}

function presenceSentences({ name, count: objects, properties }: SchemaPresence): Sentences {
  const always = properties.filter(({ present }) => present === objects).map((property) => property.name);
  const sometimes = properties.filter(({ present }) => present > 0 && present < objects);
  const never = properties.filter(({ present }) => present === 0).map((property) => property.name);
  return [
    always.length > 0 &&
      `${each(objects, resourceName(name))} read ${verb(objects, 'has', 'have')} ${list(always)} ` +
        `(${always.length} of ${count(properties.length, 'field')}).`,
    sometimes.length > 0 && `Missing in some of the ${grouped(objects)}: ${sometimes.map(presentIn).join(', ')}.`,
    never.length > 0 && `Missing in all of the ${grouped(objects)}: ${list(never)}.`,
  ];
}

function presentIn({ name, present }: PropertyPresence): string {
  return `${word(name)} (present in ${grouped(present)})`;
}

/**
 * That a field is always there is a claim about all resources, so it is never more than likely; that it is not
 * needs one resource.
 */
function requiredClaims(subject: Subject, root: string): Claims {
  const inside = fieldsInside(subject, root);
  const before = answeredTexts(subject);
  const gone = inside.filter(({ label, owner, field }) => before.includes(label) && isSometimesAbsent(owner, field));
  const kept = before.filter((label) => !gone.some((each) => each.label === label));
  const always = inside.filter(
    ({ owner, field }) =>
      isAlways(subject, owner, field) &&
      !subject.schemas[owner.name]?.required?.includes(field.name) &&
      !questionsOf(field.schema).includes('order.presence'),
  );
  const labels = always.map(({ label }) => label);
  const without = supportOf(
    gone.map(({ owner }) => owner.basis),
    'Nothing: that a resource lacks it was seen.',
  );
  const rests = supportOf(
    always.map(({ field }) => field.basis),
    `One ${resourceName(root)} without one of ${list(labels, 5)}.`,
  );
  return {
    shown: gone.length > 0 ? { value: kept, rests: without } : undefined,
    likely: always.length > 0 ? { value: grown(kept, labels), rests } : undefined,
  };
}

/** Which fields are null. */
export function nullableFields(subject: Subject): Watch {
  return {
    answers: () => subject.resources.responsesWith(subject.marked.schemas),
    sentences: () => subject.marked.schemas.flatMap((root) => nullSentences(subject, root)),
    claims: () => nullClaims(subject, subject.marked.schemas[0] ?? ''),
  };
}

function nullSentences(subject: Subject, root: string): Sentences {
  const { document, schemas } = subject;
  const [whole] = seenOf(subject, [root]);
  if (!whole) return [];
  const seen = seenOf(subject, [...schemasBehind(document, schemas[root], new Set([root]))]);
  const nulls = seen.flatMap(({ name, count: objects, properties }) =>
    properties
      .filter((property) => property.nulls > 0)
      .map((property) => ({
        text:
          `${word(name === root ? property.name : `${name}.${property.name}`)} ` +
          `(${grouped(property.nulls)} of ${grouped(objects)})`,
        isAllowed: canBe(subject, schemas[name]?.properties?.[property.name] ?? {}, 'null'),
      })),
  );
  const textOf = (isAllowed: boolean): string =>
    nulls
      .filter((each) => each.isAllowed === isAllowed)
      .map((each) => each.text)
      .join(', ');
  return [
    textOf(false) && `Null, although the contract does not allow it: ${textOf(false)}.`,
    textOf(true) && `Null, as the contract allows: ${textOf(true)}.`,
    `No ${nulls.length > 0 ? 'other ' : ''}documented field was null in ${count(whole.count, resourceName(root))}.`,
  ];
}

function nullClaims(subject: Subject, root: string): Claims {
  const seen = fieldsInside(subject, root).filter(({ field }) => canBecomeNullable(field));
  const labels = seen.map(({ label }) => label);
  const nulls = seen.map(({ field }) => field.nulls);
  const against = `No null: a response without null in ${list(labels, 5)} says nothing against it.`;
  return { shown: longerAnswer(subject, labels, nulls, against) };
}

/** Questions whose answers give a field its whole schema, null included. */
const givingSchemas = ['partner-entry.fields', 'resource-items.types'];

/** Whether a field was null that may be. An id never is. */
export function canBecomeNullable({ name, nulls, schema }: FieldSeen): boolean {
  return nulls.isSeen && name !== 'id' && !schema?.['x-answered']?.some((id) => givingSchemas.includes(id));
}

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
export function fieldsInside({ document, schemas, resources }: Subject, root: string): FieldInside[] {
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
