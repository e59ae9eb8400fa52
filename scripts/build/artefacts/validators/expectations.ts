const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** What people call a format, by the name that it has in `scripts/validators/formats.ts`. */
const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date and time with an offset (RFC 3339)',
  email: 'an e-mail address',
  uri: 'a URI',
  'uri-reference': 'a URI reference',
  uuid: 'a UUID',
};

/** What a keyword says of a value that contradicts it. The keyword's own value is known when this is asked. */
const sentences: Readonly<Record<string, (wanted: unknown) => string>> = {
  format: (wanted) => `Expected ${formats[String(wanted)] ?? `the format ${wanted}`}, found another string.`,
  pattern: (wanted) => `Expected a string that matches ${wanted}, found another string.`,
  minLength: (wanted) => `Expected at least ${count(wanted, 'character')}, found fewer.`,
  maxLength: (wanted) => `Expected at most ${count(wanted, 'character')}, found more.`,
  minimum: (wanted) => `Expected ${wanted} or more, found less.`,
  maximum: (wanted) => `Expected ${wanted} or less, found more.`,
  exclusiveMinimum: (wanted) => `Expected more than ${wanted}, found no more.`,
  exclusiveMaximum: (wanted) => `Expected less than ${wanted}, found no less.`,
  multipleOf: (wanted) => `Expected a multiple of ${wanted}, found another number.`,
  minItems: (wanted) => `Expected at least ${count(wanted, 'item')}, found fewer.`,
  maxItems: (wanted) => `Expected at most ${count(wanted, 'item')}, found more.`,
  uniqueItems: () => 'Expected items that differ, found two that are equal.',
  minProperties: (wanted) => `Expected at least ${count(wanted, 'field')}, found fewer.`,
  maxProperties: (wanted) => `Expected at most ${count(wanted, 'field')}, found more.`,
  additionalProperties: () => 'Expected only declared fields, found another one.',
  unevaluatedProperties: () => 'Expected only declared fields, found another one.',
  propertyNames: () => 'Expected a field of another name, found this one.',
  not: () => 'Expected a value of another form, found one of this.',
  const: (wanted) => `Expected ${JSON.stringify(wanted)}, found another value.`,
  enum: (wanted) =>
    `Expected one of ${(wanted as unknown[]).map((each) => JSON.stringify(each)).join(', ')}, found another value.`,
  anyOf: () => 'Expected one of several forms, found none of them.',
  oneOf: () => 'Expected exactly one of several forms, found none or more.',
};

/**
 * What was expected where a keyword is contradicted: a sentence with a full stop, or a noun, to which the run time adds
 * what was found; undefined for a keyword that people rarely meet.
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
