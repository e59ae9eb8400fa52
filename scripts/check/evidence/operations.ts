import { methods } from '../../contract/document.js';
import { headerOf } from '../model/exchange.js';
import { Tallies } from './counts.js';
import type { Rule } from './rule.js';
import { cut, list, tallied } from './words.js';

const groups: Rule = {
  unknown: 'groups.operations',
  watch({ document }) {
    const paths = Object.keys(document.paths);
    const declared = (path: string): Set<string> => {
      const alike = paths.filter((other) => overlaps(path, other));
      return new Set(alike.flatMap((other) => methods.filter((method) => document.paths[other]?.[method])));
    };
    const found = new Map<string, Set<string>>();
    return {
      see({ response, operation }) {
        const allow = headerOf(response, 'allow');
        if (allow === undefined) return false;
        const known = declared(operation.path);
        const allowed = cut(allow)
          .toLowerCase()
          .split(/[\s,]+/);
        const others = allowed.filter((method) => /^(get|put|post|patch|delete)$/.test(method) && !known.has(method));
        if (others.length > 0) found.set(operation.path, new Set([...(found.get(operation.path) ?? []), ...others]));
        return true;
      },
      sentences: () =>
        [...found].map(([path, names]) => {
          const methodNames = list([...names].map((name) => name.toUpperCase()).sort());
          return `Allow at ${path} names ${methodNames}, which the contract does not list there.`;
        }),
    };
  },
};

/** Whether one URL can match both templates. */
function overlaps(one: string, other: string): boolean {
  const [left, right] = [one, other].map((path) => path.split('/')) as [string[], string[]];
  const isParameter = (segment = ''): boolean => segment.startsWith('{');
  if (left.length !== right.length) return false;
  return left.every((segment, index) => segment === right[index] || isParameter(segment) || isParameter(right[index]));
}

const scope: Rule = {
  unknown: 'matchmaking.scope',
  watch({ marked }) {
    const statuses = new Tallies();
    return {
      see({ operation, exchange, status, exists }) {
        if (!marked.operations.has(operation.id) || exchange.request.key !== 'right' || !exists) return false;
        statuses.of(operation.id).add(status);
        return true;
      },
      sentences: () => statuses.entries().map(([id, tally]) => `${id} returned ${tallied(tally.entries())}.`),
    };
  },
};

export const operationRules: readonly Rule[] = [groups, scope];
