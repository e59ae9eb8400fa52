import { filterPath, filterSchema, type Mistake, replacing, root } from './mistake.js';

const directoryId = 'openapi/components/parameters/shared/DirectoryId.yaml';

/** Mistakes in the form of a file: of YAML, and of what OpenAPI allows where. */
export const structure: Mistake[] = [
  replacing(
    'a keyword that is misspelt',
    { file: directoryId, find: 'required: true', replace: 'requried: true' },
    { rule: 'struct', at: 'requried: true', says: 'Did you mean required' },
  ),
  replacing(
    'a keyword of a schema that is misspelt',
    { file: filterSchema, find: 'order:\n    type: integer', replace: 'order:\n    tpye: integer' },
    { rule: 'struct', at: 'tpye: integer', says: 'tpye' },
  ),
  replacing(
    'a line that is indented too far',
    { file: filterPath, find: '  summary: Get a filter', replace: '    summary: Get a filter' },
    { rule: 'source/yaml', at: 'operationId: getFilter', says: 'indent' },
  ),
  replacing(
    'a line that is indented with a tab',
    { file: filterSchema, find: '  slug:\n    type: string', replace: '  slug:\n\ttype: string' },
    { rule: 'source/yaml', at: '\ttype: string', says: 'abs' },
  ),
  replacing(
    'a colon in a text without quotes',
    { file: filterPath, find: 'Answers one filter with its options.', replace: 'Answers: one filter: with its options.' },
    { rule: 'source/yaml', at: 'Answers: one filter', says: 'no YAML' },
  ),
  replacing(
    'a key that stands twice',
    { file: filterSchema, find: '  genericDirectory:', replace: '  slug:\n    type: string\n  genericDirectory:' },
    { rule: 'source/yaml', at: 'slug:\n    type: string\n  genericDirectory', says: 'unique' },
  ),
  replacing(
    'a list that is written as a text',
    { file: filterPath, find: 'Get a filter\n  description: Answers one filter with its options.\n  tags: [filters]',
      replace: 'Get a filter\n  description: Answers one filter with its options.\n  tags: filters' },
    { rule: 'struct', at: 'tags: filters\n', says: 'array' },
  ),
  replacing(
    'a key that no operation has',
    { file: filterPath, find: 'operationId: getFilter', replace: 'operationID: getFilter' },
    { rule: 'struct', at: 'operationID: getFilter', says: 'operationId' },
  ),
  replacing(
    'a method that does not exist',
    { file: filterPath, find: 'patch:\n', replace: 'path:\n' },
    { rule: 'struct', at: 'path:\n  operationId', says: 'Did you mean patch' },
  ),
  replacing(
    'an operation without responses',
    {
      file: filterPath,
      find: "  responses:\n    '204':\n      description: The filter is gone.\n    default:\n      $ref: ../../components/responses/shared/UnexpectedError.yaml\n",
      replace: '',
    },
    { rule: 'struct', at: 'delete:\n', says: 'responses' },
  ),
  replacing(
    'a status code that does not exist',
    { file: filterPath, find: "'204':", replace: "'2O4':" },
    { rule: 'struct', at: "'2O4':", says: '2O4' },
  ),
  replacing(
    'a response without a description',
    { file: filterPath, find: '      description: The filter after the update.\n', replace: '' },
    { rule: 'struct', at: "'200':\n      content:", says: 'description' },
  ),
  replacing(
    'an operation without a description',
    { file: filterPath, find: '  description: Removes a filter together with its options.\n', replace: '' },
    { rule: 'operation-description', at: 'delete:\n', says: 'description' },
  ),
  replacing(
    'a component schema without a description',
    { file: filterSchema, find: 'description: A way to narrow down the entries of a directory, with the options to choose from.\n', replace: '' },
    { rule: 'schema-description', at: 'type: object\n', says: 'Expected a description' },
  ),
  replacing(
    'a description that ends without a period',
    { file: filterPath, find: 'Answers one filter with its options.', replace: 'Answers one filter with its options' },
    { rule: 'sentences', at: 'with its options\n  tags', says: 'ends with a period' },
  ),
  replacing(
    'a path parameter that the path has and the operation forgets',
    {
      file: filterPath,
      find: '  parameters:\n    - $ref: ../../components/parameters/filters/FilterId.yaml\n  requestBody:',
      replace: '  requestBody:',
    },
    { rule: 'path-parameters-defined', at: 'patch:\n', says: 'filter_id' },
  ),
  replacing(
    'a document without a version',
    { file: root, find: '  version: 0.1.0\n', replace: '' },
    { rule: 'struct', at: 'info:\n', says: 'version' },
  ),
];
