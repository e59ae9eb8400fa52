import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type Resolving } from '../../contract/schema-fields.js';
import { kindOf } from '../values/text.js';

/**
 * Whether a server must accept any value of the schema. Only the service knows which ids exist, which values an open
 * set has, and which keys an open object.
 *
 * @param isKnown whether the check knows ids that the property could refer to
 */
export function isCertain(contract: Resolving, schema: Schema, isKnown: () => boolean): boolean {
  const resolved = contract.resolve(schema);
  if (resolved['x-known-values'] !== undefined) return false;
  if (resolved.format === 'uuid') return isKnown();
  if (resolved.items) {
    const items = contract.resolve(resolved.items);
    return items.format === 'uuid' ? isKnown() : items['x-known-values'] === undefined;
  }
  return resolved.type !== 'object' || fieldsOf(contract, resolved).properties.size > 0;
}

/** Whether a property contains prose in any script, and not a code, an id or an address. */
export function isPlainText(contract: Resolving, name: string, schema: Schema): boolean {
  const resolved = contract.resolve(schema);
  const isText =
    [resolved.type].flat().includes('string') &&
    resolved.format === undefined &&
    resolved.pattern === undefined &&
    !resolved.enum;
  const isRoomy = (resolved.maxLength ?? Infinity) >= 64 && (resolved.minLength ?? 0) <= 20;
  return (
    isText &&
    isRoomy &&
    resolved['x-known-values'] === undefined &&
    kindOf(name) === 'prose' &&
    !/(slug|id|code|email|url|colou?r|status|type|key)$/i.test(name)
  );
}
