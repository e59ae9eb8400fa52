import { readCase } from '../cases/reads.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import type { Harness } from './harness.js';
import { checkRead } from './reads.js';
import { placesInStock } from './stock.js';

/** Tests reads that have not succeeded so far: a write may have brought what they show into being. */
export async function readLate(harness: Harness, reads: readonly CheckedOperation[]): Promise<void> {
  const { session, source, scope, discovery, stock } = harness;
  const unread = reads.filter((each) => scope.has(each) && !session.tally.countsOf(each.id).success);
  await session.each(unread, async (operation) => {
    let there: Parameters | undefined;
    for (const parameters of placesInStock(harness, operation))
      if (!there && (await session.send(readCase(operation, parameters, `${stock.owner}after writes`), 'counted')).ok)
        there = parameters;
    // A task knows only what it has made itself.
    const found = there || stock.owner !== '' ? undefined : await discovery.retry(operation);
    if (found?.outcome.ok) there = found.parameters;
    if (there) await checkRead({ session, source, operation, parameters: there }, true);
  });
}
