import { grouped } from '../../../text/numbers.js';
import { unknownField } from '../../model/case.js';
import { Basis, supportOf } from '../basis.js';
import { Tally } from '../counts.js';
import { conflicting, proposalsOf } from '../proposals.js';
import type { Rule, Sight } from '../rule.js';
import { count, tallied, verb, withoutFalse } from '../words.js';

const question = 'request.extra-fields';

/** What becomes of a field that is sent and not listed. */
export const requestExtraFields: Rule = {
  unknown: question,
  watch(subject) {
    const statuses = new Tally();
    let successes = 0;
    const shown = { ignored: new Basis(), refused: new Basis() };
    const accepted = new Set<string>();
    /** The schemas of resources that were shown with such a field, and of those that updates show. */
    const storing = new Set<string>();
    const updated = new Set<string>();
    /** A refusal says nothing about the field unless the rest of the body was accepted without it. */
    const note = (sight: Sight): void => {
      if (!subject.marked.schemas.includes(sight.asked ?? '')) return;
      const names = Object.keys(sight.sent ?? {});
      if (sight.case.kind !== 'extra-field') {
        if (sight.isSuccess && accepted.size < 200) accepted.add(names.sort().join('\n'));
        return;
      }
      if (sight.shown !== undefined) updated.add(sight.shown);
      const rest = names.filter((name) => name !== unknownField).sort();
      // Without the resource in the response, the field may be stored.
      if (sight.isSuccess && sight.documented.items.length > 0) shown.ignored.see(sight, '', sight.status);
      else if (sight.isSuccess) return;
      else if (accepted.has(rest.join('\n'))) shown.refused.see(sight, '', sight.status);
    };
    return {
      see(sight) {
        const { case: sent, status, isSuccess, refusesContent } = sight;
        const isStored = sight.documented.items.some((object) => Object.hasOwn(object, unknownField));
        if (isStored && sight.shown !== undefined) storing.add(sight.shown);
        if (!(isSuccess || refusesContent)) return false;
        note(sight);
        if (sent.kind !== 'extra-field') return false;
        statuses.add(status);
        if (isSuccess) successes += 1;
        return true;
      },
      sentences: () =>
        withoutFalse(
          statuses.total > 0 &&
            `${grouped(successes)} of ${count(statuses.total, 'request')} with a field that is not in the contract ` +
              `${verb(successes, 'was', 'were')} accepted; the statuses are ${tallied(statuses.entries())}.`,
        ),
      proposals() {
        const claims = (['ignored', 'refused'] as const)
          .filter((value) => shown[value].isSeen)
          .map((value) => {
            const against = `An update with such a field that is ${value === 'ignored' ? 'refused' : 'accepted'}.`;
            return { value, rests: supportOf([shown[value]], against) };
          });
        if (claims.length > 1) return [conflicting(question, claims)];
        // A service that stores any field does neither.
        return [...updated].some((name) => storing.has(name))
          ? []
          : proposalsOf(question, subject, { shown: claims[0] });
      },
    };
  },
};
