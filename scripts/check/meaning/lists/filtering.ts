import { isTimeFormat } from '../../../contract/paging/list-parameters.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { formatCount } from '../../../text/numbers.js';
import { listShape } from '../../model/contract/resources.js';
import { formatValue } from '../../model/deviation.js';
import type { Outcome } from '../../session/outcome.js';
import { readWholeList } from '../../session/whole-list.js';
import { readSmallPages } from './pages.js';
import { fieldValue, type QueryList, type QueryValues, queryParametersOf, totalsOf } from './query-list.js';

/** Maximum number of values to try for one filter. */
const valueLimit = 3;

/** Maximum number of enum members to try that no item has as its value. */
const enumLimit = 6;

/** A string for filters that accept any text. A careless program may misread its characters. */
const oddText = "check's 🦉";

/** Checks the filters of a list, which are parameters that have the name of a field of its items. */
export async function checkFilters(list: QueryList, all: readonly unknown[]): Promise<void> {
  const { contract } = list.session;
  const { properties } = fieldsOf(contract, listShape(list.operation, contract.resolve)?.items ?? {});
  const others = new Set(Object.values(list.knownParameters));
  const filters = queryParametersOf(list.operation)
    .filter((each) => properties.has(each.name) && !others.has(each) && !isTimeFormat(contract.resolve(each.schema)))
    .map(({ name }) => name);
  const freeFilters: string[] = [];
  for (const name of filters) if (await checkFilter(list, name, all)) freeFilters.push(name);
  // The filters of one list probably compare values in the same way.
  if (freeFilters[0] !== undefined) await observeSimilarValues(list, freeFilters[0], all);
  const [one, other] = filters
    .map((name) => ({ name, values: valuesOf(all, name) }))
    .filter(({ values }) => values.length > 1);
  if (one && other) await checkTwoFilters(list, one.name, other.name, all);
}

/** Whether an item may match a filter. A filter for free text may search within the text and ignore case. */
function mayMatch(list: QueryList, name: string, itemValue: unknown, value: unknown): boolean {
  if (itemValue === value) return true;
  if (typeof itemValue !== 'string' || typeof value !== 'string') return false;
  const schema = schemaOf(list, name);
  const isFreeText = !schema.enum && schema.const === undefined && schema.format === undefined;
  return isFreeText && itemValue.toLowerCase().includes(value.toLowerCase());
}

function schemaOf({ session, operation }: QueryList, name: string): Schema {
  return session.contract.resolve(queryParametersOf(operation).find((each) => each.name === name)?.schema ?? {});
}

function valuesOf(all: readonly unknown[], name: string): unknown[] {
  return [...new Set(all.map((item) => fieldValue(item, name)))].filter(isSendable);
}

function isSendable(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** @returns whether the parameter is a filter for free text and the items have different values */
async function checkFilter(list: QueryList, name: string, all: readonly unknown[]): Promise<boolean> {
  const values = valuesOf(all, name);
  const schema = schemaOf(list, name);
  const members = (schema.enum ?? []).filter((each) => isSendable(each) && !values.includes(each)).slice(0, enumLimit);
  const isFreeText = schema.type === 'string' && !schema.enum && !schema.format && !schema.pattern && !schema.maxLength;
  // Values that no item has: members of the enum, and strings that a careless program may misread.
  for (const value of [...members, ...(isFreeText ? [oddText] : [])])
    await checkMatch(list, list.wholeQuery, filterFor(list, { [name]: value }, all), list.largestPageSize);
  // If all items have the same value, the result would be the same even if the server ignored the filter.
  if (values.length < 2) return false;
  const { limit } = list.knownParameters;
  for (const value of values.slice(0, valueLimit)) {
    const filter = filterFor(list, { [name]: value }, all);
    await checkMatch(list, list.wholeQuery, filter, list.largestPageSize);
    // Small pages reveal a server that filters only within one page.
    if (limit && filter.minMatches > 1) await checkMatch(list, { [limit.name]: '2' }, filter, 2);
    if (limit && filter.minMatches > 1 && value === values[0]) await checkFilteredPages(list, limit.name, filter);
  }
  return isFreeText;
}

/** Observes whether a filter for free text also accepts a part of a value, and the value in another case. */
async function observeSimilarValues(list: QueryList, name: string, all: readonly unknown[]): Promise<void> {
  const texts = valuesOf(all, name).map(String);
  const text = texts.find((each) => /^[\p{L}\p{N}]{4}/u.test(each) && each.toLowerCase() !== each.toUpperCase());
  if (text === undefined) return;
  const textInOtherCase = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
  for (const [variant, value] of [
    ['a part of their value', text.slice(0, 3)],
    ['their value in another letter case', textInOtherCase],
  ] as const) {
    if (texts.includes(value)) continue;
    const { outcome, items = [] } = await checkMatch(list, list.wholeQuery, filterFor(list, { [name]: value }, all), 0);
    if (items.length === 0) continue;
    const message = `The filter also finds items by ${variant}.`;
    const result = { message, expected: 'any number of items', actual: formatCount(items.length, 'item') };
    list.report(outcome, { rule: 'filter.like', ...result }, name);
  }
}

/** Checks that the pages after the first are filtered as well. */
async function checkFilteredPages(list: QueryList, limit: string, filter: Filter): Promise<void> {
  const smallPages = await readSmallPages(list, limit, queryOf(filter), filter.minMatches);
  for (const { outcome, items } of smallPages?.pages ?? []) if (reportUnmatched(list, outcome, items, filter)) return;
}

/** Checks that two filters together return the items that match both. */
async function checkTwoFilters(list: QueryList, one: string, other: string, all: readonly unknown[]): Promise<void> {
  const item = all.find((each) => isSendable(fieldValue(each, one)) && isSendable(fieldValue(each, other)));
  if (item === undefined) return;
  const filter = filterFor(list, { [one]: fieldValue(item, one), [other]: fieldValue(item, other) }, all);
  await checkMatch(list, list.wholeQuery, filter, list.largestPageSize);
}

/**
 * The values that a query asks for. `minMatches` is the number of items that have exactly these values; `maxMatches` is
 * the number of items that may match.
 */
interface Filter {
  values: Readonly<Record<string, unknown>>;
  isMatch(item: unknown): boolean;
  minMatches: number;
  maxMatches: number;
}

function filterFor(list: QueryList, values: Readonly<Record<string, unknown>>, all: readonly unknown[]): Filter {
  const entries = Object.entries(values);
  const isMatch = (item: unknown): boolean =>
    entries.every(([name, value]) => mayMatch(list, name, fieldValue(item, name), value));
  const isEqual = (item: unknown): boolean => entries.every(([name, value]) => fieldValue(item, name) === value);
  return { values, isMatch, minMatches: all.filter(isEqual).length, maxMatches: all.filter(isMatch).length };
}

function queryOf({ values }: Filter): QueryValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Reports items that do not match a filter. @returns whether there are any */
function reportUnmatched(
  list: QueryList,
  outcome: Outcome,
  items: readonly unknown[],
  { values, isMatch }: Filter,
): boolean {
  const unmatchedItems = items.filter((item) => !isMatch(item));
  if (unmatchedItems.length === 0) return false;
  const message = 'The list contains items that do not match the filter.';
  const expected = `items with ${Object.values(values).map(formatValue).join(', ')}`;
  const actual = `${formatCount(unmatchedItems.length, 'item')} with other values`;
  list.report(outcome, { rule: 'filter.ignored', message, expected, actual }, Object.keys(values).join(', '));
  return true;
}

async function checkMatch(
  list: QueryList,
  query: Readonly<Record<string, string>>,
  filter: Filter,
  size: number,
): Promise<{ outcome: Outcome; items?: readonly unknown[] }> {
  const { values, minMatches, maxMatches } = filter;
  const { outcome, items } = await list.read('filter', { ...query, ...queryOf(filter) });
  if (!items || reportUnmatched(list, outcome, items, filter)) return { outcome };
  const minimum = Math.min(minMatches, size);
  // A page may contain fewer items than the complete list.
  const wholeList =
    items.length < minimum ? await readWholeList(list.session, outcome, { paging: list.pagingOf(outcome) }) : undefined;
  if (wholeList?.isComplete && wholeList.items.length < minimum) {
    const message = 'The list leaves out items that match the filter.';
    const [expected, actual] = [formatCount(minimum, 'item'), formatCount(wholeList.items.length, 'item')];
    list.report(outcome, { rule: 'filter.misses', message, expected, actual }, Object.keys(values).join(', '));
  }
  for (const [location, total] of totalsOf(outcome, list.operation)) {
    const message = `The total ${location} is not the number of items that match the filter.`;
    const texts = { message, expected: String(minMatches), actual: String(total) };
    if (total < minMatches || total > maxMatches) list.report(outcome, { rule: 'page.total', ...texts });
  }
  return { outcome, items };
}
