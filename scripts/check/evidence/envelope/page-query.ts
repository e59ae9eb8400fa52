import type { Query } from '../../../contract/paging/follow.js';
import type { PageQuery } from '../../../contract/paging/paging.js';

/** From a page to the next one. */
export interface Step {
  /** The query that asked for the page, and that of the next page. */
  asked: Query;
  told: Query;
  /** The number of items of the page. */
  count: number;
  /** The plain values of its last item. */
  last: readonly string[];
}

const sizeName = /size|limit|count|per|top|take|max/i;

/**
 * The parameters that lead from page to page; undefined if no parameter changes, or if what was seen has several
 * readings: 2 after two items is the number of a page, or the number of items to skip.
 *
 * @param areTold whether the responses said these values; what requests alone show is never a cursor
 */
export function pageQueryOf(steps: readonly Step[], areTold = true): PageQuery | undefined {
  const [first] = steps;
  if (!first) return undefined;
  const changing = Object.keys(first.told).filter((name) => steps.every((step) => isChanged(step, name)));
  const sizes = Object.keys(first.told).filter((name) => isSize(steps, name));
  const names = changing.length > 1 ? changing.filter((name) => !sizes.includes(name)) : changing;
  const [query] = names;
  if (query === undefined || names.length > 1) return undefined;
  const way = wayOf(steps, query);
  if (!way || (way.by === 'cursor' && !areTold)) return undefined;
  const [size, another] = sizes.filter((name) => name !== query);
  return { query, ...way, ...(size !== undefined && another === undefined && { size }) };
}

function isChanged({ asked, told }: Step, name: string): boolean {
  return typeof told[name] === 'string' && told[name] !== asked[name];
}

/** Whether a parameter always has the number of items of the page, and a name that says so. */
function isSize(steps: readonly Step[], name: string): boolean {
  return sizeName.test(name) && steps.every(({ told, count }) => told[name] === String(count));
}

type Way = Pick<PageQuery, 'by' | 'first'>;

/** The ways in which numbers lead from page to page, as `PageQuery` has them. */
const ways: readonly { way: Way; next: (before: number | undefined, count: number) => number | undefined }[] = [
  { way: {}, next: (before = 1) => before + 1 },
  { way: { first: 0 }, next: (before = 0) => before + 1 },
  { way: { by: 'offset' }, next: (before = 0, count) => (count > 0 ? before + count : undefined) },
];

function wayOf(steps: readonly Step[], query: string): Way | undefined {
  const told = steps.map((step) => String(step.told[query]));
  if (!told.every(isNumber)) return { by: 'cursor' };
  const fitting = ways.filter(({ next }) =>
    steps.every(({ asked, count }, index) => next(numberIn(asked[query]), count) === Number(told[index])),
  );
  if (fitting.length === 0) return { by: 'cursor' };
  // The next page may begin after an item, by a number that only looks like a number of items.
  if (steps.every(({ last }, index) => last.includes(told[index] as string))) return undefined;
  const [only] = fitting;
  if (only && fitting.length === 1) return only.way;
  return isNumbered(fitting) ? firstNumber(steps, query) : undefined;
}

/** Whether only the number of the first page is open. */
function isNumbered(fitting: readonly { way: Way }[]): boolean {
  return fitting.every(({ way }) => way.by === undefined);
}

/** Without a request that leaves the number out, the smallest number that was asked for tells where pages begin. */
function firstNumber(steps: readonly Step[], query: string): Way | undefined {
  const smallest = Math.min(...steps.map(({ asked }) => numberIn(asked[query]) ?? Number.NaN));
  if (smallest === 0) return { first: 0 };
  return smallest === 1 ? {} : undefined;
}

function isNumber(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}

function numberIn(value: Query[string] | undefined): number | undefined {
  return typeof value === 'string' && isNumber(value) ? Number(value) : undefined;
}
