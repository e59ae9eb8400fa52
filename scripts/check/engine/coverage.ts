import type { CheckedContract } from '../model/contract.js';
import type { CheckReport, OperationReport } from '../model/report.js';

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
export function statusCoverage(
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
