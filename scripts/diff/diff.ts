import { eachOperation } from '../contract/operations.js';
import { sanitize } from '../text/escape.js';
import { compareText } from '../text/problem.js';
import { UsageError } from '../text/usage-error.js';
import type { ContractChange, ContractDiff } from './change.js';
import { differencesOf } from './compare.js';
import { type ComparedDocument, readComparedDocument } from './compared-document.js';
import { changesIn } from './judge.js';
import { operationChanges, policyProblems } from './operation-changes.js';
import { pairDocuments, pathShape } from './operations.js';
import { pagingChanges } from './paging.js';
import { rateDifference } from './policy.js';
import { securityChanges } from './security.js';
import { alignServerPrefix } from './server-prefix.js';
import { serverChanges } from './servers.js';
import { isAtLeast, type Level, levels, raiseVersion } from './version.js';

/**
 * Compares two versions of a contract, and rates the changes by the policy of this package.
 *
 * @param old an OpenAPI document, YAML or JSON: the version that users rely on
 * @param current a later version of the same contract
 * @param names the sources of both documents
 * @throws UsageError if either is no such document, or the documents describe different services or differ too much
 */
export function diffContracts(
  old: string | Uint8Array,
  current: string | Uint8Array,
  names = { old: 'the old document', new: 'the new document' },
): ContractDiff {
  const source = readComparedDocument(names.old, old);
  const target = readComparedDocument(names.new, current);
  const [before, after] = [alignServerPrefix(source, target), alignServerPrefix(target, source)];
  refuseOtherService(before, after);
  const pair = pairDocuments(before.document, after.document);
  const placedChanges = [
    ...operationChanges(pair),
    ...securityChanges(pair),
    ...serverChanges(pair),
    ...pagingChanges(pair),
    ...changesIn(differencesOf(pair, (difference) => rateDifference(difference)?.effect === 'breaking')),
  ];
  const changes = placedChanges.map(({ pointers: { old, new: now }, ...change }): ContractChange => {
    return { ...change, pointers: { old: old && before.originalPointer(old), new: now && after.originalPointer(now) } };
  });
  const versions = {
    old: { name: before.name, version: before.version },
    new: { name: after.name, version: after.version },
  };
  return {
    formatVersion: 1,
    title: after.title,
    ...versions,
    ...rateChanges(changes, versions),
    problems: policyProblems(pair),
    changes: changes.sort((a, b) => compareText(orderOf(a), orderOf(b))),
  };
}

/** The level that some changes require together, and whether the version of the new document is high enough. */
export function rateChanges(
  changes: readonly ContractChange[],
  versions: Pick<ContractDiff, 'old' | 'new'>,
): Pick<ContractDiff, 'level' | 'counts' | 'proposed' | 'isRaisedEnough'> {
  const countOf = (level: Level): number => changes.filter((change) => change.level === level).length;
  const counts = { major: countOf('major'), minor: countOf('minor'), patch: countOf('patch') };
  const level = levels.find((level) => counts[level] > 0) ?? 'none';
  const proposed = raiseVersion(versions.old.version, level) ?? null;
  return {
    level,
    counts,
    proposed,
    isRaisedEnough: proposed !== null && isAtLeast(versions.new.version, proposed),
  };
}

const kinds = ['operation', 'schema', 'document'];

/** The text by which changes are sorted: heaviest first, then operations, schemas and the rest by name. */
function orderOf({ level, area }: ContractChange): string {
  return `${levels.indexOf(level)} ${kinds.indexOf(area.kind)} ${area.name}`;
}

/** Refuses documents that share no title, no path, and less than half of the operationIds. */
function refuseOtherService(before: ComparedDocument, after: ComparedDocument): void {
  if (before.title === after.title) return;
  const [old, now] = [[...eachOperation(before.document)], [...eachOperation(after.document)]];
  const paths = new Set(old.map(({ path }) => pathShape(path)));
  const ids = new Set(old.map(({ id }) => id));
  const common = now.filter(({ id }) => ids.has(id)).length;
  if (common * 2 >= Math.min(old.length, now.length) || now.some(({ path }) => paths.has(pathShape(path)))) return;
  const [oldText, newText] = [before, after].map(({ title, name }) => `"${sanitize(title, 60)}" in ${sanitize(name)}`);
  throw new UsageError(
    `These documents describe different services: ${oldText} and ${newText} have no path in common. ` +
      'Compare two versions of one contract.',
  );
}
