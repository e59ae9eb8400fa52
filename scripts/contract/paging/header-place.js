// @ts-check

/** The name of the header at a place of a response, in lower case; undefined for a JSON pointer.
 * @param {import('./paging.js').Place | undefined} place @returns {string | undefined} */
export function headerAt(place) {
  return place === 'link'
    ? place
    : /** @type {Partial<import('./paging.js').HeaderPlace>} */ (place)?.header?.toLowerCase();
}

/** The name of a header as people write it: `X-Total-Count` for `x-total-count`. @param {string} name */
export function headerTitle(name) {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
