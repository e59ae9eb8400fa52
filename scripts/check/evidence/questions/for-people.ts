import { methods } from '../../../contract/document.js';
import { headerOf } from '../../model/exchange.js';
import type { JsonObject, Subject, Watch } from '../rule.js';
import { count, cut, list, Tallies, Tally, tallied, verb } from '../words.js';

function groups({ document }: Subject): Watch {
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
}

/** Whether one URL can match both templates. */
function overlaps(one: string, other: string): boolean {
  const [left, right] = [one, other].map((path) => path.split('/')) as [string[], string[]];
  const isParameter = (segment = ''): boolean => segment.startsWith('{');
  if (left.length !== right.length) return false;
  return left.every((segment, index) => segment === right[index] || isParameter(segment) || isParameter(right[index]));
}

/** Resources that a rule remembers between responses; later ones are ignored. */
const remembered = 2000;

function transitions({ marked }: Subject): Watch {
  const last = new Map<string, string>();
  const accepted = new Tally();
  const refused = new Tally();
  return {
    see(sight) {
      const { path, asked, shown, resources } = sight;
      const request = asked === undefined ? undefined : marked.properties.find(({ schema }) => schema === asked);
      const sent = request && sight.sent;
      const to = request && sent?.[request.property];
      const from = sent && last.get(path.split('/').filter(Boolean).at(-1) ?? '');
      let bears = false;
      if (sent && typeof to === 'string' && from !== undefined && from !== to) {
        const isAlone = Object.keys(sent).length === 1;
        if (sight.isSuccess) accepted.add(`${from} to ${cut(to)}`);
        else if (sight.refusesContent && isAlone) refused.add(`${from} to ${cut(to)}`);
        bears = sight.isSuccess || (sight.refusesContent && isAlone);
      }
      const place = marked.properties.find(({ schema }) => schema === shown);
      for (const object of place ? resources : []) {
        const status = object[place?.property ?? ''];
        const own = idOf(object);
        if (own !== undefined && typeof status === 'string' && (last.has(own) || last.size < remembered))
          last.set(own, cut(status));
      }
      return bears;
    },
    sentences: () => [
      accepted.total > 0 && `Accepted: ${changesIn(accepted)}.`,
      refused.total > 0 && `Refused: ${changesIn(refused)}.`,
    ],
  };
}

function changesIn(tally: Tally): string {
  return tally
    .entries()
    .map(([change, times]) => `from ${change} (${times})`)
    .slice(0, 20)
    .join(', ');
}

function scope(subject: Subject): Watch {
  return statusesOf(subject, []);
}

function approval(subject: Subject): Watch {
  return statusesOf(subject, ['status', 'state']);
}

/** The statuses of operations, and the texts that some fields have in their responses. */
function statusesOf({ marked }: Subject, fields: readonly string[]): Watch {
  const statuses = new Tallies();
  const states = new Tallies();
  return {
    see({ operation, status, exists, resources, exchange }) {
      if (!marked.operations.has(operation.id) || exchange.request.key !== 'right' || !exists) return false;
      statuses.of(operation.id).add(status);
      for (const value of resources.flatMap((object) => fields.map((name) => object[name])))
        if (typeof value === 'string') states.of(operation.id).add(value);
      return true;
    },
    sentences: () =>
      statuses.sorted().map(([id, tally]) => {
        const names = states.of(id).words();
        const shown = names.length > 0 ? `; states in its responses: ${list(names, 10)}` : '';
        return `${id} returned ${tallied(tally.entries())}${shown}.`;
      }),
  };
}

function idOf(object: JsonObject): string | undefined {
  const { id } = object;
  return typeof id === 'string' && id.length <= 100 ? id : undefined;
}

function permissions(): Watch {
  const forbidden = new Set<string>();
  const accepted = new Set<string>();
  return {
    see({ operation, exchange, status, isSuccess }) {
      if (exchange.request.key !== 'right') return false;
      if (isSuccess) accepted.add(operation.id);
      if (status === 403) forbidden.add(operation.id);
      return status === 403;
    },
    sentences: () => [
      forbidden.size > 0 &&
        `403 for a key that ${count(accepted.size, 'operation')} ${verb(accepted.size, 'accepts', 'accept')}: ` +
          `${list([...forbidden].sort())}.`,
    ],
  };
}

function filter400({ marked }: Subject): Watch {
  const outcomes = new Tallies();
  return {
    see({ case: { kind }, operation, exchange, status, isSuccess, refusesContent }) {
      if (exchange.request.key !== 'right' || !(isSuccess || refusesContent)) return false;
      if (!operation.responses.some(({ pointer }) => marked.responses.has(pointer))) return false;
      outcomes.of(status === 400 ? 'Refused with 400' : isSuccess ? 'Accepted' : `Refused with ${status}`).add(kind);
      return true;
    },
    sentences() {
      const all = outcomes.sorted();
      const [asked, others] = [true, false].map((is400) =>
        all.filter(([outcome]) => outcome.endsWith(' 400') === is400),
      );
      return [...(asked ?? []), ...(others ?? [])].map(
        ([outcome, kinds]) => `${outcome}: ${tallied(kinds.entries())}.`,
      );
    },
  };
}

/** Questions whose answers change nothing in the contract: responses only give people something to read. */
export const questionsForPeople: Readonly<Record<string, (subject: Subject) => Watch>> = {
  'groups.operations': groups,
  'matchmaking.scope': scope,
  'entry.transitions': transitions,
  'approval.states': approval,
  'auth.permissions': permissions,
  'errors.filter-400-conditions': filter400,
};
