import { parsePointer } from '../pointer.js';
import { addressedQuery, isAddress, nextQuery, type Query } from './follow.js';
import { type Envelope, type NextKind, type PageQuery, usualNext } from './paging.js';
import type { PageSketch } from './sketch.js';

/** A page, its items, and what it says about the next one. */
export interface SketchedPage extends PageSketch {
  count: number;
  first: string;
  last: readonly string[];
}

/** What leads to the next page. */
export type NextPages = Pick<Envelope, 'next' | 'nextIs' | 'page'>;

/** What leads from page to page in lists of one form; empty if nothing was seen that does. */
export function nextPagesOf(pages: readonly SketchedPage[]): NextPages {
  for (const { at, kind } of signsOf(pages)) {
    const page = pageQueryOf(stepsOf(pages, { at, kind }), kind !== 'more');
    // The kind needs no word where it follows from the parameter.
    const isUsual = at === 'link' || kind === usualNext(page ? { page } : {});
    if (page) return { next: at, page, ...(!isUsual && { nextIs: kind }) };
    if (kind === 'address') return { next: at };
  }
  return {};
}

/** The parameters of pages that only requests show, where the number of all items says that there are more. */
export function pagesByTotal(pages: readonly SketchedPage[], total: string): NextPages {
  const page = pageQueryOf(
    stepsByNumber(pages, ({ values, count }) => Number(values.get(total)) > count),
    false,
  );
  return page ? { page } : {};
}

/** What a page has at a place to lead to the next page; undefined on the last one. */
function toldAt(page: PageSketch, at: string): string | number | boolean | undefined {
  const told = at === 'link' ? page.link : page.values.get(at);
  return told === null || told === false || told === '' ? undefined : told;
}

/** Whether a page has what leads to the next one; undefined if it does not say. */
export function hasNext(page: PageSketch, next: string | undefined): boolean | undefined {
  return next === undefined ? undefined : toldAt(page, next) !== undefined;
}

/** A place that may lead to the next page. */
interface Sign {
  /** `link` or a JSON pointer. */
  at: string;
  kind: NextKind;
}

const leadsOn = /next|more|after|forward|continu/i;
const names: Readonly<Record<NextKind, RegExp>> = {
  address: leadsOn,
  value: /next|after|continu|cursor|token/i,
  more: /more|next/i,
};
const leadsElsewhere = /prev|before|back|self|first|last|current/i;
const order: readonly NextKind[] = ['address', 'value', 'more'];

/** What may lead to the next page, the surest first. */
export function signsOf(pages: readonly SketchedPage[]): Sign[] {
  const places = [...new Set(pages.flatMap(({ values }) => [...values.keys()]))];
  const found = places.flatMap((at): Sign[] => {
    const kind = kindAt(pages, at);
    return kind && isNamed(at, kind) ? [{ at, kind }] : [];
  });
  const sorted = found.sort(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || one.at.length - other.at.length,
  );
  const isLinked = pages.some(({ link }) => link !== undefined);
  return isLinked ? [{ at: 'link', kind: 'address' }, ...sorted] : sorted;
}

function isNamed(at: string, kind: NextKind): boolean {
  const tokens = parsePointer(at);
  return tokens.some((name) => names[kind].test(name)) && !tokens.some((name) => leadsElsewhere.test(name));
}

/** What the values at a place are, of all pages that have one; undefined if they differ, or are something else. */
function kindAt(pages: readonly SketchedPage[], at: string): NextKind | undefined {
  const kinds = pages.flatMap((page): (NextKind | undefined)[] => {
    const value = toldAt(page, at);
    if (value === undefined) return [];
    if (value === true) return ['more'];
    if (typeof value === 'string' && isAddress(value)) return [isFurther(page, value) ? 'address' : undefined];
    return [typeof value === 'string' || Number.isInteger(value) ? 'value' : undefined];
  });
  return new Set(kinds).size === 1 ? kinds[0] : undefined;
}

/** Whether an address leads to the same list with another query. */
function isFurther({ path, query }: PageSketch, address: string): boolean {
  const [before = ''] = address.split(/[?#]/);
  const told = addressedQuery(address);
  const end = (place: string): string | undefined => place.split('/').filter(Boolean).at(-1);
  const isSame = before === '' || end(before) === end(path);
  return isSame && Object.keys(told).some((name) => String(told[name]) !== String(query[name]));
}

/** From a page to the next one. */
interface Step {
  /** The page, with the query that asked for it. */
  page: SketchedPage;
  /** The query of the next page. */
  told: Query;
}

/** The steps that a sign leads on; where a page names only a value, or that there are more, requests must show them. */
function stepsOf(pages: readonly SketchedPage[], { at, kind }: Sign): Step[] {
  if (kind === 'value')
    return stepsTo(pages, (page, _, { value }) => {
      const told = toldAt(page, at);
      return told !== undefined && String(told) === value ? 0 : undefined;
    });
  if (kind === 'more') return stepsByNumber(pages, (page) => toldAt(page, at) === true);
  return pages.flatMap((page) => {
    const address = toldAt(page, at);
    return typeof address === 'string' ? [{ page, told: { ...page.query, ...addressedQuery(address) } }] : [];
  });
}

/** Pairs of requests that differ in one number, with no other between them, and that return other items. */
function stepsByNumber(pages: readonly SketchedPage[], hasMore: (page: SketchedPage) => boolean): Step[] {
  return stepsTo(pages, (page, other, { before, value }) => {
    const isOther = hasMore(page) && page.count > 0 && other.count > 0 && other.first !== page.first;
    const from = before === undefined ? -1 : (numberIn(before) ?? Infinity);
    const to = numberIn(value) ?? -1;
    return isOther && from < to ? to : undefined;
  });
}

/** The parameter that is new or has another value. */
interface Change {
  before: Query[string] | undefined;
  value: string;
}

/** For each page the step to a page of the same list with one changed parameter, with the lowest rank. */
function stepsTo(
  pages: readonly SketchedPage[],
  rankOf: (page: SketchedPage, other: SketchedPage, change: Change) => number | undefined,
): Step[] {
  return pages.flatMap((page) => {
    const found = pages.flatMap((other) => {
      const change = page !== other && page.path === other.path ? changeOf(page.query, other.query) : undefined;
      const rank = change && rankOf(page, other, change);
      return rank === undefined ? [] : [{ rank, told: other.query }];
    });
    const [next] = found.sort((one, other) => one.rank - other.rank);
    return next ? [{ page, told: next.told }] : [];
  });
}

function changeOf(before: Query, after: Query): Change | undefined {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [name, ...others] = all.filter((each) => String(before[each]) !== String(after[each]));
  const value = name === undefined || others.length > 0 ? undefined : after[name];
  return name !== undefined && typeof value === 'string' ? { before: before[name], value } : undefined;
}

const sizeName = /size|limit|count|per|top|take|max/i;

/**
 * The parameters that lead from page to page; undefined if no parameter changes, or if what was seen has several
 * readings: 2 after two items is the number of a page, or the number of items to skip.
 *
 * @param areTold whether the responses said these values; what requests alone show is never a cursor
 */
function pageQueryOf(steps: readonly Step[], areTold: boolean): PageQuery | undefined {
  const all = Object.keys(steps[0]?.told ?? {});
  const changing = all.filter((name) =>
    steps.every(({ page, told }) => typeof told[name] === 'string' && told[name] !== page.query[name]),
  );
  // A size always is the number of items of the page, and has a name that says so.
  const sizes = all.filter(
    (name) => sizeName.test(name) && steps.every(({ page, told }) => told[name] === String(page.count)),
  );
  const [query, ...others] = changing.length > 1 ? changing.filter((name) => !sizes.includes(name)) : changing;
  if (query === undefined || others.length > 0) return undefined;
  const way = wayOf(steps, query);
  if (!way || (way.by === 'cursor' && !areTold)) return undefined;
  const [size, another] = sizes.filter((name) => name !== query);
  return { query, ...way, ...(size !== undefined && another === undefined && { size }) };
}

type Way = Pick<PageQuery, 'by' | 'first'>;

/** The ways in which numbers can lead from page to page. */
const ways: readonly Way[] = [{}, { first: 0 }, { by: 'offset' }];

function wayOf(steps: readonly Step[], query: string): Way | undefined {
  if (!steps.every(({ told }) => numberIn(told[query]) !== undefined)) return { by: 'cursor' };
  const fitting = ways.filter((way) =>
    steps.every(({ page, told }) => {
      // A page without items may lead on, too.
      const [asked, count] = [numberIn(page.query[query]), page.count || 1];
      const sent = asked === undefined ? {} : { [query]: String(asked) };
      const next = nextQuery({ page: { query, ...way } }, { query: sent, value: undefined, count, seen: count });
      return Number(next?.[query]) === numberIn(told[query]);
    }),
  );
  const [only, ...more] = fitting;
  if (!only) return { by: 'cursor' };
  // The next page may begin after an item, by a number that only looks like a number of items.
  if (steps.every(({ page, told }) => page.last.includes(String(told[query])))) return undefined;
  if (more.length === 0) return only;
  return fitting.every(({ by }) => by === undefined) ? firstNumber(steps, query) : undefined;
}

/** Without a request that leaves the number out, the smallest number that was asked for tells where pages begin. */
function firstNumber(steps: readonly Step[], query: string): Way | undefined {
  const smallest = Math.min(...steps.map(({ page }) => numberIn(page.query[query]) ?? Number.NaN));
  if (smallest === 0) return { first: 0 };
  return smallest === 1 ? {} : undefined;
}

function numberIn(value: Query[string] | undefined): number | undefined {
  return typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
