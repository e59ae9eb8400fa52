import { isSameJson } from '../json.js';
import { escapeToken, parsePointer } from '../pointer.js';
import { defaultNext, type Envelope, readEnvelope } from './paging.js';
import {
  findHints,
  findNextPageMembers,
  guessPageMeaning,
  hasNextPage,
  type NextPageMembers,
  nextPageFromTotal,
  placeOf,
  type SketchedPage,
  sourceOf,
  totalAt,
} from './recognise-next.js';
import { type PageSketch, totalNamePattern } from './sketch.js';

export interface PagesOfList {
  operationId: string;
  pages: readonly PageSketch[];
  /** The documented fields of an item. */
  fields: ReadonlySet<string>;
}

/** The pages of a list for which the place of the items is known. */
export interface SketchedList {
  operationId: string;
  /** JSON pointer of the items. */
  items: string;
  pages: readonly SketchedPage[];
}

/** The form of a list: `bare` for an array with all items, or the paging of its pages. */
export type ListForm = 'bare' | Envelope;

export interface EnvelopeReading {
  envelopes: Map<string, ListForm>;
  /** Lists that come as a bare array in some responses and in an envelope in others. */
  mixedLists: string[];
  /** Lists in an envelope with several arrays that could be the items. */
  ambiguousLists: string[];
  /** Places of numbers that cannot be the total number of items, because the pages of some lists contradict it. */
  wrongTotals: ReadonlySet<string>;
  /** Whether every bare list is shorter than every list in an envelope: perhaps only long lists get an envelope. */
  areBareListsShorter: boolean;
  lists: SketchedList[];
}

export function readEnvelopes(lists: readonly PagesOfList[]): EnvelopeReading {
  const bareLists = lists.filter(({ pages }) => pages.every(({ isBare }) => isBare));
  const wrappedLists = lists.filter(({ pages }) => pages.every(({ isBare }) => !isBare));
  const varyingLists = lists.filter((list) => !bareLists.includes(list) && !wrappedLists.includes(list));
  const pointers = locateItems(wrappedLists);
  const itemPlaces = findItemPlaces(wrappedLists, pointers);
  const bareSketches = bareLists.map((list) => sketchList(list, ''));
  const sketches = wrappedLists.flatMap((list) => {
    const items = pointers.get(list.operationId);
    return items === undefined ? [] : [sketchList(list, items, itemPlaces.get(list.operationId))];
  });
  const toSortedIds = (all: readonly PagesOfList[]): string[] => all.map(({ operationId }) => operationId).sort();
  const [bareForms, { envelopes, wrongTotals }] = [findListForms(bareSketches), findListForms(sketches)];
  // If the array is missing in some empty lists, the other lists probably lack it, too, when they are empty.
  if (wrappedLists.some(({ pages }) => pages.some(isWithoutArray)))
    for (const envelope of envelopes) if (envelope[1] !== 'bare') envelope[1] = { ...envelope[1], empty: 'absent' };
  return {
    envelopes: new Map([...bareForms.envelopes, ...envelopes]),
    wrongTotals: new Set([...bareForms.wrongTotals, ...wrongTotals]),
    mixedLists: toSortedIds(varyingLists),
    ambiguousLists: toSortedIds(wrappedLists.filter(({ operationId: id }) => pointers.has(id) && !pointers.get(id))),
    areBareListsShorter: areBareListsAllShorter(bareSketches, sketches),
    lists: [...bareSketches, ...sketches],
  };
}

/** @param itemPlace JSON pointer of the item in an element of the array; empty if the elements are the items */
function sketchList({ operationId, pages }: PagesOfList, items: string, itemPlace = ''): SketchedList {
  return {
    operationId,
    items: itemPlace === '' ? items : `${items}/*${itemPlace}`,
    pages: pages.flatMap((page) => {
      const array = page.arrays.get(items);
      return array ? [{ ...page, ...array }] : [];
    }),
  };
}

/**
 * JSON pointer of each list's items; undefined if several arrays could be the items. If a list has several arrays,
 * prefer the place where most lists with only one array have their items.
 */
function locateItems(lists: readonly PagesOfList[]): Map<string, string | undefined> {
  const candidates = lists
    .map((list) => ({ list, places: arrayPlaces(list) }))
    .filter(({ places }) => places.length > 0);
  const votes = candidates.flatMap(({ list, places: [place = '', ...otherPlaces] }) =>
    otherPlaces.length === 0 && hasItems(list, place) ? [place] : [],
  );
  const votesFor = (place: string): number => votes.filter((vote) => vote === place).length;
  const placeIn = (list: PagesOfList, places: readonly string[]): string | undefined =>
    bestPlace(places, votesFor) ?? bestPlace(places, (place) => countMatches(list, place));
  return new Map(
    candidates.map(({ list, places }) => [list.operationId, places.length === 1 ? places[0] : placeIn(list, places)]),
  );
}

/** The places where every page has an array. If some of these arrays have items, only the places of those. */
function arrayPlaces(list: PagesOfList): string[] {
  const pages = list.pages.filter((page) => !isWithoutArray(page));
  const commonPlaces = [...(pages[0]?.arrays.keys() ?? [])].filter((pointer) =>
    pages.every(({ arrays }) => arrays.has(pointer)),
  );
  const nonEmptyPlaces = commonPlaces.filter((pointer) => hasItems(list, pointer));
  return nonEmptyPlaces.length > 0 ? nonEmptyPlaces : commonPlaces;
}

/** Whether a page alone shows that the list has more items: it leads to a next page, or its total exceeds `count`. */
export function showsMoreItems(page: PageSketch, count: number): boolean {
  const hasGreaterTotal = [...page.values.keys()].some(
    (source) => totalNamePattern.test(source) && (totalAt(page, source) ?? 0) > count,
  );
  const sketch = { ...page, count, first: '', lastItemValues: [], lastId: undefined };
  return hasGreaterTotal || findHints([sketch]).length > 0;
}

/** Whether a member of an envelope says that the list has no items. */
export function isZeroTotal(name = '', value: unknown): boolean {
  return value === 0 && /^(?:total.*|count|@odata\.count)$/i.test(name);
}

/** Whether a page lacks the array because the list is empty, as its total of 0 shows. */
function isWithoutArray({ arrays, values }: PageSketch): boolean {
  return arrays.size === 0 && [...values].some(([pointer, value]) => isZeroTotal(parsePointer(pointer).at(-1), value));
}

/**
 * JSON pointer of the item inside an element of each list; empty if elements are items. Inside an element, the item is
 * the only object with documented fields. A list whose pages do not show the item gets the most frequent pointer.
 */
function findItemPlaces(
  lists: readonly PagesOfList[],
  pointers: ReadonlyMap<string, string | undefined>,
): Map<string, string> {
  const placesById = new Map(
    lists.map((list) => [list.operationId, itemPlaceIn(list, pointers.get(list.operationId))]),
  );
  const votes = [...placesById.values()].filter((place) => place !== undefined);
  const usualPlace = bestPlace([...new Set(votes)], (place) => votes.filter((vote) => vote === place).length) ?? '';
  return new Map([...placesById].map(([id, place]) => [id, place ?? usualPlace]));
}

/** The place of the item in each element; undefined if the pages do not show it. */
function itemPlaceIn({ pages, fields }: PagesOfList, pointer = ''): string | undefined {
  const names = [...fields].filter((name) => name !== 'id' && name !== 'type');
  const sketch = pages.map(({ arrays }) => arrays.get(pointer)).find((each) => each && each.fields.length > 0);
  if (!sketch || names.length === 0) return undefined;
  if (sketch.fields.some((name) => names.includes(name))) return '';
  const [only, other] = [...sketch.fieldsByObject].filter(([, inside]) => inside.some((name) => names.includes(name)));
  return only && !other ? `/${escapeToken(only[0])}` : undefined;
}

function hasItems({ pages }: PagesOfList, pointer: string): boolean {
  return pages.some(({ arrays }) => (arrays.get(pointer)?.count ?? 0) > 0);
}

/** Number of documented fields that the items at a place have. */
function countMatches({ pages, fields }: PagesOfList, pointer: string): number {
  const names = pages.map(({ arrays }) => arrays.get(pointer)?.fields ?? []).find((values) => values.length > 0) ?? [];
  return names.filter((name) => fields.has(name)).length;
}

/** The place with the highest score; undefined if that score is 0 or several places share it. */
function bestPlace(places: readonly string[], scoreOf: (place: string) => number): string | undefined {
  const highestScore = Math.max(...places.map(scoreOf));
  const [only, secondPlace] = places.filter((place) => scoreOf(place) === highestScore);
  return highestScore > 0 && secondPlace === undefined ? only : undefined;
}

/** Finds the forms of lists. All of the lists are arrays, or all have an envelope. */
function findListForms(
  lists: readonly SketchedList[],
): Pick<EnvelopeReading, 'wrongTotals'> & { envelopes: [string, ListForm][] } {
  const all = lists.flatMap(({ pages }) => pages);
  const nextPages = findNextPageMembers(all);
  const total = totalOf(all, nextPages);
  const commonNext = nextPages.next === undefined && total !== undefined ? nextPageFromTotal(all, total) : nextPages;
  const listsWithNext = lists.map((list) => {
    const ownNext = findNextPageMembers(list.pages);
    // A short list may show no next page: assume that it has the same paging as the other lists.
    const lacksNext = ownNext.next === undefined && !hasOtherHint(list.pages, commonNext);
    return { ...list, next: lacksNext || isSameJson(ownNext.next, commonNext.next) ? commonNext : ownNext };
  });
  const wrongTotals = new Set(
    listsWithNext.flatMap(({ pages, next }) =>
      listValuePlaces(pages).filter((pointer) => contradictsTotal(pages, pointer, next)),
    ),
  );
  const envelopes = listsWithNext.map(({ operationId, items, pages, next }): [string, ListForm] => {
    const listTotal = total ?? totalOf(pages, next);
    const hasTotal =
      listTotal !== undefined && !wrongTotals.has(listTotal) && pages.every(({ values }) => values.has(listTotal));
    // Omit the total if clients cannot request the next page: it would contradict the number of items that they read.
    const canFollow = next.next !== undefined || next.page !== undefined || (hasTotal && areComplete(all, listTotal));
    const form = { ...(items && { items }), ...next, ...(hasTotal && canFollow && { total: placeOf(listTotal) }) };
    return [operationId, Object.keys(form).length === 0 ? 'bare' : form];
  });
  return { envelopes, wrongTotals };
}

function listValuePlaces(pages: readonly PageSketch[]): string[] {
  return [...new Set(pages.flatMap(({ values }) => [...values.keys()]))];
}

/** A placeholder that a person must replace with the name of the parameter. */
export const parameterPlaceholder = 'NAME';

/**
 * The form of a list whose pages show that more pages follow, but not which parameter requests them; the form has
 * `parameterPlaceholder` instead. Undefined for any other list.
 */
export function findPartialForm({ items, pages }: SketchedList): Envelope | undefined {
  const hint = findNextPageMembers(pages).next === undefined && findHints(pages).find(({ kind }) => kind !== 'address');
  if (!hint) return undefined;
  const { source, kind } = hint;
  const [next, by] = [placeOf(source), guessPageMeaning(pages, hint)];
  const page = { query: parameterPlaceholder, ...(by && { by }) };
  return readEnvelope({ ...(items && { items }), next, nextIs: kind, page });
}

/**
 * Whether pages lack the common hint at the next page, although they should have it. A last page may lack an address or
 * a cursor: count these as missing only if the pages have another hint.
 */
function hasOtherHint(pages: readonly SketchedPage[], commonNext: NextPageMembers): boolean {
  const { next, nextIs = defaultNext(commonNext) } = commonNext;
  if (next === undefined || pages.some(({ values }) => values.has(sourceOf(next)))) return false;
  return nextIs === 'more' || findHints(pages).length > 0;
}

/** Nearly all services send fewer items than this on a page. */
const usualMaxCount = 20;

/** Whether each page with a total has all items of its list, and one of these pages is longer than usual. */
function areComplete(pages: readonly SketchedPage[], total: string): boolean {
  const pagesWithTotal = pages.filter(({ values }) => values.has(total));
  return (
    pagesWithTotal.some(({ count }) => count >= usualMaxCount) &&
    pagesWithTotal.every((page) => totalAt(page, total) === page.count)
  );
}

function areBareListsAllShorter(bareLists: readonly SketchedList[], wrappedLists: readonly SketchedList[]): boolean {
  if (bareLists.length === 0 || wrappedLists.length === 0) return false;
  const maxCount = ({ pages }: SketchedList): number => Math.max(0, ...pages.map(({ count }) => count));
  return Math.max(...bareLists.map(maxCount)) < Math.min(...wrappedLists.map(maxCount));
}

const countPattern = /total|count|size|records|results|hits|length|num|^content-range$/i;
const nonTotalPattern = /page|per|limit|offset|skip/i;

/**
 * Finds the place of the total number of items; undefined if no number, or more than one, can be the total.
 *
 * A total is never less than the number of items of a page, is the same on all pages of a list, is greater if another
 * page follows, and equals the item count if there is only one page. A number that all lists share is no total.
 */
export function totalOf(pages: readonly SketchedPage[], next: NextPageMembers): string | undefined {
  const candidates = listValuePlaces(pages).filter((pointer) => isTotal(pages, pointer, next));
  const totals = candidates.filter((pointer) => /total/i.test(pointer));
  const [only, secondPlace] = totals.length > 0 ? totals : candidates;
  return secondPlace === undefined ? only : undefined;
}

function isTotal(pages: readonly SketchedPage[], pointer: string, next: NextPageMembers): boolean {
  const pagesWithNumber = pages.filter(({ values }) => values.has(pointer));
  const numbers = new Set(pagesWithNumber.map((page) => totalAt(page, pointer)));
  if (numbers.size < 2 || ![...numbers].every(Number.isInteger) || contradictsTotal(pages, pointer, next)) return false;
  const isExactOnSomePage = pagesWithNumber.some((page) => page.count > 1 && isOnlyPage(page, next) === true);
  const name = parsePointer(pointer).at(-1) ?? pointer;
  return isExactOnSomePage
    ? !nonTotalPattern.test(name) || countPattern.test(name)
    : countPattern.test(name) && !nonTotalPattern.test(name);
}

/** Whether some page has a number at this place that cannot be the total of its list. */
function contradictsTotal(pages: readonly SketchedPage[], pointer: string, next: NextPageMembers): boolean {
  const pagesWithTotal = pages.filter(({ values }) => values.has(pointer));
  return (
    !pagesWithTotal.every((page) => isPossibleTotal(page, totalAt(page, pointer) ?? Number.NaN, next)) ||
    !isConstantNumber(pagesWithTotal, pointer, next)
  );
}

function isPossibleTotal(page: SketchedPage, total: number, next: NextPageMembers): boolean {
  if (total < page.count) return false;
  if (hasNextPage(page, next.next) === true) return total > page.count;
  return isOnlyPage(page, next) !== true || total === page.count;
}

/** Whether a page is the first and the last one of its list; undefined if that is unknown. */
function isOnlyPage(page: SketchedPage, { next, page: pageQuery }: NextPageMembers): boolean | undefined {
  const hasMore = hasNextPage(page, next);
  if (hasMore === undefined || (pageQuery === undefined && Object.keys(page.query).length > 0)) return undefined;
  return !hasMore && (pageQuery === undefined || page.query[pageQuery.query] === undefined);
}

/** Whether each page after the first has the same number at the pointer as the page that was read before it. */
function isConstantNumber(pages: readonly SketchedPage[], pointer: string, { page }: NextPageMembers): boolean {
  const lastValues = new Map<string, number | undefined>();
  return pages.every((sketch) => {
    const { path, query } = sketch;
    const [before, now] = [lastValues.get(path), totalAt(sketch, pointer)];
    lastValues.set(path, now);
    // Ignore changes between two reads of the first page: the list itself may have changed meanwhile.
    const isFurtherPage = page ? query[page.query] !== undefined : Object.keys(query).length > 0;
    return !isFurtherPage || before === undefined || before === now;
  });
}
