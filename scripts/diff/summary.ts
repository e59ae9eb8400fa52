import type { Change, ContractDiff } from './change.js';
import type { ComparedDocument } from './compared-document.js';
import { type NamedChanges, operationChanges, schemaChanges } from './named.js';
import { pagingChanges } from './paging.js';
import type { Pair } from './pair.js';
import type { ReportedChange } from './report-of-redocly.js';
import { changesReported, pointersReported } from './reported.js';
import { securityChanges } from './security.js';
import { serverChanges } from './servers.js';
import { changesUnreported } from './unreported.js';
import { isAtLeast, type Level, levels, raised } from './version.js';

/** All changes of a pair: those that Redocly found, rated, and those that it does not examine. */
export function changesIn(pair: Pair, reported: readonly ReportedChange[]): NamedChanges {
  const { changes, problems } = operationChanges(pair);
  const unreported = changesUnreported(pair, pointersReported(reported));
  return {
    changes: [
      ...changes,
      ...securityChanges(pair),
      ...serverChanges(pair),
      ...pagingChanges(pair),
      ...schemaChanges(pair),
      ...changesReported(pair, reported),
      ...unreported,
    ],
    problems,
  };
}

/** The consequences of the changes for the version. */
export function summaryOf(
  before: ComparedDocument,
  after: ComparedDocument,
  { changes, problems }: NamedChanges,
): ContractDiff {
  const countOf = (level: Level): number => changes.filter((change) => change.level === level).length;
  const counts = { major: countOf('major'), minor: countOf('minor'), patch: countOf('patch') };
  const level = levels.find((each) => counts[each] > 0) ?? 'none';
  const proposed = raised(before.version, level) ?? null;
  return {
    formatVersion: 1,
    title: after.title,
    old: { name: before.name, version: before.version },
    new: { name: after.name, version: after.version },
    level,
    counts,
    proposed,
    isRaisedEnough: proposed !== null && isAtLeast(after.version, proposed),
    problems,
    changes: [...changes].sort(byWeight),
  };
}

const kinds = ['operation', 'schema', 'document'];

/** Heaviest first, then operations, schemas and the rest by name; the sort keeps document order otherwise. */
function byWeight(a: Change, b: Change): number {
  const byName = a.area.name < b.area.name ? -1 : Number(a.area.name > b.area.name);
  return (
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    kinds.indexOf(a.area.kind) - kinds.indexOf(b.area.kind) ||
    byName
  );
}
