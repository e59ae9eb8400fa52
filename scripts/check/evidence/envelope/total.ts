import type { PageQuery } from '../../../contract/paging/paging.js';
import { hasNext } from './next-sign.js';
import type { Page } from './requested-steps.js';

const countName = /total|count|size|records|results|hits|length|num/i;
const partName = /page|per|limit|offset|skip/i;

/**
 * JSON pointer of the number of all items; undefined if no number is it, or if several could be.
 *
 * It is never less than the items of a page, is the same on all pages of a list, is more where another page follows,
 * and is that of the items where the first page is the only one. Numbers that are the same in every list are none.
 */
export function totalOf(pages: readonly Page[], next: string | undefined, query?: PageQuery): string | undefined {
  const places = [...new Set(pages.flatMap(({ values }) => [...values.keys()]))];
  const found = places.filter((at) => isTotal(pages, at, next, query));
  const named = found.filter((at) => /total/i.test(at));
  const [only, other] = named.length > 0 ? named : found;
  return other === undefined ? only : undefined;
}

/** Whether a page of a list has a number there that cannot be that of all its items. */
export function contradictsTotal(
  pages: readonly Page[],
  at: string,
  next: string | undefined,
  query?: PageQuery,
): boolean {
  const having = pages.filter(({ values }) => values.has(at));
  return !having.every((page) => fits(page, Number(page.values.get(at)), next, query)) || !isSteady(having, at, query);
}

function isTotal(pages: readonly Page[], at: string, next: string | undefined, query?: PageQuery): boolean {
  const having = pages.filter(({ values }) => values.has(at));
  const numbers = new Set(having.map(({ values }) => values.get(at)));
  if (numbers.size < 2) return false;
  if (![...numbers].every((value) => Number.isInteger(value)) || contradictsTotal(pages, at, next, query)) return false;
  const isExact = having.some((page) => page.count > 1 && isWhole(page, next, query) === true);
  const name = at.slice(at.lastIndexOf('/'));
  return isExact ? !partName.test(name) || countName.test(name) : countName.test(name) && !partName.test(name);
}

function fits(page: Page, total: number, next: string | undefined, query?: PageQuery): boolean {
  if (total < page.count) return false;
  if (hasNext(page, next) === true) return total > page.count;
  return isWhole(page, next, query) === true ? total === page.count : true;
}

/** Whether a page is the first and the last one of its list; undefined if nothing says so. */
function isWhole(page: Page, next: string | undefined, query?: PageQuery): boolean | undefined {
  const further = hasNext(page, next);
  if (further === undefined || (query === undefined && Object.keys(page.query).length > 0)) return undefined;
  return !further && (query === undefined || page.query[query.query] === undefined);
}

/** Whether each further page of a list has the same number as the page that was read before it. */
function isSteady(pages: readonly Page[], at: string, page?: PageQuery): boolean {
  const known = new Map<string, unknown>();
  return pages.every(({ path, query, values }) => {
    const [before, now] = [known.get(path), values.get(at)];
    known.set(path, now);
    // The list itself may have changed between two readings of its first page.
    const isFurther = page ? query[page.query] !== undefined : Object.keys(query).length > 0;
    return !isFurther || before === undefined || before === now;
  });
}
