import { isObject } from '../contract/json.js';

/** The types of JSON Schema. */
export const types: readonly string[] = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'];

/** The formats that Ajv checks. */
export const formats: readonly string[] = (
  'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 ' +
  'regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer byte int32 int64 float double password ' +
  'binary'
).split(' ');

const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isList = (value: unknown): boolean => Array.isArray(value);
const isSchemas = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSurelySchema);
const isUnique = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isType = (value: unknown): boolean => typeof value === 'string' && types.includes(value);
const isAny = (): boolean => true;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') !== undefined;
  } catch {
    return false;
  }
}

/** Which values a keyword can have. */
const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  $ref: isText,
  title: isText,
  description: isText,
  type: (value) => isType(value) || (isUnique(value) && value.length > 0 && value.every(isType)),
  format: (value) => typeof value === 'string' && formats.includes(value),
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: isAny,
  default: isAny,
  examples: isList,
  deprecated: isFlag,
  pattern: (value) => typeof value === 'string' && isPattern(value),
  minLength: isCount,
  maxLength: isCount,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  items: isSurelySchema,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  properties: (value) => isObject(value) && Object.values(value).every(isSurelySchema),
  required: isUnique,
  additionalProperties: (value) => isFlag(value) || isSurelySchema(value),
  minProperties: isCount,
  maxProperties: isCount,
  allOf: isSchemas,
  anyOf: isSchemas,
  oneOf: isSchemas,
  'x-known-values': isAny,
  'x-open': isAny,
};

/** The keywords that all tools of this package understand. */
export const keywords: readonly string[] = Object.keys(rules);

/**
 * Whether a value certainly is a JSON Schema that Ajv compiles, if its references lead somewhere. To ask Ajv takes a
 * hundred times as long, so it is asked only about the others: it says what is wrong with them.
 */
export function isSurelySchema(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(([keyword, each]) => Object.hasOwn(rules, keyword) && rules[keyword]?.(each))
  );
}
