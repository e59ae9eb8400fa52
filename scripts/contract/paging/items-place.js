// @ts-check
/** @typedef {{ list: string, item: string }} ItemsPlace */

/** JSON pointers of the array in a response, and of the item in an element of the array; both can be empty.
 * @param {{ readonly items?: string }} paging @returns {ItemsPlace} */
export function itemsPlace({ items = '' }) {
  const [list = '', item = ''] = items.split(/\/\*(?=\/)/);
  return { list, item };
}
