import { isObject, type Node } from '../contract/json.js';
import { pointerOf, toPointer } from '../contract/pointer.js';
import { schemaNameOf } from '../contract/references.js';

/** The values of a discriminator, each with the pointer of the schema that it names. */
export type Kinds = ReadonlyMap<string, string>;

/**
 * Returns the kinds that a union distinguishes: those of the mapping, and the names of the other branches (OpenAPI 3.1
 * §4.8.25). Undefined without a discriminator.
 */
export function kindsOf({ discriminator, oneOf, anyOf }: Node): Kinds | undefined {
  if (!isObject(discriminator)) return undefined;
  const mapping = Object.entries(isObject(discriminator['mapping']) ? discriminator['mapping'] : {});
  const explicit = mapping.map(([value, target]): [string, string] => [value, pointerOfTarget(String(target))]);
  const named = new Set(explicit.map(([, pointer]) => pointer));
  const implicit = [oneOf, anyOf]
    .flatMap((branches) => (Array.isArray(branches) ? branches : []))
    .flatMap((branch): [string, string][] => {
      const ref = isObject(branch) ? branch['$ref'] : undefined;
      const name = schemaNameOf(typeof ref === 'string' ? ref : undefined);
      return name === undefined || named.has(pointerOf(String(ref))) ? [] : [[name, pointerOf(String(ref))]];
    });
  return new Map([...explicit, ...implicit]);
}

/** A mapping names a schema by its reference or by its name alone. */
function pointerOfTarget(target: string): string {
  return target.startsWith('#') ? pointerOf(target) : toPointer(['components', 'schemas', target]);
}
