import type { Schema } from '../../contract/schema.js';
import { fitsPattern } from '../../contract/slow-pattern.js';

/**
 * Whether a value has the type that a schema names, and fits the keywords for plain values. A format is not tested; the
 * inside of objects and arrays is not, either.
 *
 * @throws SlowPattern
 */
export function fitsPlainly({ type, enum: values, const: only, ...schema }: Schema, value: unknown): boolean {
  if (type !== undefined && ![type].flat().some((each) => isOfType(each as string, value))) return false;
  if (values && !values.includes(value)) return false;
  if (only !== undefined && only !== value) return false;
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity, pattern } = schema;
    const { length } = [...value];
    return length >= minLength && length <= maxLength && (!pattern || fitsPattern(pattern, value));
  }
  if (typeof value !== 'number') return !Array.isArray(value) || value.length >= (schema.minItems ?? 0);
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  return value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
