// @ts-check
import { Ajv2020 } from 'ajv/dist/2020.js';
import { canHaveType, composed, fieldAt, fieldBelow, fieldNames, isOpen, typesAt } from '../composed-schema.js';
import { jsonSuccess, resolved } from '../json-success.js';
import { nearest, show } from '../mistake.js';
import { parsePointer, toPointer } from '../pointer.js';
import { fieldsByKind, isObject } from '../walk.js';
import { pagingSchema } from './schema.js';

/**
 * @typedef {import('../composed-schema.js').At} At
 * @typedef {import('../composed-schema.js').Resolve} Resolve
 * @typedef {import('../mistake.js').Mistake} Mistake
 * @typedef {import('../schema.js').Schema} Schema
 * @typedef {import('../walk.js').JsonPath} JsonPath
 * @typedef {import('./paging.js').Paging} Paging
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
  const inForm = formMistakes(written, path);
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
    ...placeMistakes(path, document, paging, success),
  ];
}

/** @type {import('ajv').ValidateFunction | undefined} */
let validate;

/** @param {unknown} paging @param {JsonPath} path @returns {Mistake[]} */
function formMistakes(paging, path) {
  validate ??= new Ajv2020({ allErrors: true, strict: false, verbose: true, validateSchema: false }).compile(
    pagingSchema,
  );
  validate(paging);
  return (validate.errors ?? []).flatMap((error) => formMistake(error, path));
}

/** @param {import('ajv').ErrorObject} error @param {JsonPath} path @returns {Mistake[]} */
function formMistake({ instancePath, keyword, params, parentSchema = {}, data }, path) {
  // What follows a condition has an error of its own.
  if (keyword === 'if') return [];
  const at = [...path, ...parsePointer(instancePath)];
  const owner = at.at(-1);
  const { message, description, pattern, enum: known, properties } = parentSchema;
  if (message !== undefined) return [{ path: at, message }];
  if (keyword === 'required') {
    const { missingProperty: missing } = params;
    const what = `${missing} in ${owner}, ${properties[missing].description}`;
    return [{ path: at, message: `Expected ${what}; found none. Add it.` }];
  }
  if (keyword === 'additionalProperties') {
    const { additionalProperty: wrong } = params;
    const names = Object.keys(properties);
    const expected = `${names.join(', ')} in ${owner}`;
    return [
      {
        path: [...at, wrong],
        message: `Expected ${expected}; found ${show(wrong)}. ${nearest(wrong, names, '')}`,
      },
    ];
  }
  const text = typeof data === 'string' ? data : '';
  const meant = text && pattern && [text.toLowerCase(), `/${text}`].find((each) => RegExp(pattern, 'u').test(each));
  const advice = text && known ? nearest(text, known, '') : meant ? `Write ${meant}.` : 'Correct it.';
  const expected = description ?? known.join(', ');
  return [{ path: at, message: `Expected ${owner} to be ${expected}; found ${show(data)}. ${advice}` }];
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

/** What stands at a place. `types`: as `typesAt` has them. */
const places = {
  items: { what: 'an array', types: ['array'] },
  total: { what: 'an integer', types: ['number'] },
};

/** Pointers that lead nowhere in the schema of the response, or to something else.
 * @param {JsonPath} path @param {unknown} document @param {Paging} paging @param {{ status: string, schema: Schema }}
 * success @returns {Mistake[]} */
function placeMistakes(path, document, paging, { status, schema }) {
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
  const names = parsePointer(pointer);
  const { at, rest } = fieldBelow(root, names, resolve);
  const [name] = rest;
  if (name === undefined) return canHaveType(at, types, resolve) ? undefined : inWords(at, resolve);
  if (!canHaveType(at, ['object'], resolve)) {
    const above = names.slice(0, names.length - rest.length);
    return `${inWords(at, resolve)} ${above.length === 0 ? 'as the whole response' : `at ${toPointer(above)}`}`;
  }
  return isOpen(at) ? undefined : `${inWords(at, resolve)} and without ${show(name)}`;
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

/** How deep to look for another place to propose. */
const depth = 2;

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
