import type { Paging } from './paging.js';

export type ListRole = 'limit' | 'offset' | 'page' | 'sort' | 'order';

const usualNamePatterns: Readonly<Record<ListRole, RegExp>> = {
  limit: /^(limit|per_?page|page_?size|size|take|count|top|max_?results)$/i,
  offset: /^(offset|skip|start)$/i,
  page: /^page(_?(number|no))?$/i,
  sort: /^(sort|order_?by|sort_?by|ordering)$/i,
  order: /^(order|direction|sort_?order|sort_?dir(ection)?|dir)$/i,
};

/** Finds the query parameters of a list by their names. If a list has `x-paging`, it names the page parameters. */
export function listParameters<Parameter extends { readonly name: string }>(
  query: readonly Parameter[],
  paging?: Paging,
): Partial<Record<ListRole, Parameter>> {
  const { query: name, by = 'number', size } = paging?.page ?? {};
  const offset = by === 'offset' ? name : undefined;
  const namesFromPaging = new Map(Object.entries({ limit: size, offset, page: by === 'number' ? name : undefined }));
  const entries = Object.entries(usualNamePatterns).flatMap(([part, pattern]) => {
    const isNamed = paging && namesFromPaging.has(part);
    const parameter = query.find((each) =>
      isNamed ? each.name === namesFromPaging.get(part) : pattern.test(each.name),
    );
    return parameter ? [[part, parameter]] : [];
  });
  return Object.fromEntries(entries) as Partial<Record<ListRole, Parameter>>;
}

/** Whether a parameter selects a page or a position in a list, so that only the service knows its valid values. */
export function isPageSelector(name: string): boolean {
  return (
    /cursor|token|after|before|marker/i.test(name) ||
    usualNamePatterns.offset.test(name) ||
    usualNamePatterns.page.test(name)
  );
}

const pageParameterPattern = /^(limit|offset|page|per_?page|page_?size|size|cursor|skip|take|after)$/i;

/** Whether a parameter selects a page, or sets the number of its items. */
export function isPageParameter(name: string): boolean {
  return isPageSelector(name) || pageParameterPattern.test(name);
}

/** Whether parameter names suggest that a list has pages, so that one response may not contain all items. */
export function mayHavePages(parameters: readonly { readonly in: string; readonly name: string }[]): boolean {
  return parameters.some((parameter) => parameter.in === 'query' && pageParameterPattern.test(parameter.name));
}

/** Reads a value such as `-title` or `title_desc`: the field that a list is sorted by, and whether it is descending. */
export function parseSort(value: string): { field: string; isDescending: boolean } {
  return {
    field: value.replace(/^[-+]/, '').replace(/[:_ ](asc|desc)$/i, ''),
    isDescending: value.startsWith('-') || /desc$/i.test(value),
  };
}

export function isDescendingOrder(value: string): boolean {
  return /^(desc|-|down)/i.test(value);
}

/** Whether a format is a date or a time. A filter by such a field usually returns everything from the given time on. */
export function isTimeFormat({ format = '' }: { format?: string }): boolean {
  return format === 'date' || format === 'date-time' || format === 'time';
}
