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
    let accepted = 0;
    const shown = { ignored: new Basis(), refused: new Basis() };
    const least = new Set<string>();
    let isStored = false;
    /** A refusal says nothing about the field if the rest of the body is not enough for an update. */
    const note = (sight: Sight): void => {
      if (!subject.marked.schemas.includes(sight.asked ?? '')) return;
      const names = Object.keys(sight.sent ?? {});
      if (sight.case.kind !== 'extra-field') {
        if (sight.isSuccess && least.size < 200) least.add(names.sort().join('\n'));
        return;
      }
      const rest = names.filter((name) => name !== unknownField).sort();
      const isEnough = rest.length === 0 ? [...least].some((each) => !each.includes('\n')) : least.has(rest.join('\n'));
      // Without the resource in the response, the field may be stored.
      if (sight.isSuccess && sight.documented.items.length > 0) shown.ignored.see(sight, '', sight.status);
      else if (sight.isSuccess) return;
      else if (isEnough) shown.refused.see(sight, '', sight.status);
    };
    return {
      see(sight) {
        const { case: sent, status, isSuccess, refusesContent } = sight;
        isStored ||= sight.documented.items.some((object) => Object.hasOwn(object, unknownField));
        if (!(isSuccess || refusesContent)) return false;
        note(sight);
        if (sent.kind !== 'extra-field') return false;
        statuses.add(status);
        if (isSuccess) accepted += 1;
        return true;
      },
      sentences: () =>
        withoutFalse(
          statuses.total > 0 &&
            `${grouped(accepted)} of ${count(statuses.total, 'request')} with a field that is not in the contract ` +
              `${verb(accepted, 'was', 'were')} accepted; the statuses are ${tallied(statuses.entries())}.`,
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
        return isStored ? [] : proposalsOf(question, subject, { shown: claims[0] });
      },
    };
  },
};
