import { filterPath, type Mistake, replacing, root } from './mistake.js';

const filterCreate = 'openapi/components/schemas/filters/FilterCreate.yaml';
const filtersPath = 'openapi/paths/filters/directories_{directory_id}_filters.yaml';
const tierPath = 'openapi/paths/tiers/tiers_{tier_id}.yaml';

/** Mistakes in names, and in where things of a name stand. */
export const names: Mistake[] = [
  replacing(
    'an operationId that another operation has',
    { file: filterPath, find: 'operationId: getFilter', replace: 'operationId: getTier' },
    {
      rule: 'unique-operation-ids',
      file: tierPath,
      at: 'operationId: getTier',
      says: 'GET /api/directory/private/v1alpha/filters/{filter_id}/',
    },
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
      {
        file: 'openapi/paths/settings/directories_{directory_id}_settings.yaml',
        renameTo: 'openapi/paths/settings/settings.yaml',
      },
      {
        file: root,
        find: './paths/settings/directories_{directory_id}_settings.yaml',
        replace: './paths/settings/settings.yaml',
      },
    ],
    rule: 'source/path-item-file',
    file: root,
    at: '/directories/{directory_id}/settings/:',
    says: 'in a file named directories_{directory_id}_settings.yaml, found settings.yaml',
  },
  {
    mistake: 'a component whose name is in snake_case',
    edits: [
      { file: filterCreate, renameTo: 'openapi/components/schemas/filters/filter_create.yaml' },
      { file: filtersPath, find: 'schemas/filters/FilterCreate.yaml', replace: 'schemas/filters/filter_create.yaml' },
    ],
    rule: 'source/component-file',
    file: 'openapi/components/schemas/filters/filter_create.yaml',
    at: 'description: ',
    says: 'Expected a name in PascalCase, found filter_create',
  },
  {
    mistake: 'two components of one name in different groups',
    edits: [
      {
        file: 'openapi/components/schemas/tiers/Filter.yaml',
        write: 'type: string\ndescription: A filter of tiers.\n',
      },
      {
        file: 'openapi/paths/tiers/directories_{directory_id}_tiers.yaml',
        find: '            $ref: ../../components/schemas/tiers/Tier.yaml\n          examples:\n            TierGold:',
        replace:
          '            $ref: ../../components/schemas/tiers/Filter.yaml\n          examples:\n            TierGold:',
      },
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
    {
      file: filterPath,
      find: 'one filter with its options.\n  tags: [filters]',
      replace: 'one filter with its options.\n  tags: [filter]',
    },
    { rule: 'operation-tag-defined', at: 'tags: [filter]', says: 'defined' },
  ),
];
