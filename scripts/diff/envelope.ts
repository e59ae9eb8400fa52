import { objectOf } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import type { ContractChange } from './change.js';
import type { DocumentPair } from './operations.js';
import { changeOfKeyword } from './paging.js';
import { code } from './sentence.js';

/** Changes of `x-envelope`, which says where the bodies of an operation have its resource. */
export function envelopeChanges({ pairs }: DocumentPair): ContractChange[] {
  return pairs.flatMap((pair) =>
    (['response', 'request'] as const).flatMap((body) => {
      const [from, to] = [placeIn(pair.old, body), placeIn(pair.new, body)];
      return from === to ? [] : changeOfKeyword(pair, 'x-envelope', `resource-in-${body}-changed`, { from, to });
    }),
  );
}

function placeIn({ node }: PlacedOperation, body: 'response' | 'request'): string | undefined {
  const pointer = objectOf(node['x-envelope'])[body];
  return pointer === undefined ? undefined : code(pointer);
}
