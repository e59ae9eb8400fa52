import { grouped } from '../../text/numbers.js';
import type { Proposal } from '../model/proposal.js';
import { supportOf } from './grounds.js';
import { questionsOf, schemasOf } from './marked.js';
import type { PropertyPresence, SchemaPresence } from './presence.js';
import { answeredTexts, joined, proposalsOf } from './proposals.js';
import type { Rule, Subject } from './rule.js';
import { fieldsInside, isAlways, isSometimesAbsent, seenOf } from './seen-of.js';
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

/**
 * That a field is always there is a claim about all resources, so it is never more than likely; that it is not
 * needs one resource.
 */
function proposals(unknown: string, subject: Subject, root: string): Proposal[] {
  const schemas = schemasOf(subject.document);
  const inside = fieldsInside(subject, root);
  const before = answeredTexts(subject);
  const gone = inside.filter(({ label, owner, field }) => before.includes(label) && isSometimesAbsent(owner, field));
  const kept = before.filter((label) => !gone.some((each) => each.label === label));
  const always = inside.filter(
    ({ owner, field }) =>
      isAlways(subject, owner, field) &&
      !schemas[owner.name]?.required?.includes(field.name) &&
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
  return proposalsOf(unknown, subject, {
    shown: gone.length > 0 ? { value: kept, rests: without } : undefined,
    likely: always.length > 0 ? { value: joined(kept, labels), rests } : undefined,
  });
}
