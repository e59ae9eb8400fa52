// @ts-check
import { followReference, nodesOf, schemasWithin } from '../contract/walk.js';

/** @typedef {import('../contract/walk.js').DocumentNode} DocumentNode */

/** Every schema that a response contains or refers to, without duplicates.
 * @param {unknown} document @returns {DocumentNode[]} */
function schemasOfResponses(document) {
  const responses = nodesOf(document, 'response').map(({ path }) => `${path.join('\n')}\n`);
  // Referenced responses and headers need no extra step: they are components, which this list includes.
  const queue = nodesOf(document, 'schema').filter(({ path }) => {
    const key = path.join('\n');
    return responses.some((response) => key.startsWith(response)) || key.startsWith('components\nheaders\n');
  });
  /** @type {Map<string, DocumentNode>} */
  const nodesByPlace = new Map();
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const key = node.path.join('\n');
    if (nodesByPlace.has(key)) continue;
    nodesByPlace.set(key, node);
    const target = followReference(document, node.value.$ref);
    if (target !== undefined) queue.push(...schemasWithin(target.value, target.path));
  }
  return [...nodesByPlace.values()];
}

/** No schema of a response forbids unlisted fields. @param {unknown} document */
export default function openResponses(document) {
  const findings = [];
  for (const { path, value } of schemasOfResponses(document)) {
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      if (value[keyword] !== false) continue;
      findings.push({
        message:
          `Expected a response schema to allow additional fields; ` +
          `found ${keyword}: false. Remove it, so that a new field does not break clients.`,
        path: [...path, keyword],
      });
    }
  }
  return findings;
}
