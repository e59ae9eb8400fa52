import { reflectionsOf } from '../contract/reflections.js';
import type { Draft, SchemaPart } from './draft.js';

export function reflectionsIn(draft: Draft): { sent: SchemaPart; shown: SchemaPart }[] {
  return reflectionsOf(draft.document, { resolve: draft.resolver() });
}

/** Removes `x-reflected-as` from request fields whose values the response field cannot show, because of its type. */
export function dropWrongReflections(draft: Draft): void {
  const resolve = draft.resolver();
  for (const { sent, shown } of reflectionsIn(draft)) {
    const types = [resolve(shown).type ?? []].flat();
    if (![resolve(sent).type ?? []].flat().some((type) => types.includes(type))) delete sent['x-reflected-as'];
  }
}
