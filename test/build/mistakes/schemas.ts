import { filterSchema, type Mistake, mistake } from './mistake.js';

const media = 'openapi/components/schemas/partner-entries/EntryMedia.yaml';
const order = 'openapi/components/schemas/entries/RecommendedOrder.yaml';

/** Mistakes in schemas, some of which would silently disable validation. */
export const schemas: Mistake[] = [
  mistake('a pattern that is not a regular expression')
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
  mistake('an enumeration of known values')
    .replacing(filterSchema, 'x-known-values: [user]', 'enum: [user]')
    .isFound('no-closed-enumeration', 'x-known-values'),
  mistake('an object without known fields that allows none')
    .replacing(order, 'x-open: true\nadditionalProperties: true\n', '')
    .isFound('open-objects', 'additionalProperties: true', 'type: object'),
  mistake('a misspelt format, which would accept every text')
    .replacing(media, '  url:\n    type: string\n    format: uri\n', '  url:\n    type: string\n    format: url\n')
    .isFound('known-formats', 'found "url"', 'format: url\n'),
];
