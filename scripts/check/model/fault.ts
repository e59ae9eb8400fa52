import type { Deviation } from './deviation.js';
import type { CheckedOperation } from './operations.js';
import { type Facts, severityOf } from './rules/index.js';

/** A broken rule, with the expected and the actual result as text. */
export type Fault = Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'>;

/** A broken rule, with the expected and the actual value. */
export type ShownFault = Omit<Fault, 'expected' | 'actual'> & { expected: unknown; actual: unknown };

/** The facts that decide the severity of one finding, apart from those of its operation. */
export interface Grounds extends Omit<Facts, 'stated' | 'hasProvenance'> {
  /** Whether the check knows that nothing is wrong, where the rule provides for it. */
  isEvidence?: boolean;
}

/** Returns a deviation of an operation; its severity depends on what the contract states of the operation. */
export function faultOf(
  operation: Pick<CheckedOperation, 'pointer' | 'stated' | 'hasProvenance'>,
  fault: Fault & Partial<Pick<Deviation, 'pointer' | 'contract'>>,
  { isEvidence = false, ...facts }: Grounds = {},
): Deviation {
  const { stated, hasProvenance = true, pointer: contract } = operation;
  const severity = severityOf(fault.rule, { ...facts, stated, hasProvenance }, isEvidence);
  return { pointer: '', contract, ...fault, severity };
}
