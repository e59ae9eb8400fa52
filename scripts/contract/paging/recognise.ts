import type { Envelope } from './paging.js';
import { hasNext, type NextPages, nextPagesOf, pagesByTotal, type SketchedPage, signsOf } from './recognise-next.js';
import type { PageSketch } from './sketch.js';

/** The pages of one list operation. */
export interface ListPages {
  operationId: string;
  pages: readonly PageSketch[];
  /** The documented fields of an item. */
  fields: ReadonlySet<string>;
}

/** The pages of a list whose items are known. */
export interface SketchedList {
  operationId: string;
  /** JSON pointer of the items. */
  items: string;
  pages: readonly SketchedPage[];
}

/** How a list comes: as an array with all items, or in pages. */
export type ListForm = 'bare' | Envelope;

/** What responses show of lists: how each of them comes, the lists that vary, and those with several readings. */
export interface Reading {
  envelopes: Map<string, ListForm>;
  /** Lists that come as an array and in an envelope. */
  varying: string[];
  /** Lists in an envelope with several arrays that could be the items. */
  unclear: string[];
  /** JSON pointers of numbers that some lists contradict as the number of all their items. */
  wrongTotals: ReadonlySet<string>;
  /** Whether all bare lists are shorter than all others: then an envelope may be only around long lists. */
  isByLength: boolean;
  /** The lists whose items are known. */
  lists: SketchedList[];
}

/** Recognises in which forms lists come. */
export function readEnvelopes(lists: readonly ListPages[]): Reading {
  const bare = lists.filter(({ pages }) => pages.every(({ isBare }) => isBare));
  const wrapped = lists.filter(({ pages }) => pages.every(({ isBare }) => !isBare));
  const varying = lists.filter((list) => !bare.includes(list) && !wrapped.includes(list));
  const places = itemsPlaces(wrapped);
  const arrays = bare.map((list) => sketched(list, ''));
  const known = wrapped.flatMap((list) => {
    const items = places.get(list.operationId);
    return items === undefined ? [] : [sketched(list, items)];
  });
  const ids = (all: readonly ListPages[]): string[] => all.map(({ operationId }) => operationId).sort();
  const { envelopes, wrongTotals } = wrappedEnvelopes(known);
  return {
    envelopes: new Map([...bareForms(arrays), ...envelopes]),
    wrongTotals,
    varying: ids(varying),
    unclear: ids(wrapped.filter(({ operationId }) => places.has(operationId) && !places.get(operationId))),
    isByLength: isByLength(arrays, known),
    lists: [...arrays, ...known],
  };
}

function sketched({ operationId, pages }: ListPages, items: string): SketchedList {
  return {
    operationId,
    items,
    pages: pages.flatMap((page) => {
      const array = page.arrays.get(items);
      return array ? [{ ...page, count: array.count, first: array.first, last: array.last }] : [];
    }),
  };
}

/**
 * Where each list in an envelope has its items, by operation: a JSON pointer, or undefined if several arrays could be
 * them. Lists with one array decide for those with several.
 */
function itemsPlaces(lists: readonly ListPages[]): Map<string, string | undefined> {
  const candidates = lists.map((list) => ({ list, places: placesIn(list) })).filter(({ places }) => places.length > 0);
  const votes = candidates.flatMap(({ list, places: [place = '', ...others] }) =>
    others.length === 0 && hasItems(list, place) ? [place] : [],
  );
  const votesFor = (place: string): number => votes.filter((each) => each === place).length;
  return new Map(
    candidates.map(({ list, places }) => [
      list.operationId,
      places.length === 1 ? places[0] : (best(places, votesFor) ?? best(places, (place) => likeness(list, place))),
    ]),
  );
}

/** Places of arrays that every page has; places with items before all others. */
function placesIn(list: ListPages): string[] {
  const [first] = list.pages;
  const always = [...(first?.arrays.keys() ?? [])].filter((at) => list.pages.every(({ arrays }) => arrays.has(at)));
  const filled = always.filter((at) => hasItems(list, at));
  return filled.length > 0 ? filled : always;
}

function hasItems({ pages }: ListPages, at: string): boolean {
  return pages.some(({ arrays }) => (arrays.get(at)?.count ?? 0) > 0);
}

/** How many of the documented fields the items at a place have. */
function likeness({ pages, fields }: ListPages, at: string): number {
  const names = pages.map(({ arrays }) => arrays.get(at)?.fields ?? []).find((found) => found.length > 0) ?? [];
  return names.filter((name) => fields.has(name)).length;
}

/** The one place with most points; undefined if several have as many, or none has any. */
function best(places: readonly string[], pointsOf: (place: string) => number): string | undefined {
  const most = Math.max(...places.map(pointsOf));
  const [only, another] = places.filter((place) => pointsOf(place) === most);
  return most > 0 && another === undefined ? only : undefined;
}

function bareForms(lists: readonly SketchedList[]): [string, ListForm][] {
  const next = nextPagesOf(lists.flatMap(({ pages }) => pages));
  return lists.map(({ operationId }) => [operationId, next.next === undefined ? 'bare' : next]);
}

function wrappedEnvelopes(
  lists: readonly SketchedList[],
): Pick<Reading, 'wrongTotals'> & { envelopes: [string, ListForm][] } {
  const all = lists.flatMap(({ pages }) => pages);
  const told = nextPagesOf(all);
  const total = totalOf(all, told);
  const common = told.next === undefined && total !== undefined ? pagesByTotal(all, total) : told;
  const led = lists.map((list) => {
    const own = nextPagesOf(list.pages);
    // A short list shows only that it could say the same.
    const isCommon = own.next === common.next || (own.next === undefined && !hasOther(list.pages, common));
    return { ...list, next: isCommon ? common : own };
  });
  const wrongTotals = new Set(
    led.flatMap(({ pages, next }) => placesOf(pages).filter((at) => contradictsTotal(pages, at, next))),
  );
  const envelopes = led.map(({ operationId, items, pages, next }): [string, ListForm] => {
    const ownTotal = total ?? totalOf(pages, next);
    const isThere =
      ownTotal !== undefined && !wrongTotals.has(ownTotal) && pages.every(({ values }) => values.has(ownTotal));
    // Where nobody knows how to ask for the rest, the number of all items would contradict the items.
    const isFollowed = next.next !== undefined || next.page !== undefined || (isThere && areWhole(all, ownTotal));
    return [operationId, { items, ...next, ...(isThere && isFollowed && { total: ownTotal }) }];
  });
  return { envelopes, wrongTotals };
}

/** The places of plain values. */
function placesOf(pages: readonly PageSketch[]): string[] {
  return [...new Set(pages.flatMap(({ values }) => [...values.keys()]))];
}

/** Whether pages say in another place than most lists that more follow. */
function hasOther(pages: readonly SketchedPage[], { next }: NextPages): boolean {
  if (next === undefined || pages.some(({ values }) => values.has(next))) return false;
  return signsOf(pages).length > 0;
}

/** Pages usually have fewer items. */
const longList = 20;

/** Whether lists come whole, among them one that is longer than pages usually are. */
function areWhole(pages: readonly SketchedPage[], total: string): boolean {
  const having = pages.filter(({ values }) => values.has(total));
  return (
    having.some(({ count }) => count >= longList) && having.every(({ values, count }) => values.get(total) === count)
  );
}

function isByLength(bare: readonly SketchedList[], wrapped: readonly SketchedList[]): boolean {
  if (bare.length === 0 || wrapped.length === 0) return false;
  const longest = ({ pages }: SketchedList): number => Math.max(0, ...pages.map(({ count }) => count));
  return Math.max(...bare.map(longest)) < Math.min(...wrapped.map(longest));
}

const countName = /total|count|size|records|results|hits|length|num/i;
const partName = /page|per|limit|offset|skip/i;

/**
 * JSON pointer of the number of all items; undefined if no number is it, or if several could be.
 *
 * It is never less than the items of a page, is the same on all pages of a list, is more where another page follows,
 * and is that of the items where the first page is the only one. Numbers that are the same in every list are none.
 */
export function totalOf(pages: readonly SketchedPage[], next: NextPages): string | undefined {
  const found = placesOf(pages).filter((at) => isTotal(pages, at, next));
  const named = found.filter((at) => /total/i.test(at));
  const [only, other] = named.length > 0 ? named : found;
  return other === undefined ? only : undefined;
}

function isTotal(pages: readonly SketchedPage[], at: string, next: NextPages): boolean {
  const having = pages.filter(({ values }) => values.has(at));
  const numbers = new Set(having.map(({ values }) => values.get(at)));
  if (numbers.size < 2 || ![...numbers].every(Number.isInteger) || contradictsTotal(pages, at, next)) return false;
  const isExact = having.some((page) => page.count > 1 && isWhole(page, next) === true);
  const name = at.slice(at.lastIndexOf('/'));
  return isExact ? !partName.test(name) || countName.test(name) : countName.test(name) && !partName.test(name);
}

/** Whether a page of a list has a number there that cannot be that of all its items. */
function contradictsTotal(pages: readonly SketchedPage[], at: string, next: NextPages): boolean {
  const having = pages.filter(({ values }) => values.has(at));
  return !having.every((page) => fitsTotal(page, Number(page.values.get(at)), next)) || !isSteady(having, at, next);
}

function fitsTotal(page: SketchedPage, total: number, next: NextPages): boolean {
  if (total < page.count) return false;
  if (hasNext(page, next.next) === true) return total > page.count;
  return isWhole(page, next) !== true || total === page.count;
}

/** Whether a page is the first and the last one of its list; undefined if nothing says so. */
function isWhole(page: SketchedPage, { next, page: asked }: NextPages): boolean | undefined {
  const further = hasNext(page, next);
  if (further === undefined || (asked === undefined && Object.keys(page.query).length > 0)) return undefined;
  return !further && (asked === undefined || page.query[asked.query] === undefined);
}

/** Whether each further page of a list has the same number as the page that was read before it. */
function isSteady(pages: readonly SketchedPage[], at: string, { page }: NextPages): boolean {
  const known = new Map<string, unknown>();
  return pages.every(({ path, query, values }) => {
    const [before, now] = [known.get(path), values.get(at)];
    known.set(path, now);
    // The list itself may have changed between two readings of its first page.
    const isFurther = page ? query[page.query] !== undefined : Object.keys(query).length > 0;
    return !isFurther || before === undefined || before === now;
  });
}
