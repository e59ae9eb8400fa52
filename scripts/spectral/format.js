// @ts-check
/** @typedef {import('../contract/walk.js').JsonPath} JsonPath */

export { formatValue } from '../contract/mistake.js';

/** Formats a list for a message. @param {Iterable<unknown>} values @returns {string} */
export function formatList(values) {
  return [...values].join(', ');
}

/** Method and path of an operation. @param {JsonPath} path of the operation @returns {string} `GET /filters/` */
export function operationAt(path) {
  return `${String(path.at(-1)).toUpperCase()} ${String(path.at(-2))}`;
}
