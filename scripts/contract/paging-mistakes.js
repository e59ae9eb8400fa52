// @ts-check
import { jsonSuccess, resolved } from './json-success.js';
import { nearest, show } from './mistake.js';
import { pagingFormMistakes } from './paging-form-mistakes.js';
import { pagingPlaceMistakes } from './paging-place-mistakes.js';
import { fieldsByKind, isObject } from './walk.js';

/**
 * @typedef {import('./mistake.js').Mistake} Mistake
 * @typedef {import('./paging.js').Paging} Paging
 * @typedef {import('./walk.js').JsonPath} JsonPath
 */

/** Mistakes in `x-paging`: its form, its place, and what it says of parameters and of the response.
 * @param {unknown} document with path items in place, not as references @returns {Mistake[]} */
export function pagingMistakes(document) {
  const paths = isObject(document) && isObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([url, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([key, value]) => {
      const path = ['paths', url, key];
      if (key === 'x-paging')
        return [{ path, message: 'Expected x-paging at an operation; found it at a path. Move it to its get.' }];
      if (fieldsByKind['pathItem']?.[key] !== 'operation' || !isObject(value) || !Object.hasOwn(value, 'x-paging'))
        return [];
      return mistakesAt([...path, 'x-paging'], document, { method: key, operation: value, item });
    }),
  );
}

/** @typedef {{ method: string, operation: Record<string, unknown>, item: unknown }} Placed */

/** @param {JsonPath} path @param {unknown} document @param {Placed} placed @returns {Mistake[]} */
function mistakesAt(path, document, placed) {
  const written = placed.operation['x-paging'];
  const inForm = pagingFormMistakes(written, path);
  if (inForm.length > 0) return inForm;
  if (placed.method !== 'get') {
    const found = placed.method.toUpperCase();
    return [{ path, message: `Expected x-paging at a GET, which returns a list; found it at a ${found}. Remove it.` }];
  }
  const success = jsonSuccess(document, placed.operation);
  if ('found' in success) {
    const advice = 'Remove x-paging, or list the JSON that the operation returns.';
    return [{ path, message: `Expected a success with JSON, which has the list; found ${success.found}. ${advice}` }];
  }
  const paging = /** @type {Paging} */ (written);
  return [
    ...parameterMistakes(path, paging, queryNames(document, placed)),
    ...pagingPlaceMistakes({ path, document, paging, ...success }),
  ];
}

/** @param {unknown} document @param {Placed} placed @returns {string[]} */
function queryNames(document, { item, operation }) {
  return [item, operation]
    .flatMap((holder) => (isObject(holder) && Array.isArray(holder['parameters']) ? holder['parameters'] : []))
    .map((parameter) => resolved(document, parameter))
    .filter((parameter) => parameter['in'] === 'query')
    .map(({ name }) => String(name));
}

/** @param {JsonPath} path @param {Paging} paging @param {string[]} names @returns {Mistake[]} */
function parameterMistakes(path, { page }, names) {
  return /** @type {const} */ (['query', 'size']).flatMap((member) => {
    const name = page?.[member];
    if (name === undefined || names.includes(name)) return [];
    const advice = nearest(name, names, 'Add it to the parameters of the operation.');
    const message = `Expected ${member} to be a query parameter of the operation; found ${show(name)}. ${advice}`;
    return [{ path: [...path, 'page', member], message }];
  });
}
