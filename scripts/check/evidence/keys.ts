import type { CaseKind } from '../model/case.js';
import { Tallies } from './counts.js';
import type { Rule } from './rule.js';
import { count, list, tallied, verb, withoutFalse } from './words.js';

const withoutKey = {
  'no-key': 'Without a key',
  'empty-key': 'With an empty key',
  'wrong-key': 'With a wrong key',
} as const;

function isWithoutKey(kind: CaseKind): kind is keyof typeof withoutKey {
  return Object.hasOwn(withoutKey, kind);
}

const schemePrefix: Rule = {
  unknown: 'auth.scheme-prefix',
  watch() {
    const accepted = { right: 0, wrong: 0 };
    let refused = 0;
    const prefixed = new Set<number>();
    return {
      // Only requests of the check itself are known to have no scheme; recorded requests come without their key.
      see({ case: { kind }, operation: { security }, exchange: { request }, status, isSuccess }) {
        const isBare = security.kind === 'header' && security.prefix === undefined;
        if (kind === 'recorded' || !isBare || security.name.toLowerCase() !== 'authorization') return false;
        if (kind === 'scheme-prefix') {
          prefixed.add(status);
          return true;
        }
        const isRefused = kind === 'wrong-key' && status >= 400 && status < 500;
        if (isRefused) refused += 1;
        if (isSuccess && (request.key === 'right' || request.key === 'wrong')) accepted[request.key] += 1;
        return isRefused || (isSuccess && request.key === 'right');
      },
      // A server that accepts any key would also accept one with a scheme.
      sentences: () =>
        accepted.right > 0 && refused > 0 && accepted.wrong === 0
          ? [
              `The bare key is enough: ${count(accepted.right, 'request')} with it ` +
                `${verb(accepted.right, 'was', 'were')} accepted, and ` +
                `${count(refused, 'request')} with a wrong key ${verb(refused, 'was', 'were')} refused.`,
              ...(prefixed.size > 0
                ? [`The same key after the scheme Bearer returned ${[...prefixed].join(', ')}.`]
                : []),
            ]
          : [],
    };
  },
};

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

const refusalStatus: Rule = {
  unknown: 'auth.refusal-status',
  watch() {
    const statuses = new Tallies();
    return {
      see({ case: { kind }, status }) {
        if (!isWithoutKey(kind)) return false;
        statuses.of(kind).add(status);
        return true;
      },
      sentences: () =>
        statuses
          .entries()
          .map(([kind, tally]) => `${withoutKey[kind as keyof typeof withoutKey]}: ${tallied(tally.entries())}.`),
    };
  },
};

export const keyRules: readonly Rule[] = [schemePrefix, permissions, refusalStatus];
