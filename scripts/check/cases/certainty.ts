import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type Resolving } from '../../contract/schema-fields.js';
import { kindOf } from '../values/text.js';

/**
 * Whether any value of the schema is one that a server must take. Which ids there are, which values an open set has and
 * which keys an open object, only the service knows.
 *
 * @param isKnown whether ids are known that the property could refer to
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

/** Whether a property holds what people write, in whatever script, and not codes, ids or addresses. */
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
