import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { pointerOf, valueAt } from '../../../contract/pointer.js';
import { referenceOf } from '../../../contract/references.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import { readSource } from './foreign-contract.js';

/**
 * Ids of the operations that differ from another version of the contract, or are not in it. Components that an
 * operation refers to count as part of it.
 *
 * @param source a file or an address
 * @throws UsageError if it is not a contract
 */
export async function changedSince(source: string, contract: CheckedContract): Promise<ReadonlySet<string>> {
  const before = fingerprints((await readSource(source)).document);
  const now = fingerprints(contract.document);
  return new Set([...now].filter(([id, text]) => before.get(id) !== text).map(([id]) => id));
}

function fingerprints(document: OpenApiDocument): Map<string, string> {
  return new Map(
    [...eachOperation(document)].map(({ id, path, method, operation }) => [
      id,
      JSON.stringify([path, method, ...whole(document, operation)]),
    ]),
  );
}

/**
 * A node and everything that it refers to, each once, with numbers for references, so that renamed components are the
 * same. Summaries and descriptions are left out, since they change nothing for a server.
 */
function whole(document: OpenApiDocument, node: object): unknown[] {
  const numbers = new Map<string, number>();
  const plain = (at: unknown): unknown => {
    if (Array.isArray(at)) return at.map(plain);
    if (typeof at !== 'object' || at === null) return at;
    const ref = referenceOf(at);
    if (ref !== undefined && !numbers.has(ref)) numbers.set(ref, numbers.size);
    return Object.fromEntries(
      Object.entries(at)
        .filter(([key, value]) => !((key === 'description' || key === 'summary') && typeof value === 'string'))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => [key, key === '$ref' && ref !== undefined ? numbers.get(ref) : plain(value)]),
    );
  };
  const parts = [plain(node)];
  // The loop also visits references that it finds, since they are added at the end of the map.
  for (const ref of numbers.keys()) parts.push(plain(valueAt(document, pointerOf(ref))));
  return parts;
}
