// @ts-check
import { followReference, isObject } from './walk.js';

/** Whether a media type is `application/json` or has the suffix `+json` (RFC 6838 §4.2.8). @param {string} media */
export function isJson(media) {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(media.trim());
}

/** Returns the first media type if it is JSON; undefined otherwise, because a body may then have another format.
 * @template Body @param {Readonly<Record<string, Body>> | undefined} content @returns {Body | undefined} */
export function jsonBodyOf(content) {
  const [[media, body] = []] = Object.entries(content ?? {});
  return media !== undefined && isJson(media) ? body : undefined;
}

/** Follows the references of a node and returns the object at the end; an empty object if there is none.
 * @param {unknown} document @param {unknown} node @returns {Record<string, unknown>} */
export function resolveNode(document, node) {
  const trail = new Set();
  let target = node;
  while (isObject(target) && typeof target['$ref'] === 'string' && !trail.has(target['$ref'])) {
    trail.add(target['$ref']);
    target = followReference(document, target['$ref'])?.value;
  }
  return isObject(target) && !('$ref' in target) ? target : {};
}

/** The status and JSON schema of the usual success response with a body (see `successContent`). If there is no JSON
 * body, `found` describes the actual response.
 * @param {unknown} document @param {Record<string, unknown>} operation @returns
 * {{ status: string, schema: import('./schema.js').Schema } | { found: string }} */
export function jsonSuccess(document, operation) {
  const { responses: all, 'x-usual-status': usual } = operation;
  const responses = Object.entries(isObject(all) ? all : {});
  const successes = [/^2\d\d$/, /^2xx$/i, /^default$/]
    .map((pattern) => responses.filter(([status]) => pattern.test(status)))
    .find(({ length }) => length > 0)
    ?.sort(([one], [other]) => Number(other === usual) - Number(one === usual))
    .map(([status, response]) => {
      const { content } = resolveNode(document, response);
      return { status, mediaTypes: Object.entries(isObject(content) ? content : {}) };
    });
  const success = successes?.find(({ mediaTypes }) => mediaTypes.length > 0) ?? successes?.[0];
  if (success === undefined) return { found: 'no success' };
  const { status, mediaTypes } = success;
  if (mediaTypes.length === 0) return { found: `${status} without a body` };
  const [, json] = mediaTypes.find(([name]) => isJson(name)) ?? mediaTypes.find(([name]) => name.includes('*')) ?? [];
  if (json === undefined) return { found: `${status} with ${mediaTypes.map(([name]) => name).join(', ')}` };
  return { status, schema: isObject(json) && isObject(json['schema']) ? json['schema'] : {} };
}
