// @ts-check
import { nodesOf } from '../contract/walk.js';
import { show } from './shown.js';

/** No schema closes a set of values. @param {unknown} document */
export default function noClosedEnumeration(document) {
  const findings = [];
  for (const { path, value } of nodesOf(document, 'schema')) {
    for (const keyword of ['enum', 'const']) {
      if (!Object.hasOwn(value, keyword)) continue;
      findings.push({
        message:
          `Expected an open set of values; ` +
          `found ${keyword} ${show(value[keyword])}. ` +
          `Values that were only seen go to x-known-values, with the type left open.`,
        path: [...path, keyword],
      });
    }
  }
  return findings;
}
