import { isObject, type Node, objectOf } from '../contract/json.js';
import { pointerOf, toPointer } from '../contract/pointer.js';
import { referenceOf, schemaNameOf } from '../contract/references.js';

/** The values of a discriminator, each with the pointer of the schema that it names. */
export type Kinds = ReadonlyMap<string, string>;

/**
 * Returns the kinds that a union distinguishes: those of the mapping, and the names of the other branches (OpenAPI 3.1
 * §4.8.25). Undefined without a discriminator.
 */
export function kindsOf({ discriminator, oneOf, anyOf }: Node): Kinds | undefined {
  if (!isObject(discriminator)) return undefined;
  const mapping = Object.entries(objectOf(discriminator['mapping']));
  const kinds = new Map(mapping.map(([value, target]) => [value, pointerOfTarget(String(target))]));
  const named = new Set(kinds.values());
  for (const branch of [oneOf, anyOf].flat()) {
    const ref = referenceOf(branch) ?? '';
    const name = schemaNameOf(ref);
    if (name !== undefined && !named.has(pointerOf(ref))) kinds.set(name, pointerOf(ref));
  }
  return kinds;
}

/** A mapping names a schema by its reference or by its name alone. */
function pointerOfTarget(target: string): string {
  return target.startsWith('#') ? pointerOf(target) : toPointer(['components', 'schemas', target]);
}
