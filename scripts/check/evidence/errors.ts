import { isObject } from '../../contract/json.js';
import { headerOf } from '../model/exchange.js';
import { Fields, Tallies, Tally } from './counts.js';
import type { Rule } from './rule.js';
import { count, list, tallied, withoutFalse } from './words.js';

const body: Rule = {
  unknown: 'errors.body',
  watch() {
    const types = new Tally();
    const fields = new Fields();
    let others = 0;
    return {
      see({ status, response, value }) {
        if (status < 400 || response.bytes.length === 0) return false;
        types.add(headerOf(response, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() || 'no Content-Type');
        if (isObject(value)) fields.see(value);
        else others += 1;
        return true;
      },
      sentences() {
        const always = fields.always();
        const some = fields.sometimes();
        const common = always.length > 0 ? list(always) : 'no field in common';
        const partly = some.length > 0 ? `, some have ${tallied(some)}` : '';
        return withoutFalse(
          fields.count > 0 &&
            `The bodies of ${count(fields.count, 'refusal')} are JSON objects; all of them have ${common}${partly}.`,
          others > 0 && `The bodies of ${count(others, 'refusal')} are not JSON objects.`,
          types.total > 0 && `Media types of refusals: ${tallied(types.entries())}.`,
        );
      },
    };
  },
};

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

const otherStatuses: Rule = {
  unknown: 'errors.other-statuses',
  watch() {
    const refusals = new Tally();
    const failures = new Tally();
    return {
      see({ status }) {
        if (status < 400) return false;
        (status < 500 ? refusals : failures).add(status);
        return true;
      },
      sentences: () =>
        withoutFalse(
          refusals.total > 0 && `Refusals have the statuses ${tallied(refusals.entries())}.`,
          failures.total > 0 && `Failures of the server have the statuses ${tallied(failures.entries())}.`,
        ),
    };
  },
};

export const errorRules: readonly Rule[] = [body, filter400, otherStatuses];
