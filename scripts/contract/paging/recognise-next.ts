import { parsePointer } from '../pointer.js';
import { isAddress, nextInHeader, nextQuery, type QueryParameters, queryOfUrl, toTotal } from './follow.js';
import { headerAt, headerTitle } from './header-place.js';
import { defaultNext, type Envelope, type NextKind, type PageQuery, type Place } from './paging.js';
import type { PageSketch } from './sketch.js';

/** A page with its item count and facts about its first and last item. */
export interface SketchedPage extends PageSketch {
  count: number;
  first: string;
  lastItemValues: readonly string[];
  lastId: string | undefined;
}

/** The members of an envelope that lead to the next page. */
export type NextPageMembers = Pick<Envelope, 'next' | 'nextIs' | 'page'>;

/** Finds how pages of the same form lead to the next page; empty if the pages do not show this. */
export function findNextPageMembers(pages: readonly SketchedPage[]): NextPageMembers {
  for (const { source, kind } of findHints(pages)) {
    const next = placeOf(source);
    const numberingOf = source === 'content-range' ? findOffsetNumbering : findCountOrCursor;
    const page =
      kind === 'more'
        ? pageQueryFromRequests(pages, (page) => nextValueAt(page, source) === true)
        : pageQueryOf(findPageSteps(pages, { source, kind }), numberingOf);
    // Omit `nextIs` for a header, and where `page` implies it.
    const isUsual = !isPointer(source) || kind === defaultNext(page ? { page } : {});
    if (page) return { next, page, ...(!isUsual && { nextIs: kind }) };
    if (kind === 'address') return { next };
  }
  return {};
}

/** Finds the page parameters from requests alone. The total number of items shows whether another page follows. */
export function nextPageFromTotal(pages: readonly SketchedPage[], total: string): NextPageMembers {
  const page = pageQueryFromRequests(pages, (page) => (totalAt(page, total) ?? 0) > page.count);
  return page ? { page } : {};
}

/** Whether a source in a sketch is a JSON pointer; otherwise it is the name of a header. */
function isPointer(text: string): boolean {
  return text.startsWith('/');
}

/** Converts a source, the key under which a sketch has a value, to the place of the value in a response. */
export function placeOf(source: string): Place {
  return isPointer(source) || source === 'link' ? source : { header: headerTitle(source) };
}

/** The value at a place that leads to the next page; undefined on the last page. */
function nextValueAt({ values }: PageSketch, source: string): string | number | boolean | undefined {
  const text = values.get(source);
  const value = isPointer(source) ? text : nextInHeader(source, String(text ?? ''));
  return value === null || value === false || value === '' ? undefined : value;
}

/** Reads a number that may be the total number of items; undefined if it is not an integer of at least 0. */
export function totalAt({ values }: PageSketch, source: string): number | undefined {
  const value = values.get(source);
  return typeof value === 'number' || !isPointer(source) ? toTotal(value) : undefined;
}

/** Whether another page follows a page; undefined if the place that shows it is not known. */
export function hasNextPage(page: PageSketch, next: Place | undefined): boolean | undefined {
  return next === undefined ? undefined : nextValueAt(page, sourceOf(next)) !== undefined;
}

/** The key under which a sketch has the value at a place in a response. */
export function sourceOf(place: Place): string {
  return headerAt(place) ?? (place as string);
}

export interface NextPageHint {
  /** A JSON pointer into the response, or the name of a header in lower case. */
  source: string;
  kind: NextKind;
}

const forwardNamePattern = /next|more|after|forward|continu/i;
const kindNamePatterns: Readonly<Record<NextKind, RegExp>> = {
  address: forwardNamePattern,
  value: /next|after|continu|cursor|token/i,
  more: /more|next/i,
};
const otherPageNamePattern = /prev|before|back|self|first|last|current/i;
const kindOrder: readonly NextKind[] = ['address', 'value', 'more'];

/** Finds the places that may lead to the next page, the most certain first. */
export function findHints(pages: readonly SketchedPage[]): NextPageHint[] {
  const sources = [...new Set(pages.flatMap(({ values }) => [...values.keys()]))];
  const hints = sources.flatMap((source): NextPageHint[] => {
    const kind = nextKindAt(pages, source);
    return kind && hasNextName(source, kind) ? [{ source, kind }] : [];
  });
  // The header Link is the most certain. Content-Range is the least certain: the page after its range may not exist.
  const rankOf = ({ source, kind }: NextPageHint): number =>
    source === 'link' ? -1 : source === 'content-range' ? kindOrder.length : kindOrder.indexOf(kind);
  return hints.sort((a, b) => rankOf(a) - rankOf(b) || a.source.length - b.source.length);
}

function hasNextName(source: string, kind: NextKind): boolean {
  if (source === 'link' || source === 'content-range') return true;
  const tokens = isPointer(source) ? parsePointer(source) : [source];
  return (
    tokens.some((name) => kindNamePatterns[kind].test(name)) && !tokens.some((name) => otherPageNamePattern.test(name))
  );
}

/** The kind of the values at a place; undefined if pages differ in kind, or if a value is of no kind. */
function nextKindAt(pages: readonly SketchedPage[], source: string): NextKind | undefined {
  const kinds = pages.flatMap((page): (NextKind | undefined)[] => {
    const value = nextValueAt(page, source);
    if (value === undefined) return [];
    if (value === true) return ['more'];
    if (source === 'link') return ['address'];
    if (typeof value === 'string' && isAddress(value)) return [isNextPage(page, value) ? 'address' : undefined];
    return [typeof value === 'string' || Number.isInteger(value) ? 'value' : undefined];
  });
  return new Set(kinds).size === 1 ? kinds[0] : undefined;
}

/** Guesses the meaning of the values of a page parameter whose name is not known; undefined for a page number. */
export function guessPageMeaning(pages: readonly SketchedPage[], { source, kind }: NextPageHint): PageQuery['by'] {
  if (source === 'content-range') return 'offset';
  if (kind === 'more') return 'last-item';
  return pages.every((page) => /^\d*$/.test(String(nextValueAt(page, source) ?? ''))) ? undefined : 'cursor';
}

/** Whether an address leads to the same list with a different query. */
function isNextPage({ path, query }: PageSketch, address: string): boolean {
  const [base = ''] = address.split(/[?#]/);
  const target = queryOfUrl(address);
  const lastSegment = (place: string): string | undefined => place.split('/').filter(Boolean).at(-1);
  const isSamePath = base === '' || lastSegment(base) === lastSegment(path);
  return isSamePath && Object.keys(target).some((name) => String(target[name]) !== String(query[name]));
}

interface PageStep {
  page: SketchedPage;
  /** The query of the next page. */
  target: QueryParameters;
}

/**
 * Finds the query of the page after each page. A hint that is an address contains this query. For a hint that is a
 * value, the query is that of the request that sent the value.
 */
function findPageSteps(pages: readonly SketchedPage[], { source, kind }: NextPageHint): PageStep[] {
  if (kind === 'value')
    return findLowestRankedSteps(pages, (page, _, { value }) => {
      const nextValue = nextValueAt(page, source);
      return nextValue !== undefined && String(nextValue) === value ? 0 : undefined;
    });
  return pages.flatMap((page) => {
    const address = nextValueAt(page, source);
    return typeof address === 'string' ? [{ page, target: { ...page.query, ...queryOfUrl(address) } }] : [];
  });
}

/**
 * Finds the page parameters from requests alone. One parameter of the request for the next page has the next higher
 * number, or the id of the last item.
 */
function pageQueryFromRequests(
  pages: readonly SketchedPage[],
  hasMore: (page: SketchedPage) => boolean,
): PageQuery | undefined {
  const findRankedSteps = (rankOf: (page: SketchedPage, change: QueryChange) => number | undefined): PageStep[] =>
    findLowestRankedSteps(pages, (page, other, change) => {
      const leadsToOtherItems = hasMore(page) && page.count > 0 && other.count > 0 && other.first !== page.first;
      return leadsToOtherItems ? rankOf(page, change) : undefined;
    });
  const numericSteps = findRankedSteps((_, { before, value }) => {
    const [from, to] = [before === undefined ? -1 : (numberIn(before) ?? Infinity), numberIn(value) ?? -1];
    return from < to ? to : undefined;
  });
  const lastItemSteps = findRankedSteps(({ lastId }, { name, value }) =>
    value === lastId && afterItemPattern.test(name) ? 0 : undefined,
  );
  return pageQueryOf(numericSteps, findCountNumbering) ?? pageQueryOf(lastItemSteps, findLastItemNumbering);
}

/** Names of parameters that request the items after a given item. Others may request the items inside that item. */
const afterItemPattern = /after|start|since|last|from|cursor|marker|token|max_?id/i;

interface QueryChange {
  name: string;
  before: QueryParameters[string] | undefined;
  value: string;
}

/** Finds, for each page, the page of its list that ranks lowest of those that differ in only one query parameter. */
function findLowestRankedSteps(
  pages: readonly SketchedPage[],
  rankOf: (page: SketchedPage, otherPage: SketchedPage, change: QueryChange) => number | undefined,
): PageStep[] {
  return pages.flatMap((page) => {
    const candidates = pages.flatMap((other) => {
      const change = page !== other && page.path === other.path ? queryChangeOf(page.query, other.query) : undefined;
      const rank = change && rankOf(page, other, change);
      return rank === undefined ? [] : [{ rank, target: other.query }];
    });
    const [next] = candidates.sort((a, b) => a.rank - b.rank);
    return next ? [{ page, target: next.target }] : [];
  });
}

function queryChangeOf(before: QueryParameters, after: QueryParameters): QueryChange | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [name, ...otherNames] = names.filter((text) => String(before[text]) !== String(after[text]));
  const value = name === undefined || otherNames.length > 0 ? undefined : after[name];
  return name !== undefined && typeof value === 'string' ? { name, before: before[name], value } : undefined;
}

const sizePattern = /size|limit|count|per|top|take|max/i;

/**
 * Finds the parameters that lead from page to page; undefined if no parameter changes or the steps are ambiguous: after
 * a page of two items, the value 2 may be the number of a page or the number of items to skip.
 *
 * @param numberingOf says what the values of the parameter mean; undefined if the steps do not show it
 */
function pageQueryOf(steps: readonly PageStep[], numberingOf: FindNumbering): PageQuery | undefined {
  const allNames = Object.keys(steps[0]?.target ?? {});
  const changingNames = allNames.filter((name) =>
    steps.every(({ page, target }) => typeof target[name] === 'string' && target[name] !== page.query[name]),
  );
  // Parameters that set the page size: the name suggests it, and the value always equals the number of items.
  const sizeNames = allNames.filter(
    (name) => sizePattern.test(name) && steps.every(({ page, target }) => target[name] === String(page.count)),
  );
  const [query, ...otherQueries] =
    changingNames.length > 1 ? changingNames.filter((name) => !sizeNames.includes(name)) : changingNames;
  if (query === undefined || otherQueries.length > 0) return undefined;
  const numbering = numberingOf(steps, query);
  if (!numbering) return undefined;
  const [size, secondSize] = sizeNames.filter((name) => name !== query);
  return { query, ...numbering, ...(size !== undefined && secondSize === undefined && { size }) };
}

type PageNumbering = Pick<PageQuery, 'by' | 'first'>;

type FindNumbering = (steps: readonly PageStep[], query: string) => PageNumbering | undefined;

const numberings: readonly PageNumbering[] = [{}, { first: 0 }, { by: 'offset' }];

/** For values that occur in responses. Values that count neither pages nor items are cursors. */
const findCountOrCursor: FindNumbering = (steps, query) => {
  const fittingNumberings = findFittingNumberings(steps, query);
  return fittingNumberings.length === 0 ? { by: 'cursor' } : chooseNumbering(steps, query, fittingNumberings);
};

/** For values that occur only in requests. They count pages or items, because a cursor would come from a response. */
const findCountNumbering: FindNumbering = (steps, query) =>
  chooseNumbering(steps, query, findFittingNumberings(steps, query));

/** For the ranges in the header Content-Range, which count items. */
const findOffsetNumbering: FindNumbering = (steps, query) => {
  const offsetNumberings = findFittingNumberings(steps, query).filter(({ by }) => by === 'offset');
  return chooseNumbering(steps, query, offsetNumberings);
};

/** For values that come from the last item of a page, unless they could also be counts. */
const findLastItemNumbering: FindNumbering = (steps, query) =>
  findFittingNumberings(steps, query).length === 0 ? { by: 'last-item' } : undefined;

/** Finds the ways of counting pages or items that explain the change of the value in every step. */
function findFittingNumberings(steps: readonly PageStep[], query: string): PageNumbering[] {
  if (!steps.every(({ target }) => numberIn(target[query]) !== undefined)) return [];
  return numberings.filter((numbering) =>
    steps.every(({ page, target }) => {
      // Count an empty page as one item, because it may still have a next page.
      const [number, count] = [numberIn(page.query[query]), page.count || 1];
      const pageQuery = number === undefined ? {} : { [query]: String(number) };
      const response = { value: undefined, header: () => undefined, query: pageQuery, count, seenCount: count };
      return Number(nextQuery({ page: { query, ...numbering } }, response)?.[query]) === numberIn(target[query]);
    }),
  );
}

function chooseNumbering(
  steps: readonly PageStep[],
  query: string,
  fittingNumberings: readonly PageNumbering[],
): PageNumbering | undefined {
  const [only, ...more] = fittingNumberings;
  // A number that is also a value of the last item may be a cursor instead of a count.
  if (steps.every(({ page, target }) => page.lastItemValues.includes(String(target[query])))) return undefined;
  if (more.length === 0) return only;
  return fittingNumberings.every(({ by }) => by === undefined) ? numberingFromFirstPage(steps, query) : undefined;
}

/** The number of the first page, if the smallest number in the requests is 0 or 1; otherwise undefined. */
function numberingFromFirstPage(steps: readonly PageStep[], query: string): PageNumbering | undefined {
  const smallestNumber = Math.min(...steps.map(({ page }) => numberIn(page.query[query]) ?? Number.NaN));
  if (smallestNumber === 0) return { first: 0 };
  return smallestNumber === 1 ? {} : undefined;
}

function numberIn(value: QueryParameters[string] | undefined): number | undefined {
  return typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
