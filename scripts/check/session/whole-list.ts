import { nextQuery } from '../../contract/paging.js';
import { pageCase } from '../cases/reads.js';
import { headerOf } from '../model/exchange.js';
import { sameShown } from '../model/likeness.js';
import { itemsOf } from './fixtures.js';
import type { Outcome, Use } from './outcome.js';
import type { Session } from './session.js';

/** Number of pages of one list to read. */
const pageLimit = 20;

/** The items of a list, from all of its pages. */
export interface WholeList {
  items: readonly unknown[];
  /** The response of each page, the first one first. */
  pages: readonly Outcome[];
  /** Whether the last page was read: a list may have more pages than the check reads, or fail on one. */
  isComplete: boolean;
  /** The page that repeats one before, where the list ought to go on. */
  repeated?: Outcome;
}

/**
 * Reads the further pages of a list in the way that its contract says; without `x-paging`, the first response is all.
 *
 * @param first the response of the first page
 * @returns undefined if the first response is not a list
 */
export async function wholeList(session: Session, first: Outcome, use: Use = 'judged'): Promise<WholeList | undefined> {
  const operation = session.contract.operation(first.case.operationId);
  const found = operation && first.ok ? itemsOf(session.contract, operation, first.value) : undefined;
  if (!operation || !found) return undefined;
  const pages = [first];
  const items = [...found];
  const { paging } = operation;
  if (!paging) return { items, pages, isComplete: true };
  const pathOf = (outcome: Outcome): string => outcome.case.request.path;
  for (let [last, page] = [first, found]; ; ) {
    const query = Object.fromEntries(new URLSearchParams(pathOf(last).split('?')[1] ?? ''));
    const { response } = last.exchange;
    const link = response && headerOf(response, 'link');
    const next = nextQuery(paging, { query, value: last.value, link, count: page.length, seen: items.length });
    if (!next) return { items, pages, isComplete: true };
    const testCase = pageCase(first.case, next, pages.length + 1);
    if (pages.some((outcome) => pathOf(outcome) === testCase.request.path))
      return { items, pages, isComplete: false, repeated: last };
    if (pages.length >= pageLimit) return { items, pages, isComplete: false };
    const outcome = await session.send(testCase, use);
    const below = outcome.ok ? itemsOf(session.contract, operation, outcome.value) : undefined;
    if (!below) return { items, pages, isComplete: false };
    if (below.length > 0 && sameShown(below, page)) return { items, pages, isComplete: false, repeated: outcome };
    pages.push(outcome);
    items.push(...below);
    [last, page] = [outcome, below];
  }
}
