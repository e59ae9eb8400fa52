// @ts-check
import { formatValue } from './mistake.js';
import { isObject } from './walk.js';

/** One word, such as `Bearer`, of the characters that the name of an auth scheme can have (RFC 9110 §5.6.2, §11.1). */
const wordPattern = /^[\w!#$%&'*+.^`|~-]{1,40}$/;
/** The name of a parameter whose value is the key, alone or after a word: `token=`, `Token token=` (RFC 9110 §11.4). */
const parameterPattern = /^(?=.{2,40}$)([\w!#$%&'*+.^`|~-]+ )?[\w!#$%&'*+.^`|~-]+=$/;

/** Mistakes in `x-prefix`, the word before a key in a header (such as `Bearer`), and in `x-refusal-status`.
 * @param {unknown} document @returns {import('./mistake.js').Mistake[]} */
export function prefixMistakes(document) {
  const components = isObject(document) && isObject(document['components']) ? document['components'] : {};
  const schemes = isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  return Object.entries(schemes).flatMap(([name, scheme]) => {
    if (!isObject(scheme)) return [];
    const messages = Object.entries({
      'x-prefix': (/** @type {unknown} */ prefix) => placeMistake(scheme) ?? spellingMistake(prefix),
      'x-refusal-status': statusMistake,
    }).map(([key, judge]) => [key, Object.hasOwn(scheme, key) ? judge(scheme[key]) : undefined]);
    return messages.flatMap(([key = '', message]) =>
      message === undefined
        ? []
        : [{ path: ['components', 'securitySchemes', name, key], message: `Expected ${key} ${message}` }],
    );
  });
}

/** @param {unknown} value */
function statusMistake(value) {
  const isPair = isObject(value) && Object.keys(value).sort().join() === 'missing,wrong';
  const statuses = isPair ? Object.values(value) : [value];
  if (statuses.every((status) => Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 499))
    return undefined;
  const expected = 'to be a status from 400 to 499, or { missing, wrong } with two such statuses';
  return `${expected}; found ${formatValue(value)}. Correct it, or remove it.`;
}

/** @param {Record<string, unknown>} scheme */
function placeMistake({ type, in: place, scheme }) {
  if (type === 'apiKey' && place === 'header') return undefined;
  const advice =
    type === 'http'
      ? String(scheme).toLowerCase() === 'bearer'
        ? 'Remove x-prefix, because "scheme: bearer" already puts Bearer before the key.'
        : 'For a bearer token, write "type: http, scheme: bearer" without x-prefix; for another word before the key, ' +
          'write "type: apiKey, in: header, name: Authorization".'
      : type === 'apiKey'
        ? 'Remove x-prefix, or write "in: header".'
        : 'Remove x-prefix, or write "type: apiKey, in: header".';
  const actual = type === 'apiKey' ? `in: ${place}` : `type: ${type}`;
  return `only in a security scheme with "type: apiKey, in: header"; found it at "${actual}". ${advice}`;
}

/** @param {unknown} prefix */
function spellingMistake(prefix) {
  if (typeof prefix === 'string' && [wordPattern, parameterPattern].some((each) => each.test(prefix))) return undefined;
  const correction = typeof prefix === 'string' ? prefix.replace(/[\s:]+$/, '').trim() : '';
  const advice =
    prefix === ''
      ? 'Remove x-prefix, so that the key is sent without a scheme such as Bearer in front of it.'
      : wordPattern.test(correction)
        ? `Write ${correction}; the space before the key is added automatically.`
        : 'Correct it, or remove it.';
  return (
    `to be one word of at most 40 letters, digits or !#$%&'*+-.^_\`|~, or text such as "Token token="; ` +
    `found ${formatValue(prefix)}. ${advice}`
  );
}
