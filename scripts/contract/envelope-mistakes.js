// @ts-check
// This is JavaScript, because a rule for Spectral imports it as well.
import { fieldAt, fieldNames, followNames, isOpen, partsOf, withParts } from './composed-schema.js';
import { isJson, jsonSuccess, resolveNode } from './json-success.js';
import { formatValue, suggestWord } from './mistake.js';
import { parsePointer, pointerPattern, toPointer } from './pointer.js';
import { fieldsByKind, isObject } from './walk.js';

/**
 * @typedef {import('./composed-schema.js').At} At
 * @typedef {import('./composed-schema.js').Resolve} Resolve
 * @typedef {import('./mistake.js').Mistake} Mistake
 * @typedef {import('./schema.js').Schema} Schema
 */

/** Finds mistakes in `x-envelope`: wrong members, and pointers that lead to no field of a body.
 * @param {unknown} document with path items in place, not as references @returns {Mistake[]} */
export function envelopeMistakes(document) {
  const paths = isObject(document) && isObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([url, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([key, operation]) => {
      if (fieldsByKind['pathItem']?.[key] !== 'operation' || !isObject(operation)) return [];
      const envelope = operation['x-envelope'];
      if (envelope === undefined) return [];
      const path = ['paths', url, key, 'x-envelope'];
      if (!isObject(envelope) || Object.keys(envelope).length === 0) {
        const expected = 'Expected x-envelope to be an object such as { response: /data }';
        return [{ path, message: `${expected}; found ${formatValue(envelope)}. Correct it, or remove it.` }];
      }
      return Object.entries(envelope).flatMap(([name, pointer]) => {
        const message = mistakeAt(document, operation, name, pointer);
        return message === undefined ? [] : [{ path: [...path, name], message }];
      });
    }),
  );
}

const placePattern = new RegExp(`^${pointerPattern}$`);

/** @param {unknown} document @param {Record<string, unknown>} operation @param {string} name
 * @param {unknown} pointer */
function mistakeAt(document, operation, name, pointer) {
  if (name !== 'response' && name !== 'request')
    return `Expected only "response" and "request" in x-envelope; found ${formatValue(name)}. Remove it.`;
  if (typeof pointer !== 'string' || !placePattern.test(pointer))
    return `Expected "${name}" to be a JSON pointer such as /data; found ${formatValue(pointer)}. Correct it.`;
  const schema = name === 'response' ? successSchema(document, operation) : requestSchema(document, operation);
  if (schema === undefined)
    return `Expected a ${name} in JSON, since x-envelope has "${name}"; found none. Remove "${name}".`;
  const resolve = (/** @type {Schema} */ each) => /** @type {Schema} */ (resolveNode(document, each));
  const [body, names] = [withParts([schema], resolve), parsePointer(pointer)];
  const { at, rest } = followNames(body, names, resolve);
  const [missing] = rest;
  if (missing === undefined || isOpen(at)) return name === 'request' ? siblingMistake(body, names, resolve) : undefined;
  const advice = suggestWord(missing, fieldNames(at), 'Correct it, or the schema.');
  return `Expected "${name}" to lead to a field of the ${name}; found no field ${formatValue(missing)}. ${advice}`;
}

/** Describes a required field next to the resource: requests contain only the resource, so none could be valid.
 * @param {At} body @param {readonly string[]} names @param {Resolve} resolve @returns {string | undefined} */
function siblingMistake(body, names, resolve) {
  /** @type {At | undefined} */
  let at = body;
  for (const name of names) {
    const parts = at?.schemas.flatMap((schema) => [...partsOf(schema, resolve)]) ?? [];
    const required = parts.flatMap(([part, isCertain]) =>
      isCertain && Array.isArray(part.required) ? part.required : [],
    );
    const sibling = required.find((each) => each !== name);
    if (sibling !== undefined) {
      const [pointer, field, inside] = [toPointer(names), sibling, name].map(formatValue);
      return (
        `Expected a request whose required fields are all inside of ${pointer}; ` +
        `found the required field ${field} next to ${inside}. Make ${field} optional, or remove "request".`
      );
    }
    at = at && fieldAt(at, name, resolve);
  }
  return undefined;
}

/** @param {unknown} document @param {Record<string, unknown>} operation @returns {Schema | undefined} */
function successSchema(document, operation) {
  const success = jsonSuccess(document, operation);
  return 'schema' in success ? success.schema : undefined;
}

/** @param {unknown} document @param {Record<string, unknown>} operation @returns {Schema | undefined} */
function requestSchema(document, operation) {
  const { content } = resolveNode(document, operation['requestBody']);
  const [, body] = Object.entries(isObject(content) ? content : {}).find(([media]) => isJson(media)) ?? [];
  return isObject(body) && isObject(body['schema']) ? /** @type {Schema} */ (body['schema']) : undefined;
}
