import { isDescendingOrder, parseSort } from '../../../contract/paging/list-parameters.js';
import { compareText } from '../../../text/problem.js';
import { wrongQueryCases } from '../../cases/refusals.js';
import { itemIdField } from '../../model/contract/resources.js';
import { formatValue } from '../../model/deviation.js';
import type { Outcome } from '../../session/outcome.js';
import type { TestTarget } from '../harness.js';
import { checkFilters } from './filtering.js';
import { checkPages } from './pages.js';
import { fieldValue, QueryList, type QueryValues, queryParametersOf } from './query-list.js';

/** Checks the query parameters of a list whose meaning follows from their names and schemas. */
export async function checkQueries({ session, source, operation, parameters }: TestTarget): Promise<void> {
  if (queryParametersOf(operation).length === 0) return;
  const list = new QueryList(session, operation, parameters, itemIdField(session.contract, operation));
  const allItems = await list.readAll();
  if (allItems && allItems.items.length > 1) {
    await checkPages(list, allItems);
    await checkSorting(list, allItems.items);
    if (allItems.isComplete) await checkFilters(list, allItems.items);
  }
  await session.sendEach(wrongQueryCases(source, operation, parameters));
}

/** Checks each order that the parameters of a list offer, on one page and across two. */
async function checkSorting(list: QueryList, all: readonly unknown[]): Promise<void> {
  const { sort, order } = list.knownParameters;
  if (!sort) return;
  const { resolve } = list.session.contract;
  for (const value of (resolve(sort.schema).enum ?? []).map(String)) {
    const { field, isDescending } = parseSort(value);
    if (!all.some((item) => fieldValue(item, field) !== undefined)) continue;
    await checkOrder(list, { query: { [sort.name]: value }, field, isDescending, parameter: sort.name }, all);
    if (!order) continue;
    for (const direction of (resolve(order.schema).enum ?? ['asc', 'desc']).map(String)) {
      const query = { [sort.name]: value, [order.name]: direction };
      await checkOrder(list, { query, field, isDescending: isDescendingOrder(direction), parameter: order.name }, all);
    }
  }
}

interface RequestedOrder {
  query: QueryValues;
  field: string;
  isDescending: boolean;
  /** The query parameter that requests the order. */
  parameter: string;
}

async function checkOrder(list: QueryList, order: RequestedOrder, all: readonly unknown[]): Promise<void> {
  const { query } = order;
  const wholeList = await list.read('sort', { ...list.wholeQuery, ...query });
  if (wholeList.items) judgeOrder(list, order, wholeList.items, wholeList.outcome);
  const [from, next] = [list.queryForItemsAfter(0, 2), list.queryForItemsAfter(2, 2)];
  if (!from || !next || all.length < 4) return;
  const first = await list.read('sort', { ...from, ...query });
  const second = await list.read('sort', { ...next, ...query });
  if (first.items && second.items) judgeOrder(list, order, [...first.items, ...second.items], second.outcome);
}

function judgeOrder(
  list: QueryList,
  { field, isDescending, parameter }: RequestedOrder,
  items: readonly unknown[],
  outcome: Outcome,
): void {
  // Items without a value may be at any position.
  const values = items.map((item) => fieldValue(item, field)).filter((value) => value !== undefined && value !== null);
  if (isInSomeOrder(isDescending ? [...values].reverse() : values)) return;
  const message = `The list is not sorted by ${JSON.stringify(field)} as requested.`;
  const expected = isDescending ? 'descending values' : 'ascending values';
  list.report(outcome, { rule: 'sort.order', message, expected, actual: formatValue(values.slice(0, 6)) }, parameter);
}

/**
 * Whether values are in one of the usual orders. Strings may be ordered by code unit, without regard to case, or by the
 * rules of a language. Numbers have only one order.
 */
function isInSomeOrder(values: readonly unknown[]): boolean {
  if (values.every((value) => typeof value === 'number')) return isAscending(values as number[], (a, b) => a - b);
  const comparators: ((a: string, b: string) => number)[] = [
    compareText,
    (a, b) => compareText(a.toLowerCase(), b.toLowerCase()),
    (a, b) => a.localeCompare(b, 'en'),
  ];
  return comparators.some((compare) => isAscending(values.map(String), compare));
}

function isAscending<T>(values: readonly T[], compare: (a: T, b: T) => number): boolean {
  return values.every((value, index) => index === 0 || compare(values[index - 1] as T, value) <= 0);
}
