// @ts-check
import { isObject, nodesOf } from '../contract/walk.js';
import { list, show } from './shown.js';

/** @type {Record<string, (value: unknown) => boolean>} */
const fits = {
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
    const at = [...path, 'x-known-values'];
    const known = value['x-known-values'];
    if (!Array.isArray(known)) {
      findings.push({
        message: `Expected x-known-values to be a list; found ${show(known)}. Write [] if no value is known.`,
        path: at,
      });
      continue;
    }
    if (value.type === undefined) continue;
    const types = [value.type].flat();
    for (const [index, item] of known.entries()) {
      if (types.some((type) => fits[String(type)]?.(item))) continue;
      findings.push({
        message: `Expected a value of type ${list(types)}; found ${show(item)}. Quote it, or correct the type.`,
        path: [...at, index],
      });
    }
  }
  return findings;
}
