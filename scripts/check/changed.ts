import { dereference } from '../contract/dereference.js';
import { eachOperation, type OpenApiDocument } from '../contract/document.js';
import type { CheckedContract } from './contract.js';
import { readContract } from './foreign-contract.js';

/**
 * Ids of the operations that another version of the contract has otherwise, or has not, with everything that they refer to.
 *
 * @throws UsageError where the file is no contract
 */
export function changedSince(file: string, contract: CheckedContract): ReadonlySet<string> {
  const before = fingerprints(readContract(file).document);
  const now = fingerprints(contract.document);
  return new Set([...now].filter(([id, text]) => before.get(id) !== text).map(([id]) => id));
}

function fingerprints(document: OpenApiDocument): Map<string, string> {
  return new Map([...eachOperation(document)].map(({ path, method, operation }) =>
    [operation.operationId ?? `${method} ${path}`, JSON.stringify([path, method, whole(document, operation, [])])]));
}

/** A node with everything that it refers to; prose, which changes nothing for a server, is left out. */
function whole(document: OpenApiDocument, node: unknown, trail: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => whole(document, item, trail));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: unknown };
  if (typeof $ref === 'string') return trail.includes($ref) ? $ref : whole(document, dereference<object>(document, { $ref }), [...trail, $ref]);
  return Object.fromEntries(Object.entries(node)
    .filter(([key, value]) => !((key === 'description' || key === 'summary') && typeof value === 'string'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [key, whole(document, value, trail)]));
}
