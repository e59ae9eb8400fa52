import { methods } from '../../contract/document.js';
import { isObject } from '../../contract/json.js';
import { grouped } from '../../text/numbers.js';
import { headerOf } from '../model/exchange.js';
import { Tallies, Tally } from './counts.js';
import type { Rule } from './rule.js';
import { count, cut, list, tallied, withoutFalse } from './words.js';

/** Whether a status shows that the server knows the path. */
const showsPath = (status: number): boolean =>
  (status >= 200 && status < 300) || [400, 409, 412, 415, 422].includes(status);

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

const paths: Rule = {
  unknown: 'operations.paths',
  watch({ marked }) {
    const found = new Set<string>();
    const missing = new Set<string>();
    return {
      see({ operation, status, exists }) {
        if (!marked.operations.has(operation.id)) return false;
        if (showsPath(status)) found.add(operation.id);
        else if (exists && (status === 404 || status === 405)) missing.add(operation.id);
        else return false;
        return true;
      },
      sentences() {
        const lost = [...missing].filter((id) => !found.has(id)).sort();
        return withoutFalse(
          found.size > 0 &&
            `${grouped(found.size)} of ${count(marked.operations.size, 'operation')} exist at their paths: ` +
              'they returned 2xx, 400, 409, 412, 415 or 422.',
          lost.length > 0 && `Only 404 or 405, although the ids belong to existing resources: ${list(lost)}.`,
        );
      },
    };
  },
};

const parameters: Rule = {
  unknown: 'operations.parameters',
  watch() {
    const names = new Tallies();
    return {
      see({ operation, exchange, isSuccess }) {
        const query = exchange.request.path.indexOf('?');
        if (query < 0 || !isSuccess) return false;
        const declared = new Set(operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name));
        const sent = [...new URLSearchParams(exchange.request.path.slice(query)).keys()].slice(0, 50);
        const others = sent.filter((name) => !declared.has(name));
        for (const name of others) names.of(operation.id).add(name);
        return others.length > 0;
      },
      sentences: () =>
        names.entries().map(([id, tally]) => {
          return `${id} succeeded with query parameters that the contract does not list: ${tallied(tally.entries())}.`;
        }),
    };
  },
};

const payloads: Rule = {
  unknown: 'operations.payloads',
  watch({ marked }) {
    const shapes = new Map<string, string>();
    const accepted = new Set<string>();
    const refused = new Set<string>();
    return {
      see({ case: { expect }, operation, exchange, isSuccess, refusesContent, response, value }) {
        if (!marked.operations.has(operation.id)) return false;
        if (isSuccess) shapes.set(operation.id, shapeOf(value, response.bytes.length));
        const isSent = exchange.request.body !== undefined;
        if (isSent && isSuccess) accepted.add(operation.id);
        if (isSent && refusesContent && expect === 'success') refused.add(operation.id);
        return isSuccess || (isSent && refusesContent);
      },
      sentences() {
        const tally = new Tally();
        for (const shape of shapes.values()) tally.add(shape);
        const never = [...refused].filter((id) => !accepted.has(id)).sort();
        const kinds = tally
          .entries()
          .map(([shape, amount]) => count(amount, shape))
          .join(', ');
        return withoutFalse(
          shapes.size > 0 &&
            `${grouped(shapes.size)} of ${count(marked.operations.size, 'operation')} succeeded; their response ` +
              `bodies are: ${kinds}.`,
          accepted.size > 0 && `${count(accepted.size, 'operation')} accepted a body that matches the contract.`,
          never.length > 0 && `Every body that matches the contract was refused by ${list(never)}.`,
        );
      },
    };
  },
};

function shapeOf(value: unknown, bytes: number): string {
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return value !== undefined ? 'other JSON value' : bytes > 0 ? 'text without JSON' : 'empty body';
}

const successStatus: Rule = {
  unknown: 'operations.success-status',
  watch({ marked }) {
    const byVerb = new Map<string, Map<number, Set<string>>>();
    return {
      see({ operation, status, isSuccess }) {
        if (!isSuccess || !marked.operations.has(operation.id)) return false;
        const [first = operation.method] = /^[a-z]+/.exec(operation.id) ?? [];
        const statuses = byVerb.get(first) ?? new Map<number, Set<string>>();
        byVerb.set(first, statuses.set(status, (statuses.get(status) ?? new Set()).add(operation.id)));
        return true;
      },
      sentences: () =>
        [...byVerb]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([first, statuses]) => {
            const counts = [...statuses]
              .sort(([, one], [, other]) => other.size - one.size)
              .map(
                ([status, ids], index) =>
                  `${status} (${index === 0 ? count(ids.size, 'operation') : list([...ids].sort(), 10)})`,
              );
            return `${first} succeeds with ${counts.join(', ')}.`;
          }),
    };
  },
};

const exportFormat: Rule = {
  unknown: 'review-export.format',
  watch({ marked }) {
    const types = new Tally();
    return {
      see({ operation, isSuccess, response }) {
        if (!isSuccess || !marked.operations.has(operation.id)) return false;
        types.add(headerOf(response, 'content-type')?.trim().toLowerCase() ?? 'no Content-Type');
        return true;
      },
      sentences: () => withoutFalse(types.total > 0 && `The export comes as ${tallied(types.entries())}.`),
    };
  },
};

export const operationRules: readonly Rule[] = [
  groups,
  scope,
  paths,
  parameters,
  payloads,
  successStatus,
  exportFormat,
];
