import type { Facet } from '../contract/document.js';
import { isObject } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { type ContractChange, createChange } from './change.js';
import type { DocumentPair } from './operations.js';
import { changeFields, movedText } from './paging.js';
import { statedBy } from './place.js';
import { code } from './sentence.js';

type Body = 'response' | 'request';

const facets: Readonly<Record<Body, Facet>> = { response: 'responses', request: 'request' };

/** Changes of `x-envelope`, which says where the bodies of an operation have its resource. */
export function envelopeChanges({ pairs, before }: DocumentPair): ContractChange[] {
  const wasStated = statedBy(before);
  return pairs.flatMap((pair) =>
    (Object.keys(facets) as Body[]).flatMap((body) => {
      const [from, to] = [placeIn(pair.old, body), placeIn(pair.new, body)];
      if (from === to) return [];
      return createChange({
        ...changeFields(pair, 'x-envelope'),
        effect: from === undefined ? 'additive' : 'breaking',
        stated: wasStated(pair.old.node, facets[body]),
        rule: `resource-in-${body}-changed`,
        message: movedText(`The place of the resource in the ${body}`, from, to),
      });
    }),
  );
}

function placeIn({ node: { 'x-envelope': envelope } }: PlacedOperation, body: Body): string | undefined {
  const pointer = isObject(envelope) ? envelope[body] : undefined;
  return pointer === undefined ? undefined : code(pointer);
}
