// @ts-check
import { createRulesetFunction } from '@stoplight/spectral-core';
import { isObject, nodesOf } from '../contract/walk.js';
import { operationAt, show } from './shown.js';

/**
 * The facets that a stated operation states.
 * @typedef {{ statedFacets: string[] }} Options
 */

/** A former name of an operation is one that nothing has, and that the versioning allows to have changed. */
export default createRulesetFunction(
  {
    input: null,
    options: {
      type: 'object',
      additionalProperties: false,
      required: ['statedFacets'],
      properties: { statedFacets: { type: 'array', items: { type: 'string' } } },
    },
  },
  /** @param {unknown} document @param {Options} options */
  (document, { statedFacets }) => {
    const operations = nodesOf(document, 'operation');
    /** Who has a name, in lower case. @type {Map<string, string>} */
    const owners = new Map();
    for (const { path, value } of operations) {
      if (typeof value['operationId'] === 'string') owners.set(value['operationId'].toLowerCase(), operationAt(path));
    }
    const findings = [];
    for (const { path, value } of operations) {
      const names = value['x-formerly'];
      if (names === undefined) continue;
      const at = [...path, 'x-formerly'];
      const provenance = value['x-provenance'];
      const stated = isObject(provenance) && Array.isArray(provenance['stated']) ? provenance['stated'] : [];
      if (statedFacets.every((facet) => stated.includes(facet))) {
        findings.push({
          message: 'Expected no x-formerly on a stated operation, whose name stays; found one. Take back the old name.',
          path: at,
        });
      }
      if (!Array.isArray(names) || names.length === 0) {
        findings.push({
          message:
            `Expected x-formerly to list the names of the version before; found ${show(names)}. List them, or ` +
            'remove it.',
          path: at,
        });
        continue;
      }
      for (const [index, name] of names.entries()) {
        const here = [...at, index];
        if (typeof name !== 'string' || !/^[a-z][A-Za-z0-9]*$/.test(name)) {
          findings.push({
            message: `Expected a former operationId in camelCase; found ${show(name)}. Correct it.`,
            path: here,
          });
          continue;
        }
        const owner = owners.get(name.toLowerCase());
        if (owner !== undefined) {
          findings.push({
            message:
              `Expected a name that no operation has; found ${show(name)}, as ${owner} is or was called. Remove ` +
              'it.',
            path: here,
          });
        } else owners.set(name.toLowerCase(), operationAt(path));
      }
    }
    return findings;
  },
);
