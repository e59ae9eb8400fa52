import type { CheckReport } from '../check/model/report.js';
import type { Learnt } from './learnt.js';
import type { Progress } from './progress.js';

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
