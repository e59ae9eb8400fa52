import type { CaseKind } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { enough } from '../../model/proposal.js';
import { answeredObject, type Claim, type Claims, Grounds, GroundsBy, joined } from '../proposals.js';
import type { Sentences, Sight, Subject, Watch } from '../rule.js';
import { count, list, Tallies, Tally, tallied } from '../words.js';

/** What became of certain requests for one operation. */
interface Outcome<Key> {
  operation: CheckedOperation;
  /** Whether a response shows that the operation exists: any other may only be missing. */
  isProven: boolean;
  grounds: GroundsBy<Key>;
}

/** Outcomes of operations, by their ids. */
class Outcomes<Key = number> extends Map<string, Outcome<Key>> {
  of(operation: CheckedOperation): Outcome<Key> {
    const known = this.get(operation.id) ?? { operation, isProven: false, grounds: new GroundsBy<Key>() };
    this.set(operation.id, known);
    return known;
  }

  /** Those that exist, by their ids. */
  get proven(): Outcome<Key>[] {
    const all = [...this.values()].filter(({ isProven }) => isProven);
    return all.sort(({ operation: one }, { operation: other }) => (one.id < other.id ? -1 : 1));
  }
}

const withoutKey = {
  'no-key': 'Without a key',
  'empty-key': 'With an empty key',
  'wrong-key': 'With a wrong key',
} as const;

function isWithoutKey(kind: CaseKind): kind is keyof typeof withoutKey {
  return Object.hasOwn(withoutKey, kind);
}

/** Whether a request was refused, for another reason than those of some statuses. */
function isRefusal({ status }: Sight, others: ReadonlySet<number>): boolean {
  return status >= 400 && status < 500 && !others.has(status);
}

/** Statuses that say nothing about the key. */
const notAboutKey: ReadonlySet<number> = new Set([408, 425, 429]);

/** The status of a request without a valid key. Only an operation that accepts the key shows what it does without. */
export function authRefusalStatus(): Watch {
  const statuses = new Tallies();
  const outcomes = new Outcomes();
  return {
    see(sight) {
      const { kind } = sight.case;
      const own = outcomes.of(sight.operation);
      own.isProven ||= sight.isSuccess && sight.exchange.request.key === 'right';
      if (!isWithoutKey(kind)) return false;
      if (isRefusal(sight, notAboutKey)) own.grounds.of(sight.status).add(sight.operation.id, '', sight.status);
      statuses.of(kind).add(sight.status);
      return true;
    },
    sentences: () =>
      statuses
        .sorted()
        .map(([kind, tally]) => `${withoutKey[kind as keyof typeof withoutKey]}: ${tallied(tally.entries())}.`),
    claims() {
      const found = new GroundsBy<number>();
      for (const { grounds } of [...outcomes.values()].filter(({ isProven }) => isProven))
        for (const [status, each] of grounds) found.of(status).join(each);
      const against = 'Another status without a key, or with a wrong one.';
      const readings = [...found].map(([value, grounds]) => ({ value, rests: grounds.rests(against) }));
      if (readings.length > 1) return { readings };
      const [shown] = readings;
      const isKnown = [...outcomes.values()].some(({ operation }) => operation.security.refusal === shown?.value);
      return isKnown ? {} : { shown };
    },
  };
}

/** Statuses that are not about the operation: about the key, the method, the rate, or the connection. */
const notAboutOperation: ReadonlySet<number> = new Set([401, 403, 405, 407, 408, 421, 425, 426, 429, 431]);

/** The statuses of refusals. */
export function errorsOtherStatuses(subject: Subject): Watch {
  const refusals = new Tally();
  const failures = new Tally();
  const outcomes = new Outcomes();
  return {
    see(sight) {
      const { operation, exchange, status } = sight;
      const { kind } = sight.case;
      // A browser leaves the key out of a recording.
      const hasKey = exchange.request.key === 'right' || kind === 'recorded';
      if (hasKey && kind !== 'undeclared-method') {
        const own = outcomes.of(operation);
        own.isProven ||= sight.showsPath;
        if (isRefusal(sight, notAboutOperation)) own.grounds.of(status).add(operation.id, '', status);
      }
      if (status < 400) return false;
      (status < 500 ? refusals : failures).add(status);
      return true;
    },
    sentences: () => [
      refusals.total > 0 && `Refusals have the statuses ${tallied(refusals.entries())}.`,
      failures.total > 0 && `Failures of the server have the statuses ${tallied(failures.entries())}.`,
    ],
    claims: () => otherStatuses(outcomes.proven, subject),
  };
}

function otherStatuses(proven: readonly Outcome<number>[], subject: Subject): Claims {
  const found = proven.flatMap(({ operation: { id, responses }, grounds }) => {
    const own = [...grounds].filter(([status]) => !responses.some((each) => each.status === String(status)));
    return own.length > 0 ? [{ id, own: own.map(([status]) => status), grounds: own.map(([, each]) => each) }] : [];
  });
  if (found.length === 0) return {};
  const known = answeredObject(subject) as Record<string, number[]>;
  const value = { ...known };
  for (const { id, own } of found) value[id] = sorted([...(known[id] ?? []), ...own]);
  const rests = joined(found.flatMap(({ grounds }) => grounds)).rests('No refusal with these statuses.');
  // With so many operations, probably all refuse requests so.
  const general = [...new Set(proven.flatMap(({ grounds }) => [...grounds.keys()]))].filter(
    (status) => proven.length >= enough.resources && proven.every(({ grounds }) => grounds.has(status)),
  );
  const all = { ...value, '*': sorted([...(known['*'] ?? []), ...general]) };
  const likely = general.length > 0 ? { value: all, rests } : undefined;
  return { shown: { value, rests }, likely };
}

function sorted(statuses: readonly number[]): number[] {
  return [...new Set(statuses)].sort((one, other) => one - other);
}

/** The status with which operations succeed. */
export function operationsSuccessStatus(subject: Subject): Watch {
  const byVerb = new Map<string, Map<number, Set<string>>>();
  const outcomes = new Outcomes();
  return {
    see({ operation, exchange, status, isSuccess, case: { kind } }) {
      if (!isSuccess || !subject.marked.operations.has(operation.id)) return false;
      // What is deleted already may be reported in another way.
      if (kind !== 'delete-again' && exchange.request.method.toLowerCase() === operation.method) {
        const own = outcomes.of(operation);
        own.isProven = true;
        own.grounds.of(status).add(operation.id, '', status);
      }
      const [first = operation.method] = /^[a-z]+/.exec(operation.id) ?? [];
      const statuses = byVerb.get(first) ?? new Map<number, Set<string>>();
      byVerb.set(first, statuses.set(status, (statuses.get(status) ?? new Set()).add(operation.id)));
      return true;
    },
    sentences: () => successSentences(byVerb),
    claims: () => successStatuses(outcomes.proven, subject),
  };
}

function successSentences(byVerb: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>): Sentences {
  return [...byVerb]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([first, statuses]) => {
      const counts = [...statuses]
        .sort(([, one], [, other]) => other.size - one.size)
        .map(
          ([status, ids], index) =>
            `${status} (${index === 0 ? count(ids.size, 'operation') : list([...ids].sort(), 10)})`,
        );
      return `${first} succeeds with ${counts.join(', ')}.`;
    });
}

function successStatuses(all: readonly Outcome<number>[], subject: Subject): Claims {
  const steady = all.flatMap(({ operation: { id, method, success }, grounds: found }) => {
    const [[status, grounds] = [0, new Grounds()], other] = found;
    // A read returns something, so the contract cannot give it a status without a body.
    const isBodyless = method === 'get' && (status === 204 || status === 205);
    return !other && String(status) !== success?.status && !isBodyless ? [{ id, status, grounds }] : [];
  });
  const varying = all.filter(({ grounds }) => grounds.size > 1);
  const value = { ...answeredObject(subject), ...Object.fromEntries(steady.map(({ id, status }) => [id, status])) };
  const rests = joined(steady.map(({ grounds }) => grounds)).rests('Another status of a success of these operations.');
  return {
    shown: steady.length > 0 ? { value, rests } : undefined,
    readings: varying.length > 0 ? [reading(varying, 0), reading(varying, 1)] : [],
  };
}

/** The most frequent statuses, or the second most frequent ones. */
function reading(varying: readonly Outcome<number>[], rank: 0 | 1): Claim {
  const ranked = varying.flatMap(({ operation: { id }, grounds }) => {
    const each = [...grounds].sort(([, one], [, other]) => other.responses - one.responses)[rank];
    return each ? [{ id, status: each[0], grounds: each[1] }] : [];
  });
  const value = Object.fromEntries(ranked.map(({ id, status }) => [id, status]));
  const grounds = joined(ranked.map((each) => each.grounds));
  return { value, rests: grounds.rests('Another status, which was seen.') };
}

type BodyOutcome = Outcome<'accepted' | 'refused'>;

/** Whether a request must have its body. */
export function requestBodyRequired(subject: Subject): Watch {
  const outcomes = new Outcomes<'accepted' | 'refused'>();
  const named = (outcome: 'accepted' | 'refused'): string[] =>
    outcomes.proven.filter(({ grounds }) => grounds.has(outcome)).map(({ operation }) => operation.id);
  return {
    see(sight) {
      const { operation, status, isSuccess } = sight;
      if (!subject.marked.operations.has(operation.id) || !tellsOfBody(sight)) return false;
      const own = outcomes.of(operation);
      own.isProven = true;
      own.grounds.of(isSuccess ? 'accepted' : 'refused').add(operation.id, '', status);
      return true;
    },
    sentences() {
      const [accepted, refused] = [named('accepted'), named('refused')];
      return [
        accepted.length > 0 && `Accepted without a body: ${list(accepted)}.`,
        refused.length > 0 && `Refused without a body: ${list(refused)}.`,
      ];
    },
    claims: () => neededBodies([...outcomes.values()], subject),
  };
}

/** Whether a request without a body, and its response, show whether an operation needs it. */
function tellsOfBody({ operation, exchange, isSuccess, refusesContent, exists, response, documented }: Sight): boolean {
  const { body, method } = exchange.request;
  const isWithout = body === undefined || body.length === 0;
  if (!operation.body || !isWithout || method.toLowerCase() !== operation.method) return false;
  // A success without the resource it is about, such as a page to log in, has accepted nothing.
  return isSuccess ? exists && (documented.items.length > 0 || response.bytes.length === 0) : refusesContent;
}

/** Operations that differ from what the contract says are exceptions: some requests say nothing about all others. */
function neededBodies(outcomes: readonly BodyOutcome[], { answered }: Subject): Claims {
  const value = (answered?.value as boolean | undefined) ?? true;
  const except = { ...(answered?.except as Record<string, boolean> | undefined) };
  const different = outcomes.flatMap(({ operation: { id, body }, grounds }) => {
    const isRequired = body?.required === true;
    const [first, other] = isRequired ? (['accepted', 'refused'] as const) : (['refused', 'accepted'] as const);
    const own = grounds.has(other) ? undefined : grounds.get(first);
    return own ? [{ id, isRequired, grounds: own }] : [];
  });
  if (different.length === 0) return {};
  for (const { id, isRequired } of different) {
    if (!isRequired === value) delete except[id];
    else except[id] = !isRequired;
  }
  const rests = joined(different.map(({ grounds }) => grounds)).rests('The other outcome of a request without a body.');
  return { shown: { value, ...(Object.keys(except).length > 0 && { except }), rests } };
}
