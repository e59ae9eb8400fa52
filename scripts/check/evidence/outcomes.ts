import { getOrCreate } from '../../text/group-by.js';
import { compareText } from '../../text/problem.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { GroundsMap } from './proposals.js';

export interface OperationOutcome<Key> {
  operation: CheckedOperation;
  /** Whether a response shows that the operation exists; otherwise the refusals may just mean that it is missing. */
  isProven: boolean;
  grounds: GroundsMap<Key>;
}

/** The evidence of each operation, by operationId. */
export class Outcomes<Key = number> extends Map<string, OperationOutcome<Key>> {
  of(operation: CheckedOperation): OperationOutcome<Key> {
    return getOrCreate(this, operation.id, () => ({ operation, isProven: false, grounds: new GroundsMap() }));
  }

  /** The outcomes of the operations that exist, sorted by their ids. */
  get provenOutcomes(): OperationOutcome<Key>[] {
    const allOutcomes = [...this.values()].filter(({ isProven }) => isProven);
    return allOutcomes.sort((a, b) => compareText(a.operation.id, b.operation.id));
  }
}
