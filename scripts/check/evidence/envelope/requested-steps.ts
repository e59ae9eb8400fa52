import type { Query } from '../../../contract/paging/follow.js';
import type { Step } from './page-query.js';
import type { SeenPage } from './seen-page.js';

/** A page, its items, and what it says about the next one. */
export interface Page extends SeenPage {
  count: number;
  first: string;
  last: readonly string[];
}

/**
 * Steps from page to page whose parameter only the requests show: where a page names the value of the next one, those
 * that ask with it.
 *
 * @param nextIn what leads from a page to the next one; undefined on the last page
 */
export function stepsByValue(pages: readonly Page[], nextIn: (page: Page) => string | undefined): Step[] {
  return pages.flatMap((page) => {
    const value = nextIn(page);
    if (value === undefined) return [];
    const next = pages.find((other) => isOfSameList(page, other) && onlyChange(page.query, other.query) === value);
    return next ? [stepOf(page, next.query)] : [];
  });
}

/**
 * The same, where a page says only that there are more: pairs of requests that differ in one number, without another
 * request between them, and that return other items.
 */
export function stepsByNumber(pages: readonly Page[], hasMore: (page: Page) => boolean): Step[] {
  return pages.flatMap((page) => {
    if (!hasMore(page) || page.count === 0) return [];
    const later = pages
      .filter((other) => isOfSameList(page, other))
      .map((other) => ({ other, number: onlyNumber(page.query, other.query) }))
      .filter(({ other, number }) => number !== undefined && other.count > 0 && other.first !== page.first)
      .sort((one, two) => Number(one.number) - Number(two.number));
    const [next] = later;
    return next ? [stepOf(page, next.other.query)] : [];
  });
}

function stepOf({ query, count, last }: Page, told: Query): Step {
  return { asked: query, told, count, last };
}

function isOfSameList(page: Page, other: Page): boolean {
  return page !== other && page.path === other.path;
}

/** The value of the one parameter that is new or has another value; undefined if other parameters differ, too. */
function onlyChange(before: Query, after: Query): string | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => String(before[name]) !== String(after[name]));
  const [name] = changed;
  const value = name === undefined || changed.length > 1 ? undefined : after[name];
  return typeof value === 'string' ? value : undefined;
}

/** The same, if it is a larger number than before. */
function onlyNumber(before: Query, after: Query): number | undefined {
  const value = onlyChange(before, after);
  if (value === undefined || !/^[0-9]{1,15}$/.test(value)) return undefined;
  const name = Object.keys(after).find((each) => String(after[each]) !== String(before[each])) ?? '';
  const old = before[name];
  if (old === undefined) return Number(value);
  return /^[0-9]{1,15}$/.test(String(old)) && Number(old) < Number(value) ? Number(value) : undefined;
}
