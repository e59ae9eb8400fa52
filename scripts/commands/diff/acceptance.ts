import type { AcceptedFinding, Baseline } from '../../check/engine/report/baseline.js';
import type { ContractChange, ContractDiff } from '../../diff/change.js';
import { rateChanges } from '../../diff/diff.js';

/** A change with the name by which a baseline accepts it. */
export interface NamedChange extends ContractChange {
  /** `rule:area:pointer`, the same in each run. */
  readonly id: string;
}

/** A change with its entry in the baseline. */
export interface AcceptedChange extends NamedChange {
  readonly reason: string;
  /** The last day on which the change is accepted. */
  readonly until: string;
}

/** The changes between two versions of a contract, with those apart that a team has accepted. */
export interface JudgedDiff extends ContractDiff {
  /** The changes that count: all that are not accepted. */
  readonly changes: readonly NamedChange[];
  /** Accepted changes. They count neither for `level` and `counts` nor for the exit code. */
  readonly accepted: readonly AcceptedChange[];
  /** Changes whose acceptance has ended. They are also in `changes`. */
  readonly expired: readonly AcceptedChange[];
}

/**
 * Takes the changes out of a comparison that a baseline accepts, and the violations of the policy that they cause.
 *
 * @param today such as `2026-11-21`; a change is still accepted on its last day
 */
export function judgeChanges(
  diff: ContractDiff,
  baseline: Pick<Baseline, 'findings'> | undefined,
  today: string,
): JudgedDiff {
  const entries = new Map<string, AcceptedFinding>();
  // If an id has several entries, the last day of all counts.
  for (const entry of baseline?.findings ?? [])
    if ((entries.get(entry.id)?.until ?? '') <= entry.until) entries.set(entry.id, entry);
  const allChanges = diff.changes.map((change): NamedChange => ({ id: idOf(change), ...change }));
  const known = allChanges.flatMap((change): AcceptedChange[] => {
    const entry = entries.get(change.id);
    return entry ? [{ ...change, reason: entry.reason, until: entry.until }] : [];
  });
  const accepted = known.filter(({ until }) => today <= until);
  const acceptedIds = new Set(accepted.map(({ id }) => id));
  const changes = allChanges.filter(({ id }) => !acceptedIds.has(id));
  const acceptedNames = new Set(accepted.flatMap(lostNameOf));
  return {
    ...diff,
    ...rateChanges(changes, diff),
    problems: diff.problems.filter(({ operationId }) => !acceptedNames.has(operationId)),
    changes,
    accepted,
    expired: known.filter(({ until }) => today > until),
  };
}

function idOf({ rule, area, pointers }: ContractChange): string {
  return `${rule}:${area.name}:${pointers.old ?? pointers.new ?? ''}`;
}

/** The name of an operation that a change takes away. */
function lostNameOf({ rule, area, before }: ContractChange): unknown[] {
  return rule === 'operation-removed' ? [area.name] : rule === 'operation-renamed' ? [before] : [];
}
