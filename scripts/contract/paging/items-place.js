// @ts-check
/** @typedef {{ list: string, item: string }} ItemsPlace */

/** The place of the array in a response, and that of the item in an element of the array, as JSON pointers.
 * @param {{ readonly items?: string }} paging @returns {ItemsPlace} */
export function itemsPlace({ items = '' }) {
  const [list = '', item = ''] = items.split(/\/\*(?=\/)/);
  return { list, item };
}
