import { weightOf } from '../judge/status.js';
import type { Deviation } from '../model/deviation.js';
import type { CheckedOperation } from '../model/operations.js';

/** A broken rule, with the expected and the actual result as text. */
export type Fault = Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'>;

/** A broken rule, with the expected and the actual value. */
export type ShownFault = Omit<Fault, 'expected' | 'actual'> & { expected: unknown; actual: unknown };

/** Returns a deviation of the responses of an operation; its severity depends on how sure the contract is of them. */
export function faultOf(operation: CheckedOperation, fault: Fault & Partial<Deviation>): Deviation {
  return { severity: weightOf(operation, 'responses'), pointer: '', contract: operation.pointer, ...fault };
}
