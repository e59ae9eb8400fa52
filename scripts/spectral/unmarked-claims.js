// @ts-check
import { createRulesetFunction } from '@stoplight/spectral-core';
import { isObject, nodesOf } from '../contract/walk.js';
import { formatValue } from './format.js';

/**
 * @typedef {import('../contract/walk.js').JsonPath} JsonPath
 * `claims`: patterns of words that say how the service behaves. `general`: open questions that many places share, and
 * that therefore mark no single claim. `statedFacets`: the facets that every stated operation states.
 * @typedef {{ claims: string[], general: string[], statedFacets: string[] }} Options
 */

/** Whether the source states this part: it is in a stated operation, or in a stated component schema.
 * @param {unknown} document @param {JsonPath} path @param {string[]} statedFacets */
function isStated(document, path, statedFacets) {
  /** @type {unknown} */
  let node = document;
  for (const segment of path.slice(0, 3)) node = isObject(node) ? node[segment] : undefined;
  const provenance = isObject(node) ? node['x-provenance'] : undefined;
  if (!isObject(provenance)) return false;
  const { stated } = provenance;
  return stated === true || (Array.isArray(stated) && statedFacets.every((facet) => stated.includes(facet)));
}

/** The description of an unstated part makes no claims, unless the part names an open question. */
export default createRulesetFunction(
  {
    input: null,
    options: {
      type: 'object',
      additionalProperties: false,
      required: ['claims', 'general', 'statedFacets'],
      properties: {
        claims: { type: 'array', items: { type: 'string' } },
        general: { type: 'array', items: { type: 'string' } },
        statedFacets: { type: 'array', items: { type: 'string' } },
      },
    },
  },
  /** @param {unknown} document @param {Options} options */
  (document, { claims, general, statedFacets }) => {
    const claim = new RegExp(`\\b(?:${claims.join('|')})\\b`, 'i');
    const findings = [];
    for (const { kind, path, value } of nodesOf(document)) {
      const { description } = value;
      if (kind === 'example' || typeof description !== 'string' || isStated(document, path, statedFacets)) continue;
      const [match] = claim.exec(description.replace(/\s+/g, ' ')) ?? [];
      const questions = Array.isArray(value['x-unknown']) ? value['x-unknown'] : [];
      if (match === undefined || questions.some((id) => !general.includes(id))) continue;
      findings.push({
        message:
          `Expected no claim in the description of a part that the source does not document; found ` +
          `${formatValue(match)}. Remove the claim, or list in x-unknown the open question that the claim depends on.`,
        path: [...path, 'description'],
      });
    }
    return findings;
  },
);
