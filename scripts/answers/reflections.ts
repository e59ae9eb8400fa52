import { eachOperation, successOf } from '../contract/operations.js';
import { parsePointer } from '../contract/pointer.js';
import { fieldAt } from '../contract/schema-fields.js';
import type { Draft, SchemaPart } from './draft.js';

/** A field of a request, and the field of a response that shows what it sends. */
export interface Reflection {
  sent: SchemaPart;
  shown: SchemaPart;
}

/** Every field of a request with `x-reflected-as`, with each field that shows it. */
export function reflectionsOf(draft: Draft): Reflection[] {
  const found: Reflection[] = [];
  const resolve = draft.resolver();
  const seen = new Map<SchemaPart, Set<SchemaPart>>();
  const pair = (one: SchemaPart, other: SchemaPart): void => {
    const [request, response] = [resolve(one), resolve(other)];
    const known = seen.get(request) ?? new Set();
    // Schemas may contain themselves.
    if (known.has(response)) return;
    seen.set(request, known.add(response));
    for (const part of request.allOf ?? []) pair(part as SchemaPart, response);
    if (request.items && response.items) pair(request.items, response.items);
    for (const sent of Object.values(request.properties ?? {})) {
      const place = sent['x-reflected-as'];
      const field = place === undefined ? undefined : fieldAt({ resolve }, response, parsePointer(place));
      if (!field) continue;
      const shown = resolve(field);
      found.push({ sent, shown });
      pair(sent, shown);
    }
  };
  for (const { operation } of eachOperation(draft.document)) {
    const [, success] = successOf(draft.document, operation) ?? [];
    const [sent, shown] = [operation.requestBody, success].map((body) => Object.values(body?.content ?? {})[0]?.schema);
    if (sent && shown) pair(sent as SchemaPart, shown as SchemaPart);
  }
  return found;
}

/** A value that a request sends and the response cannot show, by its type, is shown nowhere. */
export function dropWrongReflections(draft: Draft): void {
  const resolve = draft.resolver();
  for (const { sent, shown } of reflectionsOf(draft)) {
    const types = [resolve(shown).type ?? []].flat();
    if (![resolve(sent).type ?? []].flat().some((type) => types.includes(type))) delete sent['x-reflected-as'];
  }
}
