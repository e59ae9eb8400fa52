import { Tallies } from './counts.js';
import type { Rule } from './rule.js';
import { tallied } from './words.js';

const filter400: Rule = {
  unknown: 'errors.filter-400-conditions',
  watch({ marked }) {
    const outcomes = new Tallies();
    return {
      see({ case: { kind }, operation, exchange, status, isSuccess, refusesContent }) {
        if (exchange.request.key !== 'right' || !(isSuccess || refusesContent)) return false;
        if (!operation.responses.some(({ pointer }) => marked.responses.has(pointer))) return false;
        outcomes.of(status === 400 ? 'Refused with 400' : isSuccess ? 'Accepted' : `Refused with ${status}`).add(kind);
        return true;
      },
      sentences() {
        const all = outcomes.entries();
        const [asked, others] = [true, false].map((is400) =>
          all.filter(([outcome]) => outcome.endsWith(' 400') === is400),
        );
        return [...(asked ?? []), ...(others ?? [])].map(
          ([outcome, kinds]) => `${outcome}: ${tallied(kinds.entries())}.`,
        );
      },
    };
  },
};

export const errorRules: readonly Rule[] = [filter400];
