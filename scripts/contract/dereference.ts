import type { OpenApiDocument } from './document.js';
import { parsePointer } from './pointer.js';

/** The node itself, or what its `$ref` names in the same document; lint has made sure that it is there. */
export function dereference<Node extends object>(document: OpenApiDocument, node: Node | { $ref: string }): Node {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Node;
  let at: unknown = document;
  for (const key of parsePointer(node.$ref.slice(1))) at = (at as Record<string, unknown>)[key];
  return at as Node;
}
