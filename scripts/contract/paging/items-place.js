// @ts-check
/** @typedef {{ list: string, item: string }} ItemsPlace */

/** Two JSON pointers: to the array in a response, and to the item in an element of the array. Both can be empty.
 * @param {{ readonly items?: string }} paging @returns {ItemsPlace} */
export function itemsPlace({ items = '' }) {
  const [list = '', item = ''] = items.split(/\/\*(?=\/)/);
  return { list, item };
}
