import { methods } from '../../../contract/document.js';
import type { JsonObject } from '../../../contract/json.js';
import { headerOf } from '../../model/exchange.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { countText, listText, shorten, tallyText, verb, WordTallies, WordTally } from '../words.js';

function groups({ document }: QuestionSubject): QuestionWatch {
  const paths = Object.keys(document.paths);
  const declared = (path: string): Set<string> => {
    const alike = paths.filter((other) => overlaps(path, other));
    return new Set(alike.flatMap((other) => methods.filter((method) => document.paths[other]?.[method])));
  };
  const methodsByPath = new Map<string, Set<string>>();
  return {
    see({ response, operation }) {
      const allow = headerOf(response, 'allow');
      if (allow === undefined) return false;
      const declaredMethods = declared(operation.path);
      const allowed = shorten(allow)
        .toLowerCase()
        .split(/[\s,]+/);
      const others = allowed.filter(
        (method) => /^(get|put|post|patch|delete)$/.test(method) && !declaredMethods.has(method),
      );
      if (others.length > 0)
        methodsByPath.set(operation.path, new Set([...(methodsByPath.get(operation.path) ?? []), ...others]));
      return true;
    },
    sentences: () =>
      [...methodsByPath].map(([path, names]) => {
        const methodNames = listText([...names].map((name) => name.toUpperCase()).sort());
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

/** Maximum number of resources to remember between responses; later ones are ignored. */
const maxResources = 2000;

function transitions({ marks }: QuestionSubject): QuestionWatch {
  const last = new Map<string, string>();
  const acceptances = new WordTally();
  const refusals = new WordTally();
  return {
    see(view) {
      const { path, requestSchema, responseSchema, resources } = view;
      const request =
        requestSchema === undefined ? undefined : marks.properties.find(({ schema }) => schema === requestSchema);
      const body = request && view.requestBody;
      const to = request && body?.[request.property];
      const from = body && last.get(path.split('/').filter(Boolean).at(-1) ?? '');
      let bears = false;
      if (body && typeof to === 'string' && from !== undefined && from !== to) {
        const isAlone = Object.keys(body).length === 1;
        if (view.isSuccess) acceptances.add(`${from} to ${shorten(to)}`);
        else if (view.refusesContent && isAlone) refusals.add(`${from} to ${shorten(to)}`);
        bears = view.isSuccess || (view.refusesContent && isAlone);
      }
      const place = marks.properties.find(({ schema }) => schema === responseSchema);
      for (const object of place ? resources : []) {
        const status = object[place?.property ?? ''];
        const id = idOf(object);
        if (id !== undefined && typeof status === 'string' && (last.has(id) || last.size < maxResources))
          last.set(id, shorten(status));
      }
      return bears;
    },
    sentences: () => [
      acceptances.total > 0 && `Accepted: ${changesIn(acceptances)}.`,
      refusals.total > 0 && `Refused: ${changesIn(refusals)}.`,
    ],
  };
}

function changesIn(tally: WordTally): string {
  return tally
    .entries()
    .map(([change, times]) => `from ${change} (${times})`)
    .slice(0, 20)
    .join(', ');
}

function scope(subject: QuestionSubject): QuestionWatch {
  return statusesOf(subject, []);
}

function approval(subject: QuestionSubject): QuestionWatch {
  return statusesOf(subject, ['status', 'state']);
}

function statusesOf({ marks }: QuestionSubject, fields: readonly string[]): QuestionWatch {
  const statuses = new WordTallies();
  const states = new WordTallies();
  return {
    see({ operation, status, exists, resources, exchange }) {
      if (!marks.operations.has(operation.id) || exchange.request.key !== 'right' || !exists) return false;
      statuses.of(operation.id).add(status);
      for (const value of resources.flatMap((object) => fields.map((name) => object[name])))
        if (typeof value === 'string') states.of(operation.id).add(value);
      return true;
    },
    sentences: () =>
      statuses.sorted().map(([id, tally]) => {
        const names = states.of(id).words();
        const statesText = names.length > 0 ? `; states in its responses: ${listText(names, 10)}` : '';
        return `${id} returned ${tallyText(tally.entries())}${statesText}.`;
      }),
  };
}

function idOf(object: JsonObject): string | undefined {
  const { id } = object;
  return typeof id === 'string' && id.length <= 100 ? id : undefined;
}

function permissions(): QuestionWatch {
  const forbidden = new Set<string>();
  const acceptedIds = new Set<string>();
  return {
    see({ operation, exchange, status, isSuccess }) {
      if (exchange.request.key !== 'right') return false;
      if (isSuccess) acceptedIds.add(operation.id);
      if (status === 403) forbidden.add(operation.id);
      return status === 403;
    },
    sentences: () => [
      forbidden.size > 0 &&
        `403 for a key that ${countText(acceptedIds.size, 'operation')} ` +
          `${verb(acceptedIds.size, 'accepts', 'accept')}: ` +
          `${listText([...forbidden].sort())}.`,
    ],
  };
}

function filter400({ marks }: QuestionSubject): QuestionWatch {
  const outcomes = new WordTallies();
  return {
    see({ case: { kind }, operation, exchange, status, isSuccess, refusesContent }) {
      if (exchange.request.key !== 'right' || !(isSuccess || refusesContent)) return false;
      if (!operation.responses.some(({ pointer }) => marks.responses.has(pointer))) return false;
      outcomes.of(status === 400 ? 'Refused with 400' : isSuccess ? 'Accepted' : `Refused with ${status}`).add(kind);
      return true;
    },
    sentences() {
      const all = outcomes.sorted();
      const [with400, rest] = [true, false].map((is400) =>
        all.filter(([outcome]) => outcome.endsWith(' 400') === is400),
      );
      return [...(with400 ?? []), ...(rest ?? [])].map(
        ([outcome, kinds]) => `${outcome}: ${tallyText(kinds.entries())}.`,
      );
    },
  };
}

/** Questions whose answers change nothing in the contract: the evidence is only for people to read. */
export const questionsForPeople: Readonly<Record<string, (subject: QuestionSubject) => QuestionWatch>> = {
  'groups.operations': groups,
  'matchmaking.scope': scope,
  'entry.transitions': transitions,
  'approval.states': approval,
  'auth.permissions': permissions,
  'errors.filter-400-conditions': filter400,
};
