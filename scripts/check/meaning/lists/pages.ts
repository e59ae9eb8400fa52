import { formatCount } from '../../../text/numbers.js';
import type { RuleBreach } from '../../model/breach.js';
import { isSameValue } from '../../model/likeness.js';
import type { Outcome } from '../../session/outcome.js';
import { readWholeList, type WholeList } from '../../session/whole-list.js';
import { type ListItems, type QueryList, type QueryValues, totalsOf } from './query-list.js';

/** Maximum number of characters of an item in a message. */
const maxIdLength = 60;

type QueryFault = { outcome: Outcome; fault: RuleBreach } | undefined;

export async function checkPages(list: QueryList, listItems: ListItems): Promise<void> {
  const { limit, offset, page } = list.knownParameters;
  const { items: all, isComplete } = listItems;
  const report = async (parameter: string, result: QueryFault): Promise<void> => {
    if (result && !(await hasListChanged(list, all))) list.report(result.outcome, result.fault, parameter);
  };
  if (limit) for (const size of [1, 2]) await report(limit.name, await findLimitFault(list, limit.name, size, all));
  // Overlapping pages can be recognised only if all items differ.
  const areDistinct = list.canTellItemsApart(all);
  if (limit && offset && areDistinct)
    await report(offset.name, await findOffsetFault(list, limit.name, offset.name, all));
  if (limit && page && areDistinct) await report(page.name, await findPageFault(list, limit.name, page.name, all));
  if (limit) await report(limit.name, await findSmallPagesFault(list, limit.name, all));
  if (isComplete) await checkPageAfterEnd(list, all.length);
  // If the contract has `x-paging`, `checkPageChain` has already compared the totals.
  if (isComplete && !list.operation.paging) await checkTotal(list, all);
}

/** Whether the list has other items now. If so, somebody else may have changed it between two reads. */
async function hasListChanged(list: QueryList, all: readonly unknown[]): Promise<boolean> {
  const currentItems = (await list.readAll())?.items ?? [];
  return !isSameValue(list.ids(all).sort(), list.ids(currentItems).sort());
}

async function findLimitFault(
  list: QueryList,
  limit: string,
  size: number,
  all: readonly unknown[],
): Promise<QueryFault> {
  const { outcome, items } = await list.read('page', { [limit]: String(size) });
  const expectedCount = Math.min(size, all.length);
  if (!items || items.length === expectedCount) return undefined;
  const message = 'The list does not return the requested number of items.';
  const [expected, actual] = [formatCount(expectedCount, 'item'), formatCount(items.length, 'item')];
  return { outcome, fault: { rule: 'page.limit', message, expected, actual } };
}

async function findOffsetFault(
  list: QueryList,
  limit: string,
  offset: string,
  all: readonly unknown[],
): Promise<QueryFault> {
  const wholeQueryResult = await list.read('page', { [limit]: '4', [offset]: '0' });
  const part = await list.read('page', { [limit]: '2', [offset]: '1' });
  if (!wholeQueryResult.items || !part.items || all.length < 3) return undefined;
  const expectedIds = list.ids(wholeQueryResult.items).slice(1, 3);
  const actualIds = list.ids(part.items).slice(0, 2);
  if (isSameValue(expectedIds, actualIds)) return undefined;
  const message = 'The list does not begin at the requested offset.';
  const [expected, actual] = [idsText(expectedIds), idsText(actualIds)];
  return { outcome: part.outcome, fault: { rule: 'page.offset', message, expected, actual } };
}

/** Formats items for a message. An item without an id is shown by its value. */
function idsText(ids: readonly string[]): string {
  return ids.map((id) => (id.length > maxIdLength ? `${id.slice(0, maxIdLength)}…` : id)).join(', ') || 'no items';
}

async function findPageFault(
  list: QueryList,
  limit: string,
  page: string,
  all: readonly unknown[],
): Promise<QueryFault> {
  const first = list.firstPage;
  const wholeQueryResult = await list.read('page', { [limit]: '4', [page]: String(first) });
  const firstPage = await list.read('page', { [limit]: '2', [page]: String(first) });
  const secondPage = await list.read('page', { [limit]: '2', [page]: String(first + 1) });
  if (!wholeQueryResult.items || !firstPage.items || !secondPage.items || all.length < 3) return undefined;
  const expectedIds = list.ids(wholeQueryResult.items).slice(0, 4);
  const actualIds = [...list.ids(firstPage.items).slice(0, 2), ...list.ids(secondPage.items).slice(0, 2)];
  if (isSameValue(expectedIds, actualIds)) return undefined;
  const message = 'Two consecutive pages together differ from one page of twice the size.';
  const [expected, actual] = [idsText(expectedIds), idsText(actualIds)];
  return { outcome: secondPage.outcome, fault: { rule: 'page.page', message, expected, actual } };
}

/** Number of small pages into which the whole list fits. One more page shows whether the list ends there. */
const smallPageCount = 5;

/** Reads a list in small pages. The contract or the first page says how to ask for the next one. */
export async function readSmallPages(
  list: QueryList,
  limit: string,
  query: QueryValues,
  count: number,
): Promise<WholeList | undefined> {
  const size = Math.max(1, Math.ceil(count / smallPageCount));
  const { outcome } = await list.read('page', { ...query, [limit]: String(size) });
  const paging = list.pagingOf(outcome);
  let itemCount = 0;
  const isEnough = (): boolean => ++itemCount > size * (smallPageCount + 1);
  return paging && readWholeList(list.session, outcome, { until: isEnough, paging });
}

/** Compares the items of small pages with the items of the whole list: they must be the same, in the same order. */
async function findSmallPagesFault(list: QueryList, limit: string, all: readonly unknown[]): Promise<QueryFault> {
  if (!list.canTellItemsApart(all)) return undefined;
  const smallPages = await readSmallPages(list, limit, {}, all.length);
  if (!smallPages) return undefined;
  const { items, pages, isComplete, chainBreak } = smallPages;
  // If an item lacks the value that asks for the next page, the contract is wrong, not the list.
  if (chainBreak?.reason === 'unnamed' || (pages.length < 2 && !chainBreak)) return undefined;
  const [expectedIds, actualIds] = [list.ids(all), list.ids(items)];
  const wantedIds = isComplete ? expectedIds : expectedIds.slice(0, actualIds.length);
  if (!chainBreak && isSameValue(wantedIds, actualIds)) return undefined;
  const laterIds = list.ids((await list.readAll())?.items ?? []);
  // If the order of the list changes from read to read, its order in small pages proves nothing.
  if (!isSameValue(laterIds, expectedIds)) return undefined;
  const message = 'Reading the list in small pages does not return each item once and in the usual order.';
  const end = chainBreak?.reason === 'repeated' ? ', and then the same items again' : ', and then no readable page';
  const actual = idsText(actualIds.slice(0, idLimit)) + (chainBreak ? end : '');
  const texts = { expected: idsText(wantedIds.slice(0, idLimit)), actual };
  return { outcome: pages.at(-1)?.outcome as Outcome, fault: { rule: 'page.repeats', message, ...texts } };
}

/** Number of ids that a message names. */
const idLimit = 8;

/** Reads beyond the end of a list, where there are no items. The server may also refuse this. */
async function checkPageAfterEnd(list: QueryList, count: number): Promise<void> {
  const query = list.queryForItemsAfter(10 * list.largestPageSize + count, list.largestPageSize);
  const { outcome, items = [] } = query ? await list.read('page', query) : { outcome: undefined };
  if (!outcome || items.length === 0) return;
  const { offset, page } = list.knownParameters;
  const message = 'A page after the end of the list contains items.';
  const texts = { message, expected: 'no items', actual: formatCount(items.length, 'item') };
  list.report(outcome, { rule: offset ? 'page.offset' : 'page.page', ...texts }, (offset ?? page)?.name);
}

async function checkTotal(list: QueryList, all: readonly unknown[]): Promise<void> {
  const { limit } = list.knownParameters;
  const { outcome } = await list.read('page', limit ? { [limit.name]: '2' } : {});
  if (!outcome.ok) return;
  for (const [location, total] of totalsOf(outcome, list.operation)) {
    const message = `The total ${location} is not the number of items on all pages.`;
    const texts = { message, expected: String(all.length), actual: String(total) };
    if (total !== all.length) list.report(outcome, { rule: 'page.total', ...texts });
  }
}
