import { parsePointer } from '../pointer.js';
import type { PageQuery, Paging } from './paging.js';

/** The parts that a query parameter can have in a list. */
export type ListPart = 'limit' | 'offset' | 'page' | 'sort' | 'order';

/** The usual names of parameters with such a part. */
const usualNames: Readonly<Record<ListPart, RegExp>> = {
  limit: /^(limit|per_?page|page_?size|size|take|count|top|max_?results)$/i,
  offset: /^(offset|skip|start)$/i,
  page: /^page(_?(number|no))?$/i,
  sort: /^(sort|order_?by|sort_?by|ordering)$/i,
  order: /^(order|direction|sort_?order|sort_?dir(ection)?|dir)$/i,
};

/** Finds the query parameters of a list by their names; what `x-paging` says of pages comes first. */
export function listParameters<Parameter extends { readonly name: string }>(
  query: readonly Parameter[],
  paging?: Paging,
): Partial<Record<ListPart, Parameter>> {
  const { query: name, by = 'number', size } = paging?.page ?? {};
  const said = { limit: size, offset: by === 'offset' ? name : undefined, page: by === 'number' ? name : undefined };
  const found = Object.entries(usualNames).map(([part, form]) => [
    part,
    query.find((each) =>
      paging && part in said ? each.name === said[part as keyof typeof said] : form.test(each.name),
    ),
  ]);
  return Object.fromEntries(found.filter(([, parameter]) => parameter)) as Partial<Record<ListPart, Parameter>>;
}

/** Names of parameters for pages to try where nothing says which it is, the most usual first. */
export const triedNames: Readonly<Record<NonNullable<PageQuery['by']> | 'size', readonly string[]>> = {
  cursor: ['cursor', 'after', 'page_token', 'pageToken', 'starting_after', 'continuation_token', 'token', 'next'],
  offset: ['offset', 'skip', '$skip', 'start', 'from'],
  number: ['page', 'page[number]', 'page_number', 'p'],
  size: ['limit', 'page_size', 'per_page', 'pageSize', 'size', 'perPage', '$top', 'page[size]'],
};

/** Names that the place of a value suggests, such as `pageToken` for `/nextPageToken`, and then the usual ones. */
export function valueNames(at: string): string[] {
  const field = parsePointer(at).at(-1) ?? '';
  const words = field.split(/[_.-]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
  const rest = words.filter((word) => !/^(next|end)$/.test(word));
  const camel = rest
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');
  const snake = rest.join('_');
  const suggested = /[A-Z]/.test(field) ? [camel, snake] : [snake, camel];
  return [...new Set([...suggested, field, ...triedNames.cursor])].filter((name) => name !== '');
}

/** Whether a parameter chooses a page or a place in a list, so that only the service knows its values. */
export function choosesPage(name: string): boolean {
  return /cursor|token|after|before|marker/i.test(name) || usualNames.offset.test(name) || usualNames.page.test(name);
}

const ofPages = /^(limit|offset|page|per_?page|page_?size|size|cursor|skip|take|after)$/i;

/** Whether a list has parameters for pages, though nothing says so: then one response need not contain everything. */
export function mayHavePages(parameters: readonly { readonly in: string; readonly name: string }[]): boolean {
  return parameters.some((parameter) => parameter.in === 'query' && ofPages.test(parameter.name));
}

/** The field that a list is sorted by, and whether downwards, as a value says it: `-title`, `title_desc`. */
export function sortOf(value: string): { field: string; isDown: boolean } {
  return {
    field: value.replace(/^[-+]/, '').replace(/[:_ ](asc|desc)$/i, ''),
    isDown: value.startsWith('-') || /desc$/i.test(value),
  };
}

/** Whether the value of a parameter for the direction means downwards. */
export function isDownwards(value: string): boolean {
  return /^(desc|-|down)/i.test(value);
}

/** Whether a filter by a field of this format usually means "from then on". */
export function isMoment({ format = '' }: { format?: string }): boolean {
  return format === 'date' || format === 'date-time' || format === 'time';
}
