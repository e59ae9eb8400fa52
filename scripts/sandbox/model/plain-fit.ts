import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { isObject } from '../../contract/walk.js';
import type { Schemas } from './schemas.js';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => uuid.test(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => text.includes('T') && !Number.isNaN(Date.parse(text)),
};

/**
 * Whether a value has the type, the format and the bounds of its schema, as far as they are those of a single value.
 * Bodies are judged in full by compiled validators.
 */
export function fitsPlainly(schemas: Schemas, schema: Schema, value: Json): boolean {
  const { type, enum: values, format = '', minimum, maximum, minLength, maxLength, ...rest } = schemas.resolve(schema);
  const either = rest.anyOf ?? rest.oneOf;
  if (either && !either.some((one) => fitsPlainly(schemas, one, value))) return false;
  if (type !== undefined && ![type].flat().some((each) => isOfType(each, value))) return false;
  if (values && !values.includes(value)) return false;
  if (typeof value === 'number') return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
  if (typeof value !== 'string') return true;
  const length = [...value].length;
  return length >= (minLength ?? 0) && length <= (maxLength ?? Infinity) && formats[format]?.(value) !== false;
}

function isOfType(type: string, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
