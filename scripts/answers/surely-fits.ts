import { fits } from '../check/values/fits.js';
import { formatOf } from '../check/values/formats.js';
import { isObject, type Json } from '../contract/json.js';
import { valueAt } from '../contract/pointer.js';
import type { Schema } from '../contract/schema.js';

type JsonSchema = Record<string, unknown>;

/** Keywords that `fits` checks, and those that no value can contradict. */
const understood = new Set(
  (
    '$ref type enum const pattern format minLength maxLength minimum maximum exclusiveMinimum ' +
    'exclusiveMaximum multipleOf items minItems maxItems uniqueItems properties required ' +
    'additionalProperties minProperties maxProperties allOf anyOf oneOf $schema $defs title description ' +
    'examples default'
  ).split(' '),
);

/**
 * Whether a value certainly fits a schema. It takes a tenth of the time in which Ajv compiles the schema, so Ajv is
 * asked only about mistakes, and about schemas with other keywords.
 */
export function surelyFits(schema: JsonSchema, value: unknown): boolean {
  if (!isUnderstood(schema)) return false;
  const resolve = ({ $ref = '#' }: Schema): Schema => valueAt(schema, $ref.slice(1)) as Schema;
  return fits(schema, value as Json, { resolve, references: () => [], salt: '' });
}

function isUnderstood(schema: unknown): boolean {
  if (!isObject(schema)) return typeof schema === 'boolean';
  if (!Object.keys(schema).every((keyword) => understood.has(keyword))) return false;
  const { $ref, format, properties, $defs, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  const parts = [
    ...[properties, $defs].flatMap((named) => Object.values(named ?? {})),
    ...[allOf, anyOf, oneOf].flat(),
  ];
  return (
    ($ref === undefined || /^#\/\$defs\/[\w.-]+$/.test(String($ref))) &&
    (format === undefined || formatOf(String(format)) !== undefined) &&
    [...parts, items, additionalProperties].every((part) => part === undefined || isUnderstood(part))
  );
}
