import type { Rule } from './rule.js';
import { count, verb, withoutFalse } from './words.js';

const size: Rule = {
  unknown: 'limits.size',
  watch() {
    let refused = 0;
    let smallest = Infinity;
    let largest = 0;
    return {
      see({ exchange, status, isSuccess }) {
        const { body } = exchange.request;
        if (status !== 413 && (!isSuccess || body === undefined)) return false;
        // Counts a character as one byte, which is close enough for an accepted body.
        const bytes = body === undefined ? 0 : body.length;
        if (status === 413) {
          refused += 1;
          smallest = Math.min(smallest, bytes);
        } else {
          largest = Math.max(largest, bytes);
        }
        return status === 413;
      },
      sentences: () =>
        withoutFalse(
          refused > 0 &&
            `${count(refused, 'request')} ${verb(refused, 'was', 'were')} refused with 413, ` +
              `the smallest of them with a body of ${count(smallest, 'byte')}.`,
          refused > 0 && largest > 0 && `The largest accepted body has ${count(largest, 'byte')}.`,
        ),
    };
  },
};

export const limitRules: readonly Rule[] = [size];
