import { docsAddress } from '../../text/homepage.js';
import { counted } from '../../text/numbers.js';
import type { AnswersReport } from '../model/answers-report.js';
import type { Finding } from '../model/finding.js';
import { type CheckOptions, defaults } from '../model/options.js';
import type { CheckReport, OperationReport } from '../model/report.js';
import { operationCoverage, statusCoverage } from './coverage.js';
import type { Ended } from './gathered.js';
import { verdictOf } from './verdict.js';

export interface RunResults {
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
  const counts = { violation: 0, drift: 0, observation: 0 };
  for (const { severity } of counting) counts[severity] += 1;
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
    counts,
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
