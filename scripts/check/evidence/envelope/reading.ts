import { sameJson } from '../../../contract/json.js';
import { enough } from '../../model/proposal.js';
import { itemsPlaces, type ListPages } from './items-place.js';
import { type NextPages, nextPagesOf, signsOf } from './next-sign.js';
import { pageQueryOf } from './page-query.js';
import { type Page, stepsByNumber } from './requested-steps.js';
import type { SeenPage } from './seen-page.js';
import { contradictsTotal, totalOf } from './total.js';

/** An answer to the question how lists come. */
export type Envelope = 'bare' | (NextPages & { items?: string; total?: string });

/** What the lists of a run show: how each of them comes, the lists that vary, and those with several readings. */
export interface Reading {
  envelopes: Map<string, Envelope>;
  /** Lists that come as an array and in an envelope. */
  varying: string[];
  /** Lists in an envelope with several arrays that could be the items. */
  unclear: string[];
  /** JSON pointers of numbers that some lists contradict as the number of all their items. */
  wrongTotals: ReadonlySet<string>;
  /** Whether all bare lists are shorter than all others: then an envelope may be only around long lists. */
  isByLength: boolean;
  /** The lists in an envelope whose items are known. */
  wrapped: WrappedPages[];
}

export function readEnvelopes(lists: readonly ListPages[]): Reading {
  const isBare = ({ pages }: ListPages): boolean => pages.every((page) => page.isBare);
  const bare = lists.filter(isBare);
  const wrapped = lists.filter(({ pages }) => pages.every((page) => !page.isBare));
  const varying = lists.filter((list) => !bare.includes(list) && !wrapped.includes(list));
  const places = itemsPlaces(wrapped);
  const unclear = wrapped.filter(({ operationId }) => places.has(operationId) && !places.get(operationId));
  const known = wrapped.flatMap(({ operationId, pages }) => {
    const items = places.get(operationId);
    return items === undefined ? [] : [{ operationId, items, pages: pages.flatMap((page) => pageAt(page, items)) }];
  });
  const arrays = bare.map(({ operationId, pages }) => ({
    operationId,
    pages: pages.flatMap((page) => pageAt(page, '')),
  }));
  const ids = (all: readonly ListPages[]): string[] => all.map(({ operationId }) => operationId).sort();
  const { envelopes, wrongTotals } = wrappedEnvelopes(known);
  return {
    envelopes: new Map([...bareEnvelopes(arrays), ...envelopes]),
    wrongTotals,
    varying: ids(varying),
    unclear: ids(unclear),
    isByLength: isByLength(arrays, known),
    wrapped: known,
  };
}

function pageAt(page: SeenPage, items: string): Page[] {
  const array = page.arrays.get(items);
  return array ? [{ ...page, count: array.count, first: array.first, last: array.last }] : [];
}

interface Pages {
  operationId: string;
  pages: readonly Page[];
}

interface WrappedPages extends Pages {
  /** JSON pointer of the items. */
  items: string;
}

function bareEnvelopes(lists: readonly Pages[]): [string, Envelope][] {
  const next = nextPagesOf(lists.flatMap(({ pages }) => pages));
  return lists.map(({ operationId }) => [operationId, next.next === undefined ? 'bare' : next]);
}

function wrappedEnvelopes(lists: readonly WrappedPages[]): Pick<Reading, 'wrongTotals'> & {
  envelopes: [string, Envelope][];
} {
  const all = lists.flatMap(({ pages }) => pages);
  const told = nextPagesOf(all);
  const total = totalOf(all, told.next, told.page);
  const common = told.next === undefined && total !== undefined ? pagesByTotal(all, total) : told;
  const led = lists.map((list) => {
    const own = nextPagesOf(list.pages);
    // A short list shows only that it could say the same.
    const isCommon = own.next === common.next || (own.next === undefined && !hasOther(list.pages, common));
    return { ...list, next: isCommon ? common : own };
  });
  const wrongTotals = new Set(led.flatMap(({ pages, next }) => notTotals(pages, next)));
  const envelopes = led.map(({ operationId, items, pages, next }): [string, Envelope] => {
    const ownTotal = total ?? totalOf(pages, next.next, next.page);
    const isThere =
      ownTotal !== undefined && !wrongTotals.has(ownTotal) && pages.every(({ values }) => values.has(ownTotal));
    // Where nobody knows how to ask for the rest, the number of all items would contradict the items.
    const isFollowed = next.next !== undefined || next.page !== undefined || (isThere && isWhole(all, ownTotal));
    return [operationId, { items, ...next, ...(isThere && isFollowed && { total: ownTotal }) }];
  });
  return { envelopes, wrongTotals };
}

function notTotals(pages: readonly Page[], { next, page }: NextPages): string[] {
  const places = new Set(pages.flatMap(({ values }) => [...values.keys()]));
  return [...places].filter((at) => contradictsTotal(pages, at, next, page));
}

/** Whether pages say in another place than most lists that more follow. */
function hasOther(pages: readonly Page[], { next }: NextPages): boolean {
  if (next === undefined || pages.some(({ values }) => values.has(next))) return false;
  return signsOf(pages).length > 0;
}

/** Whether lists come whole, among them one that is longer than pages usually are. */
function isWhole(pages: readonly Page[], total: string): boolean {
  const having = pages.filter(({ values }) => values.has(total));
  const isLong = having.some(({ count }) => count >= enough.resources);
  return isLong && having.every(({ values, count }) => values.get(total) === count);
}

/** The parameters of pages that only requests show, where the number of all items says that there are more. */
function pagesByTotal(pages: readonly Page[], total: string): NextPages {
  const page = pageQueryOf(stepsByNumber(pages, ({ values, count }) => Number(values.get(total)) > count));
  // Where nothing names the next page, numbers that fit no way of counting come from lists that have changed.
  return page && page.by !== 'cursor' ? { page } : {};
}

function isByLength(bare: readonly Pages[], wrapped: readonly Pages[]): boolean {
  if (bare.length === 0 || wrapped.length === 0) return false;
  const longest = ({ pages }: Pages): number => Math.max(0, ...pages.map(({ count }) => count));
  return Math.max(...bare.map(longest)) < Math.min(...wrapped.map(longest));
}

/**
 * The most frequent envelope as the value of an answer, and the lists that come otherwise.
 *
 * @param usual the value instead of the most frequent one
 */
export function asAnswer(
  envelopes: ReadonlyMap<string, Envelope>,
  usual = mostFrequent([...envelopes.values()]),
): { value: Envelope; except: Record<string, Envelope> } {
  const others = [...envelopes].filter(([, envelope]) => !sameJson(envelope, usual));
  return { value: usual, except: Object.fromEntries(others.sort(([one], [other]) => (one < other ? -1 : 1))) };
}

function mostFrequent(all: readonly Envelope[]): Envelope {
  const groups: { envelope: Envelope; count: number }[] = [];
  for (const envelope of all) {
    const group = groups.find((each) => sameJson(each.envelope, envelope));
    if (group) group.count += 1;
    else groups.push({ envelope, count: 1 });
  }
  const [most] = groups.sort((one, other) => other.count - one.count);
  return most?.envelope ?? 'bare';
}
