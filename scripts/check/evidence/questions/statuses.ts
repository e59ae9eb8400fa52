import type { Json, JsonObject } from '../../../contract/json.js';
import { getOrCreate } from '../../../text/group-by.js';
import type { CaseKind } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { proofMinimum } from '../../model/proposal.js';
import { type OperationOutcome, Outcomes } from '../outcomes.js';
import { answeredObject, type Claim, ClaimGrounds, type Claims, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { countText, listText, tallyText, WordTally } from '../words.js';

const withoutKey = { 'empty-key': 'With an empty key', 'no-key': 'Without a key', 'wrong-key': 'With a wrong key' };

type KeyStatus = `${keyof typeof withoutKey} ${number}`;

function isWithoutKey(kind: CaseKind): kind is keyof typeof withoutKey {
  return Object.hasOwn(withoutKey, kind);
}

function isRefusal({ status }: ResponseView, others: ReadonlySet<number>): boolean {
  return status >= 400 && status < 500 && !others.has(status);
}

/** Statuses that say nothing about the key. */
const notAboutKey: ReadonlySet<number> = new Set([408, 425, 429]);

/** Collects evidence about the status of requests without a valid key. Only operations that accept the key count. */
export function authRefusalStatus(): QuestionWatch {
  const tallies = new Map<string, WordTally>();
  const outcomes = new Outcomes<KeyStatus>();
  return {
    see(view) {
      const { kind } = view.case;
      const outcome = outcomes.of(view.operation);
      outcome.isProven ||= view.isSuccess && view.exchange.request.key === 'right';
      if (!isWithoutKey(kind)) return false;
      if (isRefusal(view, notAboutKey))
        outcome.grounds.of(`${kind} ${view.status}`).add(view.operation.id, '', view.status);
      getOrCreate(tallies, kind, () => new WordTally()).add(view.status);
      return true;
    },
    sentences: () =>
      Object.entries(withoutKey).map(([kind, text]) => {
        const counts = tallies.get(kind)?.entries();
        return counts !== undefined && `${text}: ${tallyText(counts)}.`;
      }),
    claims: () => refusalStatuses([...outcomes.values()].filter(({ isProven }) => isProven)),
  };
}

function refusalStatuses(outcomes: readonly OperationOutcome<KeyStatus>[]): Claims {
  const seen = outcomes.flatMap(({ grounds }) =>
    [...grounds].map(([key, each]) => {
      const [kind = '', status] = key.split(' ');
      return { kind, status: Number(status), grounds: each };
    }),
  );
  const known = outcomes.find(({ operation }) => operation.security.refusal)?.operation.security.refusal;
  const knownOf = { 'no-key': [known?.missing], 'wrong-key': [known?.wrong] } as Record<string, unknown[]>;
  if (seen.every(({ kind, status }) => (knownOf[kind] ?? Object.values(knownOf).flat()).includes(status))) return {};
  const claim = (value: Json, accept: (each: (typeof seen)[0]) => boolean): Claim => {
    const grounds = joinGrounds(seen.filter(accept).map((each) => each.grounds));
    return { value, rests: grounds.rests('Another status for a request without a key, or with a wrong one.') };
  };
  const all = [...new Set(seen.map(({ status }) => status))];
  const [first = 0, ...others] = all;
  if (others.length === 0) {
    const only = claim(first, () => true);
    return joinGrounds(seen.map(({ grounds }) => grounds)).isEnough ? { shown: only } : { readings: [only] };
  }
  const [missing, wrong] = ['no-key', 'wrong-key'].map((kind) => {
    const ofKind = seen.filter((each) => each.kind === kind);
    const isSteady = new Set(ofKind.map(({ status }) => status)).size === 1;
    return isSteady && joinGrounds(ofKind.map(({ grounds }) => grounds)).isEnough ? ofKind[0]?.status : undefined;
  });
  if (missing !== undefined && wrong !== undefined && all.every((status) => [missing, wrong].includes(status)))
    return { shown: claim({ missing, wrong }, () => true) };
  return { readings: all.map((value) => claim(value, ({ status }) => status === value)) };
}

/** Statuses that are not about the operation: about the key, the method, the rate, or the connection. */
const notAboutOperation: ReadonlySet<number> = new Set([401, 403, 405, 407, 408, 421, 425, 426, 429, 431]);

export function errorsOtherStatuses(subject: QuestionSubject): QuestionWatch {
  const refusals = new WordTally();
  const failures = new WordTally();
  const outcomes = new Outcomes();
  return {
    see(view) {
      const { operation, exchange, status } = view;
      const { kind } = view.case;
      // A browser leaves the key out of a recording.
      const hasKey = exchange.request.key === 'right' || kind === 'recorded';
      if (hasKey && kind !== 'undeclared-method') {
        const outcome = outcomes.of(operation);
        outcome.isProven ||= view.showsPath;
        if (isRefusal(view, notAboutOperation)) outcome.grounds.of(status).add(operation.id, '', status);
      }
      if (status < 400) return false;
      (status < 500 ? refusals : failures).add(status);
      return true;
    },
    sentences: () => [
      refusals.total > 0 && `Refusals have the statuses ${tallyText(refusals.entries())}.`,
      failures.total > 0 && `Failures of the server have the statuses ${tallyText(failures.entries())}.`,
    ],
    claims: () => otherStatuses(outcomes.existing, subject),
  };
}

function otherStatuses(outcomes: readonly OperationOutcome<number>[], subject: QuestionSubject): Claims {
  const additions = outcomes.flatMap(({ operation: { id, responses }, grounds }) => {
    const news = [...grounds].filter(([status]) => !responses.some((each) => each.status === String(status)));
    return news.length > 0 ? [{ id, own: news.map(([status]) => status), grounds: news.map(([, each]) => each) }] : [];
  });
  if (additions.length === 0) return {};
  const oldValue = answeredObject(subject) as Record<string, number[]>;
  const value = { ...oldValue };
  for (const { id, own } of additions) value[id] = sorted([...(oldValue[id] ?? []), ...own]);
  const rests = joinGrounds(additions.flatMap(({ grounds }) => grounds)).rests('No refusal with these statuses.');
  // If so many operations refuse requests with a status, probably all do.
  const general = [...new Set(outcomes.flatMap(({ grounds }) => [...grounds.keys()]))].filter(
    (status) => outcomes.length >= proofMinimum.resources && outcomes.every(({ grounds }) => grounds.has(status)),
  );
  const all = { ...value, '*': sorted([...(oldValue['*'] ?? []), ...general]) };
  const likely = general.length > 0 ? { value: all, rests } : undefined;
  return { shown: { value, rests }, likely };
}

function sorted(statuses: readonly number[]): number[] {
  return [...new Set(statuses)].sort((one, other) => one - other);
}

export function operationsSuccessStatus(subject: QuestionSubject): QuestionWatch {
  const byVerb = new Map<string, Map<number, Set<string>>>();
  const outcomes = new Outcomes();
  return {
    see({ operation, exchange, status, isSuccess, case: { kind } }) {
      if (!isSuccess || !subject.marks.operations.has(operation.id)) return false;
      // A repeated deletion may have another status.
      if (kind !== 'delete-again' && exchange.request.method.toLowerCase() === operation.method) {
        const outcome = outcomes.of(operation);
        outcome.isProven = true;
        outcome.grounds.of(status).add(operation.id, '', status);
      }
      const [first = operation.method] = /^[a-z]+/.exec(operation.id) ?? [];
      const statuses = getOrCreate(byVerb, first, () => new Map<number, Set<string>>());
      getOrCreate(statuses, status, () => new Set()).add(operation.id);
      return true;
    },
    sentences: () => successSentences(byVerb),
    claims: () => successStatuses(outcomes.existing, subject),
  };
}

function successSentences(byVerb: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>): Sentences {
  return [...byVerb]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([first, statuses]) => {
      const sorted = [...statuses].sort(([, one], [, other]) => other.size - one.size);
      const counts = sorted.map(([status, ids], index) => {
        return `${status} (${index === 0 ? countText(ids.size, 'operation') : listText([...ids].sort(), 10)})`;
      });
      return `${first} succeeds with ${counts.join(', ')}.`;
    });
}

/** The status of successes of an operation, or all that they have. */
interface SuccessStatus<Status = number | number[]> {
  operation: CheckedOperation;
  status: Status;
  grounds: ClaimGrounds;
}

function successStatuses(all: readonly OperationOutcome<number>[], subject: QuestionSubject): Claims {
  const isKnown = ({ responses }: CheckedOperation, status: number): boolean =>
    responses.some((each) => each.status === String(status));
  // Whoever returns a part with 206 returns the whole with another status (RFC 9110 §15.3.7).
  const partial = all.filter(
    ({ operation, grounds }) =>
      grounds.has(206) &&
      !isKnown(operation, 206) &&
      [...grounds.keys()].every((status) => status === 206 || isKnown(operation, status)),
  );
  const parts = partial.map(({ operation, grounds }): SuccessStatus => {
    const usual = Number(operation.success?.status);
    return { operation, status: [usual, 206], grounds: joinGrounds(grounds.values()) };
  });
  const others = all.filter((each) => !partial.includes(each));
  const varying = others.filter(({ grounds }) => grounds.size > 1);
  const steady = others.flatMap(({ operation, grounds: byStatus }): SuccessStatus<number>[] => {
    const [[status, grounds] = [0, new ClaimGrounds()], other] = byStatus;
    // A read returns something, so the contract cannot give it a status without a body.
    const isBodyless = operation.method === 'get' && (status === 204 || status === 205);
    return !other && !isKnown(operation, status) && !isBodyless ? [{ operation, status, grounds }] : [];
  });
  // Where operations with the same method vary, one that seems steady may vary, too.
  const isProven = ({ operation: { method }, status, grounds }: SuccessStatus<number>): boolean =>
    grounds.isEnough && !varying.some((each) => each.operation.method === method && each.grounds.has(status));
  const proven = [...steady.filter(isProven), ...parts.filter(({ grounds }) => grounds.isEnough)];
  const unproven = [...steady, ...parts].filter((each) => !proven.includes(each));
  const unknown = varying.filter(({ operation, grounds }) =>
    [...grounds.keys()].some((status) => !isKnown(operation, status)),
  );
  const chosen = choices.map((choose) => [...chosenStatuses(unknown, choose), ...unproven]);
  const readings = unknown.length > 0 ? chosen : [unproven];
  return {
    shown: proven.length > 0 ? statusClaim(proven, answeredObject(subject)) : undefined,
    readings: readings.flatMap((each) => (each.length > 0 ? [statusClaim(each)] : [])),
  };
}

type Choice = (statuses: number[]) => number | number[] | undefined;

/** The readings of statuses that vary: the most frequent one, the second most frequent one, or all of them. */
const choices: readonly Choice[] = [([first]) => first, ([, second]) => second, (statuses) => statuses];

function chosenStatuses(varying: readonly OperationOutcome<number>[], choose: Choice): SuccessStatus[] {
  return varying.flatMap(({ operation, grounds: byStatus }) => {
    const sorted = [...byStatus].sort(([, one], [, other]) => other.responses - one.responses);
    const status = choose(sorted.map(([each]) => each));
    if (status === undefined) return [];
    const grounds = joinGrounds(sorted.flatMap(([each, its]) => ([status].flat().includes(each) ? [its] : [])));
    return [{ operation, status, grounds }];
  });
}

function statusClaim(all: readonly SuccessStatus[], before: JsonObject = {}): Claim {
  const value = { ...before, ...Object.fromEntries(all.map(({ operation: { id }, status }) => [id, status])) };
  const grounds = joinGrounds(all.map((each) => each.grounds));
  return { value, rests: grounds.rests('A success of these operations with another status.') };
}
