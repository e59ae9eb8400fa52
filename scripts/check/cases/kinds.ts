import type { Json } from '../../contract/json.js';
import type { Bodies } from './bodies.js';
import type { JsonObject } from './body-values.js';

/** Kinds to try. */
const most = 8;

/**
 * Returns bodies with the required fields alone, for each value of those that have one of a few: of all kinds, a
 * service may take only some without further fields.
 */
export function otherKinds(bodies: Bodies): Record<string, JsonObject> {
  const { resolve } = bodies.valuesOf('');
  const least = bodies.least(`kind ${bodies.round}`);
  return Object.fromEntries(
    bodies.properties
      .filter(({ required }) => required)
      .flatMap(({ name, schema }) => (resolve(schema).enum ?? []).map((value) => [name, value] as const))
      .slice(0, most)
      .map(([name, value]) => [`${name} ${value}`, { ...least, [name]: value as Json }]),
  );
}
