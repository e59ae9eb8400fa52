import { isObject } from './json.js';
import { fieldsByKind } from './walk.js';

export type ValueTest = (value: unknown) => boolean;

export const schemaTypes: readonly string[] = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'];

/** Formats that Ajv checks, and formats that accept every value. */
export const formats: readonly string[] = (
  'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 ' +
  'regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer byte int32 int64 float double password ' +
  'binary'
).split(' ');

/** Keywords that say something about a schema without changing which values it allows. */
export const annotationKeywords: readonly string[] =
  'title description summary deprecated default example examples externalDocs readOnly writeOnly xml'.split(' ');

export const isText: ValueTest = (value) => typeof value === 'string';
export const isBoolean: ValueTest = (value) => typeof value === 'boolean';
export const isSchema: ValueTest = (value) => isObject(value) || isBoolean(value);
const isNumber: ValueTest = (value) => Number.isFinite(value);
const isCount: ValueTest = (value) => Number.isInteger(value) && Number(value) >= 0;
export const isType: ValueTest = (value) => schemaTypes.some((type) => type === value);
const isAnything: ValueTest = () => true;

export const isListOf =
  (test: ValueTest, minimum = 0): ValueTest =>
  (value) =>
    Array.isArray(value) && value.length >= minimum && value.every(test);
const isMapOf =
  (test: ValueTest): ValueTest =>
  (value) =>
    isObject(value) && Object.values(value).every(test);

/** Tests for keywords that hold schemas, by their kind in `fieldsByKind`. All other keywords hold data. */
const schemaTests: Readonly<Record<string, ValueTest>> = {
  schema: isSchema,
  'schema[]': isListOf(isSchema, 1),
  'schema{}': isMapOf(isSchema),
};

function toKeywordTests(test: ValueTest, keywords: string): Record<string, ValueTest> {
  return Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, test]));
}

/** Tests of the values of all schema keywords. A keyword that is only documentation accepts any value. */
export const keywordValues: Readonly<Record<string, ValueTest | undefined>> = {
  ...Object.fromEntries(
    Object.entries(fieldsByKind['schema'] ?? {}).map(([keyword, kind]) => [keyword, schemaTests[kind] ?? isAnything]),
  ),
  ...toKeywordTests(isAnything, 'title description deprecated readOnly writeOnly discriminator xml $comment'),
  ...toKeywordTests(isAnything, '$vocabulary contentEncoding contentMediaType'),
  ...toKeywordTests(isCount, 'maxLength minLength maxItems minItems'),
  ...toKeywordTests(isCount, 'maxProperties minProperties maxContains minContains'),
  ...toKeywordTests(isNumber, 'minimum maximum exclusiveMinimum exclusiveMaximum'),
  ...toKeywordTests(isText, '$ref $anchor $dynamicRef $dynamicAnchor $id $schema format pattern'),
  type: (value) => isType(value) || isListOf(isType, 1)(value),
  enum: isListOf(isAnything, 1),
  required: isListOf(isText),
  dependentRequired: isMapOf(isListOf(isText)),
  uniqueItems: isBoolean,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
};
