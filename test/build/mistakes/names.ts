import { filterPath, type Mistake, mistake, root } from './mistake.js';

const filterCreate = 'openapi/components/schemas/filters/FilterCreate.yaml';
const filtersPath = 'openapi/paths/filters/directories_{directory_id}_filters.yaml';
const tierPath = 'openapi/paths/tiers/tiers_{tier_id}.yaml';

/** Mistakes in names, and in the places of named files and components. */
export const names: Mistake[] = [
  mistake('an operationId that another operation has')
    .replacing(filterPath, 'operationId: getFilter', 'operationId: getTier')
    .isFound(
      'unique-operation-ids',
      'GET /api/directory/private/v1alpha/filters/{filter_id}/',
      'operationId: getTier',
      tierPath,
    ),
  mistake('an operationId whose verb does not fit the method')
    .replacing(filterPath, 'operationId: getFilter', 'operationId: fetchFilter')
    .isFound('operation-id-verb', 'get'),
  mistake('a path without a slash at its end')
    .replacing(root, '/directories/{directory_id}/settings/:', '/directories/{directory_id}/settings:')
    .isFound('path-form', 'ends with a slash', '/settings:'),
  mistake('a path item in a file whose name does not match its path')
    .by(
      {
        file: 'openapi/paths/settings/directories_{directory_id}_settings.yaml',
        renameTo: 'openapi/paths/settings/settings.yaml',
      },
      {
        file: root,
        find: './paths/settings/directories_{directory_id}_settings.yaml',
        replace: './paths/settings/settings.yaml',
      },
    )
    .isFound(
      'source/path-item-file',
      'in a file named directories_{directory_id}_settings.yaml, found settings.yaml',
      '/directories/{directory_id}/settings/:',
      root,
    ),
  mistake('a component whose name is in snake_case')
    .by(
      { file: filterCreate, renameTo: 'openapi/components/schemas/filters/filter_create.yaml' },
      { file: filtersPath, find: 'schemas/filters/FilterCreate.yaml', replace: 'schemas/filters/filter_create.yaml' },
    )
    .isFound(
      'source/component-file',
      'Expected a name in PascalCase, found filter_create',
      'description: ',
      'openapi/components/schemas/filters/filter_create.yaml',
    ),
  mistake('two components of one name in different groups')
    .by(
      {
        file: 'openapi/components/schemas/tiers/Filter.yaml',
        write: 'type: string\ndescription: A filter of tiers.\n',
      },
      {
        file: 'openapi/paths/tiers/directories_{directory_id}_tiers.yaml',
        find: 'schemas/tiers/Tier.yaml\n          examples:\n            TierPlatinum:',
        replace: 'schemas/tiers/Filter.yaml\n          examples:\n            TierPlatinum:',
      },
    )
    .isFound(
      'source/component-file',
      'The name Filter is taken by openapi/components/schemas/filters/Filter.yaml',
      'type: string',
      'openapi/components/schemas/tiers/Filter.yaml',
    ),
  mistake('a second name for the parameter at one place of the paths')
    .replacing(root, '/filters/{filter_id}/options/:', '/filters/{id}/options/:')
    .isFound('path-parameter-names', '{filter_id}'),
  mistake('a tag that is not declared')
    .replacing(filterPath, 'Returns one filter.\n  tags: [filters]', 'Returns one filter.\n  tags: [filter]')
    .isFound('operation-tag-defined', 'defined', 'tags: [filter]'),
];
