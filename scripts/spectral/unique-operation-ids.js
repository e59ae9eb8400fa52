// @ts-check
import { nodesOf } from '../contract/walk.js';
import { operationAt, show } from './shown.js';

/** No two operations share an operationId, not even in another case. @param {unknown} document */
export default function uniqueOperationIds(document) {
  const findings = [];
  /** @type {Map<string, { id: string, at: string }>} */
  const seen = new Map();
  for (const { path, value } of nodesOf(document, 'operation')) {
    const { operationId } = value;
    if (typeof operationId !== 'string') continue;
    const first = seen.get(operationId.toLowerCase());
    if (first === undefined) {
      seen.set(operationId.toLowerCase(), { id: operationId, at: operationAt(path) });
      continue;
    }
    const found =
      first.id === operationId ? `${show(operationId)} again` : `${show(operationId)}, in which only the case differs`;
    findings.push({
      message:
        `Expected an operationId unlike ${show(first.id)} of ${first.at}; ` + `found ${found}. Rename one of the two.`,
      path: [...path, 'operationId'],
    });
  }
  return findings;
}
