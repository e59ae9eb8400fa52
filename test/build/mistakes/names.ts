import { filterPath, filterSchema, type Mistake, replacing, root } from './mistake.js';

const tierPath = 'openapi/paths/tiers/tiers_{tier_id}.yaml';

/** Mistakes in names, and in where things of a name stand. */
export const names: Mistake[] = [
  replacing(
    'an operationId that another operation has',
    { file: filterPath, find: 'operationId: getFilter', replace: 'operationId: getTier' },
    { rule: 'unique-operation-ids', file: tierPath, at: 'operationId: getTier', says: 'getTier' },
  ),
  replacing(
    'an operationId whose verb does not fit the method',
    { file: filterPath, find: 'operationId: getFilter', replace: 'operationId: fetchFilter' },
    { rule: 'operation-id-verb', at: 'operationId: fetchFilter', says: 'get' },
  ),
  replacing(
    'a path without a slash at its end',
    { file: root, find: '/directories/{directory_id}/settings/:', replace: '/directories/{directory_id}/settings:' },
    { rule: 'path-form', at: '/settings:', says: 'ends with a slash' },
  ),
  {
    mistake: 'a path item in a file that is not named for its path',
    edits: [
      { file: 'openapi/paths/settings/directories_{directory_id}_settings.yaml', renameTo: 'openapi/paths/settings/settings.yaml' },
      { file: root, find: './paths/settings/directories_{directory_id}_settings.yaml', replace: './paths/settings/settings.yaml' },
    ],
    rule: 'source/path-item-file',
    file: root,
    at: '/directories/{directory_id}/settings/:',
    says: 'in a file named directories_{directory_id}_settings.yaml, found settings.yaml',
  },
  {
    mistake: 'a path item in the folder of another tag',
    edits: [
      { file: 'openapi/paths/settings/directories_{directory_id}_settings.yaml', renameTo: 'openapi/paths/forms/directories_{directory_id}_settings.yaml' },
      { file: root, find: './paths/settings/directories_{directory_id}_settings.yaml', replace: './paths/forms/directories_{directory_id}_settings.yaml' },
    ],
    rule: 'source/path-item-group',
    file: 'openapi/paths/forms/directories_{directory_id}_settings.yaml',
    at: 'Settings',
    says: 'Expected the tag forms',
  },
  {
    mistake: 'a component whose name is in snake_case',
    edits: [
      { file: 'openapi/components/schemas/entries/RecommendedOrder.yaml', renameTo: 'openapi/components/schemas/entries/recommended_order.yaml' },
    ],
    rule: 'source/component-file',
    file: 'openapi/components/schemas/entries/recommended_order.yaml',
    at: 'type: object',
    says: 'Expected a name in PascalCase, found recommended_order',
  },
  {
    mistake: 'two components of one name in different groups',
    edits: [
      { file: 'openapi/components/schemas/tiers/Filter.yaml', write: 'type: string\ndescription: A filter of tiers.\n' },
      { file: tierPath, find: 'x', replace: 'x' },
    ],
    rule: 'source/component-file',
    file: 'openapi/components/schemas/tiers/Filter.yaml',
    at: 'type: string',
    says: 'The name Filter is taken by openapi/components/schemas/filters/Filter.yaml',
  },
  replacing(
    'a second name for the parameter at one place of the paths',
    { file: root, find: '/filters/{filter_id}/options/:', replace: '/filters/{id}/options/:' },
    { rule: 'path-parameter-names', at: '/filters/{id}/options/:', says: '{filter_id}' },
  ),
  replacing(
    'a tag that is not declared',
    { file: filterPath, find: 'with its options.\n  tags: [filters]\n  x-provenance', replace: 'with its options.\n  tags: [filter]\n  x-provenance' },
    { rule: 'operation-tag-defined', at: 'tags: [filter]', says: 'tag' },
  ),
  replacing(
    'a summary that ends with a period',
    { file: filterPath, find: 'summary: Get a filter', replace: 'summary: Get a filter.' },
    { rule: 'operation-summary-form', at: 'summary: Get a filter.', says: 'no final period' },
  ),
];
void filterSchema;
