// @ts-check
import { canHaveType, composed, fieldAt, fieldNames, isOpen, typesAt } from './composed-schema.js';
import { resolved } from './json-success.js';
import { nearest, show } from './mistake.js';
import { parsePointer, toPointer } from './pointer.js';

/**
 * @typedef {import('./composed-schema.js').At} At
 * @typedef {import('./composed-schema.js').Resolve} Resolve
 * @typedef {import('./mistake.js').Mistake} Mistake
 * @typedef {import('./paging.js').Paging} Paging
 * @typedef {import('./schema.js').Schema} Schema
 * @typedef {{ path: import('./walk.js').JsonPath, document: unknown, paging: Paging, status: string, schema: Schema }}
 * Response
 */

/** What stands at a place. `types`: as `typesAt` has them. */
const places = {
  items: { what: 'an array', types: ['array'] },
  total: { what: 'an integer', types: ['number'] },
};

/** How deep to look for another place to propose. */
const depth = 2;

/** Pointers of an `x-paging` that lead nowhere in the schema of the response, or to something else.
 * @param {Response} response @returns {Mistake[]} */
export function pagingPlaceMistakes({ path, document, paging, status, schema }) {
  const resolve = (/** @type {Schema} */ each) => /** @type {Schema} */ (resolved(document, each));
  const root = composed([schema], resolve);
  return /** @type {const} */ (['items', 'next', 'total']).flatMap((member) => {
    const pointer = paging[member] ?? (member === 'items' ? '' : undefined);
    if (pointer === undefined || pointer === 'link') return [];
    const { what, types } = member === 'next' ? nextPlace(paging) : places[member];
    const found = foundAt(root, pointer, types, resolve);
    if (found === undefined) return [];
    const isWritten = paging[member] !== undefined;
    const expected = isWritten ? `${member} to lead to ${what}` : `items in x-paging, or ${what}`;
    const others = [...pointersTo(root, types, resolve)];
    const advice =
      member === 'items' && others.includes('')
        ? 'Remove items: the response itself is that.'
        : nearest(pointer, others, `Correct ${member}, or the schema.`);
    const message = `Expected ${expected} in the schema of the response ${status}; found ${found}. ${advice}`;
    return [{ path: isWritten ? [...path, member] : path, message }];
  });
}

/** Without a parameter only a URL leads further, and only a text is a cursor. @param {Paging} paging */
function nextPlace({ page }) {
  if (page === undefined) return { what: 'a URL (anything else needs page)', types: ['string'] };
  if (page.by === 'cursor') return { what: 'the cursor of the next page', types: ['string', 'number'] };
  return { what: 'a URL, a value for the parameter, or a boolean', types: ['string', 'number', 'boolean'] };
}

/** What the schema has at a pointer, in words; undefined if that is right, or if the schema leaves it open.
 * @param {At} root @param {string} pointer @param {readonly string[]} types @param {Resolve} resolve
 * @returns {string | undefined} */
function foundAt(root, pointer, types, resolve) {
  let at = root;
  const steps = parsePointer(pointer);
  for (const [index, name] of steps.entries()) {
    if (!canHaveType(at, ['object'], resolve)) {
      const place = index === 0 ? 'as the whole response' : `at ${toPointer(steps.slice(0, index))}`;
      return `${inWords(at, resolve)} ${place}`;
    }
    const below = fieldAt(at, name, resolve);
    if (!below) return isOpen(at) ? undefined : `${inWords(at, resolve)} and without ${show(name)}`;
    at = below;
  }
  return canHaveType(at, types, resolve) ? undefined : inWords(at, resolve);
}

const words = new Map([
  ['array', 'an array'],
  ['number', 'a number'],
  ['string', 'a string'],
  ['boolean', 'a boolean'],
]);

/** @param {At} at @param {Resolve} resolve */
function inWords(at, resolve) {
  const names = fieldNames(at);
  const fields = names.slice(0, 8).join(', ') + (names.length > 8 ? ` and ${names.length - 8} more` : '');
  const object = names.length > 0 ? `an object with ${fields}` : 'an object';
  const types = typesAt(at, resolve) ?? ['object'];
  return types.map((type) => (type === 'object' ? object : (words.get(type) ?? type))).join(' or ') || 'nothing';
}

/** The pointers of fields that are certain to have one of these types.
 * @param {At} at @param {readonly string[]} types @param {Resolve} resolve @param {string} pointer
 * @returns {Generator<string>} */
function* pointersTo(at, types, resolve, pointer = '') {
  const possible = typesAt(at, resolve);
  if (possible && types.some((type) => possible.includes(type))) yield pointer;
  if (pointer.split('/').length > depth) return;
  for (const name of fieldNames(at)) {
    const below = fieldAt(at, name, resolve);
    if (below) yield* pointersTo(below, types, resolve, `${pointer}${toPointer([name])}`);
  }
}
