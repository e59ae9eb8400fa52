import { isObject } from '../contract/json.js';
import { formats, isFlag, isList, isText, isType, keywordValues, type ValueTest } from '../contract/schema-keywords.js';
import { subschemas } from '../contract/schema-walk.js';

/** The keywords that all tools of this package understand. */
export const keywords: readonly string[] = (
  '$ref title description type format enum const default examples deprecated pattern minLength maxLength minimum ' +
  'maximum exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems uniqueItems properties required ' +
  'additionalProperties minProperties maxProperties allOf anyOf oneOf x-known-values x-open'
).split(' ');

const isUnique: ValueTest = (value) => Array.isArray(value) && new Set(value).size === value.length;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') !== undefined;
  } catch {
    return false;
  }
}

/** What Ajv wants of a value besides what readers of documents do. */
const stricter: Readonly<Record<string, ValueTest | undefined>> = {
  title: isText,
  description: isText,
  deprecated: isFlag,
  type: (value) => isType(value) || isUnique(value),
  required: isUnique,
  format: (value) => formats.some((format) => format === value),
  pattern: (value) => isPattern(String(value)),
  examples: isList(() => true),
};

/**
 * Whether a value certainly is a JSON Schema that Ajv compiles, if its references lead somewhere. To ask Ajv takes a
 * hundred times as long, so it is asked only about the others: it says what is wrong with them.
 */
export function isSurelySchema(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([keyword, each]) =>
        keywords.includes(keyword) && (keywordValues[keyword]?.(each) ?? true) && (stricter[keyword]?.(each) ?? true),
    ) &&
    [...subschemas(value)].every(({ schema }) => isSurelySchema(schema))
  );
}
