import { reflectionsOf } from '../contract/reflections.js';
import type { Draft, SchemaPart } from './draft.js';

/** The field of each response that shows what a field of a request sends. */
export function reflectionsIn(draft: Draft): { sent: SchemaPart; shown: SchemaPart }[] {
  return reflectionsOf(draft.document, { resolve: draft.resolver() });
}

/** A value that a request sends and the response cannot show, by its type, is shown nowhere. */
export function dropWrongReflections(draft: Draft): void {
  const resolve = draft.resolver();
  for (const { sent, shown } of reflectionsIn(draft)) {
    const types = [resolve(shown).type ?? []].flat();
    if (![resolve(sent).type ?? []].flat().some((type) => types.includes(type))) delete sent['x-reflected-as'];
  }
}
