// @ts-check
/** @typedef {import('../contract/walk.js').JsonPath} JsonPath */

/** A value as it is shown in a message. @param {unknown} value @returns {string} */
export function show(value) {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** A list as it is read in a message. @param {Iterable<unknown>} values @returns {string} */
export function list(values) {
  return [...values].join(', ');
}

/** An operation as people call it. @param {JsonPath} path of the operation @returns {string} `GET /filters/` */
export function operationAt(path) {
  return `${String(path.at(-1)).toUpperCase()} ${String(path.at(-2))}`;
}
