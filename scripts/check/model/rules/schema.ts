import { bySchema, drift, observation, orObservation, type Rule, type Rules } from './rule.js';

const readers =
  'Types and clients are generated from the schema: a value that does not fit breaks the code that uses it.';
const correct = 'Correct the value on the server. If the value is right, correct the schema in the contract.';

/** Builds the rule of a schema keyword. @param section of JSON Schema 2020-12, Validation unless it says Core */
function keyword(title: string, section: string, why = readers, advice = correct): Rule {
  const part = section.startsWith('Core') ? section : `Validation §${section}`;
  return {
    title,
    why,
    source: `Contract, schema of the response; JSON Schema 2020-12, ${part}`,
    weight: bySchema,
    advice,
  };
}

const format = 'ajv-formats, which adds this keyword to JSON Schema';

/** Rules for a body against its schema; field.undeclared covers `additionalProperties`, `unevaluatedProperties`. */
export const schemaRules = {
  'schema.type': keyword(
    'Each value has the type that its schema names.',
    '6.1.1',
    readers,
    'Send the type of the schema: a number without quotes, null only if the schema allows it, an empty array ' +
      'rather than an empty object.',
  ),
  'schema.format': keyword(
    'A string has the format that its schema names.',
    '7',
    'Clients parse such a string as an id, an address or a time, and fail if it is not valid.',
    'Send the full format: a UUID with its hyphens, a URL with its scheme, a time with its offset from UTC.',
  ),
  'schema.pattern': keyword('A string matches the pattern of its schema.', '6.3.3'),
  'schema.required': keyword(
    'An object has each field that its schema requires.',
    '6.5.3',
    'Clients read required fields without testing whether they are present.',
    'Send the field in each object. If it can be absent, remove it from "required" in the contract.',
  ),
  'schema.enum': keyword('A value is one of the values that its schema lists.', '6.1.2'),
  'schema.const': keyword('A value is the only value that its schema allows.', '6.1.3'),
  'schema.minimum': keyword('A number is not smaller than its schema allows.', '6.2.4'),
  'schema.maximum': keyword('A number is not larger than its schema allows.', '6.2.2'),
  'schema.exclusiveMinimum': keyword('A number is larger than the bound in its schema.', '6.2.5'),
  'schema.exclusiveMaximum': keyword('A number is smaller than the bound in its schema.', '6.2.3'),
  'schema.multipleOf': keyword('A number is a multiple of the number in its schema.', '6.2.1'),
  'schema.minLength': keyword('A string is not shorter than its schema allows.', '6.3.2'),
  'schema.maxLength': keyword('A string is not longer than its schema allows.', '6.3.1'),
  'schema.minItems': keyword('An array has at least as many items as its schema requires.', '6.4.2'),
  'schema.maxItems': keyword('An array has no more items than its schema allows.', '6.4.1'),
  'schema.uniqueItems': keyword('An array that its schema calls unique has no duplicate items.', '6.4.3'),
  'schema.items': keyword('An array has no more items than its schema describes.', 'Core §10.3.1.2'),
  'schema.contains': keyword('An array has the items that its schema requires it to contain.', 'Core §10.3.1.3'),
  'schema.unevaluatedItems': keyword('An array has no items that no part of its schema describes.', 'Core §11.2'),
  'schema.minProperties': keyword('An object has at least as many fields as its schema requires.', '6.5.2'),
  'schema.maxProperties': keyword('An object has no more fields than its schema allows.', '6.5.1'),
  'schema.propertyNames': keyword('The names of the fields fit the schema for names.', 'Core §10.3.2.4'),
  'schema.dependentRequired': keyword(
    'An object that has a field also has the fields that this field requires.',
    '6.5.4',
  ),
  'schema.dependencies': keyword(
    'An object that has a field also has the fields that this field requires (older schemas).',
    '6.5.4',
  ),
  'schema.anyOf': keyword('A value fits at least one of the alternatives in its schema.', 'Core §10.2.1.2'),
  'schema.oneOf': keyword(
    'A value fits exactly one of the alternatives in its schema.',
    'Core §10.2.1.3',
    'A client must know which alternative it received: if none or two fit, it cannot decide.',
    'Compare the value with each alternative. If two fit, make them exclude one another in the contract.',
  ),
  'schema.not': keyword('A value does not fit the schema that its own schema excludes.', 'Core §10.2.1.4'),
  'schema.false schema': keyword('A value is absent if its schema is false, which allows no value.', 'Core §4.3.2'),
  'schema.formatMinimum': keyword(
    'A date or time is not before the earliest that its schema allows.',
    `Core §6.5, by ${format}`,
  ),
  'schema.formatMaximum': keyword(
    'A date or time is not after the latest that its schema allows.',
    `Core §6.5, by ${format}`,
  ),
  'schema.formatExclusiveMinimum': keyword(
    'A date or time is after the bound in its schema.',
    `Core §6.5, by ${format}`,
  ),
  'schema.formatExclusiveMaximum': keyword(
    'A date or time is before the bound in its schema.',
    `Core §6.5, by ${format}`,
  ),
  'field.undeclared': {
    title: 'An object has only the fields that the contract lists, if the contract lists all of them.',
    why: 'Clients come to rely on fields that nobody has described, and that may disappear at any time.',
    source: 'Contract, schema of the response',
    weight: orObservation(bySchema, 'if the check itself sent the field'),
    advice: 'Compare the spelling with the contract first. Then leave the field out, or describe it in the contract.',
  },
  'field.empty': {
    title: 'A field without a value is absent, not an empty string.',
    why: 'An empty string is not a valid address, date or id, so a client that parses the field needs a special case.',
    source: 'Contract, format of the field',
    weight: observation,
    advice: 'The contract allows this. Leaving the field out is easier for clients.',
  },
  'field.absent': {
    title: 'A documented field is present in each object.',
    why: 'The contract does not require the field, but clients that always received it may rely on it.',
    source: 'Contract, properties of the schema; the baseline',
    weight: orObservation(drift, 'if no baseline says that the field was always present'),
    advice: 'If the field has no value, nothing is wrong. If it was always present, find the change that removed it.',
  },
  'value.new': {
    title: 'A field with an open set of values has one of the values that the contract knows.',
    why: 'The set is open, so a new value is allowed; but nobody has described its meaning.',
    source: 'Contract, x-known-values of the field',
    weight: observation,
    advice: 'Nothing is wrong. Add the value to x-known-values in the contract, with its meaning.',
  },
} as const satisfies Rules;
