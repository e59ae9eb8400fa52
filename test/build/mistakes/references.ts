import { filterPath, type Mistake, replacing } from './mistake.js';

const filterRef =
  '$ref: ../../components/schemas/filters/Filter.yaml\n          examples:\n' +
  '            FilterRegion:\n              $ref: ../../components/examples/filters/FilterRegion.yaml\n    default:';
const filterRefTo = (target: string): { file: string; find: string; replace: string } => ({
  file: filterPath,
  find: filterRef,
  replace: filterRef.replace('../../components/schemas/filters/Filter.yaml', target),
});

/** Mistakes in what a `$ref` names, and in where the files stand that it could name. */
export const references: Mistake[] = [
  replacing('a reference to a file that does not exist', filterRefTo('../../components/schemas/filters/Filtre.yaml'), {
    rule: 'source/ref-missing',
    at: 'Filtre.yaml',
    says: 'openapi/components/schemas/filters/Filtre.yaml, which is no file',
  }),
  replacing('a reference into the wrong folder', filterRefTo('../../components/schemas/shared/Filter.yaml'), {
    rule: 'source/ref-missing',
    at: 'shared/Filter.yaml',
    says: 'Did you mean openapi/components/schemas/filters/Filter.yaml?',
  }),
  replacing('a reference whose name differs in case', filterRefTo('../../components/schemas/filters/filter.yaml'), {
    rule: 'source/ref-missing',
    at: 'filters/filter.yaml',
    says: 'Did you mean openapi/components/schemas/filters/Filter.yaml?',
  }),
  replacing(
    'a reference to a place that the file does not have',
    filterRefTo("'../../components/schemas/filters/Filter.yaml#/propertys/id'"),
    {
      rule: 'source/ref-missing',
      at: 'propertys',
      says: '/propertys/id in openapi/components/schemas/filters/Filter.yaml, where there is nothing',
    },
  ),
  replacing('a reference to a network address', filterRefTo('https://schemas.example/Filter.yaml'), {
    rule: 'source/ref-network',
    at: 'https://schemas.example',
    says: 'nothing is fetched',
  }),
  replacing('a reference that leaves openapi/', filterRefTo('../../../generated/openapi.yaml'), {
    rule: 'source/ref-outside',
    at: 'generated/openapi.yaml',
    says: 'leaves the folder openapi/',
  }),
  replacing(
    'an example where a schema is expected',
    filterRefTo('../../components/examples/filters/FilterUpdateComplete.yaml'),
    {
      rule: 'source/ref-kind',
      at: 'FilterUpdateComplete.yaml\n          examples:\n            FilterRegion',
      says: 'Expected a file of openapi/components/schemas/ here',
    },
  ),
  replacing(
    'a schema where a response is expected',
    {
      file: filterPath,
      find: "    '400':\n      $ref: ../../components/responses/shared/BadRequest.yaml",
      replace: "    '400':\n      $ref: ../../components/schemas/shared/ApiError.yaml",
    },
    {
      rule: 'source/ref-kind',
      at: 'schemas/shared/ApiError.yaml',
      says: 'Expected a file of openapi/components/responses/ here',
    },
  ),
  {
    mistake: 'a file that was deleted while something refers to it',
    edits: [{ file: 'openapi/components/schemas/filters/FilterCreate.yaml', remove: true }],
    rule: 'source/ref-missing',
    file: 'openapi/paths/filters/directories_{directory_id}_filters.yaml',
    at: 'schemas/filters/FilterCreate.yaml',
    says: 'Create the file, or correct the path',
  },
  {
    mistake: 'a file that nothing refers to',
    edits: [
      { file: 'openapi/components/schemas/filters/FilterGroup.yaml', write: 'type: string\ndescription: A group.\n' },
    ],
    rule: 'source/unreached',
    at: 'type: string',
    says: 'Expected a $ref to this file',
  },
];
