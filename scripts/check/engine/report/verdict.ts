import { sanitize } from '../../../text/escape.js';
import { exitCodes } from '../../../text/exit-codes.js';
import { formatCount, formatList } from '../../../text/numbers.js';
import type { Finding } from '../../model/finding.js';
import { BrokenRun, type NoVerdict } from '../../model/no-verdict.js';
import type { CheckOptions } from '../../model/options.js';
import type { CheckReport, OperationReport, Verdict } from '../../model/report/report.js';
import { exitCodeOf, type StateReport } from '../../model/report/state-report.js';
import { isInFamily, type RuleId } from '../../model/rules/index.js';

interface VerdictInput {
  stopReason: NoVerdict | undefined;
  /** Findings that no baseline accepts. */
  findings: readonly Finding[];
  operations: readonly OperationReport[];
  fields: CheckReport['coverage']['fields'];
  options: Pick<CheckOptions, 'strict' | 'baseUrl' | 'har' | 'writes' | 'target' | 'changedFrom'> &
    Pick<CheckOptions, 'minCoverage' | 'minFields' | 'shard'>;
  state?: StateReport | undefined;
  /** Sentences about the run: for a recording, how many of its entries were judged, and why the others were not. */
  notes: readonly string[];
}

type VerdictReport = Pick<CheckReport, 'verdict' | 'why' | 'exitCode'>;

/** Returns the verdict of a run and a sentence about it. If several exit codes apply, the most severe one counts. */
export function verdictOf(input: VerdictInput): VerdictReport {
  const { stopReason, findings, operations, fields, options, state, notes } = input;
  const { strict = false, shard } = options;
  const conclude = (verdict: Verdict, exitCode: number, why: string): VerdictReport => ({ verdict, exitCode, why });
  const violationCount = findings.filter(({ severity }) => severity === 'violation').length;
  const driftCount = findings.filter(({ severity }) => severity === 'drift').length;
  const scopedOperations = operations.filter(({ inScope }) => inScope);
  const testedCount = scopedOperations.filter(({ success }) => success.tested).length;
  const exitCode = exitCodeOf(state?.differing ?? []);
  if (state && exitCode !== 0)
    return conclude('not-restored', exitCode, `${whyNotRestored(state)}${stopReason ? ` ${stopReason.message}` : ''}`);
  if (stopReason instanceof BrokenRun) return conclude('no-verdict', exitCodes.noVerdict, stopReason.message);
  // A server that always fails violates the contract. One that never responds as documented may be another service.
  const isServerBroken = findings.some(
    ({ rule, severity }) =>
      (severity === 'violation' || (strict && severity === 'drift')) &&
      (rule === ('status.server-error' satisfies RuleId) || isInFamily(rule, 'transport', 'body')),
  );
  const isServiceProven = testedCount > 0 || isServerBroken || scopedOperations.length === 0;
  const unjudgedFindings = findings.filter(
    ({ rule, operationId }) =>
      unjudgedRules.has(rule) && scopedOperations.some((operation) => operation.operationId === operationId),
  );
  const whyIncomplete = stopReason?.message ?? whyNotJudged(unjudgedFindings);
  const fail = (reason: string, count: string): VerdictReport =>
    conclude('failed', exitCodes.violated, joinReasons(whyIncomplete, reason, count));
  // A proven violation counts even if the run is incomplete.
  if (isServiceProven && violationCount > 0)
    return fail('The server violates the contract', formatCount(violationCount, 'violation'));
  if (isServiceProven && strict && driftCount > unjudgedFindings.length)
    return fail('The server fails --strict', formatCount(driftCount, 'drift'));
  if (whyIncomplete !== undefined) return conclude('no-verdict', exitCodes.noVerdict, whyIncomplete);
  if (!isServiceProven)
    return conclude('no-verdict', exitCodes.noVerdict, whyNoSuccess(scopedOperations, options, notes));
  // The coverage of all shards counts together, so only the merged report can be judged.
  const coverage = { inScope: scopedOperations.length, successTested: testedCount, fields };
  const gaps = shard ? [] : gapsIn(coverage, options);
  if (gaps.length > 0) return conclude('under-coverage', exitCodes.tooLittleTested, gaps.join(' '));
  if (scopedOperations.length === 0) return conclude('passed', exitCodes.done, whyNothingChecked(options));
  const testsText = describeTests(operations, options);
  // A document without provenance has no inferred parts; a drift there contradicts a convention.
  const isInferred = operations.some(({ standing }) => standing === 'named' || standing === 'inferred');
  const inferredText = isInferred ? ' from inferred parts of the contract' : '';
  return conclude(
    'passed',
    exitCodes.done,
    driftCount > 0
      ? `No violation, but ${formatCount(driftCount, 'drift')}${inferredText}. Tested: ${testsText}. ` +
          `With --strict the run would fail.`
      : `No violation and no drift. Tested: ${testsText}.`,
  );
}

/** Returns text such as `success of 2 operations, refusals by 3 operations. Not tested: 4 operations out of scope`. */
function describeTests(
  operations: readonly OperationReport[],
  { writes = 'none', target = 'server', har }: VerdictInput['options'],
): string {
  const scopedOperations = operations.filter(({ inScope }) => inScope);
  const [successCount, refusalCount] = (['success', 'refusal'] as const).map(
    (part) => scopedOperations.filter((operation) => operation[part].tested).length,
  ) as [number, number];
  const scopedCount = scopedOperations.length;
  const untestedTexts = [
    ...(successCount < scopedCount ? [`success of ${formatCount(scopedCount - successCount, 'operation')}`] : []),
    ...(refusalCount < scopedCount ? [`refusals by ${formatCount(scopedCount - refusalCount, 'operation')}`] : []),
    ...(scopedCount < operations.length
      ? [`${formatCount(operations.length - scopedCount, 'operation')} out of scope`]
      : []),
    ...(writes === 'none' && target === 'server' && har === undefined ? ['writes that change something'] : []),
  ];
  const [successes, refusals] = [formatCount(successCount, 'operation'), formatCount(refusalCount, 'operation')];
  const testedSummary = `success of ${successes}, refusals by ${refusals}`;
  return untestedTexts.length === 0 ? testedSummary : `${testedSummary}. Not tested: ${untestedTexts.join(', ')}`;
}

function whyNothingChecked({ changedFrom }: VerdictInput['options']): string {
  return changedFrom === undefined
    ? 'Nothing was checked: no operation is in scope.'
    : // The query of an address may contain a secret.
      'Nothing was checked: no operation in scope has changed compared with ' +
        `${sanitize(changedFrom.replace(/[?#].*$/s, ''))}.`;
}

type Coverage = Pick<CheckReport['coverage'], 'inScope' | 'successTested' | 'fields'>;

/** Returns a sentence for each share that is lower than `--min-coverage` or `--min-fields` requires. */
export function gapsIn(
  { inScope, successTested, fields: { seen, documented } }: Coverage,
  { minCoverage = 0, minFields = 0 }: Pick<CheckOptions, 'minCoverage' | 'minFields'>,
): string[] {
  const [tested, present] = [percentOf(successTested, inScope), percentOf(seen, documented)];
  const testedText = `Success was tested for ${successTested} of ${inScope} operations, ${tested.toFixed(1)} %`;
  const presentText = `Responses had values for ${seen} of ${documented} documented fields, ${present.toFixed(1)} %`;
  return [
    ...(tested < minCoverage ? [`${testedText}; --min-coverage requires ${minCoverage} %.`] : []),
    ...(present < minFields
      ? [`${presentText}; --min-fields requires ${minFields} %. --verbose lists the others.`]
      : []),
  ];
}

function percentOf(count: number, total: number): number {
  return total === 0 ? 100 : (count / total) * 100;
}

function joinReasons(whyIncomplete: string | undefined, mainReason: string, countText: string): string {
  return whyIncomplete === undefined
    ? `${mainReason}: ${countText}.`
    : `${mainReason} (${countText}), and the run is incomplete: ${whyIncomplete}`;
}

/** Rules that report a body that could not be judged. */
const unjudgedRules = new Set<string>([
  'body.too-slow',
  'body.too-long',
  'body.too-many-errors',
  'body.too-deep',
  'transport.too-large',
  'transport.headers-too-large',
  'transport.encoding',
] satisfies RuleId[]);

function whyNotJudged(findings: readonly Finding[]): string | undefined {
  const [first] = findings;
  if (!first) return undefined;
  const ids = [...new Set(findings.map(({ operationId }) => operationId))];
  return (
    `A response of ${formatList(ids, 3)} could not be judged. ${first.message} Look at that response, or skip the ` +
    'operation with --exclude.'
  );
}

function whyNotRestored({ differing, undo }: StateReport): string {
  const count = differing.reduce((sum, { differences }) => sum + differences.length, 0);
  const fields = formatCount(count, 'field');
  const resources = formatCount(differing.length, 'resource');
  if (undo === undefined)
    return `Somebody else changed ${fields} of ${resources} during the run; the run kept that change.`;
  if (count === 0) {
    const [reason = ''] = differing.flatMap((resource) => resource.why ?? []);
    return (
      `It is unknown whether ${resources} ${differing.length === 1 ? 'has its' : 'have their'} original ` +
      `values again. ${reason} Run "${undo}" to check again.`
    );
  }
  return (
    `${fields} of ${resources} ${count === 1 ? 'differs' : 'differ'} from the state before the run, and no update ` +
    `restored ${count === 1 ? 'it' : 'them'}. The findings show each field with both values. Run "${undo}" to try ` +
    'again. If you correct the fields yourself, run that command afterwards to confirm that they are right.'
  );
}

/** Returns, in parentheses, why the first operation in scope without a tested success was not tested. */
function whyUntested(operations: readonly OperationReport[]): string {
  const first = operations.find(({ inScope, success }) => inScope && !success.tested);
  const { reason = '' } = first?.success ?? {};
  return first && reason !== '' ? ` (${first.operationId}: ${reason.replace(/\.$/, '')})` : '';
}

/** Explains why no operation succeeded: the server may be another service that always returns 404, or have no data. */
function whyNoSuccess(
  operations: readonly OperationReport[],
  { baseUrl, har }: VerdictInput['options'],
  notes: readonly string[],
): string {
  if (har !== undefined) {
    const reasons = notes.map((note) => ` ${note.replace(/\.?$/, '.')}`);
    return `${har} contains no success response for any operation of the contract.${reasons.join('')}`;
  }
  const statuses = new Map<string, number>();
  for (const operation of operations)
    for (const [status, count] of Object.entries(operation.statuses))
      statuses.set(status, (statuses.get(status) ?? 0) + count);
  const statusCounts = [...statuses].sort(([, a], [, b]) => b - a);
  const parts = statusCounts.slice(0, 3).map(([status, count]) => `${status} (${formatCount(count, 'time')})`);
  const facts =
    parts.length === 0 ? `no request could be sent${whyUntested(operations)}` : `the statuses were ${parts.join(', ')}`;
  return (
    `No operation of the contract succeeded at ${baseUrl}: ${facts}. Check that this is the address of the service, ` +
    'and set ids of existing resources, for example with --param.'
  );
}
