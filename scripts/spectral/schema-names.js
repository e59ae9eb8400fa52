// @ts-check
import { createRulesetFunction } from '@stoplight/spectral-core';
import { isObject } from '../contract/walk.js';
import { formatValue } from './format.js';

/** Names of component schemas are in PascalCase, are not listed in `taken`, and differ in more than case. */
export default createRulesetFunction(
  {
    input: null,
    options: {
      type: 'object',
      additionalProperties: false,
      required: ['taken'],
      properties: { taken: { type: 'array', items: { type: 'string' } } },
    },
  },
  /** @param {unknown} schemas the map of component schemas
   * @param {{ taken: string[] }} options @param {{ path: (string | number)[] }} context */
  (schemas, options, context) => {
    if (!isObject(schemas)) return [];
    const findings = [];
    const reservedNames = new Map(options.taken.map((name) => [name.toLowerCase(), name]));
    /** @type {Map<string, string>} */
    const namesByKey = new Map();
    for (const name of Object.keys(schemas)) {
      const path = [...context.path, name];
      const key = name.toLowerCase();
      const otherName = namesByKey.get(key);
      if (otherName === undefined) namesByKey.set(key, name);
      else {
        findings.push({
          message:
            `Expected a schema name that differs from ${formatValue(otherName)} in more than case; ` +
            `found ${formatValue(name)}. Rename one of them.`,
          path,
        });
      }
      if (reservedNames.has(key)) {
        findings.push({
          message:
            `Expected a schema name with no other meaning; ` +
            `found ${formatValue(name)}, but ${reservedNames.get(key)} already has a meaning in code that uses ` +
            `the types. Add what the schema is about, as in ApiError or EntryLocation.`,
          path,
        });
      } else if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
        findings.push({
          message:
            `Expected a schema name in PascalCase, made of A-Z, a-z and 0-9; ` +
            `found ${formatValue(name)}. Rename the schema.`,
          path,
        });
      }
    }
    return findings;
  },
);
