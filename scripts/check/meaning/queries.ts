import { wrongQueryCases } from '../cases/refusals.js';
import { itemIdField } from '../model/resources.js';
import { checkFilters } from './filtering.js';
import type { Aimed } from './harness.js';
import { checkPages } from './pages.js';
import { QueryList, queryOf } from './query-list.js';
import { checkSorting } from './sorting.js';

/** Checks the query parameters of a list, whose meaning follows from their names and schemas. */
export async function checkQueries({ session, source, operation, parameters }: Aimed): Promise<void> {
  if (queryOf(operation).length === 0) return;
  const list = new QueryList(session, operation, parameters, itemIdField(session.contract, operation));
  const all = await list.walk();
  if (all && all.items.length > 1) {
    await checkPages(list, all);
    await checkSorting(list, all.items);
    if (all.isComplete) await checkFilters(list, all.items);
  }
  await session.sendEach(wrongQueryCases(source, operation, parameters));
}
