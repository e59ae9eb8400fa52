import type { ValueMistake } from '../contract/schema-rules.js';

const typeDescriptions: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Descriptions of the formats, by their names in `scripts/validators/formats.ts`. */
const formats: Readonly<Record<string, string>> = {
  date: 'a date (RFC 3339)',
  'date-time': 'a date and time with an offset (RFC 3339)',
  email: 'an e-mail address',
  uri: 'a URI',
  'uri-reference': 'a URI reference',
  uuid: 'a UUID',
};

/** For each keyword, creates the message from the keyword's value and the name of the wrong field. */
const sentences: Readonly<Record<string, (value: unknown, field: string | undefined) => string>> = {
  required: missingFieldText,
  dependentRequired: missingFieldText,
  format: (value) => `Expected ${formats[String(value)] ?? `the format ${value}`}, found a different string.`,
  pattern: (value) => `Expected a string that matches ${value}, found a different string.`,
  minLength: (value) => `Expected at least ${countText(value, 'character')}, found fewer.`,
  maxLength: (value) => `Expected at most ${countText(value, 'character')}, found more.`,
  minimum: (value) => `Expected ${value} or more, found less.`,
  maximum: (value) => `Expected ${value} or less, found more.`,
  exclusiveMinimum: (value) => `Expected more than ${value}, found ${value} or less.`,
  exclusiveMaximum: (value) => `Expected less than ${value}, found ${value} or more.`,
  multipleOf: (value) => `Expected a multiple of ${value}, found a different number.`,
  minItems: (value) => `Expected at least ${countText(value, 'item')}, found fewer.`,
  maxItems: (value) => `Expected at most ${countText(value, 'item')}, found more.`,
  uniqueItems: () => 'Expected unique items, found two that are equal.',
  minProperties: (value) => `Expected at least ${countText(value, 'field')}, found fewer.`,
  maxProperties: (value) => `Expected at most ${countText(value, 'field')}, found more.`,
  additionalProperties: () => 'Expected only declared fields, found an undeclared one.',
  unevaluatedProperties: () => 'Expected only declared fields, found an undeclared one.',
  propertyNames: () => 'Expected a field name that fits "propertyNames", found one that does not.',
  not: () => 'Expected a value that does not match the schema in "not", found one that does.',
  const: (value) => `Expected ${JSON.stringify(value)}, found a different value.`,
  enum: (value) =>
    `Expected one of ${(value as unknown[]).map((each) => JSON.stringify(each)).join(', ')}, found a different value.`,
  anyOf: () => 'Expected a value that matches at least one of several schemas, found one that does not.',
  oneOf: () => 'Expected a value that matches exactly one of several schemas, found one that matches none or several.',
  if: () => 'Expected a value that matches the schema in "then" or "else", found one that does not.',
  contains: () => 'Expected a different number of items that match the schema in "contains".',
  items: extraItemsText,
  unevaluatedItems: extraItemsText,
  'false schema': () => 'Expected no value, found one.',
};

/** A sentence that says what was expected and what was found. @param actual the kind of the actual value */
export function describeMistake({ keyword, schema, field }: ValueMistake, actual: string): string {
  const value = schema[keyword];
  if (keyword === 'type') {
    const names = [value].flat().map((type) => typeDescriptions[String(type)]);
    return `Expected ${names.join(' or ')}, found ${actual}.`;
  }
  return sentences[keyword]?.(value, field) ?? 'Expected a value that matches the schema, found one that does not.';
}

function missingFieldText(_: unknown, field: string | undefined): string {
  return `Expected the field ${field}, found nothing.`;
}

function extraItemsText(): string {
  return 'Expected no further items, found some.';
}

function countText(value: unknown, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}
