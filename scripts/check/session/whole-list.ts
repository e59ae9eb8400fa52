import { valueAt } from '../../contract/pointer.js';
import { pageCase } from '../cases/reads.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { itemIdField } from '../model/contract/resources.js';
import { sameShown } from '../model/likeness.js';
import { byteLimit, nextPath, pageLimit } from '../model/pages.js';
import { itemsOf } from './fixtures.js';
import type { Outcome, Use } from './outcome.js';
import { areTold, haveIds, keysOf } from './resource.js';
import type { Session } from './session.js';

/** The items of a list, from all of its pages. */
export interface WholeList {
  items: readonly unknown[];
  /** The response of each page, the first one first, and its items. */
  pages: readonly ListPage[];
  /** Whether the last page was read: a list may have more pages than the check reads, or fail on one. */
  isComplete: boolean;
  /** The response at which the pages end although the server says that there are more. */
  broken?: { as: 'repeated' | 'refused' | 'empty'; outcome: Outcome };
}

/** A page of a list. */
export interface ListPage {
  outcome: Outcome;
  items: readonly unknown[];
}

interface Reading {
  use?: Use;
  /** Stops after the page with this item. */
  until?: (item: unknown) => boolean;
}

/**
 * Reads the further pages of a list in the way that its contract says; without `x-paging`, the first response is all.
 *
 * @param first the response of the first page
 * @returns undefined if the first response is not a list
 */
export async function wholeList(
  session: Pick<Session, 'contract' | 'send'> & Partial<Pick<Session, 'creations' | 'notes'>>,
  first: Outcome,
  { use = 'judged', until = () => false }: Reading = {},
): Promise<WholeList | undefined> {
  const operation = session.contract.operation(first.case.operationId);
  const found = operation && first.ok ? itemsOf(session.contract, operation, first.value) : undefined;
  if (!operation || !found) return undefined;
  const { paging, security } = operation;
  const [items, pages]: [unknown[], ListPage[]] = [[...found], [{ outcome: first, items: found }]];
  const ended = (isComplete: boolean, broken?: WholeList['broken']): WholeList => {
    if (isComplete && !broken) session.creations?.sawList(first, items);
    return { items, pages, isComplete: isComplete && !broken, ...(broken && { broken }) };
  };
  if (!paging) return ended(true);
  const idField = itemIdField(session.contract, operation);
  const known = new Set(keysOf(found, idField ?? 'id'));
  const asked = new Set([first.case.request.path]);
  let bytes = bytesOf(first);
  for (let [last, page] = [first, found]; ; ) {
    const { value, exchange, case: read } = last;
    const { path } = read.request;
    const counts = { count: page.length, seen: items.length };
    const next = nextPath({ paging, security }, { path, value, response: exchange.response, ...counts });
    if (next === undefined) return ended(true, saysMore(operation, last) ? { as: 'empty', outcome: last } : undefined);
    // Otherwise only the next page shows the end: it may be empty, refused, or the last page again.
    const isAnnounced = paging.next !== undefined || typeof valueAt(value, paging.total ?? '') === 'number';
    const again: WholeList['broken'] = isAnnounced ? { as: 'repeated', outcome: last } : undefined;
    if (asked.has(next)) return ended(true, again);
    if (page.some(until)) return ended(false);
    if (pages.length >= pageLimit || bytes > byteLimit) {
      session.notes?.addLongList(operation.id);
      return ended(false);
    }
    const testCase = pageCase(first.case, next, pages.length + 1);
    const outcome = await session.send(isAnnounced ? testCase : { ...testCase, expect: 'any' }, use);
    const below = outcome.ok ? itemsOf(session.contract, operation, outcome.value) : undefined;
    if (!below && isAnnounced) return ended(false, isRefused(outcome) ? { as: 'refused', outcome } : undefined);
    if (!below) return ended(isRefused(outcome) && isAboutRequest(outcome));
    const keys = keysOf(below, idField ?? 'id');
    if (keys.length > 0 && keys.every((key) => known.has(key))) {
      // Without ids, other items may have the same values.
      const isSame = haveIds(below, idField) || (keys.length > 1 && areTold(keys) && sameShown(page, below));
      return isSame ? ended(true, again && { ...again, outcome }) : ended(false);
    }
    for (const key of keys) known.add(key);
    asked.add(next);
    pages.push({ outcome, items: below });
    items.push(...below);
    bytes += bytesOf(outcome);
    [last, page] = [outcome, below];
  }
}

/** Whether a page says that another one follows, but not which. */
function saysMore({ paging }: CheckedOperation, { value }: Outcome): boolean {
  return paging?.next !== undefined && paging.next !== 'link' && valueAt(value, paging.next) === true;
}

/** Whether a response refuses a page: a server that is busy or fails proves nothing about it. */
function isRefused({ status }: Outcome): boolean {
  return status >= 300 && status < 500 && ![408, 425, 429].includes(status);
}

function isAboutRequest({ status }: Outcome): boolean {
  return status === 400 || status >= 404;
}

function bytesOf({ exchange }: Outcome): number {
  return exchange.response?.bytes.byteLength ?? 0;
}
