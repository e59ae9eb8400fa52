import type { Rule } from './rule.js';
import { count, list, verb, withoutFalse } from './words.js';

const permissions: Rule = {
  unknown: 'auth.permissions',
  watch() {
    const forbidden = new Set<string>();
    const accepted = new Set<string>();
    return {
      see({ operation, exchange, status, isSuccess }) {
        if (exchange.request.key !== 'right') return false;
        if (isSuccess) accepted.add(operation.id);
        if (status === 403) forbidden.add(operation.id);
        return status === 403;
      },
      sentences: () =>
        withoutFalse(
          forbidden.size > 0 &&
            `403 for a key that ${count(accepted.size, 'operation')} ${verb(accepted.size, 'accepts', 'accept')}: ` +
              `${list([...forbidden].sort())}.`,
        ),
    };
  },
};

export const keyRules: readonly Rule[] = [permissions];
