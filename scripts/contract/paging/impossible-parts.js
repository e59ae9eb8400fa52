// @ts-check
import { headerAt } from './header-place.js';

/**
 * @typedef {import('../walk.js').JsonPath} JsonPath
 * @typedef {{ path: JsonPath, expected: string, actual: unknown, advice: string }} ImpossiblePart
 */

/** Yields each member of `x-paging` that conflicts with another member, and describes what is expected instead.
 * @param {Pick<import('./paging.js').Paging, 'next' | 'page'>} paging @returns {Generator<ImpossiblePart>} */
export function* impossibleParts({ next, page }) {
  const header = headerAt(next);
  if (header === 'content-range' && page?.by !== 'offset')
    yield {
      path: ['next'],
      expected: '"by: offset" in "page" beside the header Content-Range, which counts items',
      actual: next,
      advice: 'Add "page" with the parameter for the number of items to skip.',
    };
  if (!page) return;
  const { query, by = 'number', item, first, size } = page;
  if (first !== undefined && by !== 'number')
    yield {
      path: ['page', 'first'],
      expected: `"first" only with page numbers, not with "by: ${by}"`,
      actual: first,
      advice: 'Remove "first".',
    };
  if (item !== undefined && by !== 'last-item')
    yield {
      path: ['page', 'item'],
      expected: '"item" only with "by: last-item"',
      actual: item,
      advice: 'Remove "item", or write "by: last-item".',
    };
  if (by === 'cursor' && next === undefined)
    yield {
      path: ['page', 'by'],
      expected: '"next" together with "by: cursor", since only a response has the cursor of the next page',
      actual: by,
      advice: 'Set "next" to the place of this cursor, or to the word link.',
    };
  if (by === 'last-item' && header !== undefined)
    yield {
      path: ['next'],
      expected: 'the JSON pointer of a boolean beside "by: last-item": the cursor is in the last item',
      actual: next,
      advice: 'Correct it, or remove it if no field says whether another page follows.',
    };
  if (size === query)
    yield { path: ['page', 'size'], expected: `a parameter other than ${query}`, actual: size, advice: 'Correct it.' };
}
