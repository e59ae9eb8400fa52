import { filterSchema, type Mistake, replacing, root } from './mistake.js';

const media = 'openapi/components/schemas/partner-entries/EntryMedia.yaml';
const order = 'openapi/components/schemas/entries/RecommendedOrder.yaml';

/** Mistakes in schemas, some of which would switch a validation off without a word. */
export const schemas: Mistake[] = [
  replacing(
    'a pattern that is no regular expression',
    { file: media, find: 'pattern: ^[A-Za-z]$', replace: 'pattern: ^[A-Za-z$' },
    { rule: 'valid-patterns', at: 'pattern: ^[A-Za-z$', says: 'regular expression' },
  ),
  replacing(
    'a type that does not exist',
    { file: filterSchema, find: 'userEnabled:\n    type: boolean', replace: 'userEnabled:\n    type: bool' },
    { rule: 'struct', at: 'type: bool\n', says: 'bool' },
  ),
  replacing(
    'an array without items',
    { file: filterSchema, find: '    items:\n      $ref: ../filter-options/FilterOption.yaml\n', replace: '' },
    { rule: 'array-items', at: 'filterOptions:', says: 'items' },
  ),
  replacing(
    'a required property that is not defined',
    { file: filterSchema, find: 'properties:\n', replace: 'required: [id, titel]\nproperties:\n' },
    { rule: 'no-required-schema-properties-undefined', at: 'required: [id', says: 'titel' },
  ),
  replacing(
    'an enumeration of the values that were seen',
    { file: filterSchema, find: 'x-known-values: [user]', replace: 'enum: [user]' },
    { rule: 'no-closed-enumeration', at: 'enum: [user]', says: 'x-known-values' },
  ),
  replacing(
    'a schema of a response that refuses further fields',
    { file: filterSchema, find: 'properties:\n', replace: 'additionalProperties: false\nproperties:\n' },
    { rule: 'open-responses', at: 'additionalProperties: false', says: 'additionalProperties' },
  ),
  replacing(
    'an open object that does not say so',
    { file: order, find: 'x-open: true\n', replace: '' },
    { rule: 'open-objects', at: 'type: object', says: 'Expected x-open: true' },
  ),
  replacing(
    'an object of which nothing is known and nothing allowed',
    { file: order, find: 'x-open: true\nadditionalProperties: true\n', replace: '' },
    { rule: 'open-objects', at: 'type: object', says: 'additionalProperties: true' },
  ),
  replacing(
    'another dialect of JSON Schema',
    { file: root, find: 'https://json-schema.org/draft/2020-12/schema', replace: 'https://spec.openapis.org/oas/3.1/dialect/base' },
    { rule: 'json-schema-dialect', at: 'jsonSchemaDialect:', says: 'https://json-schema.org/draft/2020-12/schema' },
  ),
  replacing(
    'a known value that does not fit the type',
    { file: filterSchema, find: 'x-known-values: [user]', replace: 'x-known-values: [user, 5]' },
    { rule: 'known-values', at: 'x-known-values:', says: 'found 5' },
  ),
  replacing(
    'a default that does not fit the type',
    { file: filterSchema, find: 'userEnabled:\n    type: boolean', replace: "userEnabled:\n    type: boolean\n    default: 'yes'" },
    { rule: 'no-invalid-schema-defaults', at: "default: 'yes'", says: 'boolean' },
  ),
  replacing(
    'an example of a schema that does not fit it',
    { file: filterSchema, find: 'examples: [user]', replace: 'examples: [5]' },
    { rule: 'no-invalid-schema-examples', at: 'examples: [5]', says: 'string' },
  ),
  replacing(
    'a keyword of OpenAPI 3.0',
    { file: filterSchema, find: 'genericDirectory:\n    type: string', replace: 'genericDirectory:\n    type: string\n    nullable: true' },
    { rule: 'struct', at: 'nullable: true', says: 'nullable' },
  ),
  replacing(
    'a format that does not exist',
    { file: filterSchema, find: 'genericDirectory:\n    type: string\n    format: uuid', replace: 'genericDirectory:\n    type: string\n    format: uiid' },
    { rule: 'known-formats', at: 'format: uiid', says: 'uuid' },
  ),
  replacing(
    'a limit that is no number',
    { file: filterSchema, find: 'name:\n    type: string', replace: "name:\n    type: string\n    maxLength: '80'" },
    { rule: 'struct', at: "maxLength: '80'", says: 'number' },
  ),
];
