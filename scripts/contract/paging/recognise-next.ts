import { parsePointer } from '../pointer.js';
import { isAddress, nextQuery, type QueryParameters, urlQuery } from './follow.js';
import { defaultNext, type Envelope, type NextKind, type PageQuery } from './paging.js';
import type { PageSketch } from './sketch.js';

/** A page, with the count of its items and facts about the first and the last item. */
export interface SketchedPage extends PageSketch {
  count: number;
  first: string;
  last: readonly string[];
}

/** The members of an envelope that lead to the next page. */
export type NextPages = Pick<Envelope, 'next' | 'nextIs' | 'page'>;

/** Finds how these pages, of lists with the same form, lead to the next page; empty if they do not show it. */
export function nextPagesOf(pages: readonly SketchedPage[]): NextPages {
  for (const { source, kind } of findHints(pages)) {
    const page = pageQueryOf(stepsOf(pages, { source, kind }), kind !== 'more');
    // Omit the kind where it follows from the parameter.
    const isUsual = source === 'link' || kind === defaultNext(page ? { page } : {});
    if (page) return { next: source, page, ...(!isUsual && { nextIs: kind }) };
    if (kind === 'address') return { next: source };
  }
  return {};
}

/** Finds page parameters from requests alone; the total number of items shows whether another page follows. */
export function nextPagesFromTotal(pages: readonly SketchedPage[], total: string): NextPages {
  const page = pageQueryOf(
    stepsByNumber(pages, ({ values, count }) => Number(values.get(total)) > count),
    false,
  );
  return page ? { page } : {};
}

/** The value at a place that leads to the next page; undefined on the last page. */
function nextValueAt(page: PageSketch, source: string): string | number | boolean | undefined {
  const value = source === 'link' ? page.link : page.values.get(source);
  return value === null || value === false || value === '' ? undefined : value;
}

/** Whether a page leads to a next one; undefined if pages do not show it. */
export function hasNext(page: PageSketch, next: string | undefined): boolean | undefined {
  return next === undefined ? undefined : nextValueAt(page, next) !== undefined;
}

interface NextHint {
  /** `link` for the header Link, or a JSON pointer into the response. */
  source: string;
  kind: NextKind;
}

const forwardNamePattern = /next|more|after|forward|continu/i;
const kindNamePatterns: Readonly<Record<NextKind, RegExp>> = {
  address: forwardNamePattern,
  value: /next|after|continu|cursor|token/i,
  more: /more|next/i,
};
const otherNamePattern = /prev|before|back|self|first|last|current/i;
const kindOrder: readonly NextKind[] = ['address', 'value', 'more'];

/** Finds the places that may lead to the next page, the most certain first. */
export function findHints(pages: readonly SketchedPage[]): NextHint[] {
  const pointers = [...new Set(pages.flatMap(({ values }) => [...values.keys()]))];
  const hints = pointers.flatMap((source): NextHint[] => {
    const kind = kindAt(pages, source);
    return kind && hasNextName(source, kind) ? [{ source, kind }] : [];
  });
  const sortedHints = hints.sort(
    (one, other) =>
      kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind) || one.source.length - other.source.length,
  );
  const hasLink = pages.some(({ link }) => link !== undefined);
  return hasLink ? [{ source: 'link', kind: 'address' }, ...sortedHints] : sortedHints;
}

function hasNextName(source: string, kind: NextKind): boolean {
  const tokens = parsePointer(source);
  return (
    tokens.some((name) => kindNamePatterns[kind].test(name)) && !tokens.some((name) => otherNamePattern.test(name))
  );
}

/**
 * The kind of the values at a place, in all pages that have one; undefined if the kinds differ, or a value has no kind.
 */
function kindAt(pages: readonly SketchedPage[], source: string): NextKind | undefined {
  const kinds = pages.flatMap((page): (NextKind | undefined)[] => {
    const value = nextValueAt(page, source);
    if (value === undefined) return [];
    if (value === true) return ['more'];
    if (typeof value === 'string' && isAddress(value)) return [isNextPage(page, value) ? 'address' : undefined];
    return [typeof value === 'string' || Number.isInteger(value) ? 'value' : undefined];
  });
  return new Set(kinds).size === 1 ? kinds[0] : undefined;
}

/** Whether an address leads to the same list with another query. */
function isNextPage({ path, query }: PageSketch, address: string): boolean {
  const [base = ''] = address.split(/[?#]/);
  const target = urlQuery(address);
  const lastSegment = (place: string): string | undefined => place.split('/').filter(Boolean).at(-1);
  const isSame = base === '' || lastSegment(base) === lastSegment(path);
  return isSame && Object.keys(target).some((name) => String(target[name]) !== String(query[name]));
}

interface PageStep {
  page: SketchedPage;
  /** The query of the next page. */
  target: QueryParameters;
}

/**
 * The steps to which a hint leads. If the hint is not an address, the query of the next page comes from another
 * request.
 */
function stepsOf(pages: readonly SketchedPage[], { source, kind }: NextHint): PageStep[] {
  if (kind === 'value')
    return pageStepsTo(pages, (page, _, { value }) => {
      const nextValue = nextValueAt(page, source);
      return nextValue !== undefined && String(nextValue) === value ? 0 : undefined;
    });
  if (kind === 'more') return stepsByNumber(pages, (page) => nextValueAt(page, source) === true);
  return pages.flatMap((page) => {
    const address = nextValueAt(page, source);
    return typeof address === 'string' ? [{ page, target: { ...page.query, ...urlQuery(address) } }] : [];
  });
}

/**
 * Steps between requests that differ in one number and return other items. Each step leads to the next greater number.
 */
function stepsByNumber(pages: readonly SketchedPage[], hasMore: (page: SketchedPage) => boolean): PageStep[] {
  return pageStepsTo(pages, (page, other, { before, value }) => {
    const leadsToOtherItems = hasMore(page) && page.count > 0 && other.count > 0 && other.first !== page.first;
    const from = before === undefined ? -1 : (numberIn(before) ?? Infinity);
    const to = numberIn(value) ?? -1;
    return leadsToOtherItems && from < to ? to : undefined;
  });
}

interface QueryChange {
  before: QueryParameters[string] | undefined;
  value: string;
}

/** For each page, the step of lowest rank to another page of its list. Their queries differ in one parameter. */
function pageStepsTo(
  pages: readonly SketchedPage[],
  rankOf: (page: SketchedPage, other: SketchedPage, change: QueryChange) => number | undefined,
): PageStep[] {
  return pages.flatMap((page) => {
    const candidates = pages.flatMap((other) => {
      const change = page !== other && page.path === other.path ? queryChangeOf(page.query, other.query) : undefined;
      const rank = change && rankOf(page, other, change);
      return rank === undefined ? [] : [{ rank, target: other.query }];
    });
    const [next] = candidates.sort((one, other) => one.rank - other.rank);
    return next ? [{ page, target: next.target }] : [];
  });
}

function queryChangeOf(before: QueryParameters, after: QueryParameters): QueryChange | undefined {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [name, ...others] = all.filter((each) => String(before[each]) !== String(after[each]));
  const value = name === undefined || others.length > 0 ? undefined : after[name];
  return name !== undefined && typeof value === 'string' ? { before: before[name], value } : undefined;
}

const sizePattern = /size|limit|count|per|top|take|max/i;

/**
 * The parameters that lead from page to page; undefined if no parameter changes, or if the steps are ambiguous: after
 * two items, the value 2 may be the number of a page or the number of items to skip.
 *
 * @param isFromResponse whether responses contained the values; values that only requests show are never cursors
 */
function pageQueryOf(steps: readonly PageStep[], isFromResponse: boolean): PageQuery | undefined {
  const all = Object.keys(steps[0]?.target ?? {});
  const changingNames = all.filter((name) =>
    steps.every(({ page, target }) => typeof target[name] === 'string' && target[name] !== page.query[name]),
  );
  // Parameters for the size of a page: the value is always the number of items of the page, and the name fits.
  const sizes = all.filter(
    (name) => sizePattern.test(name) && steps.every(({ page, target }) => target[name] === String(page.count)),
  );
  const [query, ...others] =
    changingNames.length > 1 ? changingNames.filter((name) => !sizes.includes(name)) : changingNames;
  if (query === undefined || others.length > 0) return undefined;
  const numbering = numberingOf(steps, query);
  if (!numbering || (numbering.by === 'cursor' && !isFromResponse)) return undefined;
  const [size, secondSize] = sizes.filter((name) => name !== query);
  return { query, ...numbering, ...(size !== undefined && secondSize === undefined && { size }) };
}

type PageNumbering = Pick<PageQuery, 'by' | 'first'>;

const numberings: readonly PageNumbering[] = [{}, { first: 0 }, { by: 'offset' }];

function numberingOf(steps: readonly PageStep[], query: string): PageNumbering | undefined {
  if (!steps.every(({ target }) => numberIn(target[query]) !== undefined)) return { by: 'cursor' };
  const candidates = numberings.filter((numbering) =>
    steps.every(({ page, target }) => {
      // A page without items may have a next page, too.
      const [number, count] = [numberIn(page.query[query]), page.count || 1];
      const pageQuery = number === undefined ? {} : { [query]: String(number) };
      const next = nextQuery(
        { page: { query, ...numbering } },
        { query: pageQuery, value: undefined, count, seen: count },
      );
      return Number(next?.[query]) === numberIn(target[query]);
    }),
  );
  const [only, ...more] = candidates;
  if (!only) return { by: 'cursor' };
  // A number that is also a value of the last item may be a cursor instead of a number of items or of a page.
  if (steps.every(({ page, target }) => page.last.includes(String(target[query])))) return undefined;
  if (more.length === 0) return only;
  return candidates.every(({ by }) => by === undefined) ? firstPageNumbering(steps, query) : undefined;
}

/** The number of the first page, if the smallest number in the requests is 0 or 1; undefined otherwise. */
function firstPageNumbering(steps: readonly PageStep[], query: string): PageNumbering | undefined {
  const smallestNumber = Math.min(...steps.map(({ page }) => numberIn(page.query[query]) ?? Number.NaN));
  if (smallestNumber === 0) return { first: 0 };
  return smallestNumber === 1 ? {} : undefined;
}

function numberIn(value: QueryParameters[string] | undefined): number | undefined {
  return typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
