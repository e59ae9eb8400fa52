// @ts-check
import { Ajv2020 } from 'ajv/dist/2020.js';
import { canHaveType, fieldAt, fieldNames, followNames, isOpen, typesAt, withParts } from '../composed-schema.js';
import { jsonSuccess, resolveNode } from '../json-success.js';
import { formatValue, suggestWord } from '../mistake.js';
import { parsePointer, toPointer } from '../pointer.js';
import { fieldsByKind, isObject } from '../walk.js';
import { impossibleParts } from './impossible-parts.js';
import { itemsPlace } from './items-place.js';
import { itemsSchema } from './items-schema.js';
import { pagingSchema } from './schema.js';

/**
 * @typedef {import('../composed-schema.js').At} At
 * @typedef {import('../composed-schema.js').Resolve} Resolve
 * @typedef {import('../mistake.js').Mistake} Mistake
 * @typedef {import('../schema.js').Schema} Schema
 * @typedef {import('../walk.js').JsonPath} JsonPath
 * @typedef {import('./paging.js').Paging} Paging
 */

/** Finds mistakes in `x-paging`: in place and form, and contradictions to parameters or the response.
 * @param {unknown} document with path items in place, not as references @returns {Mistake[]} */
export function pagingMistakes(document) {
  const paths = isObject(document) && isObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([url, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([key, value]) => {
      const path = ['paths', url, key];
      if (key === 'x-paging') {
        const message = 'Expected x-paging in an operation; found it in a path item. Move it into its GET operation.';
        return [{ path, message }];
      }
      if (fieldsByKind['pathItem']?.[key] !== 'operation' || !isObject(value) || !Object.hasOwn(value, 'x-paging'))
        return [];
      return mistakesAt([...path, 'x-paging'], document, { method: key, operation: value, item });
    }),
  );
}

/** @typedef {{ method: string, operation: Record<string, unknown>, item: unknown }} Placement */

/** @param {JsonPath} path @param {unknown} document @param {Placement} placement @returns {Mistake[]} */
function mistakesAt(path, document, placement) {
  const value = placement.operation['x-paging'];
  const formErrors = formMistakes(value, path);
  if (formErrors.length > 0) return formErrors;
  if (placement.method !== 'get') {
    const actual = `a ${placement.method.toUpperCase()} operation`;
    const expected = 'x-paging only in a GET operation that returns a list';
    return [{ path, message: `Expected ${expected}; found it in ${actual}. Remove it.` }];
  }
  const success = jsonSuccess(document, placement.operation);
  if ('found' in success) {
    const expected = 'a success response with JSON that contains the list';
    const advice = 'Remove x-paging, or describe the JSON response of the operation.';
    return [{ path, message: `Expected ${expected}; found ${success.found}. ${advice}` }];
  }
  const paging = /** @type {Paging} */ (value);
  return [
    ...[...impossibleParts(paging)].map(({ path: member, expected, actual, advice }) => ({
      path: [...path, ...member],
      message: `Expected ${expected}; found ${formatValue(actual)}. ${advice}`,
    })),
    ...parameterMistakes(path, paging, queryNames(document, placement)),
    ...pointerMistakes(path, document, paging, success),
    ...cursorMistakes(path, document, paging, success),
  ];
}

/** @type {import('ajv').ValidateFunction | undefined} */
let validate;

/** @param {unknown} paging @param {JsonPath} path @returns {Mistake[]} */
function formMistakes(paging, path) {
  const options = { allErrors: true, strict: false, verbose: true, validateSchema: false };
  validate ??= new Ajv2020(options).compile(pagingSchema);
  validate(paging);
  return (validate.errors ?? []).flatMap((error) => formMistake(error, path));
}

/** @param {import('ajv').ErrorObject} error @param {JsonPath} path @returns {Mistake[]} */
function formMistake({ instancePath, keyword, params, parentSchema = {}, data }, path) {
  const at = [...path, ...parsePointer(instancePath)];
  const member = at.at(-1);
  const owner = member === 'x-paging' ? member : `"${member}"`;
  const { description, pattern, enum: values, properties } = parentSchema;
  if (keyword === 'required') {
    const { missingProperty: name } = params;
    const what = `"${name}" in ${owner}, ${properties[name].description}`;
    return [{ path: at, message: `Expected ${what}; found none. Add it.` }];
  }
  if (keyword === 'additionalProperties') {
    const { additionalProperty: name } = params;
    const names = Object.keys(properties);
    const expected = `only ${names.map((each) => `"${each}"`).join(', ')} in ${owner}`;
    const message = `Expected ${expected}; found ${formatValue(name)}. ${suggestWord(name, names, '')}`;
    return [{ path: [...at, name], message }];
  }
  const text = typeof data === 'string' ? data : '';
  const correction =
    text && pattern && [text.toLowerCase(), `/${text}`].find((each) => RegExp(pattern, 'u').test(each));
  const advice = text && values ? suggestWord(text, values, '') : correction ? `Write ${correction}.` : 'Correct it.';
  const expected = description ?? `one of ${values.join(', ')}`;
  return [{ path: at, message: `Expected ${owner} to be ${expected}; found ${formatValue(data)}. ${advice}` }];
}

/** @param {unknown} document @param {Placement} placement @returns {string[]} */
function queryNames(document, { item, operation }) {
  return [item, operation]
    .flatMap((holder) => (isObject(holder) && Array.isArray(holder['parameters']) ? holder['parameters'] : []))
    .map((parameter) => resolveNode(document, parameter))
    .filter((parameter) => parameter['in'] === 'query')
    .map(({ name }) => String(name));
}

/** @param {JsonPath} path @param {Paging} paging @param {string[]} names @returns {Mistake[]} */
function parameterMistakes(path, { page }, names) {
  return /** @type {const} */ (['query', 'size']).flatMap((member) => {
    const name = page?.[member];
    if (name === undefined || names.includes(name)) return [];
    const advice = suggestWord(name, names, 'Add it to the parameters of the operation.');
    const expected = `"${member}" to name a query parameter of the operation`;
    const message = `Expected ${expected}; found ${formatValue(name)}. ${advice}`;
    return [{ path: [...path, 'page', member], message }];
  });
}

/** For each pointer, a description of the expected value, and its allowed types as `typesAt` names them. */
const targets = {
  items: { what: 'an array', types: ['array'] },
  total: { what: 'an integer', types: ['number'] },
};

/** Pointers that lead nowhere in the schema of the response, or to a value of a wrong type.
 * @param {JsonPath} path @param {unknown} document @param {Paging} paging @param {{ status: string, schema: Schema }}
 * success @returns {Mistake[]} */
function pointerMistakes(path, document, paging, { status, schema }) {
  const resolve = (/** @type {Schema} */ each) => /** @type {Schema} */ (resolveNode(document, each));
  const root = withParts([schema], resolve);
  return /** @type {const} */ (['items', 'next', 'total']).flatMap((member) => {
    const pointer = member === 'items' ? itemsPlace(paging).list : paging[member];
    if (typeof pointer !== 'string' || pointer === 'link') return [];
    const { what, types } = member === 'next' ? nextTarget(paging) : targets[member];
    const actual = describeMismatch(root, pointer, types, resolve);
    if (actual === undefined) return [];
    const isExplicit = paging[member] !== undefined;
    const expected = isExplicit ? `"${member}" to lead to ${what}` : `"items" in x-paging, or ${what}`;
    const pointers = [...pointersTo(root, types, resolve)];
    const advice =
      member === 'items' && pointers.includes('')
        ? 'Remove "items": the response itself is the array.'
        : suggestWord(pointer, pointers, `Correct "${member}", or the schema.`);
    const message = `Expected ${expected} in the schema of the response ${status}; found ${actual}. ${advice}`;
    return [{ path: isExplicit ? [...path, member] : path, message }];
  });
}

/** The expected value at `next`: a URL if `x-paging` names no query parameter. @param {Paging} paging */
function nextTarget({ page }) {
  if (page === undefined) return { what: 'a URL (for anything else, x-paging needs "page")', types: ['string'] };
  if (page.by === 'last-item') return { what: 'a boolean that says whether another page follows', types: ['boolean'] };
  if (page.by === 'cursor') return { what: 'the cursor of the next page', types: ['string', 'number'] };
  return { what: 'a URL, a value for the parameter, or a boolean', types: ['string', 'number', 'boolean'] };
}

/** @param {JsonPath} path @param {unknown} document @param {Paging} paging @param {{ status: string, schema: Schema }}
 * success @returns {Mistake[]} */
function cursorMistakes(path, document, paging, { status, schema }) {
  const resolve = (/** @type {Schema} */ each) => /** @type {Schema} */ (resolveNode(document, each));
  const actual = describeCursorMismatch(paging, schema, resolve);
  if (actual === undefined) return [];
  const member = paging.page?.item === undefined ? [] : ['item'];
  const expected = `"item" to lead to a string or a number in an item of the response ${status}`;
  return [{ path: [...path, 'page', ...member], message: `Expected ${expected}; found ${actual}. Correct "item".` }];
}

/** Describes the schema of an item that can have neither a string nor a number as its cursor; otherwise undefined.
 * @param {Paging} paging @param {Schema} schema of the response @param {Resolve} resolve @returns
 * {string | undefined} */
export function describeCursorMismatch(paging, schema, resolve) {
  const { by, item: pointer = '/id' } = paging.page ?? {};
  if (by !== 'last-item') return undefined;
  // An item inside of an element can get its id from that element, so the cursor may be in the item or in the element.
  const mismatches = [paging, { items: itemsPlace(paging).list }].map((each) => {
    const items = itemsSchema(each, schema, resolve);
    return items && describeMismatch(withParts([items], resolve), pointer, ['string', 'number'], resolve);
  });
  return mismatches.includes(undefined) ? undefined : mismatches[0];
}

/** Describes the schema at a pointer in words; undefined if it allows one of `types`. @returns {string | undefined}
 * @param {At} root @param {string} pointer @param {readonly string[]} types @param {Resolve} resolve */
function describeMismatch(root, pointer, types, resolve) {
  const names = parsePointer(pointer);
  const { at, rest } = followNames(root, names, resolve);
  const [name] = rest;
  if (name === undefined) return canHaveType(at, types, resolve) ? undefined : describeTypes(at, resolve);
  if (!canHaveType(at, ['object'], resolve)) {
    const place = toPointer(names.slice(0, names.length - rest.length));
    return `${describeTypes(at, resolve)} ${place === '' ? 'as the whole response' : `at ${place}`}`;
  }
  return isOpen(at) ? undefined : `${describeTypes(at, resolve)}, but no ${formatValue(name)}`;
}

const typeWords = new Map([
  ['array', 'an array'],
  ['number', 'a number'],
  ['string', 'a string'],
  ['boolean', 'a boolean'],
]);

/** @param {At} at @param {Resolve} resolve */
function describeTypes(at, resolve) {
  const names = fieldNames(at);
  const fields = names.slice(0, 8).join(', ') + (names.length > 8 ? ` and ${names.length - 8} more` : '');
  const object = names.length > 0 ? `an object with ${fields}` : 'an object';
  const types = typesAt(at, resolve) ?? ['object'];
  return types.map((type) => (type === 'object' ? object : (typeWords.get(type) ?? type))).join(' or ') || 'nothing';
}

/** Maximum depth of the search for another pointer that a message can suggest. */
const maxDepth = 2;

/** Yields pointers of fields whose type is certainly one of `types`. @returns {Generator<string>}
 * @param {At} at @param {readonly string[]} types @param {Resolve} resolve @param {string} pointer */
function* pointersTo(at, types, resolve, pointer = '') {
  const possible = typesAt(at, resolve);
  if (possible && types.some((type) => possible.includes(type))) yield pointer;
  if (pointer.split('/').length > maxDepth) return;
  for (const name of fieldNames(at)) {
    const child = fieldAt(at, name, resolve);
    if (child) yield* pointersTo(child, types, resolve, `${pointer}${toPointer([name])}`);
  }
}
