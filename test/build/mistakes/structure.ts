import { filterPath, filterSchema, type Mistake, mistake } from './mistake.js';

const apiKey = 'openapi/components/securitySchemes/shared/ApiKey.yaml';
const filtersPath = 'openapi/paths/filters/directories_{directory_id}_filters.yaml';
const directoryId = 'openapi/components/parameters/shared/DirectoryId.yaml';

/** Mistakes in YAML syntax and in the structure of OpenAPI. */
export const structure: Mistake[] = [
  mistake('a keyword that is misspelt')
    .replacing(directoryId, 'required: true', 'requried: true')
    .isFound('struct', 'Did you mean required'),
  mistake('a line that is indented too far')
    .replacing(filterPath, '  summary: Get a filter', '    summary: Get a filter')
    .isFound('source/yaml', 'indentation'),
  mistake('a line that is indented with a tab')
    .replacing(filterSchema, '  slug:\n    type: string', '  slug:\n\ttype: string')
    .isFound('source/yaml', 'Indent with spaces', '\ttype: string'),
  mistake('a colon in a text without quotes')
    .replacing(filterPath, 'Returns one filter.', 'Returns: one filter: by its id.')
    .isFound('source/yaml', 'not valid YAML', 'Returns: one filter'),
  mistake('a key that occurs twice')
    .replacing(filterSchema, '  genericDirectory:', '  slug:\n    type: string\n  genericDirectory:')
    .isFound('source/yaml', 'found "slug:"', 'slug:\n    type: string\n  genericDirectory'),
  mistake('a key that operations do not have')
    .replacing(filterPath, 'operationId: getFilter', 'operationID: getFilter')
    .isFound('struct', 'operationId'),
  mistake('a method that does not exist')
    .replacing(filterPath, 'patch:\n', 'path:\n')
    .isFound('struct', 'Did you mean patch', 'path:\n  operationId'),
  mistake('an operation without responses')
    .replacing(
      filterPath,
      "  responses:\n    '204':\n      description: The filter is deleted.\n    default:\n" +
        '      $ref: ../../components/responses/shared/UnexpectedError.yaml\n',
      '',
    )
    .isFound('one-success-code', 'found no responses', 'delete:\n'),
  mistake('an x-paging with a parameter that the operation does not have')
    .replacing(filtersPath, '  x-unknown: [operation.purpose]\n', '  x-paging: { page: { query: page } }\n')
    .isFound('paging', 'Expected query to be a query parameter of the operation; found "page".'),
  mistake('an x-prefix with a space')
    .replacing(apiKey, 'name: Authorization\n', "name: Authorization\nx-prefix: 'Bearer '\n")
    .isFound('key-prefix', 'Write Bearer; one space follows it.', "x-prefix: 'Bearer '"),
  mistake('a component schema without a description')
    .replacing(
      filterSchema,
      'description: A filter of a directory, which narrows down the entries that a visitor sees.\n',
      '',
    )
    .isFound('schema-description', 'Expected a description', 'type: object\n'),
  mistake('a description that ends without a period')
    .replacing(filterPath, 'Returns one filter.', 'Returns one filter')
    .isFound('sentences', 'ends with a period', 'Returns one filter\n  tags'),
];
