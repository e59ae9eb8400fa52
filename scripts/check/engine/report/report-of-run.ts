import { docsAddress } from '../../../text/homepage.js';
import { counted } from '../../../text/numbers.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { AnswersReport, Finding } from '../../model/finding.js';
import { whyItMayCreate } from '../../model/operation-words.js';
import { type CheckOptions, defaults, flagFor, isPutBack } from '../../model/options.js';
import type { CheckReport, OperationReport } from '../../model/report/report.js';
import type { Scope } from '../../model/scope.js';
import type { Ended } from './gathered.js';
import { verdictOf } from './verdict.js';

interface RunResults {
  options: CheckOptions;
  ended: Ended;
  started: Date;
  milliseconds: number;
  operations: OperationReport[];
  findings: Finding[];
  /** The findings that count in spite of the baseline, and the part of the report about it. */
  applied: { kept: readonly Finding[]; report: Omit<NonNullable<CheckReport['baseline']>, 'file'> } | undefined;
  /** Whether the baseline was written with other answers. */
  saysOthers: boolean;
  /** SHA-256 of the times by which the shards were cut. */
  cutBy: string | undefined;
}

/** The report of a finished run. */
export function reportOf(results: RunResults): CheckReport {
  const { options, ended, operations, findings, applied, saysOthers } = results;
  const { gathered, stopped, state, created } = ended;
  const { contract, presence, evidence, notes, exchanges } = gathered;
  const counting = applied?.kept ?? findings;
  return {
    format: 1,
    contract: {
      title: contract.title,
      version: contract.version,
      ...(contract.file !== undefined && { file: contract.file }),
    },
    ...(contract.answers && { answers: contract.answers }),
    target: {
      baseUrl: options.har ?? options.baseUrl,
      kind: options.har === undefined ? (options.target ?? 'server') : 'recording',
    },
    run: runOf(results),
    ...verdictOf({ stopped, findings: counting, operations, options, state }),
    ...(stopped && { stopped: { code: stopped.code, ...(stopped.since && { since: stopped.since }) } }),
    counts: countsOf(counting),
    coverage: {
      ...operationCoverage(operations),
      statuses: statusCoverage(contract, operations),
      fields: { ...presence.coverage(), ...(options.shard && { unseen: presence.unseen() }) },
    },
    operations,
    findings,
    evidence: evidence.entries(),
    ...(state && { state }),
    ...(created && { created }),
    ...(applied && options.baseline !== undefined && { baseline: { file: options.baseline, ...applied.report } }),
    notes: [
      ...(contract.answers ? [taughtNote(contract.answers)] : []),
      ...(saysOthers ? [otherAnswersNote(options.baseline ?? '')] : []),
      ...contract.notes,
      ...notes,
      ...(exchanges?.notes() ?? []),
    ],
    ...(exchanges && { exchanges: exchanges.list }),
  };
}

function taughtNote({ file, questions, corrected }: AnswersReport): string {
  const taught = `${file} teaches the contract the answers to ${counted(questions, 'question')}.`;
  if (!corrected) return taught;
  const { overlays, operations, schemas } = corrected;
  const parts = [...operations, ...schemas];
  const verb = overlays.length === 1 ? 'corrects' : 'correct';
  return (
    `${taught} ${overlays.join(', ')} ${verb} ${parts.length === 0 ? 'other parts of it' : parts.join(', ')}, ` +
    'even where the interface description states something else.'
  );
}

function otherAnswersNote(baseline: string): string {
  return (
    `${baseline} was written with other answers, so findings may be new or gone for that reason. Review them, then ` +
    'write it again with --update-baseline.'
  );
}

function runOf({ options, ended, started, milliseconds, cutBy }: RunResults): CheckReport['run'] {
  const { requests } = ended.gathered.tally;
  const docs = docsAddress(options.docsUrl);
  return {
    writes: options.writes ?? 'none',
    include: [...(options.include ?? [])],
    strict: options.strict ?? false,
    seed: options.seed ?? 0,
    runs: options.runs ?? defaults.runs,
    ...(options.shard && { shard: { ...options.shard, ...(cutBy !== undefined && { timings: cutBy }) } }),
    started: started.toISOString(),
    milliseconds: Math.round(milliseconds),
    requests,
    requestsPerSecond: Math.round((requests / milliseconds) * 1000),
    ...(docs !== undefined && { docs }),
  };
}

export function countsOf(findings: readonly Finding[]): CheckReport['counts'] {
  const counts = { violation: 0, drift: 0, observation: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** The number of operations, and of those that were tested. */
export function operationCoverage(
  operations: readonly OperationReport[],
): Omit<CheckReport['coverage'], 'statuses' | 'fields'> {
  const scoped = operations.filter(({ inScope }) => inScope);
  return {
    operations: operations.length,
    inScope: scoped.length,
    successTested: scoped.filter(({ success }) => success.tested).length,
    refusalTested: scoped.filter(({ refusal }) => refusal.tested).length,
  };
}

/** Statuses that came, of those that are documented by number for the operations in scope. */
function statusCoverage(
  contract: CheckedContract,
  operations: readonly OperationReport[],
): { seen: number; documented: number } {
  let [seen, documented] = [0, 0];
  for (const { operationId, inScope, statuses } of operations) {
    if (!inScope) continue;
    for (const { status } of contract.operation(operationId)?.responses ?? []) {
      if (!/^\d{3}$/.test(status)) continue;
      documented += 1;
      if (statuses[status] !== undefined) seen += 1;
    }
  }
  return { seen, documented };
}

type Counted = {
  requests: number;
  statuses: Readonly<Record<string, number>>;
  unreadable: string | undefined;
};

/** Explains why an operation was not tested, and how to test it. */
export function reasonNotTested(
  options: CheckOptions,
  scope: Scope,
  isStopped: boolean,
): (operation: CheckedOperation, part: 'success' | 'refusal', counts: Counted) => string {
  const { writes = 'none', target = 'server', har } = options;
  return (operation, part, { requests, statuses, unreadable }) => {
    if (!scope.has(operation)) return scope.whyNot(operation);
    if (isStopped) return 'The run ended before this was tested.';
    if (har !== undefined) return 'The recording has no such exchange.';
    const isWrite = operation.method !== 'get';
    if (isWrite && writes !== 'disposable' && operation.method === 'post')
      return 'Only --writes disposable sends a POST; use it with a server that was started for the test.';
    const mayCreate = whyItMayCreate(operation, scope.isNamed(operation) || writes === 'disposable');
    if (mayCreate !== undefined) return mayCreate;
    if (part === 'success' && isWrite && isPutBack(writes) && operation.method !== 'patch')
      return (
        `--writes ${writes} sends only updates to existing resources; --writes disposable is for servers that were ` +
        'started for the test.'
      );
    if (part === 'success' && isWrite && writes === 'none')
      return (
        'Without --writes it is sent only to resources that do not exist; --writes roundtrip changes resources and ' +
        'puts them back, --writes disposable is for servers that were started for the test.'
      );
    if (part === 'refusal' && target === 'mock') return 'A mock does not check keys and ids.';
    if (requests === 0) {
      const [missing] = [...operation.pathParameters].reverse();
      return missing === undefined
        ? 'No request could be sent.'
        : `No ${missing} was found; set one with ${flagFor(operation.id, missing)}.`;
    }
    const all = Object.entries(statuses);
    if (all.length === 0) return 'The server responded to no request.';
    const seen = all.map(([status, count]) => `${status} (${count} times)`).join(', ');
    if (part === 'success' && all.some(([status]) => status.startsWith('2')))
      return unreadable === undefined
        ? `Only requests that should have been refused, or had another form, were a success: ${seen}.`
        : `Every success violated the contract (${unreadable}), so nothing else about it was judged: ${seen}.`;
    const [missing] = [...operation.pathParameters].reverse();
    const hint =
      statuses['404'] !== undefined && missing !== undefined
        ? ` If the resource does not exist, set another one with ${flagFor(operation.id, missing)}.`
        : statuses['401'] !== undefined || statuses['403'] !== undefined
          ? refusedHint(operation)
          : '';
    return `No response was a ${part === 'success' ? 'success' : 'refusal'}: ${seen}.${hint}`;
  };
}

function refusedHint({ security }: CheckedOperation): string {
  if (security.kind !== 'none') return ' Another key may be allowed to call it.';
  return ' It was called without a key, since the contract says no way to send one; --auth does.';
}
