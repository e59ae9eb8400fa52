import type { TaughtOwnContract } from '../answers/own-contract.js';
import type { checkWithPresence } from '../check/engine/check.js';
import { type Finding, severities } from '../check/model/finding.js';
import type { CheckOptions } from '../check/model/options.js';
import type { RecordedTraffic } from '../check/model/report/recorded-traffic.js';
import type { CheckReport } from '../check/model/report/report.js';
import { getOrCreate } from '../text/group-by.js';
import type { Conflict } from './doubts.js';
import { type DraftedAnswers, learner, type Offer, type RefusedOffer } from './drafted-answers.js';
import type { UnansweredQuestion } from './unanswered-questions.js';

/** The source to learn from, and the known answers. All other options are those of the check. */
export interface LearnOptions extends Omit<CheckOptions, 'contract' | 'answers' | 'baseline' | 'changedFrom' | 'har'> {
  /** The name of the answers file, which need not exist. */
  file: string;
  /** The content of the file; empty if it does not exist. */
  text: string;
  /** Whether to accept likely answers, too; by default, only answers that responses show. */
  acceptLikely?: boolean;
  /** Recorded traffic to learn from instead of a server. */
  traffic?: RecordedTraffic;
  /** The date of today, such as `2026-11-22`. */
  today: string;
  /** Runs the check; by default the check of this package. */
  runCheck?: typeof checkWithPresence;
}

/** The result of learning from a server or a recording. Lists are in the order of the register of questions. */
export interface LearnResult {
  taken: Offer[];
  /** Likely proposals that were not accepted, each with its support. */
  likely: Offer[];
  /** Questions without a clear answer: responses contradict each other, or are too few. */
  conflicting: Conflict[];
  /** Proposals that differ from a person's answer, which stays. */
  kept: Offer[];
  refused: RefusedOffer[];
  /** Proposals that were dropped, since they cause more findings of some operation. */
  disproved: RefusedOffer[];
  /** Questions without a proven answer, each with the reason. */
  unanswered: UnansweredQuestion[];
  /** Answers in the file that the last run contradicts. */
  contradictions: Contradiction[];
  before: LearnProgress;
  after: LearnProgress;
  /** Number of runs of the check; `requests` is the number of requests that all runs sent. */
  rounds: number;
  requests: number;
  report: CheckReport;
  draft: DraftedAnswers;
}

/** Whether some operation succeeded; true if the report lists no operations. */
export function hasSuccess({ operations }: CheckReport): boolean {
  return operations.length === 0 || operations.some(({ success }) => success.tested);
}

/** Whether the last run was cut off, or showed no field that the contract describes. */
export function isIncomplete({ report, after }: Pick<LearnResult, 'report' | 'after'>): boolean {
  return report.stopped !== undefined || report.verdict === 'no-verdict' || !hasSuccess(report) || sawNoFields(after);
}

/** Whether no response showed a field that the contract describes. */
export function sawNoFields({ fields }: LearnProgress): boolean {
  return fields.seen === 0 && fields.documented > 0;
}

export interface LearnProgress {
  /** Number of documented response fields, and how many of them the run received. */
  fields: { seen: number; documented: number };
  violations: number;
  drifts: number;
  /** Number of questions in the register, and how many of them have an answer. */
  questions: { answered: number; all: number };
}

export function progressOf({ document, answers }: TaughtOwnContract, { coverage, counts }: CheckReport): LearnProgress {
  return {
    fields: coverage.fields,
    violations: counts.violation,
    drifts: counts.drift,
    questions: { answered: Object.keys(answers.answers).length, all: document['x-unknowns']?.length ?? 0 },
  };
}

/** `fields seen 1 → 139 of 143, drifts 35 → 0, questions answered 14 of 52`. */
export function progressLine(progressBefore: LearnProgress, progressAfter: LearnProgress): string {
  const { fields, questions } = progressAfter;
  const violations = Math.max(progressBefore.violations, progressAfter.violations);
  return [
    `fields seen ${deltaText(progressBefore.fields.seen, fields.seen)} of ${fields.documented}`,
    ...(violations > 0 ? [`violations ${deltaText(progressBefore.violations, progressAfter.violations)}`] : []),
    `drifts ${deltaText(progressBefore.drifts, progressAfter.drifts)}`,
    `questions answered ${questions.answered} of ${questions.all}`,
  ].join(', ');
}

function deltaText(before: number, after: number): string {
  return before === after ? String(after) : `${before} → ${after}`;
}

export interface Contradiction {
  question: string;
  /** The person or program that answered; undefined if the file does not say. */
  by?: string;
  isFromPerson: boolean;
  /** The behaviour of the service that contradicts the answer, a sentence for each finding. */
  findings: string[];
}

/** The answers of a file that a report contradicts, in the order of their questions. */
export function contradictionsIn({ findings }: CheckReport): Contradiction[] {
  const contradictions = new Map<string, Contradiction>();
  const failingFindings = findings.filter(
    (finding) => finding.severity !== severities[2] && !isAnotherQuestion(finding),
  );
  for (const { contract, operationId, message } of failingFindings) {
    const { question, by } = contract.answered ?? {};
    if (question === undefined) continue;
    const source = { ...(by !== undefined && { by }), isFromPerson: by !== learner };
    const contradiction = getOrCreate(contradictions, question, () => ({ question, ...source, findings: [] }));
    contradiction.findings.push(`${operationId}: ${message}`);
  }
  return [...contradictions.values()];
}

/** Whether the finding is a null in a field that the answer renamed. Nullability of the field is another question. */
function isAnotherQuestion({ rule, actual, contract }: Finding): boolean {
  return contract.answered?.question === 'the-service.name' && rule === 'schema.type' && actual === 'null';
}
