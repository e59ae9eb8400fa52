import { type AcceptedFinding, type Baseline, isOfDiff } from '../../check/engine/report/baseline.js';
import type { BundledDocument } from '../../contract/files/bundle-files.js';
import type { ContractChange, ContractDiff } from '../../diff/change.js';
import { rateChanges } from '../../diff/diff.js';
import { groupBy } from '../../text/group-by.js';

/** A change with the name by which a baseline accepts it. */
export interface NamedChange extends ContractChange {
  /**
   * `rule:area:pointer`, the same in each run. If requests and responses have such a change at one pointer, the id ends
   * with `:request` or `:response`; a baseline may also accept both without this ending.
   */
  readonly id: string;
  /** The line of the change in the new document, or of the part around it; absent if it is in no file of the team. */
  readonly place?: Place;
}

type Place = ReturnType<BundledDocument['placeOf']>;

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
  /** Ids in the baseline that no change has. */
  readonly unmatched: readonly string[];
}

/**
 * Takes the changes out of a comparison that a baseline accepts, and the violations of the policy that they cause.
 *
 * @param today such as `2026-11-21`; a change is still accepted on its last day
 * @param findPlace finds the line of a pointer into the new document
 */
export function judgeChanges(
  diff: ContractDiff,
  baseline: Pick<Baseline, 'findings'> | undefined,
  today: string,
  findPlace: (pointer: string) => Place | undefined = () => undefined,
): JudgedDiff {
  const entries = new Map<string, AcceptedFinding>();
  // If an id has several entries, the last day of all counts.
  for (const entry of baseline?.findings ?? [])
    if ((entries.get(entry.id)?.until ?? '') <= entry.until) entries.set(entry.id, entry);
  const changesById = groupBy(diff.changes, idOf);
  const allChanges = diff.changes.map((change): NamedChange => {
    const [id, { direction, pointers }] = [idOf(change), change];
    const isShared = changesById.get(id)?.some((other) => other.direction !== direction);
    const place = findPlace(pointers.new ?? pointers.old ?? '');
    return { id: isShared ? `${id}:${direction}` : id, ...change, ...(place && { place }) };
  });
  const ids = new Set([...changesById.keys(), ...allChanges.map(({ id }) => id)]);
  const known = allChanges.flatMap((change): AcceptedChange[] => {
    const entry = entries.get(change.id) ?? entries.get(idOf(change));
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
    unmatched: [...entries.keys()].filter((id) => isOfDiff(id) && !ids.has(id)),
  };
}

function idOf({ rule, area, pointers }: ContractChange): string {
  return `${rule}:${area.name}:${pointers.old ?? pointers.new ?? ''}`;
}

/** The name of an operation that a change takes away. */
function lostNameOf({ rule, area, before }: ContractChange): unknown[] {
  return rule === 'operation-removed' ? [area.name] : rule === 'operation-renamed' ? [before] : [];
}
