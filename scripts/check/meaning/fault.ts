import { weightOf } from '../judge/status.js';
import type { Deviation } from '../model/deviation.js';
import type { CheckedOperation } from '../model/operations.js';

/** What is wrong, and how that shows. */
export type Fault = Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'>;

/** The same, with the values that were expected and found themselves. */
export type ShownFault = Omit<Fault, 'expected' | 'actual'> & { expected: unknown; actual: unknown };

/** A fault of the answers of an operation, as grave as what the contract says of them is sure. */
export function faultOf(operation: CheckedOperation, fault: Fault & Partial<Deviation>): Deviation {
  return { severity: weightOf(operation, 'responses'), pointer: '', contract: operation.pointer, ...fault };
}
