import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { shown } from '../model/deviation.js';
import { listShape } from '../model/resources.js';
import { fieldValue, type QueryList, queryOf, totalsOf, walkLimit } from './query-list.js';

/** Values of one filter that are tried. */
const valueLimit = 3;

/**
 * Holds a list to its filters: parameters that are called like a field of its things. `all` is everything that it has.
 */
export async function checkFilters(list: QueryList, all: readonly unknown[]): Promise<void> {
  const { properties } = fieldsOf(
    list.session.contract,
    listShape(list.operation, list.session.contract.resolve)?.items ?? {},
  );
  const meant = new Set(Object.values(list.known));
  const { resolve } = list.session.contract;
  const filters = queryOf(list.operation)
    .filter(
      (parameter) => properties.has(parameter.name) && !meant.has(parameter) && !isMoment(resolve(parameter.schema)),
    )
    .map(({ name }) => name);
  for (const name of filters) await checkFilter(list, name, all);
  const [one, other] = filters
    .map((name) => ({ name, values: valuesOf(all, name) }))
    .filter(({ values }) => values.length > 1);
  if (one && other) await checkBoth(list, one.name, other.name, all);
}

/** Of a moment, what is asked for is mostly what comes at it or after. */
function isMoment({ format = '' }: Schema): boolean {
  return format === 'date' || format === 'date-time' || format === 'time';
}

/**
 * Whether a filter may leave a thing in: a text that is none of a fixed set may be searched for, in capitals or small.
 */
function mayMatch(list: QueryList, name: string, found: unknown, value: unknown): boolean {
  if (found === value) return true;
  if (typeof found !== 'string' || typeof value !== 'string') return false;
  const { resolve } = list.session.contract;
  const {
    enum: values,
    const: only,
    format,
  } = resolve(queryOf(list.operation).find((parameter) => parameter.name === name)?.schema ?? {});
  return !values && only === undefined && format === undefined && found.toLowerCase().includes(value.toLowerCase());
}

function valuesOf(all: readonly unknown[], name: string): unknown[] {
  return [...new Set(all.map((item) => fieldValue(item, name)))].filter((value) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
}

async function checkFilter(list: QueryList, name: string, all: readonly unknown[]): Promise<void> {
  const values = valuesOf(all, name);
  // With one value in all, a filter that is ignored would show the same.
  if (values.length < 2 || all.length >= walkLimit) return;
  const { limit } = list.known;
  for (const value of values.slice(0, valueLimit)) {
    const filter = filterFor(list, { [name]: value }, all);
    await checkMatch(list, list.whole, filter, list.size);
    // A filter that looks at one page only finds less than is there.
    if (limit && filter.least > 1) await checkMatch(list, { [limit.name]: '2' }, filter, 2);
  }
}

/** Two filters at once leave what both ask for. */
async function checkBoth(list: QueryList, one: string, other: string, all: readonly unknown[]): Promise<void> {
  const item = all.find((each) => fieldValue(each, one) !== undefined && fieldValue(each, other) !== undefined);
  if (item === undefined || all.length >= walkLimit) return;
  await checkMatch(
    list,
    list.whole,
    filterFor(list, { [one]: fieldValue(item, one), [other]: fieldValue(item, other) }, all),
    list.size,
  );
}

/**
 * Values that are asked for, and how many things have them: at least those that are equal, at most those that may
 * match.
 */
interface Filter {
  values: Readonly<Record<string, unknown>>;
  isMatch(item: unknown): boolean;
  least: number;
  most: number;
}

function filterFor(list: QueryList, values: Readonly<Record<string, unknown>>, all: readonly unknown[]): Filter {
  const every = (item: unknown, test: (name: string, found: unknown, value: unknown) => boolean): boolean =>
    Object.entries(values).every(([name, value]) => test(name, fieldValue(item, name), value));
  const isMatch = (item: unknown): boolean => every(item, (name, found, value) => mayMatch(list, name, found, value));
  const isEqual = (item: unknown): boolean => every(item, (_, found, value) => found === value);
  return { values, isMatch, least: all.filter(isEqual).length, most: all.filter(isMatch).length };
}

async function checkMatch(
  list: QueryList,
  query: Readonly<Record<string, string>>,
  { values, isMatch, least, most }: Filter,
  size: number,
): Promise<void> {
  const asked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const parameter = Object.keys(values).join(', ');
  const { outcome, items } = await list.read('filter', { ...query, ...asked });
  if (!items) return;
  const others = items.filter((item) => !isMatch(item));
  if (others.length > 0) {
    list.report(outcome, parameter, {
      rule: 'filter.ignored',
      message: 'The list shows things that the filter leaves out.',
      expected: `things with ${Object.values(values).map(shown).join(', ')}`,
      actual: `${others.length} others`,
    });
    return;
  }
  const wanted = Math.min(least, size);
  if (items.length < wanted) {
    list.report(outcome, parameter, {
      rule: 'filter.misses',
      message: 'The list leaves out things that the filter asks for.',
      expected: `${wanted} things`,
      actual: `${items.length} things`,
    });
  }
  for (const [name, total] of totalsOf(outcome)) {
    if (total < least || total > most)
      list.report(outcome, name, {
        rule: 'page.total',
        message: 'The total is not the number of things that the filter asks for.',
        expected: String(least),
        actual: String(total),
      });
  }
}
