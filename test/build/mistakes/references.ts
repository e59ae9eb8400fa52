import { filterPath, type Mistake, mistake } from './mistake.js';

const filterRef =
  '$ref: ../../components/schemas/filters/Filter.yaml\n          examples:\n' +
  '            FilterRegion:\n              $ref: ../../components/examples/filters/FilterRegion.yaml\n    default:';
const filterRefTo = (target: string): { file: string; find: string; replace: string } => ({
  file: filterPath,
  find: filterRef,
  replace: filterRef.replace('../../components/schemas/filters/Filter.yaml', target),
});

/** Mistakes in `$ref`s, and in the places of the files to which they could refer. */
export const references: Mistake[] = [
  mistake('a reference to a file that does not exist')
    .by(filterRefTo('../../components/schemas/filters/Filtre.yaml'))
    .isFound(
      'source/ref-missing',
      'openapi/components/schemas/filters/Filtre.yaml, which does not exist',
      'Filtre.yaml',
    ),
  mistake('a reference into the wrong folder')
    .by(filterRefTo('../../components/schemas/shared/Filter.yaml'))
    .isFound(
      'source/ref-missing',
      'Did you mean openapi/components/schemas/filters/Filter.yaml?',
      'shared/Filter.yaml',
    ),
  mistake('a reference that differs from the file name in case')
    .by(filterRefTo('../../components/schemas/filters/filter.yaml'))
    .isFound(
      'source/ref-missing',
      'Did you mean openapi/components/schemas/filters/Filter.yaml?',
      'filters/filter.yaml',
    ),
  mistake('a reference to a place that the file does not have')
    .by(filterRefTo("'../../components/schemas/filters/Filter.yaml#/propertys/id'"))
    .isFound(
      'source/ref-missing',
      '/propertys/id in openapi/components/schemas/filters/Filter.yaml, which does not exist',
      'propertys',
    ),
  mistake('a reference to a network address')
    .by(filterRefTo('https://schemas.example/Filter.yaml'))
    .isFound('source/ref-network', 'nothing is downloaded', 'https://schemas.example'),
  mistake('a reference that leaves openapi/')
    .by(filterRefTo('../../../generated/openapi.yaml'))
    .isFound('source/ref-outside', 'leads out of the folder openapi/', 'generated/openapi.yaml'),
  mistake('an example where a schema is expected')
    .by(filterRefTo('../../components/examples/filters/FilterUpdateComplete.yaml'))
    .isFound(
      'source/ref-kind',
      'Expected a file of openapi/components/schemas/ here',
      'FilterUpdateComplete.yaml\n          examples:\n            FilterRegion',
    ),
  mistake('a schema where a response is expected')
    .replacing(
      filterPath,
      "    '400':\n      $ref: ../../components/responses/shared/BadRequest.yaml",
      "    '400':\n      $ref: ../../components/schemas/shared/ApiError.yaml",
    )
    .isFound(
      'source/ref-kind',
      'Expected a file of openapi/components/responses/ here',
      'schemas/shared/ApiError.yaml',
    ),
  mistake('a file that was deleted while something refers to it')
    .by({ file: 'openapi/components/schemas/filters/FilterCreate.yaml', remove: true })
    .isFound(
      'source/ref-missing',
      'Create the file, or correct the path',
      'schemas/filters/FilterCreate.yaml',
      'openapi/paths/filters/directories_{directory_id}_filters.yaml',
    ),
  mistake('a file that nothing refers to')
    .by({ file: 'openapi/components/schemas/filters/FilterGroup.yaml', write: 'type: string\ndescription: A group.\n' })
    .isFound('source/unreached', 'No $ref under openapi/ leads to this file', 'type: string'),
];
