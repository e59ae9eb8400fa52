import { schemaResolver } from '../../contract/references.js';
import { canBe } from '../../contract/schema-fields.js';
import { schemasBehind } from '../../contract/schema-walk.js';
import { grouped } from '../../text/numbers.js';
import type { Proposal } from '../model/proposal.js';
import { supportOf } from './grounds.js';
import { schemasOf } from './marked.js';
import { answeredTexts, joined, proposalsOf } from './proposals.js';
import type { FieldSeen } from './resources-seen.js';
import type { Rule, Subject } from './rule.js';
import { fieldsInside, seenOf } from './seen-of.js';
import { count, list, resourceName, withoutFalse, word } from './words.js';

/** Which fields are null. */
export function nullableFields(unknown: string): Rule {
  return {
    unknown,
    watch: (subject) => ({
      answers: () => seenOf(subject, subject.marked.schemas).reduce((total, { answers }) => total + answers, 0),
      sentences: () => subject.marked.schemas.flatMap((root) => sentencesOn(subject, root)),
      proposals: () => subject.marked.schemas.slice(0, 1).flatMap((root) => proposals(unknown, subject, root)),
    }),
  };
}

function sentencesOn(subject: Subject, root: string): string[] {
  const { document } = subject;
  const schemas = schemasOf(document);
  const contract = { resolve: schemaResolver(document) };
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
        isAllowed: canBe(contract, schemas[name]?.properties?.[property.name] ?? {}, 'null'),
      })),
  );
  const textOf = (isAllowed: boolean): string =>
    nulls
      .filter((each) => each.isAllowed === isAllowed)
      .map((each) => each.text)
      .join(', ');
  return withoutFalse(
    textOf(false) && `Null, although the contract does not allow it: ${textOf(false)}.`,
    textOf(true) && `Null, as the contract allows: ${textOf(true)}.`,
    `No ${nulls.length > 0 ? 'other ' : ''}documented field was null in ${count(whole.count, resourceName(root))}.`,
  );
}

function proposals(unknown: string, subject: Subject, root: string): Proposal[] {
  const seen = fieldsInside(subject, root).filter(({ field }) => canBecomeNullable(field));
  if (seen.length === 0) return [];
  const labels = seen.map(({ label }) => label);
  const rests = supportOf(
    seen.map(({ field }) => field.nulls),
    `No null: a response without null in ${list(labels, 5)} says nothing against it.`,
  );
  return proposalsOf(unknown, subject, { shown: { value: joined(answeredTexts(subject), labels), rests } });
}

/** Questions whose answers give a field its whole schema, null included. */
const givingSchemas = ['partner-entry.fields', 'resource-items.types'];

/** Whether a field was null that may be. An id never is. */
export function canBecomeNullable({ name, nulls, schema }: FieldSeen): boolean {
  return nulls.isSeen && name !== 'id' && !schema?.['x-answered']?.some((id) => givingSchemas.includes(id));
}
