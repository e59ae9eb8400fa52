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
  if (header === 'content-range' && page?.by !== 'offset') {
    const expected = '"by: offset" in "page" beside the header Content-Range, which counts items';
    const advice = 'Add "page" with the parameter for the number of items to skip.';
    yield { path: ['next'], expected, actual: next, advice };
  }
  if (!page) return;
  const { query, by = 'number', item, first, size } = page;
  if (first !== undefined && by !== 'number') {
    const expected = `"first" only with page numbers, not with "by: ${by}"`;
    yield { path: ['page', 'first'], expected, actual: first, advice: 'Remove "first".' };
  }
  if (item !== undefined && by !== 'last-item') {
    const advice = 'Remove "item", or write "by: last-item".';
    yield { path: ['page', 'item'], expected: '"item" only with "by: last-item"', actual: item, advice };
  }
  if (by === 'cursor' && next === undefined) {
    const expected = '"next" together with "by: cursor", since only a response has the cursor of the next page';
    const advice = 'Set "next" to the place of this cursor, or to the word link.';
    yield { path: ['page', 'by'], expected, actual: by, advice };
  }
  if (by === 'last-item' && header !== undefined) {
    const expected = 'the JSON pointer of a boolean beside "by: last-item": the cursor is in the last item';
    const advice = 'Correct it, or remove it if no field says whether another page follows.';
    yield { path: ['next'], expected, actual: next, advice };
  }
  if (size === query)
    yield { path: ['page', 'size'], expected: `a parameter other than ${query}`, actual: size, advice: 'Correct it.' };
}
