import type { Mistake } from '../contract/schema-rules.js';

const types: Readonly<Record<string, string>> = {
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

/** The message of each keyword: the arguments are its value, and the name of the field that it is about. */
const sentences: Readonly<Record<string, (wanted: unknown, field: string | undefined) => string>> = {
  required: nothing,
  dependentRequired: nothing,
  format: (wanted) => `Expected ${formats[String(wanted)] ?? `the format ${wanted}`}, found a different string.`,
  pattern: (wanted) => `Expected a string that matches ${wanted}, found a different string.`,
  minLength: (wanted) => `Expected at least ${count(wanted, 'character')}, found fewer.`,
  maxLength: (wanted) => `Expected at most ${count(wanted, 'character')}, found more.`,
  minimum: (wanted) => `Expected ${wanted} or more, found less.`,
  maximum: (wanted) => `Expected ${wanted} or less, found more.`,
  exclusiveMinimum: (wanted) => `Expected more than ${wanted}, found no more than that.`,
  exclusiveMaximum: (wanted) => `Expected less than ${wanted}, found no less than that.`,
  multipleOf: (wanted) => `Expected a multiple of ${wanted}, found a different number.`,
  minItems: (wanted) => `Expected at least ${count(wanted, 'item')}, found fewer.`,
  maxItems: (wanted) => `Expected at most ${count(wanted, 'item')}, found more.`,
  uniqueItems: () => 'Expected unique items, found two that are equal.',
  minProperties: (wanted) => `Expected at least ${count(wanted, 'field')}, found fewer.`,
  maxProperties: (wanted) => `Expected at most ${count(wanted, 'field')}, found more.`,
  additionalProperties: () => 'Expected only declared fields, found an undeclared one.',
  unevaluatedProperties: () => 'Expected only declared fields, found an undeclared one.',
  propertyNames: () => 'Expected a different field name, found this one.',
  not: () => 'Expected a value that does not match a schema, found one that does.',
  const: (wanted) => `Expected ${JSON.stringify(wanted)}, found a different value.`,
  enum: (wanted) =>
    `Expected one of ${(wanted as unknown[]).map((each) => JSON.stringify(each)).join(', ')}, found a different value.`,
  anyOf: () => 'Expected a value of one of several forms, found a value of another form.',
  oneOf: () => 'Expected a value of exactly one of several forms, found one of none or more.',
  if: () => 'Expected what another field asks for, found something else.',
  contains: () => 'Expected an item of a certain form, found none, or too many.',
  items: noMore,
  unevaluatedItems: noMore,
  'false schema': () => 'Expected nothing, found a value.',
};

/** What was expected and what was found, as a sentence. @param found the kind of the value */
export function expectation({ keyword, schema, field }: Mistake, found: string): string {
  const wanted = schema[keyword];
  if (keyword === 'type') {
    const names = [wanted].flat().map((type) => types[String(type)]);
    return `Expected ${names.join(' or ')}, found ${found}.`;
  }
  return sentences[keyword]?.(wanted, field) ?? 'Expected a value that fits the schema, found another one.';
}

function nothing(_: unknown, field: string | undefined): string {
  return `Expected the field ${field}, found nothing.`;
}

function noMore(): string {
  return 'Expected no further items, found some.';
}

function count(wanted: unknown, noun: string): string {
  return `${wanted} ${noun}${wanted === 1 ? '' : 's'}`;
}
