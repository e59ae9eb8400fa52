// @ts-check
import { nodesOf } from '../contract/walk.js';
import { formatValue } from './format.js';

/** No schema restricts its values to a list. @param {unknown} document */
export default function noClosedEnumeration(document) {
  const findings = [];
  for (const { path, value } of nodesOf(document, 'schema')) {
    for (const keyword of ['enum', 'const']) {
      if (!Object.hasOwn(value, keyword)) continue;
      findings.push({
        message:
          `Expected an open set of values; found ${keyword} ${formatValue(value[keyword])}. ` +
          `Move the values to x-known-values, and keep only the type.`,
        path: [...path, keyword],
      });
    }
  }
  return findings;
}
