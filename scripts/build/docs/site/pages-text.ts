import type { OpenApiOperation } from '../../../contract/document.js';
import type { PageQuery, Paging } from '../../../contract/paging/paging.js';
import type { Line } from '../text/blocks.js';

/**
 * How an operation with `x-paging` returns a list: where a response has the items, and how the next page is asked for;
 * undefined for any other operation.
 */
export function pagesLine({ 'x-paging': paging }: OpenApiOperation): Line | undefined {
  if (!paging) return undefined;
  const { items, total, page } = paging;
  return [
    'Pages: ',
    ...(items ? ['a response has the items at ', { code: items }] : ['a response is the list of items']),
    ...(total === undefined ? ['.'] : [', and the number of all items at ', { code: total }, '.']),
    ...nextText(paging),
    ...(page ? queryText(page) : []),
  ];
}

function nextText({ next, total, page }: Paging): Line {
  if (next === 'link') return [' The header ', { code: 'Link' }, ' with rel="next" leads to the next page.'];
  if (next !== undefined)
    return [' ', { code: next }, ' leads to the next page; on the last page it is null, false, empty or missing.'];
  if (!page) return [' There is one page.'];
  return [
    ` Ask for the next page until ${total === undefined ? '' : 'all items have arrived, or until '}one is empty.`,
  ];
}

const meanings: Record<NonNullable<PageQuery['by']>, string> = {
  number: 'the number of the page, from',
  offset: 'the number of items to skip',
  cursor: 'the value that the page before has for it',
};

function queryText({ query, by = 'number', first = 1, size }: PageQuery): Line {
  return [
    ' The query parameter ',
    { code: query },
    ` is ${meanings[by]}${by === 'number' ? ` ${first}` : ''}`,
    ...(size === undefined ? ['.'] : ['; ', { code: size }, ' is the number of items of a page.']),
  ];
}
