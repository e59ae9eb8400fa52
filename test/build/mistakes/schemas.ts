import { filterSchema, type Mistake, replacing } from './mistake.js';

const media = 'openapi/components/schemas/partner-entries/EntryMedia.yaml';
const order = 'openapi/components/schemas/entries/RecommendedOrder.yaml';

/** Mistakes in schemas, some of which would switch a validation off without a word. */
export const schemas: Mistake[] = [
  replacing(
    'a pattern that is no regular expression',
    { file: media, find: 'pattern: ^[A-Za-z]$', replace: 'pattern: ^[A-Za-z$' },
    { rule: 'oas3-schema', at: 'pattern: ^[A-Za-z$', says: 'must match format "regex"' },
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
    'an object of which nothing is known and nothing allowed',
    { file: order, find: 'x-open: true\nadditionalProperties: true\n', replace: '' },
    { rule: 'open-objects', at: 'type: object', says: 'additionalProperties: true' },
  ),
  replacing(
    'a format that is misspelt, which would let every text pass',
    {
      file: media,
      find: '  url:\n    type: string\n    format: uri\n',
      replace: '  url:\n    type: string\n    format: url\n',
    },
    { rule: 'known-formats', at: 'format: url\n', says: 'found "url"' },
  ),
];
