import { isObject, type Node } from '../contract/json.js';

/** Whether two parameters or headers are written the same way in a request, though one of them states a default. */
export function isSameSerialization(old: unknown, now: unknown): boolean {
  return isObject(old) && isObject(now) && serializationOf(old) === serializationOf(now);
}

/** Style, form of lists and reserved characters, with the defaults of OpenAPI 3.1 §4.8.12.2. */
function serializationOf({ in: place, style, explode, allowReserved, allowEmptyValue }: Node): string {
  const applied = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  return JSON.stringify([applied, explode ?? applied === 'form', allowReserved ?? false, allowEmptyValue ?? false]);
}
