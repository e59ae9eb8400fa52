// @ts-check
import { nearest, show } from './mistake.js';
import { isObject } from './walk.js';

/**
 * @typedef {import('./mistake.js').Mistake} Mistake
 * @typedef {import('./walk.js').JsonPath} JsonPath
 * @typedef {{ expected: string, fits: (value: unknown) => boolean, known?: readonly string[] }} Form of a member
 */

const ways = ['number', 'offset', 'cursor'];

/** @param {unknown} value */
const isPointer = (value) => typeof value === 'string' && /^(?:\/(?:[^/~]|~[01])*)+$/.test(value);
/** @param {unknown} value */
const isName = (value) => typeof value === 'string' && value !== '';

/** The members of `x-paging` and of its `page`. @type {Record<'x-paging' | 'page', Record<string, Form>>} */
const members = {
  'x-paging': {
    items: {
      expected: 'a JSON pointer that begins with /, such as /results, or "" for the response itself',
      fits: (value) => value === '' || isPointer(value),
    },
    next: {
      expected: '"link", or a JSON pointer that begins with /, such as /next',
      fits: (value) => value === 'link' || isPointer(value),
    },
    total: { expected: 'a JSON pointer that begins with /, such as /count', fits: isPointer },
    page: { expected: 'an object such as { query: page }', fits: isObject },
  },
  page: {
    query: { expected: 'the name of the query parameter that asks for a page', fits: isName },
    by: { expected: ways.join(', '), fits: (value) => ways.includes(String(value)), known: ways },
    first: { expected: 'the number of the first page, 0 or more', fits: (value) => isCount(value) },
    size: { expected: 'the name of the query parameter with the size of a page', fits: isName },
  },
};

/** @param {unknown} value */
function isCount(value) {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Mistakes in the form of an `x-paging`, and members that contradict each other.
 * @param {unknown} paging @param {JsonPath} path @returns {Mistake[]} */
export function pagingFormMistakes(paging, path) {
  if (!isObject(paging)) {
    const message = `Expected x-paging to be an object such as { items: /results }; found ${show(paging)}. Correct it.`;
    return [{ path, message }];
  }
  const { page } = paging;
  const found = [
    ...memberMistakes('x-paging', paging, path),
    ...(isObject(page) ? memberMistakes('page', page, [...path, 'page']) : []),
  ];
  return found.length > 0 || !isObject(page) ? found : pageMistakes(paging, page, path);
}

/** @param {'x-paging' | 'page'} owner @param {Record<string, unknown>} node @param {JsonPath} path
 * @returns {Mistake[]} */
function memberMistakes(owner, node, path) {
  const known = members[owner];
  const names = Object.keys(known);
  return Object.entries(node).flatMap(([name, value]) => {
    const form = Object.hasOwn(known, name) ? known[name] : undefined;
    if (form?.fits(value)) return [];
    const message = form
      ? `Expected ${name} to be ${form.expected}; found ${show(value)}. ${advice(form, value)}`
      : `Expected ${names.join(', ')} in ${owner}; found ${show(name)}. ${nearest(name, names, '')}`;
    return [{ path: [...path, name], message }];
  });
}

/** @param {Form} form @param {unknown} value */
function advice({ fits, known }, value) {
  if (typeof value !== 'string' || value === '') return 'Correct it.';
  if (known) return nearest(value, known, '');
  const meant = [value.toLowerCase(), `/${value}`].find(fits);
  return meant === undefined ? 'Correct it.' : `Write ${meant}.`;
}

/** @param {Record<string, unknown>} paging @param {Record<string, unknown>} page @param {JsonPath} path
 * @returns {Mistake[]} */
function pageMistakes({ next }, { query, by, first }, path) {
  const at = [...path, 'page'];
  const mistakes = [];
  if (query === undefined) {
    const message = 'Expected query in page, the query parameter that asks for a page; found none. Add it.';
    mistakes.push({ path: at, message });
  }
  if (by === 'cursor' && next === undefined) {
    const message =
      'Expected next beside "by: cursor", since only a page names the page after it; found none. ' +
      'Add next: the JSON pointer of the cursor, or link.';
    mistakes.push({ path: [...at, 'by'], message });
  }
  if (first !== undefined && (by === 'offset' || by === 'cursor')) {
    const message = `Expected first only with page numbers; found it with "by: ${by}". Remove it.`;
    mistakes.push({ path: [...at, 'first'], message });
  }
  return mistakes;
}
