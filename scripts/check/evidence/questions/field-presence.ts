import { toFieldReference } from '../../../contract/field-reference.js';
import type { Schema } from '../../../contract/schema.js';
import { allowsType } from '../../../contract/schema-fields.js';
import { findReachableSchemas } from '../../../contract/schema-walk.js';
import { groupDigits } from '../../../text/numbers.js';
import { questionsOf } from '../marked-parts.js';
import type { SchemaPresence } from '../presence.js';
import { answeredTexts, type Claims, extendAnswer, mergeLists, supportOf } from '../proposals.js';
import type { FieldStats, SchemaStats } from '../resource-stats.js';
import type { QuestionSubject, QuestionWatch, Sentences } from '../rule.js';
import { allText, chooseVerb, countText, listText, resourceName, wordText } from '../words.js';

export function requiredFields(subject: QuestionSubject): QuestionWatch {
  return {
    answers: () => subject.resources.countResponses(subject.marks.schemas),
    sentences: () => presencesOf(subject, subject.marks.schemas).flatMap(presenceSentences),
    claims: () => requiredClaims(subject, subject.marks.schemas[0] ?? ''),
  };
}

function presenceSentences({ name, count, properties }: SchemaPresence): Sentences {
  const commonFields = properties.filter(({ present }) => present === count).map((property) => property.name);
  const partialFields = properties.filter(({ present }) => present > 0 && present < count);
  const partialTexts = partialFields.map((each) => `${wordText(each.name)} (present in ${groupDigits(each.present)})`);
  const missingNames = properties.filter(({ present }) => present === 0).map((property) => property.name);
  return [
    commonFields.length > 0 &&
      `${allText(count, resourceName(name))} ${chooseVerb(count, 'has', 'have')} ${listText(commonFields)} ` +
        `(${commonFields.length} of ${countText(properties.length, 'field')}).`,
    partialTexts.length > 0 &&
      `Missing in some of ${countText(count, resourceName(name))}: ${partialTexts.join(', ')}.`,
    missingNames.length > 0 && `Missing in all of ${countText(count, resourceName(name))}: ${listText(missingNames)}.`,
  ];
}

/** A claim about all resources is never more than likely; one resource is enough to show the contrary. */
function requiredClaims(subject: QuestionSubject, root: string): Claims {
  const innerFields = fieldsInside(subject, root);
  const valuesBefore = answeredTexts(subject);
  const refutedFields = innerFields.filter(
    ({ label, owner, field }) => valuesBefore.includes(label) && field.present < owner.count,
  );
  const remainingValues = valuesBefore.filter((label) => !refutedFields.some((field) => field.label === label));
  const commonFields = innerFields.filter(
    ({ owner, field }) =>
      isAlwaysPresent(subject, owner, field) &&
      !subject.schemas[owner.name]?.required?.includes(field.name) &&
      !questionsOf(field.schema).includes('order.presence'),
  );
  const labels = commonFields.map(({ label }) => label);
  const absenceBases = refutedFields.map(({ owner }) => owner.basis);
  const absenceSupport = supportOf(absenceBases, 'Nothing, since responses contain resources without these fields.');
  const bases = commonFields.map(({ field }) => field.basis);
  const support = supportOf(bases, `One ${resourceName(root)} that lacks one of these fields: ${listText(labels, 5)}.`);
  return {
    shown: refutedFields.length > 0 ? { value: remainingValues, support: absenceSupport } : undefined,
    likely: commonFields.length > 0 ? { value: mergeLists(remainingValues, labels), support } : undefined,
  };
}

export function nullableFields(subject: QuestionSubject): QuestionWatch {
  return {
    answers: () => subject.resources.countResponses(subject.marks.schemas),
    sentences: () => subject.marks.schemas.flatMap((root) => nullSentences(subject, root)),
    claims: () => nullClaims(subject, subject.marks.schemas[0] ?? ''),
  };
}

function nullSentences(subject: QuestionSubject, root: string): Sentences {
  const { document, schemas } = subject;
  const [whole] = presencesOf(subject, [root]);
  if (!whole) return [];
  const presences = presencesOf(subject, [...findReachableSchemas(document, schemas[root], new Set([root]))]);
  const nulls = presences.flatMap(({ name, count: objectCount, properties }) =>
    properties
      .filter((property) => property.nulls > 0)
      .map((property) => {
        const label = wordText(name === root ? property.name : `${name}.${property.name}`);
        const isAllowed = allowsType(subject, schemas[name]?.properties?.[property.name] ?? {}, 'null');
        return { text: `${label} (${groupDigits(property.nulls)} of ${groupDigits(objectCount)})`, isAllowed };
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
  const counterexample = `Nothing, since responses contain null in ${listText(labels, 5)}.`;
  return { shown: extendAnswer(subject, labels, nulls, counterexample) };
}

/** Questions whose answers give a field its whole schema, null included. */
const schemaQuestions = ['schemas', 'partner-entry.fields', 'resource-items.types'];

/** Whether a field was null and the contract may declare it nullable; never for an id. */
export function canBecomeNullable({ name, nulls, schema }: FieldStats): boolean {
  return nulls.isSeen && name !== 'id' && !isDescribedByAnswer(schema);
}

function isDescribedByAnswer(schema: Schema | undefined): boolean {
  return schema?.['x-answered']?.some((id) => schemaQuestions.includes(id)) === true;
}

export function presencesOf({ presence }: QuestionSubject, names: readonly string[]): SchemaPresence[] {
  const byName = new Map(presence.schemas().map((schema) => [schema.name, schema]));
  return names.flatMap((name) => byName.get(name) ?? []);
}

interface ResourceField {
  /** The name of the field in answers: `title`, or `EntryMedia.url`. */
  label: string;
  owner: SchemaStats;
  field: FieldStats;
}

/** Questions that cover the fields of their own schemas, even where a resource contains such an object. */
const ownSchemaQuestions = ['resources.fields', 'filter.option-shape'];

/** Returns the documented fields of a resource, and of the objects inside of it that no other question covers. */
function fieldsInside({ document, schemas, resources }: QuestionSubject, root: string): ResourceField[] {
  const names = [...findReachableSchemas(document, schemas[root], new Set([root]))];
  // Nested objects that an answer describes are components too. Claims about them belong to that answer.
  const isCovered = (name: string): boolean =>
    questionsOf(schemas[name]).some((id) => ownSchemaQuestions.includes(id)) || isDescribedByAnswer(schemas[name]);
  const ownNames = names.filter((name) => name === root || !isCovered(name));
  return ownNames.flatMap((name) => {
    const owner = resources.of(name);
    const fields = [...(owner?.fields.values() ?? [])].filter(({ schema }) => schema !== undefined);
    const labelOf = (field: string): string => (name === root ? field : `${name}.${toFieldReference(field)}`);
    return owner ? fields.map((field) => ({ label: labelOf(field.name), owner, field })) : [];
  });
}

/** Whether every object had the field, and there were enough responses and resources for a claim about all. */
export function isAlwaysPresent({ resources }: QuestionSubject, owner: SchemaStats, { present }: FieldStats): boolean {
  return present === owner.count && owner.basis.isEnough && resources.isEnough(owner.breadth);
}
