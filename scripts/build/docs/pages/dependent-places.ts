import { methods, type OpenApiDocument } from '../../../contract/document.js';

/** A place in the document that depends on an open question. */
export type DependentPlace =
  | { kind: 'document' }
  | { kind: 'group'; tag: string }
  | { kind: 'operation'; operationId: string }
  | { kind: 'schema'; name: string }
  | { kind: 'field'; schema: string; fields: readonly string[] }
  /** Any component that is not a schema. */
  | { kind: 'component'; component: string; name: string };

/** The places that depend on each open question, by its id, each once, in document order. */
export function dependentPlaces(document: OpenApiDocument): ReadonlyMap<string, readonly DependentPlace[]> {
  const places = new Map<string, Map<string, DependentPlace>>();
  walk(document, [], (ids, keys) => {
    const place = placeOf(document, keys);
    for (const id of ids)
      places.set(id, (places.get(id) ?? new Map<string, DependentPlace>()).set(JSON.stringify(place), place));
  });
  return new Map([...places].map(([id, found]) => [id, [...found.values()]]));
}

function walk(
  node: unknown,
  keys: readonly string[],
  found: (ids: readonly string[], keys: readonly string[]) => void,
): void {
  if (typeof node !== 'object' || node === null) return;
  const ids = (node as { 'x-unknown'?: unknown })['x-unknown'];
  if (Array.isArray(ids)) found(ids.map(String), keys);
  for (const [key, value] of Object.entries(node)) walk(value, [...keys, key], found);
}

function placeOf(document: OpenApiDocument, keys: readonly string[]): DependentPlace {
  const [top, second = '', third = '', ...rest] = keys;
  if (top === 'tags') return { kind: 'group', tag: document.tags?.[Number(second)]?.name ?? '' };
  if (top === 'paths') {
    const method = methods.find((each) => each === third);
    const operationId = method && document.paths[second]?.[method]?.operationId;
    return operationId === undefined ? { kind: 'document' } : { kind: 'operation', operationId };
  }
  if (top !== 'components') return { kind: 'document' };
  if (second !== 'schemas') return { kind: 'component', component: second, name: third };
  const fields = rest.filter((_, index) => rest[index - 1] === 'properties' && rest[index - 2] !== 'properties');
  return fields.length === 0 ? { kind: 'schema', name: third } : { kind: 'field', schema: third, fields };
}
