// @ts-check
import { createRulesetFunction } from '@stoplight/spectral-core';
import { isObject, nodesOf } from '../contract/walk.js';
import { formatList, formatValue } from './format.js';

/**
 * @typedef {import('../contract/walk.js').JsonPath} JsonPath
 * @typedef {{ facets: string[], bases: string[] }} Options
 */

/** @param {unknown} provenance @param {JsonPath} path @param {Options} options */
function* findingsIn(provenance, path, options) {
  const form = `{ section: '4.3', stated: [facets], inferred: { facet: basis } }`;
  if (!isObject(provenance)) {
    yield {
      message:
        `Expected x-provenance ${form}; found ${formatValue(provenance)}. List the facets that are stated, and ` +
        `those that are inferred.`,
      path,
    };
    return;
  }
  yield* findingsInForm(provenance, path, options);
  const stated = Array.isArray(provenance.stated) ? provenance.stated : [];
  const inferred = isObject(provenance.inferred) ? provenance.inferred : {};
  yield* findingsInStated(stated, path, options);
  yield* findingsInInferred(inferred, stated, path, options);
  const { facets } = options;
  const missingFacets = facets.filter((facet) => !stated.includes(facet) && !Object.hasOwn(inferred, facet));
  if (missingFacets.length > 0) {
    yield {
      message:
        `Expected every facet under "stated" or "inferred"; found ${formatList(missingFacets)} in neither. Add ` +
        `each missing facet to one of them.`,
      path,
    };
  }
}

/** @param {Record<string, unknown>} provenance @param {JsonPath} path @param {Options} options */
function* findingsInForm(provenance, path, { facets }) {
  const { section, stated, inferred } = provenance;
  for (const key of Object.keys(provenance)) {
    if (['section', 'stated', 'inferred'].includes(key)) continue;
    yield {
      message: `Expected only "section", "stated" and "inferred"; found ${formatValue(key)}. Remove it.`,
      path: [...path, key],
    };
  }
  if (typeof section !== 'string' || !/^\d+(\.\d+)*$/.test(section)) {
    yield {
      message:
        `Expected "section" to be a section number as a string, such as '4.3'; ` +
        `found ${formatValue(section)}. Quote the number.`,
      path: [...path, 'section'],
    };
  }
  if (!Array.isArray(stated)) {
    yield {
      message:
        `Expected "stated" to be a list of facets (${formatList(facets)}); found ${formatValue(stated)}. ` +
        `Write [] if no facet is stated.`,
      path: [...path, 'stated'],
    };
  }
  if (!isObject(inferred)) {
    yield {
      message:
        `Expected "inferred" to be an object that says for each facet what it is inferred from; found ` +
        `${formatValue(inferred)}. Write {} if no facet is inferred.`,
      path: [...path, 'inferred'],
    };
  }
}

/** @param {unknown} facet @param {string[]} facets */
function unknownFacet(facet, facets) {
  return `Expected a facet (${formatList(facets)}); found ${formatValue(facet)}. Correct the name.`;
}

/** @param {any[]} stated @param {JsonPath} path @param {Options} options */
function* findingsInStated(stated, path, { facets }) {
  for (const [index, facet] of stated.entries()) {
    const itemPath = [...path, 'stated', index];
    if (!facets.includes(facet)) {
      yield { message: unknownFacet(facet, facets), path: itemPath };
    } else if (stated.indexOf(facet) < index) {
      yield { message: `Expected each facet once; found ${formatValue(facet)} again. Remove it.`, path: itemPath };
    }
  }
}

/** @param {Record<string, unknown>} inferred @param {unknown[]} stated
 * @param {JsonPath} path @param {Options} options */
function* findingsInInferred(inferred, stated, path, { facets, bases }) {
  for (const [facet, basis] of Object.entries(inferred)) {
    const facetPath = [...path, 'inferred', facet];
    if (!facets.includes(facet)) {
      yield { message: unknownFacet(facet, facets), path: facetPath };
    } else if (stated.includes(facet)) {
      yield {
        message:
          `Expected a facet to be either stated or inferred; found ${formatValue(facet)} in both. Remove it from ` +
          `one of them.`,
        path: facetPath,
      };
    }
    if (typeof basis !== 'string' || !bases.includes(basis)) {
      yield {
        message:
          `Expected ${formatValue(facet)} to be inferred from one of ${formatList(bases)}; found ` +
          `${formatValue(basis)}. Write one of these words.`,
        path: facetPath,
      };
    }
  }
}

/** Each operation lists each of its facets: either as stated, or as inferred with the basis of the inference. */
export default createRulesetFunction(
  {
    input: null,
    options: {
      type: 'object',
      additionalProperties: false,
      required: ['facets', 'bases'],
      properties: {
        facets: { type: 'array', items: { type: 'string' } },
        bases: { type: 'array', items: { type: 'string' } },
      },
    },
  },
  /** @param {unknown} document @param {Options} options */
  (document, options) =>
    nodesOf(document, 'operation').flatMap(({ path, value }) => [
      ...findingsIn(value['x-provenance'], [...path, 'x-provenance'], options),
    ]),
);
