import type { OpenApiDocument } from '../contract/document.js';
import { isQuickPattern } from '../contract/pattern.js';
import { nodesOf } from '../contract/walk.js';

/**
 * A document for Prism, which no time limit can stop: without the patterns that may take years over a short text.
 *
 * @returns the document itself if it has none
 */
export function forPrism(document: OpenApiDocument): { document: OpenApiDocument; leftOut: ReadonlySet<string> } {
  const copy = structuredClone(document);
  const leftOut = new Set<string>();
  for (const { value } of nodesOf(copy, 'schema')) {
    const { pattern } = value;
    if (typeof pattern !== 'string' || isQuickPattern(pattern)) continue;
    leftOut.add(pattern);
    delete value['pattern'];
  }
  return { document: leftOut.size > 0 ? copy : document, leftOut };
}
