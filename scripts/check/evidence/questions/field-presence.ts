import { toFieldReference } from '../../../contract/field-reference.js';
import { allowsType } from '../../../contract/schema-fields.js';
import { findReachableSchemas } from '../../../contract/schema-walk.js';
import { groupDigits } from '../../../text/numbers.js';
import { questionsOf } from '../marked-parts.js';
import type { SchemaPresence } from '../presence.js';
import { answeredTexts, type Claims, extendAnswer, mergeLists, supportOf } from '../proposals.js';
import type { FieldStats, SchemaStats } from '../resource-stats.js';
import type { QuestionSubject, QuestionWatch, Sentences } from '../rule.js';
import { allText, countText, listText, resourceName, verb, wordText } from '../words.js';

export function requiredFields(subject: QuestionSubject): QuestionWatch {
  return {
    answers: () => subject.resources.responsesWith(subject.marks.schemas),
    sentences: () => presencesOf(subject, subject.marks.schemas).flatMap(presenceSentences),
    claims: () => requiredClaims(subject, subject.marks.schemas[0] ?? ''),
  };
}

function presenceSentences({ name, count: objects, properties }: SchemaPresence): Sentences {
  const always = properties.filter(({ present }) => present === objects).map((property) => property.name);
  const some = properties.filter(({ present }) => present > 0 && present < objects);
  const sometimes = some.map((each) => `${wordText(each.name)} (present in ${groupDigits(each.present)})`);
  const never = properties.filter(({ present }) => present === 0).map((property) => property.name);
  return [
    always.length > 0 &&
      `${allText(objects, resourceName(name))} ${verb(objects, 'has', 'have')} ${listText(always)} ` +
        `(${always.length} of ${countText(properties.length, 'field')}).`,
    sometimes.length > 0 && `Missing in some of the ${groupDigits(objects)}: ${sometimes.join(', ')}.`,
    never.length > 0 && `Missing in all of the ${groupDigits(objects)}: ${listText(never)}.`,
  ];
}

/** A claim about all resources is never more than likely; one resource is enough to show the contrary. */
function requiredClaims(subject: QuestionSubject, root: string): Claims {
  const inside = fieldsInside(subject, root);
  const before = answeredTexts(subject);
  const notAlways = inside.filter(({ label, owner, field }) => before.includes(label) && field.present < owner.count);
  const remaining = before.filter((label) => !notAlways.some((each) => each.label === label));
  const always = inside.filter(
    ({ owner, field }) =>
      isAlways(subject, owner, field) &&
      !subject.schemas[owner.name]?.required?.includes(field.name) &&
      !questionsOf(field.schema).includes('order.presence'),
  );
  const labels = always.map(({ label }) => label);
  const lackingBases = notAlways.map(({ owner }) => owner.basis);
  const without = supportOf(lackingBases, 'Nothing: resources without these fields were seen.');
  const bases = always.map(({ field }) => field.basis);
  const rests = supportOf(bases, `One ${resourceName(root)} that lacks one of these: ${listText(labels, 5)}.`);
  return {
    shown: notAlways.length > 0 ? { value: remaining, rests: without } : undefined,
    likely: always.length > 0 ? { value: mergeLists(remaining, labels), rests } : undefined,
  };
}

export function nullableFields(subject: QuestionSubject): QuestionWatch {
  return {
    answers: () => subject.resources.responsesWith(subject.marks.schemas),
    sentences: () => subject.marks.schemas.flatMap((root) => nullSentences(subject, root)),
    claims: () => nullClaims(subject, subject.marks.schemas[0] ?? ''),
  };
}

function nullSentences(subject: QuestionSubject, root: string): Sentences {
  const { document, schemas } = subject;
  const [whole] = presencesOf(subject, [root]);
  if (!whole) return [];
  const presences = presencesOf(subject, [...findReachableSchemas(document, schemas[root], new Set([root]))]);
  const nulls = presences.flatMap(({ name, count: objects, properties }) =>
    properties
      .filter((property) => property.nulls > 0)
      .map((property) => {
        const label = wordText(name === root ? property.name : `${name}.${property.name}`);
        const isAllowed = allowsType(subject, schemas[name]?.properties?.[property.name] ?? {}, 'null');
        return { text: `${label} (${groupDigits(property.nulls)} of ${groupDigits(objects)})`, isAllowed };
      }),
  );
  const textOf = (isAllowed: boolean): string =>
    nulls.flatMap((each) => (each.isAllowed === isAllowed ? [each.text] : [])).join(', ');
  return [
    textOf(false) && `Null, although the contract does not allow it: ${textOf(false)}.`,
    textOf(true) && `Null, as the contract allows: ${textOf(true)}.`,
    `No ${nulls.length > 0 ? 'other ' : ''}documented field was null in ${countText(whole.count, resourceName(root))}.`,
  ];
}

function nullClaims(subject: QuestionSubject, root: string): Claims {
  const fields = fieldsInside(subject, root).filter(({ field }) => canBecomeNullable(field));
  const labels = fields.map(({ label }) => label);
  const nulls = fields.map(({ field }) => field.nulls);
  const against = `Nothing: null was seen in ${listText(labels, 5)}.`;
  return { shown: extendAnswer(subject, labels, nulls, against) };
}

/** Questions whose answers give a field its whole schema, null included. */
const givingSchemas = ['schemas', 'partner-entry.fields', 'resource-items.types'];

/** Whether a field was null, and may be declared nullable. An id never may. */
export function canBecomeNullable({ name, nulls, schema }: FieldStats): boolean {
  return nulls.isSeen && name !== 'id' && !schema?.['x-answered']?.some((id) => givingSchemas.includes(id));
}

export function presencesOf({ presence }: QuestionSubject, names: readonly string[]): SchemaPresence[] {
  const byName = new Map(presence.schemas().map((schema) => [schema.name, schema]));
  return names.flatMap((name) => byName.get(name) ?? []);
}

interface ResourceField {
  /** Its name in answers: `title`, or `EntryMedia.url`. */
  label: string;
  owner: SchemaStats;
  field: FieldStats;
}

/** Questions that cover the fields of their own schemas, even where a resource contains such an object. */
const ofOwnSchemas = ['resources.fields', 'filter.option-shape'];

/** Returns the documented fields of a resource, and of the objects inside of it that no other question covers. */
function fieldsInside({ document, schemas, resources }: QuestionSubject, root: string): ResourceField[] {
  const names = [...findReachableSchemas(document, schemas[root], new Set([root]))];
  const isCovered = (name: string): boolean => questionsOf(schemas[name]).some((id) => ofOwnSchemas.includes(id));
  const ownNames = names.filter((name) => name === root || !isCovered(name));
  return ownNames.flatMap((name) => {
    const owner = resources.of(name);
    const fields = [...(owner?.fields.values() ?? [])].filter(({ schema }) => schema !== undefined);
    const labelOf = (field: string): string => (name === root ? field : `${name}.${toFieldReference(field)}`);
    return owner ? fields.map((field) => ({ label: labelOf(field.name), owner, field })) : [];
  });
}

/** Whether every object had the field, and there were enough responses and resources for a claim about all. */
export function isAlways({ resources }: QuestionSubject, owner: SchemaStats, { present }: FieldStats): boolean {
  return present === owner.count && owner.basis.isEnough && resources.isEnough(owner.breadth);
}
