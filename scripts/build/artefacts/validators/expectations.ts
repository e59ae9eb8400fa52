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

/** The message of each keyword for a value that violates it; the argument is the value of the keyword. */
const sentences: Readonly<Record<string, (wanted: unknown) => string>> = {
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
  oneOf: () => 'Expected a value of exactly one of several forms, found one of none or of more.',
};

/**
 * The expectation that a value violates: a sentence with a full stop, or a noun, to which the run time adds what was
 * found; undefined for rare keywords.
 */
export function expectation(keyword: string, wanted: unknown): string | undefined {
  if (keyword === 'type')
    return [wanted]
      .flat()
      .map((type) => types[String(type)])
      .join(' or ');
  return sentences[keyword]?.(wanted);
}

function count(wanted: unknown, noun: string): string {
  return `${wanted} ${noun}${wanted === 1 ? '' : 's'}`;
}
