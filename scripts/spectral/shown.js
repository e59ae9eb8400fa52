// @ts-check
/** @typedef {import('../contract/walk.js').JsonPath} JsonPath */

/** Formats a value for a message. @param {unknown} value @returns {string} */
export function show(value) {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Formats a list for a message. @param {Iterable<unknown>} values @returns {string} */
export function list(values) {
  return [...values].join(', ');
}

/** Method and path of an operation. @param {JsonPath} path of the operation @returns {string} `GET /filters/` */
export function operationAt(path) {
  return `${String(path.at(-1)).toUpperCase()} ${String(path.at(-2))}`;
}
