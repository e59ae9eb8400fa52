import { readAgainCase } from '../cases/reads.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { listShape } from '../model/contract/resources.js';
import type { FirstRead } from '../session/discover.js';
import { wholeList } from '../session/whole-list.js';
import type { RunOptions } from './harness.js';

/**
 * Reads lists below a second parent as well, after everything was read once: what holds in one directory may not hold
 * in another.
 */
export async function readOtherParents(
  { contract, session, fixtures, scope }: RunOptions,
  first: ReadonlyMap<CheckedOperation, FirstRead>,
): Promise<void> {
  for (const [operation, { outcome, parameters }] of first) {
    if (!outcome.ok || !scope.has(operation) || !listShape(operation, contract.resolve)) continue;
    const others = fixtures
      .parametersFor(operation)
      .find((other) => Object.entries(other).some(([name, value]) => parameters[name] !== value));
    if (others) await wholeList(session, await session.send(readAgainCase(operation, others, 'of another')));
  }
}
