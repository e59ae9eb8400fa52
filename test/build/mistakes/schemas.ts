import { filterSchema, type Mistake, mistake } from './mistake.js';

const media = 'openapi/components/schemas/partner-entries/EntryMedia.yaml';
const order = 'openapi/components/schemas/entries/RecommendedOrder.yaml';

/** Mistakes in schemas, some of which would switch a validation off without a word. */
export const schemas: Mistake[] = [
  mistake('a pattern that is no regular expression')
    .replacing(media, 'pattern: ^[A-Za-z]$', 'pattern: ^[A-Za-z$')
    .isFound('oas3-schema', 'must match format "regex"'),
  mistake('a type that does not exist')
    .replacing(filterSchema, 'userEnabled:\n    type: boolean', 'userEnabled:\n    type: bool')
    .isFound('struct', 'bool', 'type: bool\n'),
  mistake('an array without items')
    .replacing(filterSchema, '    items:\n      $ref: ../filter-options/FilterOption.yaml\n', '')
    .isFound('array-items', 'items', 'filterOptions:'),
  mistake('a required property that is not defined')
    .replacing(filterSchema, 'properties:\n', 'required: [id, titel]\nproperties:\n')
    .isFound('no-required-schema-properties-undefined', 'titel', 'required: [id'),
  mistake('an enumeration of the values that were seen')
    .replacing(filterSchema, 'x-known-values: [user]', 'enum: [user]')
    .isFound('no-closed-enumeration', 'x-known-values'),
  mistake('an object of which nothing is known and nothing allowed')
    .replacing(order, 'x-open: true\nadditionalProperties: true\n', '')
    .isFound('open-objects', 'additionalProperties: true', 'type: object'),
  mistake('a format that is misspelt, which would let every text pass')
    .replacing(media, '  url:\n    type: string\n    format: uri\n', '  url:\n    type: string\n    format: url\n')
    .isFound('known-formats', 'found "url"', 'format: url\n'),
];
