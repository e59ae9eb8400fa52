import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { pointerOf, valueAt } from '../../../contract/pointer.js';
import { referenceOf } from '../../../contract/references.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { NetworkOptions } from '../../transport/network.js';
import { loadContract } from './foreign-contract.js';

/**
 * Returns the ids of the operations that differ from an older contract, or are not in it. Components to which an
 * operation refers count as part of it.
 *
 * @param source a file or an address
 * @throws UsageError if the source is not a contract
 */
export async function findChangedIds(
  source: string,
  contract: CheckedContract,
  network: NetworkOptions,
): Promise<ReadonlySet<string>> {
  const oldFingerprints = fingerprintsOf((await loadContract(source, network)).document);
  const currentFingerprints = fingerprintsOf(contract.document);
  return new Set([...currentFingerprints].filter(([id, text]) => oldFingerprints.get(id) !== text).map(([id]) => id));
}

function fingerprintsOf(document: OpenApiDocument): Map<string, string> {
  return new Map(
    [...eachOperation(document)].map(({ id, path, method, operation }) => [
      id,
      JSON.stringify([path, method, ...expandNode(document, operation)]),
    ]),
  );
}

/**
 * Returns a node and everything to which it refers, each once. References become numbers, so that a renamed component
 * counts as equal. Summaries and descriptions are left out, since they do not matter for a server.
 */
function expandNode(document: OpenApiDocument, node: object): unknown[] {
  const numberByRef = new Map<string, number>();
  const normalize = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(normalize);
    if (typeof part !== 'object' || part === null) return part;
    const ref = referenceOf(part);
    if (ref !== undefined && !numberByRef.has(ref)) numberByRef.set(ref, numberByRef.size);
    return Object.fromEntries(
      Object.entries(part)
        .filter(([key, value]) => !((key === 'description' || key === 'summary') && typeof value === 'string'))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => [key, key === '$ref' && ref !== undefined ? numberByRef.get(ref) : normalize(value)]),
    );
  };
  const parts = [normalize(node)];
  // The loop also visits references that it finds itself, since these are added at the end of the map.
  for (const ref of numberByRef.keys()) parts.push(normalize(valueAt(document, pointerOf(ref))));
  return parts;
}
