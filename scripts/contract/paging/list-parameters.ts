/** The parts that a query parameter can have in a list. */
export type ListPart = 'limit' | 'offset' | 'page' | 'sort' | 'order';

/** The usual names of parameters with such a part. */
export const usualNames: Readonly<Record<ListPart, RegExp>> = {
  limit: /^(limit|per_?page|page_?size|size|take|count|top|max_?results)$/i,
  offset: /^(offset|skip|start)$/i,
  page: /^page(_?(number|no))?$/i,
  sort: /^(sort|order_?by|sort_?by|ordering)$/i,
  order: /^(order|direction|sort_?order|sort_?dir(ection)?|dir)$/i,
};

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
