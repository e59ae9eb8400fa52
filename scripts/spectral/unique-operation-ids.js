// @ts-check
import { nodesOf } from '../contract/walk.js';
import { formatValue, operationAt } from './format.js';

/** No two operations have the same operationId, even if case is ignored. @param {unknown} document */
export default function uniqueOperationIds(document) {
  const findings = [];
  /** @type {Map<string, { id: string, at: string }>} */
  const seenOperations = new Map();
  for (const { path, value } of nodesOf(document, 'operation')) {
    const { operationId } = value;
    if (typeof operationId !== 'string') continue;
    const first = seenOperations.get(operationId.toLowerCase());
    if (first === undefined) {
      seenOperations.set(operationId.toLowerCase(), { id: operationId, at: operationAt(path) });
      continue;
    }
    const actual =
      first.id === operationId
        ? `${formatValue(operationId)} again`
        : `${formatValue(operationId)}, which differs only in case`;
    findings.push({
      message:
        `Expected an operationId other than ${formatValue(first.id)} of ${first.at}; found ${actual}. Rename ` +
        `one of them.`,
      path: [...path, 'operationId'],
    });
  }
  return findings;
}
