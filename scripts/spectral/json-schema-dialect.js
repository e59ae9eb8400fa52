// @ts-check
import { createRulesetFunction } from '@stoplight/spectral-core';
import { isObject, nodesOf } from '../contract/walk.js';
import { formatValue } from './format.js';

/** The document declares OpenAPI 3.1, and all its schemas use one dialect. */
export default createRulesetFunction(
  {
    input: null,
    options: {
      type: 'object',
      additionalProperties: false,
      required: ['dialect'],
      properties: { dialect: { type: 'string' } },
    },
  },
  /** @param {unknown} document @param {{ dialect: string }} options */
  (document, { dialect }) => {
    if (!isObject(document)) return [];
    const findings = [];
    const { openapi, jsonSchemaDialect } = document;
    if (typeof openapi !== 'string' || !/^3\.1\.\d+$/.test(openapi)) {
      findings.push({
        message: `Expected "openapi" to be a string such as "3.1.0"; found ${formatValue(openapi)}. Write "3.1.0".`,
        path: ['openapi'],
      });
    }
    if (jsonSchemaDialect !== dialect) {
      findings.push({
        message:
          `Expected jsonSchemaDialect ${formatValue(dialect)}; found ${formatValue(jsonSchemaDialect)}. ` +
          `Correct it: with any other dialect the mock silently stops validating bodies.`,
        path: ['jsonSchemaDialect'],
      });
    }
    for (const { path, value } of nodesOf(document, 'schema')) {
      if (!('$schema' in value) || value.$schema === dialect) continue;
      findings.push({
        message:
          `Expected no $schema, or ${formatValue(dialect)}; ` +
          `found ${formatValue(value.$schema)}. Remove $schema, because one dialect applies to the whole document.`,
        path: [...path, '$schema'],
      });
    }
    return findings;
  },
);
