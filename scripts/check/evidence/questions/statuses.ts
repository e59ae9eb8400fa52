import type { Json, JsonObject } from '../../../contract/json.js';
import { getOrCreate } from '../../../text/group-by.js';
import type { CaseKind } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { proofMinimum } from '../../model/proposal.js';
import { type OperationOutcome, Outcomes } from '../outcomes.js';
import { answeredObject, type Claim, type ClaimGrounds, type Claims, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { countText, listText, tallyText, WordTally } from '../words.js';

const invalidKeyTexts = {
  'empty-key': 'With an empty key',
  'no-key': 'Without a key',
  'wrong-key': 'With a wrong key',
};

type KeyStatus = `${keyof typeof invalidKeyTexts} ${number}`;

function isInvalidKeyKind(kind: CaseKind): kind is keyof typeof invalidKeyTexts {
  return Object.hasOwn(invalidKeyTexts, kind);
}

function isRefusal({ status }: ResponseView, ignoredStatuses: ReadonlySet<number>): boolean {
  return status >= 400 && status < 500 && !ignoredStatuses.has(status);
}

/** Statuses that say nothing about the key. */
const nonKeyStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Collects evidence about the status of requests without a valid key. Only operations that accept the key count. */
export function authRefusalStatus(): QuestionWatch {
  const tallies = new Map<string, WordTally>();
  const outcomes = new Outcomes<KeyStatus>();
  return {
    see(view) {
      const { kind } = view.case;
      const outcome = outcomes.of(view.operation);
      outcome.isProven ||= view.isSuccess && view.exchange.request.key === 'right';
      if (!isInvalidKeyKind(kind)) return false;
      if (isRefusal(view, nonKeyStatuses))
        outcome.grounds.of(`${kind} ${view.status}`).add(view.operation.id, '', view.status);
      getOrCreate(tallies, kind, () => new WordTally()).add(view.status);
      return true;
    },
    sentences: () =>
      Object.entries(invalidKeyTexts).map(([kind, text]) => {
        const counts = tallies.get(kind)?.entries();
        return counts !== undefined && `${text}: ${tallyText(counts)}.`;
      }),
    claims: () => refusalStatuses([...outcomes.values()].filter(({ isProven }) => isProven)),
  };
}

function refusalStatuses(outcomes: readonly OperationOutcome<KeyStatus>[]): Claims {
  const observations = outcomes.flatMap((outcome) =>
    [...outcome.grounds].map(([key, grounds]) => {
      const [kind = '', status] = key.split(' ');
      return { kind, status: Number(status), grounds };
    }),
  );
  const refusal = outcomes.find(({ operation }) => operation.security.refusal)?.operation.security.refusal;
  const isDocumented = ({ kind, status }: (typeof observations)[0]): boolean =>
    (kind !== 'wrong-key' && status === refusal?.missing) || (kind !== 'no-key' && status === refusal?.wrong);
  if (observations.every(isDocumented)) return {};
  const claim = (value: Json, accept: (each: (typeof observations)[0]) => boolean): Claim => {
    const grounds = joinGrounds(observations.filter(accept).map((observation) => observation.grounds));
    return { value, support: grounds.toSupport('Another status for a request without a key, or with a wrong one.') };
  };
  const allStatuses = [...new Set(observations.map(({ status }) => status))];
  const [first = 0, ...furtherStatuses] = allStatuses;
  if (furtherStatuses.length === 0) {
    const onlyClaim = claim(first, () => true);
    return onlyClaim.support.responses >= proofMinimum.responses ? { shown: onlyClaim } : { readings: [onlyClaim] };
  }
  const [missing, wrong] = ['no-key', 'wrong-key'].map((kind) => {
    const matches = observations.filter((observation) => observation.kind === kind);
    const [status, secondStatus] = new Set(matches.map((each) => each.status));
    const { isEnough } = joinGrounds(matches.map(({ grounds }) => grounds));
    return isEnough && secondStatus === undefined ? status : undefined;
  });
  if (missing !== undefined && wrong !== undefined && allStatuses.every((status) => [missing, wrong].includes(status)))
    return { shown: claim({ missing, wrong }, () => true) };
  return { readings: allStatuses.map((value) => claim(value, ({ status }) => status === value)) };
}

/** Statuses that are not about the operation: about the key, the method, the rate, or the connection. */
const generalStatuses: ReadonlySet<number> = new Set([401, 403, 405, 407, 408, 421, 425, 426, 429, 431]);

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
        if (isRefusal(view, generalStatuses)) outcome.grounds.of(status).add(operation.id, '', status);
      }
      if (status < 400) return false;
      (status < 500 ? refusals : failures).add(status);
      return true;
    },
    sentences: () => [
      refusals.total > 0 && `Refusals have the statuses ${tallyText(refusals.entries())}.`,
      failures.total > 0 && `Failures of the server have the statuses ${tallyText(failures.entries())}.`,
    ],
    claims: () => otherStatuses(outcomes.provenOutcomes, subject),
  };
}

/** Returns the statuses that the contract does not list for the operation. */
function newStatusesOf({ operation: { responses }, grounds }: OperationOutcome<number>): number[] {
  return [...grounds.keys()].filter((status) => !responses.some((response) => response.status === String(status)));
}

function otherStatuses(outcomes: readonly OperationOutcome<number>[], subject: QuestionSubject): Claims {
  const additions = outcomes.flatMap((outcome) => {
    const { operation, grounds } = outcome;
    return newStatusesOf(outcome).map((status) => ({ id: operation.id, status, grounds: grounds.of(status) }));
  });
  if (additions.length === 0) return {};
  const oldValue = answeredObject(subject) as Record<string, number[]>;
  const value = { ...oldValue };
  for (const { id, status } of additions) value[id] = sortUnique([...(value[id] ?? []), status]);
  const support = joinGrounds(additions.map(({ grounds }) => grounds)).toSupport('No refusal with these statuses.');
  // If there are enough operations, and each refuses requests with a status, probably all operations do.
  const commonStatuses = [...new Set(outcomes.flatMap(({ grounds }) => [...grounds.keys()]))].filter(
    (status) => outcomes.length >= proofMinimum.resources && outcomes.every(({ grounds }) => grounds.has(status)),
  );
  const all = { ...value, '*': sortUnique([...(oldValue['*'] ?? []), ...commonStatuses]) };
  return { shown: { value, support }, likely: commonStatuses.length > 0 ? { value: all, support } : undefined };
}

function sortUnique(statuses: readonly number[]): number[] {
  return [...new Set(statuses)].sort((a, b) => a - b);
}

export function operationsSuccessStatus(subject: QuestionSubject): QuestionWatch {
  const statusesByVerb = new Map<string, Map<number, Set<string>>>();
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
      const statuses = getOrCreate(statusesByVerb, first, () => new Map<number, Set<string>>());
      getOrCreate(statuses, status, () => new Set()).add(operation.id);
      return true;
    },
    sentences: () => successSentences(statusesByVerb),
    claims: () => successStatuses(outcomes.provenOutcomes, subject),
  };
}

function successSentences(statusesByVerb: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>): Sentences {
  return [...statusesByVerb]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([first, statuses]) => {
      const sortedStatuses = [...statuses].sort(([, a], [, b]) => b.size - a.size);
      const counts = sortedStatuses.map(([status, ids], index) => {
        return `${status} (${index === 0 ? countText(ids.size, 'operation') : listText([...ids].sort(), 10)})`;
      });
      return `${first} succeeds with ${counts.join(', ')}.`;
    });
}

/** The success status that a claim gives to an operation, or several such statuses. */
interface SuccessStatus<Status = number | number[]> {
  operation: CheckedOperation;
  status: Status;
  grounds: ClaimGrounds;
}

function successStatuses(allOutcomes: readonly OperationOutcome<number>[], subject: QuestionSubject): Claims {
  // A server that returns a part with 206 returns the whole with another status (RFC 9110 §15.3.7).
  const partialOutcomes = allOutcomes.filter((outcome) => newStatusesOf(outcome).join() === '206');
  const parts = partialOutcomes.map(({ operation, grounds }): SuccessStatus => {
    const usualStatus = Number(operation.success?.status);
    return { operation, status: [usualStatus, 206], grounds: joinGrounds(grounds.values()) };
  });
  const otherOutcomes = allOutcomes.filter((outcome) => !partialOutcomes.includes(outcome));
  const varyingOutcomes = otherOutcomes.filter(({ grounds }) => grounds.size > 1);
  const steadyStatuses = otherOutcomes.flatMap((outcome): SuccessStatus<number>[] => {
    const { operation, grounds } = outcome;
    const [status] = newStatusesOf(outcome);
    // A read returns something, so the contract cannot give it a status without a body.
    const isBodyless = operation.method === 'get' && (status === 204 || status === 205);
    if (status === undefined || grounds.size > 1 || isBodyless) return [];
    return [{ operation, status, grounds: grounds.of(status) }];
  });
  // If the status of an operation varies, another operation with the same method may also vary.
  const isProven = ({ operation: { method }, status, grounds }: SuccessStatus<number>): boolean =>
    grounds.isEnough && !varyingOutcomes.some((each) => each.operation.method === method && each.grounds.has(status));
  const provenStatuses = [...steadyStatuses.filter(isProven), ...parts.filter(({ grounds }) => grounds.isEnough)];
  const unprovenStatuses = [...steadyStatuses, ...parts].filter((status) => !provenStatuses.includes(status));
  const newOutcomes = varyingOutcomes.filter((outcome) => newStatusesOf(outcome).length > 0);
  const possibleReadings = choices.map((choose) => [...chosenStatuses(newOutcomes, choose), ...unprovenStatuses]);
  const readings = newOutcomes.length > 0 ? possibleReadings : [unprovenStatuses];
  return {
    shown: provenStatuses.length > 0 ? statusClaim(provenStatuses, answeredObject(subject)) : undefined,
    readings: readings.flatMap((statuses) => (statuses.length > 0 ? [statusClaim(statuses)] : [])),
  };
}

type StatusChooser = (statuses: number[]) => number | number[] | undefined;

/** Ways to choose among statuses that vary: the most frequent one, the second most frequent one, or all, in order. */
const choices: readonly StatusChooser[] = [([first]) => first, ([, second]) => second, (all) => all.toSorted()];

function chosenStatuses(varyingOutcomes: readonly OperationOutcome<number>[], choose: StatusChooser): SuccessStatus[] {
  return varyingOutcomes.flatMap(({ operation, grounds: groundsByStatus }) => {
    const sortedStatuses = [...groundsByStatus].sort(([, a], [, b]) => b.responses - a.responses);
    const status = choose(sortedStatuses.map(([each]) => each));
    if (status === undefined) return [];
    const grounds = joinGrounds(sortedStatuses.flatMap(([each, its]) => ([status].flat().includes(each) ? [its] : [])));
    return [{ operation, status, grounds }];
  });
}

function statusClaim(allStatuses: readonly SuccessStatus[], before: JsonObject = {}): Claim {
  const value = { ...before, ...Object.fromEntries(allStatuses.map(({ operation: { id }, status }) => [id, status])) };
  const grounds = joinGrounds(allStatuses.map((status) => status.grounds));
  return { value, support: grounds.toSupport('A success of these operations with another status.') };
}
