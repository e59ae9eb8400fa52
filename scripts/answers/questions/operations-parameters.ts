import type { Node } from '../../contract/json.js';
import { dereference } from '../../contract/references.js';
import { contradiction, operationsNamed } from '../named.js';
import { type GivenParameter, newParameter } from '../new-parameter.js';
import { mistake, type Teach } from '../teaching.js';

/** Headers that OpenAPI describes in other ways (3.1 §4.8.12.2). */
const described = /^(?:accept|content-type|authorization)$/i;

/** The further parameters of operations, by operationId; an empty list for an operation that has none. */
export const operationsParameters: Teach<Record<string, GivenParameter[]>> = ({ draft, question, value, keepOpen }) => {
  for (const { placed, value: given, at } of operationsNamed(draft, value)) {
    const { operation } = placed;
    const all = new Map((operation.parameters ?? []).map((node) => [keyOf(dereference(draft.document, node)), node]));
    for (const [index, each] of given.entries()) {
      const place = `${at}/${index}`;
      if (each.required && operation['x-provenance'].stated.includes('request'))
        throw contradiction(`${place}/required`, placed, 'no required parameter', true);
      if (given.findIndex((other) => keyOf(other) === keyOf(each)) < index)
        throw mistake(place, 'each parameter once', each.name, 'Remove one of the two.');
      if (each.in === 'header' && described.test(each.name))
        throw mistake(
          `${place}/name`,
          'another header',
          each.name,
          'Media types belong to operations.payloads, and the key to auth.scheme-prefix.',
        );
      all.set(keyOf(each), newParameter(draft, each, place));
    }
    if (all.size > 0) operation.parameters = [...all.values()];
    draft.settleFacet(placed, 'request', question);
  }
  keepOpen();
};

/** Names of headers are the same in any case. */
function keyOf({ in: place, name }: Node | GivenParameter): string {
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`;
}
