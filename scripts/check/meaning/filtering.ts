import { shown } from '../deviation.js';
import { listShape } from '../resources.js';
import { fieldsOf } from '../schema-fields.js';
import { queryOf, totalsOf, valueOf, walkLimit, type QueryList } from './query-list.js';

/** Values of one filter that are tried. */
const valueLimit = 3;

/** Holds a list to its filters: parameters that are called like a field of its things. `all` is everything that it has. */
export async function checkFilters(list: QueryList, all: readonly unknown[]): Promise<void> {
  const { properties } = fieldsOf(list.session.contract, listShape(list.operation, list.session.contract.resolve)?.items ?? {});
  const meant = new Set(Object.values(list.known));
  const filters = queryOf(list.operation).filter((parameter) => properties.has(parameter.name) && !meant.has(parameter)).map(({ name }) => name);
  for (const name of filters) await checkFilter(list, name, all);
  const [one, other] = filters.map((name) => ({ name, values: valuesOf(all, name) })).filter(({ values }) => values.length > 1);
  if (one && other) await checkBoth(list, one.name, other.name, all);
}

function valuesOf(all: readonly unknown[], name: string): unknown[] {
  return [...new Set(all.map((item) => valueOf(item, name)))].filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
}

async function checkFilter(list: QueryList, name: string, all: readonly unknown[]): Promise<void> {
  const values = valuesOf(all, name);
  // With one value in all, a filter that is ignored would show the same.
  if (values.length < 2 || all.length >= walkLimit) return;
  const { limit } = list.known;
  for (const value of values.slice(0, valueLimit)) {
    const matching = all.filter((item) => valueOf(item, name) === value).length;
    await checkMatch(list, { ...list.whole, [name]: String(value) }, name, (item) => valueOf(item, name) === value, Math.min(matching, list.size), matching, value);
    // A filter that looks at one page only finds less than is there.
    if (limit && matching > 1) await checkMatch(list, { [limit.name]: '2', [name]: String(value) }, name, (item) => valueOf(item, name) === value, 2, matching, value);
  }
}

/** Two filters at once leave what both ask for. */
async function checkBoth(list: QueryList, one: string, other: string, all: readonly unknown[]): Promise<void> {
  const item = all.find((each) => valueOf(each, one) !== undefined && valueOf(each, other) !== undefined);
  const [a, b] = [valueOf(item, one), valueOf(item, other)];
  const isMatch = (each: unknown): boolean => valueOf(each, one) === a && valueOf(each, other) === b;
  const matching = all.filter(isMatch).length;
  if (item === undefined || all.length >= walkLimit) return;
  await checkMatch(list, { ...list.whole, [one]: String(a), [other]: String(b) }, `${one}, ${other}`, isMatch, Math.min(matching, list.size), matching, [a, b]);
}

async function checkMatch(
  list: QueryList,
  query: Readonly<Record<string, string>>,
  parameter: string,
  isMatch: (item: unknown) => boolean,
  wanted: number,
  matching: number,
  value: unknown,
): Promise<void> {
  const { outcome, items } = await list.read('filter', query);
  if (!items) return;
  const others = items.filter((item) => !isMatch(item));
  if (others.length > 0) {
    list.report(outcome, 'filter.ignored', parameter, 'The list shows things that the filter leaves out.', `things with ${shown(value)}`, `${others.length} others`);
    return;
  }
  if (items.length < wanted) {
    list.report(outcome, 'filter.misses', parameter, 'The list leaves out things that the filter asks for.', `${wanted} things`, `${items.length} things`);
  }
  for (const [name, total] of totalsOf(outcome)) {
    if (total !== matching) list.report(outcome, 'page.total', name, 'The total is not the number of things that the filter asks for.', String(matching), String(total));
  }
}
