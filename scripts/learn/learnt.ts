import type { checkWithPresence } from '../check/engine/check.js';
import type { CheckOptions } from '../check/model/options.js';
import type { RecordedTraffic } from '../check/model/report/recorded-traffic.js';
import type { CheckReport } from '../check/model/report/report.js';
import type { Contradiction } from './contradictions.js';
import type { Conflict } from './doubts.js';
import type { DraftedAnswers, Offer, Refused } from './drafted-answers.js';
import type { Progress } from './progress.js';

/** Where to learn from, and which answers are known. The other options are those of the check. */
export interface LearnOptions extends Omit<CheckOptions, 'contract' | 'answers' | 'baseline' | 'changedFrom' | 'har'> {
  /** The name of the answers file, which need not exist. */
  file: string;
  /** Its content; empty if it does not exist. */
  text: string;
  /** Whether to take what is likely as well; by default only what is shown. */
  acceptLikely?: boolean;
  /** Recorded traffic to learn from instead of a server. */
  traffic?: RecordedTraffic;
  /** Such as `2026-11-22`. */
  today: string;
  /** Runs the check; by default the check of this package. */
  look?: typeof checkWithPresence;
}

/** What a server or a recording has taught. Lists are in the order of the register of questions. */
export interface Learnt {
  /** Answers that were taken. */
  taken: Offer[];
  /** Likely answers that were not taken, each with what is shown of it. */
  likely: Offer[];
  /** Questions that the service answers in several ways, perhaps only for some operations. */
  conflicting: Conflict[];
  /** Proposals for questions that a person has answered in another way; the answer of the person stays. */
  kept: Offer[];
  /** Proposals that the contract cannot be taught. */
  refused: Refused[];
  /** Answers of the file that the last run contradicts. */
  contradictions: Contradiction[];
  before: Progress;
  after: Progress;
  /** How often the check ran, and how many requests everything sent. */
  rounds: number;
  requests: number;
  /** The last report. */
  report: CheckReport;
  draft: DraftedAnswers;
}

/** Whether an operation succeeded, as far as the report says. */
export function isOfService({ operations }: CheckReport): boolean {
  return operations.length === 0 || operations.some(({ success }) => success.tested);
}

/** Whether the last run was cut off, or showed nothing of what the contract describes. */
export function isIncomplete({ report, after }: Pick<Learnt, 'report' | 'after'>): boolean {
  return report.stopped !== undefined || report.verdict === 'no-verdict' || !isOfService(report) || isBlind(after);
}

/** Whether no response showed a field that the contract describes. */
export function isBlind({ fields }: Progress): boolean {
  return fields.seen === 0 && fields.documented > 0;
}
