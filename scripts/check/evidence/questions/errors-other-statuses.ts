import { enough, type Proposal } from '../../model/proposal.js';
import { Tally } from '../counts.js';
import { Grounds, joined } from '../grounds.js';
import type { Rule, Sight, Subject } from '../rule.js';
import { tallied, withoutFalse } from '../words.js';

const question = 'errors.other-statuses';

/** Statuses that are not about the operation: about the key, the method, the rate, or the connection. */
const aboutElse: ReadonlySet<number> = new Set([401, 403, 405, 407, 408, 421, 425, 426, 429, 431]);

/** Statuses that only a known path has. */
const showsPath: ReadonlySet<number> = new Set([400, 409, 412, 415, 422]);

/** What became of requests with the right key. */
interface Refusals {
  /** Statuses that the contract lists for the operation. */
  listed: ReadonlySet<string>;
  exists: boolean;
  statuses: Map<number, Grounds>;
}

/** The statuses of refusals. */
export const errorsOtherStatuses: Rule = {
  unknown: question,
  watch(subject) {
    const refusals = new Tally();
    const failures = new Tally();
    const byOperation = new Map<string, Refusals>();
    return {
      see(sight) {
        const { status } = sight;
        keep(byOperation, sight);
        if (status < 400) return false;
        (status < 500 ? refusals : failures).add(status);
        return true;
      },
      sentences: () =>
        withoutFalse(
          refusals.total > 0 && `Refusals have the statuses ${tallied(refusals.entries())}.`,
          failures.total > 0 && `Failures of the server have the statuses ${tallied(failures.entries())}.`,
        ),
      proposals: () => proposals(byOperation, subject),
    };
  },
};

function keep(
  byOperation: Map<string, Refusals>,
  { operation, exchange, case: { kind }, status, isSuccess }: Sight,
): void {
  // A browser leaves the key out of a recording.
  const hasKey = exchange.request.key === 'right' || kind === 'recorded';
  if (!hasKey || kind === 'undeclared-method') return;
  let own = byOperation.get(operation.id);
  if (!own) {
    const listed = new Set(operation.responses.map((each) => each.status));
    own = { listed, exists: false, statuses: new Map() };
    byOperation.set(operation.id, own);
  }
  if (isSuccess || showsPath.has(status)) own.exists = true;
  if (status < 400 || status > 499 || aboutElse.has(status)) return;
  const grounds = own.statuses.get(status) ?? new Grounds();
  grounds.add(operation.id, '', status);
  own.statuses.set(status, grounds);
}

/** A path that is only ever missing proves nothing: its 404 may be that of the path. */
function proposals(byOperation: ReadonlyMap<string, Refusals>, { answered }: Subject): Proposal[] {
  const proven = [...byOperation].filter(([, { exists }]) => exists).sort(([one], [other]) => (one < other ? -1 : 1));
  const found = proven.flatMap(([id, { listed, statuses }]) => {
    const own = [...statuses].filter(([status]) => !listed.has(String(status)));
    return own.length > 0 ? [{ id, own: own.map(([status]) => status), grounds: own.map(([, each]) => each) }] : [];
  });
  if (found.length === 0) return [];
  const known = (answered?.value as Record<string, number[]> | undefined) ?? {};
  const value = { ...known };
  for (const { id, own } of found) value[id] = sorted([...(known[id] ?? []), ...own]);
  const rests = joined(found.flatMap(({ grounds }) => grounds)).rests('No refusal with these statuses.');
  const general = common(proven.map(([, { statuses }]) => statuses));
  const all = { ...value, '*': sorted([...(known['*'] ?? []), ...general]) };
  return [
    { question, certainty: 'shown', answer: { value }, rests },
    ...(general.length > 0 ? [{ question, certainty: 'likely' as const, answer: { value: all }, rests }] : []),
  ];
}

/** Statuses with which so many operations refuse requests that all probably do. */
function common(operations: readonly ReadonlyMap<number, Grounds>[]): number[] {
  const statuses = new Set(operations.flatMap((statuses) => [...statuses.keys()]));
  return [...statuses].filter((status) => {
    const having = operations.filter((each) => each.has(status)).length;
    return having >= enough.resources && having === operations.length;
  });
}

function sorted(statuses: readonly number[]): number[] {
  return [...new Set(statuses)].sort((one, other) => one - other);
}
