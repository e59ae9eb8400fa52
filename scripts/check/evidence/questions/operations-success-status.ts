import type { Proposal } from '../../model/proposal.js';
import { Grounds, joined } from '../grounds.js';
import type { Rule, Sight, Subject } from '../rule.js';
import { count, list } from '../words.js';

const question = 'operations.success-status';

/** The status of one operation that the contract says, and those that it succeeded with. */
interface Statuses {
  /** A read returns something, so the contract cannot give it a status without a body. */
  isRead: boolean;
  documented: string | undefined;
  found: Map<number, Grounds>;
}

/** The status with which operations succeed. */
export const operationsSuccessStatus: Rule = {
  unknown: question,
  watch(subject) {
    const byVerb = new Map<string, Map<number, Set<string>>>();
    const byOperation = new Map<string, Statuses>();
    return {
      see(sight) {
        const { operation, status, isSuccess } = sight;
        if (!isSuccess || !subject.marked.operations.has(operation.id)) return false;
        keep(byOperation, sight);
        const [first = operation.method] = /^[a-z]+/.exec(operation.id) ?? [];
        const statuses = byVerb.get(first) ?? new Map<number, Set<string>>();
        byVerb.set(first, statuses.set(status, (statuses.get(status) ?? new Set()).add(operation.id)));
        return true;
      },
      sentences: () => sentences(byVerb),
      proposals: () => proposals(byOperation, subject),
    };
  },
};

function keep(byOperation: Map<string, Statuses>, { case: { kind }, operation, exchange, status }: Sight): void {
  const { method } = exchange.request;
  // What is deleted already may be reported in another way.
  if (kind === 'delete-again' || method.toLowerCase() !== operation.method) return;
  const known = byOperation.get(operation.id) ?? {
    isRead: operation.method === 'get',
    documented: operation.success?.status,
    found: new Map(),
  };
  byOperation.set(operation.id, known);
  const grounds = known.found.get(status) ?? new Grounds();
  grounds.add(operation.id, '', status);
  known.found.set(status, grounds);
}

function sentences(byVerb: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>): string[] {
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

function proposals(byOperation: ReadonlyMap<string, Statuses>, { answered }: Subject): Proposal[] {
  const all = [...byOperation].sort(([one], [other]) => (one < other ? -1 : 1));
  const steady = all.flatMap(([id, { isRead, documented, found }]) => {
    const [[status, grounds] = [0, new Grounds()], other] = found;
    const isNews = !other && String(status) !== documented && !(isRead && (status === 204 || status === 205));
    return isNews ? [{ id, status, grounds }] : [];
  });
  const varying = all.filter(([, { found }]) => found.size > 1);
  const value = { ...(answered?.value as Record<string, number> | undefined) };
  for (const { id, status } of steady) value[id] = status;
  const rests = joined(steady.map(({ grounds }) => grounds)).rests('Another status of a success of these operations.');
  return [
    ...(steady.length > 0 ? [{ question, certainty: 'shown' as const, answer: { value }, rests }] : []),
    ...(varying.length > 0
      ? [{ question, certainty: 'conflicting' as const, readings: [reading(varying, 0), reading(varying, 1)] }]
      : []),
  ];
}

/** The most frequent statuses, or the second most frequent ones. */
function reading(varying: readonly [id: string, statuses: Statuses][], rank: 0 | 1) {
  const ranked = varying.flatMap(([id, { found }]) => {
    const each = [...found].sort(([, one], [, other]) => other.responses - one.responses)[rank];
    return each ? [{ id, status: each[0], grounds: each[1] }] : [];
  });
  const value = Object.fromEntries(ranked.map(({ id, status }) => [id, status]));
  const grounds = joined(ranked.map((each) => each.grounds));
  return { answer: { value }, rests: grounds.rests('Another status, which was seen.') };
}
