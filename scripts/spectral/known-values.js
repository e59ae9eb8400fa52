// @ts-check
import { isObject, nodesOf } from '../contract/walk.js';
import { formatList, formatValue } from './format.js';

/** @type {Record<string, (value: unknown) => boolean>} */
const typeTests = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

/** `x-known-values` lists values that the schema's type allows. @param {unknown} document */
export default function knownValues(document) {
  const findings = [];
  for (const { path, value } of nodesOf(document, 'schema')) {
    if (!Object.hasOwn(value, 'x-known-values')) continue;
    const fieldPath = [...path, 'x-known-values'];
    const values = value['x-known-values'];
    if (!Array.isArray(values)) {
      findings.push({
        message: `Expected x-known-values to be a list; found ${formatValue(values)}. Write [] if no value is known.`,
        path: fieldPath,
      });
      continue;
    }
    if (value.type === undefined) continue;
    const types = [value.type].flat();
    for (const [index, item] of values.entries()) {
      if (types.some((type) => typeTests[String(type)]?.(item))) continue;
      findings.push({
        message:
          `Expected a value of type ${formatList(types)}; found ${formatValue(item)}. Quote the value, or correct ` +
          `the type.`,
        path: [...fieldPath, index],
      });
    }
  }
  return findings;
}
