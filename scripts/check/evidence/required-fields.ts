import { grouped } from '../../text/numbers.js';
import type { Proposal } from '../model/proposal.js';
import { supportOf } from './basis.js';
import { schemasOf } from './marked.js';
import type { PropertyPresence, SchemaPresence } from './presence.js';
import { answeredTexts, joined, proposalsOf } from './proposals.js';
import type { Rule, Subject } from './rule.js';
import { fieldsInside, isAlways, questionsOf, seenOf } from './seen-of.js';
import { count, each, list, resourceName, verb, withoutFalse, word } from './words.js';

/** Which fields every resource has. */
export function requiredFields(unknown: string): Rule {
  return {
    unknown,
    watch(subject) {
      const seen = (): SchemaPresence[] => seenOf(subject, subject.marked.schemas);
      return {
        answers: () => seen().reduce((total, { answers }) => total + answers, 0),
        sentences: () => seen().flatMap(sentencesOn),
        proposals: () => subject.marked.schemas.slice(0, 1).flatMap((root) => proposals(unknown, subject, root)),
      };
    },
  };
}

function sentencesOn({ name, count: objects, properties }: SchemaPresence): string[] {
  const always = properties.filter(({ present }) => present === objects).map((property) => property.name);
  const sometimes = properties.filter(({ present }) => present > 0 && present < objects);
  const never = properties.filter(({ present }) => present === 0).map((property) => property.name);
  return withoutFalse(
    always.length > 0 &&
      `${each(objects, resourceName(name))} read ${verb(objects, 'has', 'have')} ${list(always)} ` +
        `(${always.length} of ${count(properties.length, 'field')}).`,
    sometimes.length > 0 && `Missing in some of the ${grouped(objects)}: ${sometimes.map(presentIn).join(', ')}.`,
    never.length > 0 && `Missing in all of the ${grouped(objects)}: ${list(never)}.`,
  );
}

function presentIn({ name, present }: PropertyPresence): string {
  return `${word(name)} (present in ${grouped(present)})`;
}

/** Whether a resource can lack a field is a claim about all of them, so it is never more than likely. */
function proposals(unknown: string, subject: Subject, root: string): Proposal[] {
  const schemas = schemasOf(subject.document);
  const always = fieldsInside(subject, root).filter(
    ({ owner, field }) =>
      isAlways(subject, owner, field) &&
      !schemas[owner.name]?.required?.includes(field.name) &&
      !questionsOf(field.schema).includes('order.presence'),
  );
  const [first] = always;
  if (!first) return [];
  const value = joined(
    answeredTexts(subject),
    always.map(({ label }) => label),
  );
  const rests = supportOf(
    always.map(({ field }) => field.basis),
    `One ${resourceName(root)} without one of ${list(
      always.map(({ label }) => label),
      5,
    )}.`,
  );
  return proposalsOf(unknown, subject, { likely: { value, rests } });
}
