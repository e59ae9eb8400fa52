// @ts-check
import { isObject, nodesOf } from '../contract/walk.js';
import { formatValue } from './format.js';

/** @typedef {import('../contract/walk.js').JsonObject} JsonObject */

/** Whether a schema is an object that lists no fields. @param {JsonObject} schema */
function hasNoFields(schema) {
  const isOfObjects = schema.type === 'object' || (Array.isArray(schema.type) && schema.type.includes('object'));
  const hasProperties = isObject(schema.properties) && Object.keys(schema.properties).length > 0;
  return (
    isOfObjects &&
    !hasProperties &&
    !['allOf', 'anyOf', 'oneOf', '$ref'].some((keyword) => Object.hasOwn(schema, keyword))
  );
}

/** An object with unknown fields says so in both `x-open` and `additionalProperties`. @param {unknown} document */
export default function openObjects(document) {
  const findings = [];
  for (const { path, value } of nodesOf(document, 'schema')) {
    const { additionalProperties } = value;
    const allowsMore = additionalProperties === true || isObject(additionalProperties);
    if (Object.hasOwn(value, 'x-open') && value['x-open'] !== true) {
      findings.push({
        message: `Expected x-open: true, or no x-open; found ${formatValue(value['x-open'])}. Correct or remove it.`,
        path: [...path, 'x-open'],
      });
    }
    if (!hasNoFields(value)) {
      if (value['x-open'] === true && !allowsMore) {
        findings.push({
          message:
            `Expected additionalProperties: true together with x-open: true; ` +
            `found ${formatValue(additionalProperties)}. An open object allows additional fields.`,
          path: [...path, additionalProperties === undefined ? 'x-open' : 'additionalProperties'],
        });
      }
      continue;
    }
    if (!allowsMore) {
      findings.push({
        message:
          `Expected additionalProperties: true, or a schema, on an object without properties; ` +
          `found ${formatValue(additionalProperties)}. Add it: otherwise the generated type is an empty object.`,
        path: additionalProperties === undefined ? path : [...path, 'additionalProperties'],
      });
    }
    if (!Object.hasOwn(value, 'x-open')) {
      findings.push({
        message:
          'Expected x-open: true on an object without properties; found nothing. Add x-open: true, because some ' +
          'fields of the object are unknown.',
        path,
      });
    }
  }
  return findings;
}
