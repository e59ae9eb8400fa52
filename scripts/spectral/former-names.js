// @ts-check
import { createRulesetFunction } from '@stoplight/spectral-core';
import { isObject, nodesOf } from '../contract/walk.js';
import { formatValue, operationAt } from './format.js';

/** `statedFacets`: the facets that every stated operation states. @typedef {{ statedFacets: string[] }} Options */

/** Only unstated operations may be renamed, and no operation may take the former name of another operation. */
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
    /** Lower-case name → the operation that has or had it. @type {Map<string, string>} */
    const owners = new Map();
    for (const { path, value } of operations) {
      if (typeof value['operationId'] === 'string') owners.set(value['operationId'].toLowerCase(), operationAt(path));
    }
    const findings = [];
    for (const { path, value } of operations) {
      const names = value['x-formerly'];
      if (names === undefined) continue;
      const fieldPath = [...path, 'x-formerly'];
      const provenance = value['x-provenance'];
      const stated = isObject(provenance) && Array.isArray(provenance['stated']) ? provenance['stated'] : [];
      if (statedFacets.every((facet) => stated.includes(facet))) {
        findings.push({
          message:
            'Expected no x-formerly on a stated operation, whose name must not change; found one. Restore the name.',
          path: fieldPath,
        });
      }
      if (!Array.isArray(names) || names.length === 0) {
        findings.push({
          message:
            `Expected x-formerly to list the names from the previous version; found ${formatValue(names)}. ` +
            'List them, or remove x-formerly.',
          path: fieldPath,
        });
        continue;
      }
      for (const [index, name] of names.entries()) {
        const namePath = [...fieldPath, index];
        if (typeof name !== 'string' || !/^[a-z][A-Za-z0-9]*$/.test(name)) {
          findings.push({
            message: `Expected a former operationId in camelCase; found ${formatValue(name)}. Correct it.`,
            path: namePath,
          });
          continue;
        }
        const owner = owners.get(name.toLowerCase());
        if (owner !== undefined) {
          findings.push({
            message:
              `Expected a name that no operation has; found ${formatValue(name)}, the current or former name of ` +
              `${owner}. ` +
              'Remove it.',
            path: namePath,
          });
        } else owners.set(name.toLowerCase(), operationAt(path));
      }
    }
    return findings;
  },
);
