import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type Exchange, isRefusal, isSuccess } from '../model/exchange.js';
import type { NoVerdict } from '../model/no-verdict.js';
import type { WaitBudget } from '../transport/pauses.js';
import { controlReads, guardTested, type Health, isGuardUnknown, settled } from './health.js';
import { controlFailed, keyUnproven } from './health-verdict.js';

/** The means of a control read. */
interface Control {
  /** Returns the health of the server, which other exchanges may change meanwhile. */
  health(): Health;
  /** Notes what the control read shows about the health. */
  note(health: Health): void;
  send(testCase: TestCase, operation: CheckedOperation): Promise<Exchange>;
  mayCall(testCase: TestCase): boolean;
  waits: WaitBudget | undefined;
}

/**
 * Distinguishes a revoked key, an expired session and an overloaded or stopped server from operations that refuse
 * requests rightly: after suspect responses in a row, repeats a successful read, with the key. Until that read
 * succeeds, these responses prove nothing.
 *
 * @returns why the run cannot continue; undefined if it can
 */
export async function sendControl(control: Control): Promise<NoVerdict | undefined> {
  const { waits } = control;
  const before = control.health();
  const { row } = before;
  if (!row) return undefined;
  for (const testCase of controlReads(before, control.mayCall)) {
    const { operationId, request } = testCase;
    const operation = before.contract.operation(operationId) as CheckedOperation;
    const exchange = await control.send(testCase, operation);
    const { response } = exchange;
    // The resource may have been deleted since, which proves nothing.
    if (response?.status === 404 || response?.status === 410) continue;
    const hadSucceeded = control.health().operations.get(operationId)?.read !== undefined;
    if (!isSuccess(response)) {
      const isAnyPublic = [...control.health().operations.values()].some(({ isPublic }) => isPublic);
      if (!hadSucceeded && isRefusal(response) && isAnyPublic) continue;
      return controlFailed(before, row, { operationId, hadSucceeded, exchange }, waits);
    }
    if (row.isAboutKey && isGuardUnknown(control.health(), operation)) {
      // Where nobody needs a key, a service may still refuse a wrong one.
      const key = operation.isKeyOptional === true ? 'wrong' : 'none';
      const { response: without } = await control.send({ ...testCase, request: { ...request, key } }, operation);
      control.note(guardTested(control.health(), operation, isSuccess(without)));
      if (isSuccess(without)) continue;
    }
    control.note(settled(control.health(), testCase));
    return undefined;
  }
  return row.isAboutKey ? keyUnproven(control.health(), row) : controlFailed(before, row, undefined, waits);
}
