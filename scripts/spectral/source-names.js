// @ts-check
import { isObject, nodesOf } from '../contract/walk.js';
import { formatValue, operationAt } from './format.js';

/** An operation has `x-source-name` if and only if its name is stated; it is unique. @param {unknown} document */
export default function sourceNames(document) {
  const findings = [];
  /** Name → the operation that has it. @type {Map<string, string>} */
  const owners = new Map();
  for (const { path, value } of nodesOf(document, 'operation')) {
    const name = value['x-source-name'];
    const provenance = value['x-provenance'];
    const stated = isObject(provenance) && Array.isArray(provenance['stated']) ? provenance['stated'] : [];
    const fieldPath = [...path, 'x-source-name'];
    if (!stated.includes('name')) {
      if (name === undefined) continue;
      findings.push({
        message:
          `Expected x-source-name only on an operation whose name is stated; found ${formatValue(name)} on another ` +
          'one. Remove it, or add "name" to the list "stated" of x-provenance.',
        path: fieldPath,
      });
      continue;
    }
    if (typeof name !== 'string' || !/^\S(?:.*[^\s.])?$/.test(name)) {
      findings.push({
        message:
          `Expected x-source-name with the name in the words of the source, on one line and without a period; ` +
          `found ${formatValue(name)}. Copy the name from the source.`,
        path: name === undefined ? path : fieldPath,
      });
      continue;
    }
    const owner = owners.get(name);
    if (owner !== undefined) {
      findings.push({
        message:
          `Expected a name that no other operation has; found ${formatValue(name)}, the name of ${owner}. ` +
          `Correct it.`,
        path: fieldPath,
      });
    } else owners.set(name, operationAt(path));
  }
  return findings;
}
