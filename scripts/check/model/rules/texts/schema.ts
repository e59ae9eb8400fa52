import type { RuleText, RuleTexts } from './text.js';

/** Where the finding of an example is, and its message. */
type Found = readonly [pointer: string, says: string];

const correct = 'Correct this keyword in the schema, or remove it.';

/** The text of a schema keyword, whose example is one field of a partner entry. */
function keyword(
  means: string,
  schema: string,
  bodies: { wrong: string; right: string },
  [pointer, says]: Found,
  contract = correct,
): RuleText {
  return {
    means,
    schema,
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < ${bodies.wrong}
    `,
    right: `
      < 200 OK
      < ${bodies.right}
    `,
    at: `getPartnerEntry ${pointer}`,
    says,
    contract,
  };
}

const widen = 'Move the bound to the value that the service allows, or remove it.';
const describeItem = 'Add the position to prefixItems, or a schema for further items to items.';

/** Rules for a body against its schema. */
export const schemaTexts = {
  'schema.type': keyword(
    'The value is of another JSON type. A number such as 1.0 is an integer; a number in quotation marks is a string; ' +
      'null is a type of its own.',
    'featured: { type: boolean }',
    { wrong: '{"featured": "true"}', right: '{"featured": true}' },
    ['/featured', 'The value must be boolean.'],
    'Correct "type"; for a field without a value add null: type: [boolean, "null"].',
  ),
  'schema.format': keyword(
    'The string does not have the format: uuid, uri, uri-reference, email, date, date-time and others of JSON ' +
      'Schema. ' +
      'An empty string in such a field is field.empty.',
    'owner: { type: string, format: uuid }',
    { wrong: '{"owner": "user-2c0b0f00"}', right: '{"owner": "2c0b0f00-5a3e-4b0e-9d0b-6a1a3c7a9e10"}' },
    ['/owner', 'The value must match format "uuid".'],
    'Remove the format, or name the right one.',
  ),
  'schema.pattern': keyword(
    'No part of the string matches the regular expression. A pattern without ^ and $ may match anywhere in it.',
    'textColor: { type: string, pattern: "^[0-9A-Fa-f]{6}$" }',
    { wrong: '{"textColor": "#FFFFFF"}', right: '{"textColor": "FFFFFF"}' },
    ['/textColor', 'The value must match pattern "^[0-9A-Fa-f]{6}$".'],
    'Correct the pattern.',
  ),
  'schema.required': keyword(
    'The field is absent. A field that is present with null is not absent; whether null is right is up to its type.',
    'tier: { type: object, required: [id], properties: { id: { type: string } } }',
    { wrong: '{"tier": {"title": "Gold"}}', right: '{"tier": {"id": "bc47…", "title": "Gold"}}' },
    ['/tier/id', "The value must have required property 'id'."],
    'Remove the field from "required".',
  ),
  'schema.enum': keyword(
    'The value is not in the list. Upper and lower case differ, and so do 1 and "1".',
    'language: { enum: [de, en, fr] }',
    { wrong: '{"language": "EN"}', right: '{"language": "en"}' },
    ['/language', 'The value must be equal to one of the allowed values: "de", "en", "fr".'],
    'Add the value to the list. If more values may come, use x-known-values in place of enum.',
  ),
  'schema.const': keyword(
    'The value is not the one that the schema names.',
    'kind: { const: partner }',
    { wrong: '{"kind": "person"}', right: '{"kind": "partner"}' },
    ['/kind', 'The value must be equal to constant.'],
  ),
  'schema.minimum': keyword(
    'The number is below the bound. The bound itself is allowed.',
    'order: { type: integer, minimum: 0 }',
    { wrong: '{"order": -1}', right: '{"order": 0}' },
    ['/order', 'The value must be >= 0.'],
    widen,
  ),
  'schema.maximum': keyword(
    'The number is above the bound. The bound itself is allowed.',
    'rating: { type: integer, maximum: 5 }',
    { wrong: '{"rating": 8}', right: '{"rating": 5}' },
    ['/rating', 'The value must be <= 5.'],
    widen,
  ),
  'schema.exclusiveMinimum': keyword(
    'The number is the bound or below it. The bound itself is not allowed.',
    'price: { type: number, exclusiveMinimum: 0 }',
    { wrong: '{"price": 0}', right: '{"price": 0.5}' },
    ['/price', 'The value must be > 0.'],
    widen,
  ),
  'schema.exclusiveMaximum': keyword(
    'The number is the bound or above it. The bound itself is not allowed.',
    'share: { type: number, exclusiveMaximum: 1 }',
    { wrong: '{"share": 1}', right: '{"share": 0.99}' },
    ['/share', 'The value must be < 1.'],
    widen,
  ),
  'schema.multipleOf': keyword(
    'The number divided by that of the schema is not whole.',
    'width: { type: integer, multipleOf: 8 }',
    { wrong: '{"width": 20}', right: '{"width": 24}' },
    ['/width', 'The value must be multiple of 8.'],
  ),
  'schema.minLength': keyword(
    'The string has fewer characters than the schema requires. Characters are counted, not bytes.',
    'title: { type: string, minLength: 1 }',
    { wrong: '{"title": ""}', right: '{"title": "Fjordline"}' },
    ['/title', 'The value must NOT have fewer than 1 characters.'],
    widen,
  ),
  'schema.maxLength': keyword(
    'The string has more characters than the schema allows. Characters are counted, not bytes.',
    'currency: { type: string, maxLength: 3 }',
    { wrong: '{"currency": "EURO"}', right: '{"currency": "EUR"}' },
    ['/currency', 'The value must NOT have more than 3 characters.'],
    widen,
  ),
  'schema.minItems': keyword(
    'The array has fewer items than the schema requires.',
    'media: { type: array, minItems: 1 }',
    { wrong: '{"media": []}', right: '{"media": [{"type": "I"}]}' },
    ['/media', 'The value must NOT have fewer than 1 items.'],
    widen,
  ),
  'schema.maxItems': keyword(
    'The array has more items than the schema allows.',
    'keywords: { type: array, maxItems: 2 }',
    { wrong: '{"keywords": ["sea", "ferry", "night"]}', right: '{"keywords": ["sea", "ferry"]}' },
    ['/keywords', 'The value must NOT have more than 2 items.'],
    widen,
  ),
  'schema.uniqueItems': keyword(
    'Two items of the array are equal: of the same type and value, objects regardless of the order of their fields.',
    'tags: { type: array, uniqueItems: true }',
    { wrong: '{"tags": ["sea", "sea", "night"]}', right: '{"tags": ["sea", "night"]}' },
    ['/tags', 'The value must NOT have duplicate items.'],
  ),
  'schema.items': keyword(
    'The array has items after those that prefixItems describes, and "items: false" allows none.',
    'range: { type: array, prefixItems: [{ type: integer }, { type: integer }], items: false }',
    { wrong: '{"range": [1, 5, 9]}', right: '{"range": [1, 5]}' },
    ['/range', 'The value must NOT have more than 2 items.'],
    describeItem,
  ),
  'schema.contains': keyword(
    'No item of the array fits the schema in "contains", or fewer than minContains, or more than maxContains.',
    'roles: { type: array, contains: { const: owner } }',
    { wrong: '{"roles": ["editor"]}', right: '{"roles": ["editor", "owner"]}' },
    ['/roles', 'The value must contain at least 1 valid item(s).'],
  ),
  'schema.unevaluatedItems': keyword(
    'The array has items that neither prefixItems, items nor contains of the schema or of its parts describes.',
    'range: { type: array, allOf: [{ prefixItems: [{ type: integer }] }], unevaluatedItems: false }',
    { wrong: '{"range": [1, 5]}', right: '{"range": [1]}' },
    ['/range', 'The value must NOT have more than 1 items.'],
    describeItem,
  ),
  'schema.minProperties': keyword(
    'The object has fewer fields than the schema requires.',
    'prices: { type: object, minProperties: 1 }',
    { wrong: '{"prices": {}}', right: '{"prices": {"EUR": 10}}' },
    ['/prices', 'The value must NOT have fewer than 1 properties.'],
    widen,
  ),
  'schema.maxProperties': keyword(
    'The object has more fields than the schema allows.',
    'prices: { type: object, maxProperties: 1 }',
    { wrong: '{"prices": {"EUR": 10, "SEK": 110}}', right: '{"prices": {"EUR": 10}}' },
    ['/prices', 'The value must NOT have more than 1 properties.'],
    widen,
  ),
  'schema.propertyNames': keyword(
    'The name of a field does not fit the schema in propertyNames. The finding of what is wrong with it stands beside.',
    'prices: { type: object, propertyNames: { pattern: "^[A-Z]{3}$" } }',
    { wrong: '{"prices": {"eur": 10}}', right: '{"prices": {"EUR": 10}}' },
    ['/prices', 'The value property name must be valid.'],
  ),
  'schema.dependentRequired': keyword(
    'The object has one field, and lacks another that dependentRequired asks for beside it.',
    'callout: { type: object, dependentRequired: { url: [label] } }',
    { wrong: '{"callout": {"url": "/apply"}}', right: '{"callout": {"url": "/apply", "label": "Apply"}}' },
    ['/callout', 'The value must have property label when property url is present.'],
  ),
  'schema.dependencies': keyword(
    'The same as schema.dependentRequired, in documents with the older keyword "dependencies".',
    'callout: { type: object, dependencies: { url: [label] } }',
    { wrong: '{"callout": {"url": "/apply"}}', right: '{"callout": {"url": "/apply", "label": "Apply"}}' },
    ['/callout', 'The value must have property label when property url is present.'],
  ),
  'schema.anyOf': keyword(
    'The value fits none of the alternatives. The check reports this once, not the errors of each alternative.',
    'contact: { anyOf: [{ type: string }, { type: object, required: [email] }] }',
    { wrong: '{"contact": {"phone": "+46 8 1234"}}', right: '{"contact": {"email": "a@example.com"}}' },
    ['/contact', 'The value must match a schema in anyOf.'],
    'Add the alternative that the service returns.',
  ),
  'schema.oneOf': keyword(
    'The value fits none of the alternatives, or more than one. The finding does not list the errors of each.',
    'size: { oneOf: [{ type: integer }, { type: number }] }',
    { wrong: '{"size": 3}', right: '{"size": 3.5}' },
    ['/size', 'The value must match exactly one schema in oneOf.'],
    'If two alternatives may fit, use anyOf; else make them exclude one another, by a const in each.',
  ),
  'schema.not': keyword(
    'The value fits the schema that "not" excludes.',
    'slug: { type: string, not: { enum: [new, edit] } }',
    { wrong: '{"slug": "new"}', right: '{"slug": "fjordline"}' },
    ['/slug', 'The value must NOT be valid.'],
  ),
  'schema.false schema': keyword(
    'The schema of the field is "false": no value is right, so that the field must be absent.',
    'password: false',
    { wrong: '{"password": "…"}', right: '{}' },
    ['/password', 'The value boolean schema is false.'],
    'Describe the field, if clients may receive it.',
  ),
  'schema.formatMinimum': keyword(
    'The date or time is before that of the schema, which is allowed itself.',
    'starts: { type: string, format: date, formatMinimum: "2020-01-01" }',
    { wrong: '{"starts": "2019-12-31"}', right: '{"starts": "2020-01-01"}' },
    ['/starts', 'The value should be >= 2020-01-01.'],
    widen,
  ),
  'schema.formatMaximum': keyword(
    'The date or time is after that of the schema, which is allowed itself.',
    'ends: { type: string, format: date, formatMaximum: "2029-12-31" }',
    { wrong: '{"ends": "2030-01-01"}', right: '{"ends": "2029-12-31"}' },
    ['/ends', 'The value should be <= 2029-12-31.'],
    widen,
  ),
  'schema.formatExclusiveMinimum': keyword(
    'The date or time is that of the schema, or before it.',
    'starts: { type: string, format: date, formatExclusiveMinimum: "2020-01-01" }',
    { wrong: '{"starts": "2020-01-01"}', right: '{"starts": "2020-01-02"}' },
    ['/starts', 'The value should be > 2020-01-01.'],
    widen,
  ),
  'schema.formatExclusiveMaximum': keyword(
    'The date or time is that of the schema, or after it.',
    'ends: { type: string, format: date, formatExclusiveMaximum: "2030-01-01" }',
    { wrong: '{"ends": "2030-01-01"}', right: '{"ends": "2029-12-31"}' },
    ['/ends', 'The value should be < 2030-01-01.'],
    widen,
  ),
} as const satisfies RuleTexts;
