import { groupBy } from '../../../text/group-by.js';
import { docsAddress } from '../../../text/homepage.js';
import { formatCount } from '../../../text/numbers.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { AnswersReport, Finding } from '../../model/finding.js';
import { creationReasonOf } from '../../model/operation-words.js';
import { type CheckOptions, defaults, flagFor, isRestoring } from '../../model/options.js';
import type { Proposal } from '../../model/proposal.js';
import type { CheckReport, OperationReport } from '../../model/report/report.js';
import type { Scope } from '../../model/scope.js';
import { findContradictedQuestions } from './contradicted-questions.js';
import type { RunResult } from './run-data.js';
import { verdictOf } from './verdict.js';

interface ReportInput {
  options: CheckOptions;
  result: RunResult;
  startDate: Date;
  milliseconds: number;
  operations: OperationReport[];
  findings: Finding[];
  /** Answers to open questions that the traffic supports. */
  proposals: readonly Proposal[];
  baselineResult:
    | { activeFindings: readonly Finding[]; report: Omit<NonNullable<CheckReport['baseline']>, 'file'> }
    | undefined;
  /** Whether the run that wrote the baseline used other answers to open questions. */
  haveAnswersChanged: boolean;
  /** SHA-256 of the times (`--timings`) by which the operations were divided into shards. */
  timingsHash: string | undefined;
}

export function reportOf(input: ReportInput): CheckReport {
  const { options, result, operations, findings, baselineResult, haveAnswersChanged } = input;
  const { data, stopReason, state, createdResources } = result;
  const { contract, presence, evidence, notes, exchanges } = data;
  const { title, version, file } = contract;
  const fields = presence.coverage();
  const isWebsite = data.tally.pageCount > 0 && !stopReason && !operations.some(({ success }) => success.tested);
  const activeFindings = baselineResult?.activeFindings ?? findings;
  const questions = findContradictedQuestions(activeFindings, input.proposals);
  return {
    format: 1,
    contract: { title, version, ...(file !== undefined && { file }) },
    ...(contract.answers && { answers: contract.answers }),
    target: {
      baseUrl: options.har ?? options.baseUrl,
      kind: options.har === undefined ? (options.target ?? 'server') : 'recording',
      ...(isWebsite && { isWebsite }),
    },
    run: runOf(input),
    ...verdictOf({ stopReason, findings: activeFindings, operations, fields, options, state, notes }),
    ...(stopReason && {
      stopped: { code: stopReason.code, ...(stopReason.startMoment && { since: stopReason.startMoment }) },
    }),
    counts: countsOf(activeFindings),
    coverage: {
      ...operationCoverage(operations),
      statuses: statusCoverage(contract, operations),
      fields,
    },
    operations,
    findings,
    evidence: evidence.entries(),
    ...(questions.length > 0 && { questions }),
    ...(state && { state }),
    ...(createdResources && { created: createdResources }),
    ...(baselineResult &&
      options.baseline !== undefined && { baseline: { file: options.baseline, ...baselineResult.report } }),
    notes: [
      ...(contract.answers ? answersNotes(contract.answers) : []),
      ...(haveAnswersChanged ? [otherAnswersNote(options.baseline ?? '')] : []),
      ...contract.notes,
      ...notes,
      ...(exchanges?.notes() ?? []),
    ],
    ...(exchanges && { exchanges: exchanges.list }),
  };
}

function answersNotes({ file, questions, corrected }: AnswersReport): string[] {
  if (questions === 0 && !corrected) return [];
  const text = `The contract includes the answers to ${formatCount(questions, 'question')} from ${file}.`;
  if (!corrected) return [text];
  const { overlays, operations, schemas } = corrected;
  const parts = [...operations, ...schemas];
  const verb = overlays.length === 1 ? 'corrects' : 'correct';
  return [
    `${text} ${overlays.join(', ')} ${verb} ${parts.length === 0 ? 'other parts of the contract' : parts.join(', ')}` +
      ', even where the interface description states something else.',
  ];
}

function otherAnswersNote(baseline: string): string {
  return (
    `${baseline} was written with other answers, so some findings may be new or missing only for that reason. ` +
    'Review the findings, then update the baseline with --update-baseline.'
  );
}

function runOf({ options, result, startDate, milliseconds, timingsHash }: ReportInput): CheckReport['run'] {
  const { requestCount } = result.data.tally;
  const docs = docsAddress(options.docsUrl);
  return {
    writes: options.writes ?? 'none',
    include: [...(options.include ?? [])],
    strict: options.strict ?? false,
    seed: options.seed ?? 0,
    runs: options.runs ?? defaults.runs,
    ...(options.shard && { shard: { ...options.shard, ...(timingsHash !== undefined && { timings: timingsHash }) } }),
    ...(options.minCoverage !== undefined && { minCoverage: options.minCoverage }),
    ...(options.minFields !== undefined && { minFields: options.minFields }),
    started: startDate.toISOString(),
    milliseconds: Math.round(milliseconds),
    requests: requestCount,
    requestsPerSecond: Math.round((requestCount / milliseconds) * 1000),
    ...(docs !== undefined && { docs }),
  };
}

export function countsOf(findings: readonly Finding[]): CheckReport['counts'] {
  const counts = { violation: 0, drift: 0, observation: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

export function operationCoverage(
  operations: readonly OperationReport[],
): Omit<CheckReport['coverage'], 'statuses' | 'fields'> {
  const scopedOperations = operations.filter(({ inScope }) => inScope);
  return {
    operations: operations.length,
    inScope: scopedOperations.length,
    successTested: scopedOperations.filter(({ success }) => success.tested).length,
    refusalTested: scopedOperations.filter(({ refusal }) => refusal.tested).length,
  };
}

/**
 * Returns how many statuses the operations in scope document by number, not by range, and how many of these were
 * received. All success statuses of an operation count as one, since a server may always send the same status.
 */
function statusCoverage(
  contract: CheckedContract,
  operations: readonly OperationReport[],
): { seen: number; documented: number } {
  let [seen, documented] = [0, 0];
  for (const { operationId, inScope, statuses } of operations) {
    if (!inScope) continue;
    const numbers = (contract.operation(operationId)?.responses ?? []).map(({ status }) => status);
    const groups = groupBy(
      numbers.filter((status) => /^\d{3}$/.test(status)),
      (status) => (status.startsWith('2') ? '2xx' : status),
    );
    documented += groups.size;
    seen += [...groups.values()].filter((group) => group.some((status) => statuses[status] !== undefined)).length;
  }
  return { seen, documented };
}

type ResponseCounts = {
  requests: number;
  statuses: Readonly<Record<string, number>>;
  /** How often each status was received for requests that were meant to succeed. */
  tries: Readonly<Record<string, number>>;
  unreadableRule: string | undefined;
};

const testServerClause = 'which is for servers that were started for the test';

export function whyOperationNotTested(
  options: CheckOptions,
  scope: Scope,
  isStopped: boolean,
): (operation: CheckedOperation, part: 'success' | 'refusal', counts: ResponseCounts) => string {
  const { writes = 'none', target = 'server', har, parameters = {} } = options;
  return (operation, part, { requests, statuses: all, tries, unreadableRule }) => {
    if (!scope.has(operation)) return scope.whyLeftOut(operation);
    if (isStopped) return 'The run ended before all tests were done.';
    if (har !== undefined) return 'The recording has no exchange for this test.';
    const isWrite = operation.method !== 'get';
    if (isWrite && writes !== 'disposable' && operation.method === 'post')
      return `A POST is sent only with --writes disposable, ${testServerClause}.`;
    const creationReason = creationReasonOf(operation, scope.isNamed(operation) || writes === 'disposable');
    if (creationReason !== undefined) return creationReason;
    if (part === 'success' && isWrite && isRestoring(writes) && operation.method !== 'patch')
      return (
        `--writes ${writes} sends only updates of existing resources. To test other writes, use --writes ` +
        `disposable, ${testServerClause}.`
      );
    if (part === 'success' && isWrite && writes === 'none')
      return (
        'Without --writes, the operation is called only for resources that do not exist. Use ' +
        `${operation.method === 'patch' ? '--writes roundtrip, which restores what it changes, or ' : ''}` +
        `--writes disposable, ${testServerClause}.`
      );
    if (part === 'refusal' && target === 'mock') return 'A mock does not check keys or ids.';
    const hasSuccess = Object.keys(all).some((status) => status.startsWith('2'));
    // Requests that are wrong on purpose do not explain why the requests that were meant to succeed failed.
    const statuses = part === 'success' && !hasSuccess && requests > 0 ? tries : all;
    const statusCounts = Object.entries(statuses);
    if (requests === 0 || (statusCounts.length === 0 && Object.keys(all).length > 0)) {
      const isGiven = (name: string): boolean =>
        parameters[name] !== undefined || parameters[`${operation.id}.${name}`] !== undefined;
      const missingParameter = operation.pathParameters.findLast((name) => !isGiven(name));
      return missingParameter === undefined
        ? `No request ${requests === 0 ? '' : 'that should succeed '}could be sent.`
        : `No value for ${missingParameter} was found; set one with ${flagFor(operation.id, missingParameter)}.`;
    }
    if (statusCounts.length === 0) return 'The server did not respond to any request.';
    const statusText = statusCounts.map(([status, count]) => `${status} (${formatCount(count, 'time')})`).join(', ');
    if (part === 'success' && hasSuccess)
      return unreadableRule === undefined
        ? `Only requests that the server should refuse, or that had an unusual form, succeeded: ${statusText}.`
        : `Every successful response violated the contract (${unreadableRule}), so nothing else about ` +
            `them was judged: ${statusText}.`;
    const lastParameter = operation.pathParameters.at(-1);
    const hint =
      statuses['404'] !== undefined && lastParameter !== undefined
        ? ' If the resource does not exist, give the id of an existing one with ' +
          `${flagFor(operation.id, lastParameter)}.`
        : statuses['401'] !== undefined || statuses['403'] !== undefined
          ? refusalHint(operation)
          : '';
    return `No response was a ${part === 'success' ? 'success' : 'refusal'}: ${statusText}.${hint}`;
  };
}

function refusalHint({ security }: CheckedOperation): string {
  if (security.kind !== 'none') return ' Another key may be allowed to call this operation.';
  return (
    ' The check called the operation without a key, since the contract does not say how to send one. Use --auth to ' +
    'say how to send the key.'
  );
}
