import { isObject, type JsonObject } from '../../../contract/json.js';
import type { Proposal } from '../../model/proposal.js';
import { furtherFields } from '../further-fields.js';
import { supportOf } from '../grounds.js';
import { type Claim, proposalsOf } from '../proposals.js';
import type { SchemaSeen } from '../resources-seen.js';
import type { Rule, Subject } from '../rule.js';
import { each, list, verb } from '../words.js';
import { newName } from './the-service-name.js';

/** Which fields a partner entry has that the contract does not list. */
export const partnerEntryFields: Rule = {
  unknown: 'partner-entry.fields',
  watch(subject) {
    const seen = (): SchemaSeen[] => subject.marked.schemas.flatMap((name) => subject.resources.of(name) ?? []);
    return {
      answers: () => seen().reduce((total, { basis }) => total + basis.responses, 0),
      sentences: () => seen().map(sentenceOn),
      proposals: () =>
        seen()
          .slice(0, 1)
          .flatMap((schema) => proposals(subject, schema)),
    };
  },
};

function sentenceOn({ fields, count }: SchemaSeen): string {
  const further = [...fields.values()].filter(({ schema }) => schema === undefined).map(({ name }) => name);
  return further.length === 0
    ? `${each(count, 'resource')} read ${verb(count, 'has', 'have')} only fields that the contract lists.`
    : `Fields that the contract does not list: ${list(further)}.`;
}

function proposals(subject: Subject, seen: SchemaSeen): Proposal[] {
  const { answered } = subject;
  const known = isObject(answered?.value) ? answered.value : {};
  const renamed = newName(subject);
  const claim = (hasFormats: boolean): Claim | undefined => {
    const { properties, bases } = furtherFields(subject, seen, {
      known: known as JsonObject,
      hasFormats,
      isLeftOut: (name) => name === renamed,
    });
    const rests = supportOf(bases, hasFormats ? 'A value of another type or format.' : 'A value of another type.');
    return bases.length > 0 ? { value: properties, rests } : undefined;
  };
  return proposalsOf('partner-entry.fields', subject, { shown: claim(false), likely: claim(true) });
}
