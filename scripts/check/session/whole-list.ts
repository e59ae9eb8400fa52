import { cursorOf, tellsWhetherPageFollows, valueIn } from '../../contract/paging/follow.js';
import type { Paging } from '../../contract/paging/paging.js';
import { showsMoreItems } from '../../contract/paging/recognise.js';
import { sketchPage } from '../../contract/paging/sketch.js';
import { pageCase } from '../cases/reads.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { itemIdField } from '../model/contract/resources.js';
import { isSameValue } from '../model/likeness.js';
import { byteLimit, nextPath, pageLimit, receivedParts } from '../model/pages.js';
import { itemsOf } from './fixtures.js';
import type { Outcome, ResponseUse } from './outcome.js';
import { areDistinct, haveIds, keysOf } from './resource.js';
import type { Session } from './session.js';

export interface WholeList {
  items: readonly unknown[];
  pages: readonly ListPage[];
  /** Whether all pages were read. A list may have more pages than the check reads, or one of its pages may fail. */
  isComplete: boolean;
  /**
   * The response after which no further page could be read, although the server says that more pages follow. `reason`
   * is `unnamed` if the last item lacks the value that asks for the next page.
   */
  chainBreak?: { reason: 'repeated' | 'refused' | 'empty' | 'unnamed'; outcome: Outcome };
}

export interface ListPage {
  outcome: Outcome;
  items: readonly unknown[];
}

interface WholeListOptions {
  use?: ResponseUse;
  /** If given, reading stops after the page with an item for which this function returns true. */
  until?: (item: unknown) => boolean;
  /** How the list is divided into pages, if the contract does not state it. */
  paging?: Paging | undefined;
}

/**
 * Reads the other pages of a list as its contract describes. Without `x-paging`, the first response is the complete
 * list. Returns undefined if the first response is not a list.
 */
export async function readWholeList(
  session: Pick<Session, 'contract' | 'send'> & Partial<Pick<Session, 'creations' | 'notes'>>,
  first: Outcome,
  { use = 'judged', until = () => false, paging: guessedPaging }: WholeListOptions = {},
): Promise<WholeList | undefined> {
  const operation = session.contract.operation(first.case.operationId);
  const firstItems = operation && first.ok ? itemsOf(session.contract, operation, first.value) : undefined;
  if (!operation || !firstItems) return undefined;
  const { paging = guessedPaging, security } = operation;
  const [items, pages]: [unknown[], ListPage[]] = [[...firstItems], [{ outcome: first, items: firstItems }]];
  const finish = (isComplete: boolean, chainBreak?: WholeList['chainBreak']): WholeList => {
    if (isComplete && !chainBreak) session.creations?.noteWholeList(first, items);
    return { items, pages, isComplete: isComplete && !chainBreak, ...(chainBreak && { chainBreak }) };
  };
  if (!paging) return finish(first.guess === undefined);
  const idField = itemIdField(session.contract, operation);
  const knownKeys = new Set(keysOf(firstItems, idField ?? 'id'));
  const paths = new Set([first.case.request.path]);
  let bytes = bytesOf(first);
  for (let [last, page] = [first, firstItems]; ; ) {
    const { value, exchange, case: read } = last;
    const { path } = read.request;
    const responseParts = receivedParts(value, exchange.response);
    const counts = { count: page.length, seenCount: items.length };
    const next = nextPath({ paging, security }, { path, value, response: exchange.response, ...counts });
    // A page may announce a next page without naming it.
    const isNextUnknown = valueIn(operation.paging?.next, responseParts) === true;
    if (next === undefined) return finish(true, isNextUnknown ? { reason: 'empty', outcome: last } : undefined);
    // Without an announcement, only the next page shows the end: it may be empty, refused, or equal to the last one.
    const isEndAnnounced = tellsWhetherPageFollows(paging, responseParts);
    const repeatBreak: WholeList['chainBreak'] = isEndAnnounced ? { reason: 'repeated', outcome: last } : undefined;
    const isNextPageUnnamed = paging.page?.by === 'last-item' && cursorOf(paging.page, page.at(-1)) === undefined;
    if (isNextPageUnnamed) return finish(false, isEndAnnounced ? { reason: 'unnamed', outcome: last } : undefined);
    if (paths.has(next)) return finish(true, repeatBreak);
    if (page.some(until)) return finish(false);
    if (pages.length >= pageLimit || bytes > byteLimit) {
      session.notes?.addLongList(operation.id);
      return finish(false);
    }
    const testCase = pageCase(first.case, next, pages.length + 1);
    const outcome = await session.send(isEndAnnounced ? testCase : { ...testCase, expect: 'any' }, use);
    const nextItems = outcome.ok ? itemsOf(session.contract, operation, outcome.value) : undefined;
    if (!nextItems && isEndAnnounced)
      return finish(false, isPageRefused(outcome) ? { reason: 'refused', outcome } : undefined);
    const isRequestError = outcome.status === 400 || outcome.status >= 404;
    if (!nextItems) return finish(isPageRefused(outcome) && isRequestError);
    const keys = keysOf(nextItems, idField ?? 'id');
    if (keys.length > 0 && keys.every((key) => knownKeys.has(key))) {
      // Without ids, different items may have the same values, so a repeated page is harder to recognise.
      const isSamePage =
        haveIds(nextItems, idField) || (keys.length > 1 && areDistinct(keys) && isSameValue(page, nextItems));
      return isSamePage ? finish(true, repeatBreak && { ...repeatBreak, outcome }) : finish(false);
    }
    for (const key of keys) knownKeys.add(key);
    paths.add(next);
    pages.push({ outcome, items: nextItems });
    items.push(...nextItems);
    bytes += bytesOf(outcome);
    [last, page] = [outcome, nextItems];
  }
}

/**
 * Whether a response shows that its list has more items, but the contract does not say how to ask for them. The author
 * of such a contract may not know that there are more pages.
 */
export function isPartOfList(
  { paging }: CheckedOperation,
  { case: { request }, value, wholeBody = value, exchange }: Outcome,
  count: number,
): boolean {
  if (paging?.next !== undefined || paging?.page !== undefined) return false;
  const page = sketchPage(request.path, wholeBody, exchange.response?.headers ?? {});
  return page !== undefined && showsMoreItems(page, count);
}

/** Whether a response refuses a page. A response from a busy or failing server proves nothing about the page. */
function isPageRefused({ status }: Outcome): boolean {
  return status >= 300 && status < 500 && ![408, 425, 429].includes(status);
}

function bytesOf({ exchange }: Outcome): number {
  return exchange.response?.bytes.byteLength ?? 0;
}
