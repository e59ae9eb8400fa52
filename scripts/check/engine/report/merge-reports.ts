import { sanitize } from '../../../text/escape.js';
import { exitCodePrecedence, exitCodes } from '../../../text/exit-codes.js';
import { groupBy } from '../../../text/group-by.js';
import { UsageError } from '../../../text/usage-error.js';
import { type Finding, severities } from '../../model/finding.js';
import { mergeFindingsOfSamePlace } from '../../model/report/merge-findings.js';
import type { BaselineReport, CheckReport, EvidenceEntry, OperationReport } from '../../model/report/report.js';
import type { StateReport } from '../../model/report/state-report.js';
import { mergeContradictedQuestions } from './contradicted-questions.js';
import { countsOf, operationCoverage } from './report-of-run.js';
import { gapsIn } from './verdict.js';

/**
 * Merges the reports of all shards of a run, in any order. The report of an operation comes from the shard that checked
 * it. Findings with the same id are merged, and their counts are added. The verdict is the most severe one of all
 * shards.
 *
 * @throws UsageError if a shard is missing or repeated, or if the reports are about different runs
 */
export function mergeReports(reports: readonly CheckReport[]): CheckReport {
  const shards = sortShards(reports);
  const [first] = shards as [CheckReport, ...CheckReport[]];
  const operations = mergeOperations(shards);
  const findings = mergeFindings(shards, operations);
  const startTime = Math.min(...shards.map(({ run }) => Date.parse(run.started)));
  const milliseconds = Math.max(...shards.map(({ run }) => Date.parse(run.started) + run.milliseconds)) - startTime;
  const requests = sum(shards, ({ run }) => run.requests);
  const { shard: _shard, ...runFacts } = first.run;
  const statuses = sumCoverage(shards, 'statuses');
  const baseline = mergeBaselines(shards);
  const coverage = { ...operationCoverage(operations), statuses, fields: mergeFields(shards) };
  const questions = mergeContradictedQuestions(shards.flatMap((shard) => shard.questions ?? []));
  return {
    format: 1,
    contract: first.contract,
    ...(first.answers && { answers: first.answers }),
    target: first.target,
    run: {
      ...runFacts,
      started: new Date(startTime).toISOString(),
      milliseconds,
      requests,
      requestsPerSecond: milliseconds > 0 ? Math.round((requests * 1000) / milliseconds) : 0,
    },
    ...mergeVerdicts(shards, gapsIn(coverage, first.run)),
    counts: countsOf(findings),
    coverage,
    operations,
    findings,
    evidence: mergeEvidence(shards),
    ...(questions.length > 0 && { questions }),
    ...(baseline && { baseline }),
    ...mergeStates(shards),
    ...(shards.some(({ created }) => created) && { created: shards.flatMap(({ created = [] }) => created) }),
    notes: uniqueTexts(shards.flatMap(({ notes }) => notes)),
    ...(shards.some(({ exchanges }) => exchanges) && { exchanges: shards.flatMap(({ exchanges = [] }) => exchanges) }),
  };
}

function mergeOperations(shards: readonly CheckReport[]): OperationReport[] {
  const allReports = shards.flatMap(({ operations }) => operations);
  return [...groupBy(allReports, ({ operationId }) => operationId).values()].map((all) => {
    const inScopeReport = all.find(({ inScope }) => inScope);
    // If the operation was out of scope in every shard, prefer a reason that does not mention shards.
    const fallback =
      all.find(({ success }) => success.reason !== undefined && !/\bshards?\b/i.test(success.reason)) ?? all[0];
    return inScopeReport ?? fallback;
  });
}

function mergeFindings(shards: readonly CheckReport[], operations: readonly OperationReport[]): Finding[] {
  const positions = new Map(operations.map(({ operationId }, index) => [operationId, index]));
  const positionOf = ({ operationId }: Finding): number => positions.get(operationId) ?? operations.length;
  const all = shards
    .flatMap(({ findings }) => findings)
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || positionOf(a) - positionOf(b));
  return mergeFindingsOfSamePlace(all);
}

function mergeEvidence(shards: readonly CheckReport[]): EvidenceEntry[] {
  const allEntries = shards.flatMap(({ evidence }) => evidence);
  return [...groupBy(allEntries, ({ unknown }) => unknown).values()].map((entries) => ({
    ...entries[0],
    seen: uniqueTexts(entries.flatMap(({ seen }) => seen)),
    ...(entries.some(({ gap }) => gap) && { gap: uniqueTexts(entries.flatMap(({ gap }) => gap ?? [])).join(' ') }),
    answers: sum(entries, ({ answers }) => answers),
  }));
}

function mergeBaselines(shards: readonly CheckReport[]): BaselineReport | undefined {
  const allReports = shards.flatMap(({ baseline }) => baseline ?? []);
  const [first] = allReports;
  if (!first) return undefined;
  const acceptedIds = uniqueTexts(allReports.flatMap((report) => report.accepted));
  const expiredIds = uniqueTexts(allReports.flatMap((report) => report.expired));
  const fixedIds = uniqueTexts(allReports.flatMap((report) => report.fixed)).filter(
    (id) => !acceptedIds.includes(id) && !expiredIds.includes(id),
  );
  return { file: first.file, accepted: acceptedIds, fixed: fixedIds, expired: expiredIds };
}

/** Adds up the numbers of restored resources. Each shard writes to its own resources, so nothing is counted twice. */
function mergeStates(shards: readonly CheckReport[]): Pick<CheckReport, 'state'> {
  const allReports = shards.flatMap(({ state }) => state ?? []);
  if (allReports.length === 0) return {};
  const undoCommand = allReports.find((state) => state.undo !== undefined)?.undo;
  const state: StateReport = {
    resources: sum(allReports, ({ resources }) => resources),
    writes: sum(allReports, ({ writes }) => writes),
    fields: allReports.flatMap(({ fields }) => fields),
    differing: allReports.flatMap(({ differing }) => differing),
    ...(undoCommand !== undefined && { undo: undoCommand }),
  };
  return { state };
}

/**
 * Returns the most severe exit code, its verdict, and the reasons of the shards that have it or are incomplete.
 *
 * @param gaps sentences about the coverage of all shards together, which fail the run if no shard does
 */
function mergeVerdicts(
  shards: readonly CheckReport[],
  gaps: readonly string[],
): Pick<CheckReport, 'verdict' | 'why' | 'exitCode' | 'stopped'> {
  const rank = ({ exitCode }: CheckReport): number =>
    exitCodePrecedence.includes(exitCode) ? exitCodePrecedence.indexOf(exitCode) : -1;
  const worstRank = Math.min(...shards.map(rank));
  const decisiveShards = shards.filter((shard) => rank(shard) === worstRank);
  const [first] = decisiveShards as [CheckReport, ...CheckReport[]];
  const incompleteShards =
    first.exitCode === exitCodes.violated
      ? shards.filter((shard) => !decisiveShards.includes(shard) && shard.verdict === 'no-verdict')
      : [];
  const sentences = [...groupBy([...decisiveShards, ...incompleteShards], ({ why }) => why)].map(([reason, group]) => {
    const indexes = group.map(({ run }) => run.shard?.index ?? 0).join(', ');
    return group.length === shards.length ? reason : `Shard ${indexes} of ${shards.length}: ${reason}`;
  });
  if (incompleteShards.length > 0) sentences.unshift('The server violates the contract, and the run is incomplete.');
  const stopped = shards.find((shard) => shard.stopped)?.stopped;
  if (first.exitCode === exitCodes.done && gaps.length > 0)
    return { verdict: 'under-coverage', why: gaps.join(' '), exitCode: exitCodes.tooLittleTested };
  return { verdict: first.verdict, why: sentences.join(' '), exitCode: first.exitCode, ...(stopped && { stopped }) };
}

/** Merges the coverage of fields. All shards expect the same fields, so a field is unseen only if no shard saw it. */
function mergeFields(shards: readonly CheckReport[]): CheckReport['coverage']['fields'] {
  const all = shards.map(({ coverage }) => coverage.fields);
  const [first = {}, ...rest] = all.flatMap(({ unseen }) => (unseen ? [unseen] : []));
  // Reports of older versions do not list the unseen fields.
  if (rest.length + 1 < all.length) return sumCoverage(shards, 'fields');
  const unseen = Object.entries(first)
    .map(([id, paths]) => [id, paths.filter((path) => rest.every((each) => each[id]?.includes(path)))] as const)
    .filter(([, paths]) => paths.length > 0);
  const documented = Math.max(...all.map((each) => each.documented));
  const seen = documented - unseen.flatMap(([, paths]) => paths).length;
  return { seen, documented, unseen: Object.fromEntries(unseen) };
}

function sumCoverage(shards: readonly CheckReport[], kind: 'statuses' | 'fields'): CheckReport['coverage']['statuses'] {
  return {
    seen: sum(shards, ({ coverage }) => coverage[kind].seen),
    documented: sum(shards, ({ coverage }) => coverage[kind].documented),
  };
}

function sum<Item>(items: readonly Item[], toNumber: (item: Item) => number): number {
  return items.reduce((total, item) => total + toNumber(item), 0);
}

function uniqueTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Returns the shards in order. @throws UsageError if one is missing or repeated, or if they are of different runs */
function sortShards(reports: readonly CheckReport[]): CheckReport[] {
  const [first] = reports;
  if (!first)
    throw new UsageError('Expected the reports of all shards, found none. Pass the files that --report json=… wrote.');
  for (const report of reports) {
    for (const [what, textOf] of sharedFacts) {
      const [expected, actual] = [textOf(first), textOf(report)];
      if (expected !== actual)
        throw new UsageError(
          `Expected reports of one run, found two that differ in ${what}: ${sanitize(expected)} and ` +
            `${sanitize(actual)}. Run all shards with the same options.`,
        );
    }
  }
  const count = first.run.shard?.count;
  if (count === undefined)
    throw new UsageError('Expected reports of shards, found the report of a whole run, which needs no merging.');
  const numbers = reports.map(({ run }) => run.shard?.index ?? 0);
  const duplicateNumber = numbers.find((number, position) => numbers.indexOf(number) !== position);
  if (duplicateNumber !== undefined)
    throw new UsageError(
      `Expected each shard once, found two reports of shard ${duplicateNumber}/${count}. Remove one of them.`,
    );
  const invalidNumber = numbers.find((number) => !Number.isInteger(number) || number < 1 || number > count);
  if (invalidNumber !== undefined)
    throw new UsageError(
      `Expected shards from 1/${count} to ${count}/${count}, found ${invalidNumber}/${count}. Remove that report.`,
    );
  const missingNumbers = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !numbers.includes(number));
  if (missingNumbers.length > 0) {
    const names = missingNumbers.map((number) => `${number}/${count}`).join(', ');
    throw new UsageError(
      `Expected ${count} shards, found ${reports.length}; missing: ${names}. Run the missing shards with --shard, ` +
        'then merge again.',
    );
  }
  return [...reports].sort((a, b) => (a.run.shard?.index ?? 0) - (b.run.shard?.index ?? 0));
}

/** The facts that must be equal in all shards of a run, as text for a message. */
const sharedFacts: readonly [what: string, of: (report: CheckReport) => string][] = [
  ['the format', ({ format }) => String(format)],
  [
    'the contract',
    ({ contract: { title, version, file } }) => `${title} ${version}${file === undefined ? '' : ` of ${file}`}`,
  ],
  ['the answers', ({ answers }) => (answers ? `${answers.file} (${answers.sha256.slice(0, 12)})` : 'none')],
  ['the target', ({ target }) => `${target.baseUrl} (${target.kind})`],
  ['the seed', ({ run }) => String(run.seed)],
  ['--runs', ({ run }) => String(run.runs)],
  ['--writes', ({ run }) => run.writes],
  ['--include', ({ run }) => [...run.include].sort().join(',') || 'nothing'],
  ['--strict', ({ run }) => (run.strict ? 'on' : 'off')],
  ['--min-coverage', ({ run }) => String(run.minCoverage ?? 'none')],
  ['--min-fields', ({ run }) => String(run.minFields ?? 'none')],
  ['the shard count', ({ run }) => String(run.shard?.count ?? 'none')],
  ['the times from --timings', ({ run }) => run.shard?.timings?.slice(0, 12) ?? 'none'],
];
