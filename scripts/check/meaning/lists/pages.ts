import { isPageSelector } from '../../../contract/paging/list-parameters.js';
import type { Paging } from '../../../contract/paging/paging.js';
import { findHints, placeOf } from '../../../contract/paging/recognise-next.js';
import { sketchOf } from '../../../contract/paging/sketch.js';
import { formatCount } from '../../../text/numbers.js';
import type { Breach } from '../../model/breach.js';
import { isSameValue } from '../../model/likeness.js';
import type { Outcome } from '../../session/outcome.js';
import { readWholeList } from '../../session/whole-list.js';
import { type ListItems, type QueryList, queryParametersOf, totalsOf } from './query-list.js';

/** Maximum number of characters of an item in a message. */
const maxIdLength = 60;

type QueryFault = { outcome: Outcome; fault: Breach } | undefined;

export async function checkPages(list: QueryList, whole: ListItems): Promise<void> {
  const { limit, offset, page } = list.knownParameters;
  const { items: all, isComplete } = whole;
  const report = async (parameter: string, result: QueryFault): Promise<void> => {
    if (result && !(await hasListChanged(list, all))) list.report(result.outcome, result.fault, parameter);
  };
  if (limit) for (const size of [1, 2]) await report(limit.name, await limitFault(list, limit.name, size, all));
  // Overlapping pages can be recognised only if all items differ.
  const areItemsDistinct = list.canTellApart(all);
  if (limit && offset && areItemsDistinct)
    await report(offset.name, await offsetFault(list, limit.name, offset.name, all));
  if (limit && page && areItemsDistinct) await report(page.name, await pageFault(list, limit.name, page.name, all));
  if (limit) await report(limit.name, await smallPagesFault(list, limit.name, all));
  // If the contract has `x-paging`, `checkPageChain` has already compared the totals.
  if (isComplete && !list.operation.paging) await checkTotal(list, all);
}

/** Whether the list has other items now. If so, somebody else may have changed it between two reads. */
async function hasListChanged(list: QueryList, all: readonly unknown[]): Promise<boolean> {
  const now = (await list.readAll())?.items ?? [];
  return !isSameValue(list.ids(all).sort(), list.ids(now).sort());
}

async function limitFault(list: QueryList, limit: string, size: number, all: readonly unknown[]): Promise<QueryFault> {
  const { outcome, items } = await list.read('page', { [limit]: String(size) });
  const expectedCount = Math.min(size, all.length);
  if (!items || items.length === expectedCount) return undefined;
  const message = 'The list does not return the requested number of items.';
  const [expected, actual] = [formatCount(expectedCount, 'item'), formatCount(items.length, 'item')];
  return { outcome, fault: { rule: 'page.limit', message, expected, actual } };
}

async function offsetFault(
  list: QueryList,
  limit: string,
  offset: string,
  all: readonly unknown[],
): Promise<QueryFault> {
  const whole = await list.read('page', { [limit]: '4', [offset]: '0' });
  const part = await list.read('page', { [limit]: '2', [offset]: '1' });
  if (!whole.items || !part.items || all.length < 3) return undefined;
  const expectedIds = list.ids(whole.items).slice(1, 3);
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

async function pageFault(list: QueryList, limit: string, page: string, all: readonly unknown[]): Promise<QueryFault> {
  const first = list.firstPage;
  const whole = await list.read('page', { [limit]: '4', [page]: String(first) });
  const one = await list.read('page', { [limit]: '2', [page]: String(first) });
  const secondPage = await list.read('page', { [limit]: '2', [page]: String(first + 1) });
  if (!whole.items || !one.items || !secondPage.items || all.length < 3) return undefined;
  const expectedIds = list.ids(whole.items).slice(0, 4);
  const actualIds = [...list.ids(one.items).slice(0, 2), ...list.ids(secondPage.items).slice(0, 2)];
  if (isSameValue(expectedIds, actualIds)) return undefined;
  const message = 'Two pages together differ from one page of twice the size.';
  const [expected, actual] = [idsText(expectedIds), idsText(actualIds)];
  return { outcome: secondPage.outcome, fault: { rule: 'page.page', message, expected, actual } };
}

/** Number of pages of one item to read. */
const smallPageLimit = 6;

/**
 * Reads the first pages of one item each, as the contract or the first of them says how to ask for the next one. They
 * must contain different items of the whole list, and all of them if the list ends before the limit.
 */
async function smallPagesFault(list: QueryList, limit: string, all: readonly unknown[]): Promise<QueryFault> {
  if (!list.canTellApart(all)) return undefined;
  const { outcome } = await list.read('page', { [limit]: '1' });
  let count = 0;
  const paging = list.operation.paging ?? guessPaging(list, outcome);
  const small =
    paging && (await readWholeList(list.session, outcome, { until: () => ++count >= smallPageLimit, paging }));
  // If an item lacks the value that asks for the next page, the contract is wrong, not the list.
  if (!small || small.chainBreak?.reason === 'unnamed' || (small.pages.length < 2 && !small.chainBreak))
    return undefined;
  const [expectedIds, actualIds] = [list.ids(all), list.ids(small.items)];
  const isDistinct = new Set(actualIds).size === actualIds.length;
  const isWhole = !small.chainBreak && (!small.isComplete || actualIds.length >= expectedIds.length);
  if (isDistinct && isWhole && actualIds.every((id) => expectedIds.includes(id))) return undefined;
  const message = 'Pages of one item each do not lead through the items of the whole list.';
  const [expected, actual] = [expectedIds, actualIds].map((ids) => idsText(ids.slice(0, smallPageLimit)));
  const last = small.pages.at(-1)?.outcome ?? outcome;
  return { outcome: last, fault: { rule: 'page.repeats', message, expected: expected ?? '', actual: actual ?? '' } };
}

/** Returns how a page of a list that the contract describes without pages probably leads to the next one. */
function guessPaging(
  { operation }: QueryList,
  { case: { request }, value, wholeBody = value, exchange: { response } }: Outcome,
): Paging | undefined {
  const page = sketchOf(request.path, wholeBody, response?.headers ?? {});
  const [hint] = page ? findHints([{ ...page, count: 1, first: '', last: [], lastId: undefined }]) : [];
  const selector = queryParametersOf(operation).find(({ name }) => isPageSelector(name));
  if (hint?.kind === 'address') return { next: placeOf(hint.source) };
  if (hint?.kind !== 'value' || !selector || hint.source === 'content-range') return undefined;
  return { next: placeOf(hint.source), page: { query: selector.name, by: 'cursor' } };
}

async function checkTotal(list: QueryList, all: readonly unknown[]): Promise<void> {
  const { limit } = list.knownParameters;
  const { outcome } = await list.read('page', limit ? { [limit.name]: '2' } : {});
  if (!outcome.ok) return;
  for (const [place, total] of totalsOf(outcome, list.operation)) {
    if (total !== all.length)
      list.report(outcome, {
        rule: 'page.total',
        message: `The total ${place} is not the number of items on all pages.`,
        expected: String(all.length),
        actual: String(total),
      });
  }
}
