import { shown } from '../model/deviation.js';
import { valueOf, type Query, type QueryList } from './query-list.js';

/** Holds a list to each order that its parameters promise, on one page and over two. */
export async function checkSorting(list: QueryList, all: readonly unknown[]): Promise<void> {
  const { sort, order } = list.known;
  if (!sort) return;
  const { resolve } = list.session.contract;
  for (const value of (resolve(sort.schema).enum ?? []).map(String)) {
    const field = value.replace(/^[-+]/, '').replace(/[:_ ](asc|desc)$/i, '');
    if (!all.some((item) => valueOf(item, field) !== undefined)) continue;
    const isDown = value.startsWith('-') || /desc$/i.test(value);
    await checkOrder(list, { [sort.name]: value }, field, isDown, sort.name, all);
    if (!order) continue;
    for (const direction of (resolve(order.schema).enum ?? ['asc', 'desc']).map(String)) {
      await checkOrder(
        list,
        { [sort.name]: value, [order.name]: direction },
        field,
        /^(desc|-|down)/i.test(direction),
        order.name,
        all,
      );
    }
  }
}

async function checkOrder(
  list: QueryList,
  query: Query,
  field: string,
  isDown: boolean,
  parameter: string,
  all: readonly unknown[],
): Promise<void> {
  const whole = await list.read('sort', { ...list.whole, ...query });
  if (whole.items) judge(whole.items, whole.outcome);
  const [from, next] = [list.from(0, 2), list.from(2, 2)];
  if (!from || !next || all.length < 4) return;
  const one = await list.read('sort', { ...from, ...query });
  const two = await list.read('sort', { ...next, ...query });
  if (one.items && two.items) judge([...one.items, ...two.items], two.outcome);

  function judge(items: readonly unknown[], outcome: typeof whole.outcome): void {
    // Where things without a value stand, nobody says.
    const found = items.map((item) => valueOf(item, field)).filter((value) => value !== undefined && value !== null);
    if (isInSomeOrder(isDown ? [...found].reverse() : found)) return;
    list.report(
      outcome,
      'sort.order',
      parameter,
      `The list is not in the order that was asked for, by ${JSON.stringify(field)}.`,
      isDown ? 'falling values' : 'rising values',
      shown(found.slice(0, 6)),
    );
  }
}

/** Texts may be ordered by code units, without case, or as a language does; numbers have one order. */
function isInSomeOrder(values: readonly unknown[]): boolean {
  if (values.every((value) => typeof value === 'number')) return rises(values as number[], (a, b) => a - b);
  const orders: ((a: string, b: string) => number)[] = [
    (a, b) => (a < b ? -1 : a > b ? 1 : 0),
    (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0),
    (a, b) => a.localeCompare(b, 'en'),
  ];
  return orders.some((order) => rises(values.map(String), order));
}

function rises<T>(values: readonly T[], order: (a: T, b: T) => number): boolean {
  return values.every((value, index) => index === 0 || order(values[index - 1] as T, value) <= 0);
}
