import { filterPath, filterSchema, type Mistake, replacing } from './mistake.js';

const directoryId = 'openapi/components/parameters/shared/DirectoryId.yaml';

/** Mistakes in the form of a file: of YAML, and of what OpenAPI allows where. */
export const structure: Mistake[] = [
  replacing(
    'a keyword that is misspelt',
    { file: directoryId, find: 'required: true', replace: 'requried: true' },
    { rule: 'struct', at: 'requried: true', says: 'Did you mean required' },
  ),
  replacing(
    'a line that is indented too far',
    { file: filterPath, find: '  summary: Get a filter', replace: '    summary: Get a filter' },
    { rule: 'source/yaml', at: '    summary: Get a filter', says: 'indentation' },
  ),
  replacing(
    'a line that is indented with a tab',
    { file: filterSchema, find: '  slug:\n    type: string', replace: '  slug:\n\ttype: string' },
    { rule: 'source/yaml', at: '\ttype: string', says: 'Indent with spaces' },
  ),
  replacing(
    'a colon in a text without quotes',
    {
      file: filterPath,
      find: 'Answers one filter with its options.',
      replace: 'Answers: one filter: with its options.',
    },
    { rule: 'source/yaml', at: 'Answers: one filter', says: 'no YAML' },
  ),
  replacing(
    'a key that stands twice',
    { file: filterSchema, find: '  genericDirectory:', replace: '  slug:\n    type: string\n  genericDirectory:' },
    { rule: 'source/yaml', at: 'slug:\n    type: string\n  genericDirectory', says: 'found "slug:"' },
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
      find:
        "  responses:\n    '204':\n      description: The filter is gone.\n    default:\n" +
        '      $ref: ../../components/responses/shared/UnexpectedError.yaml\n',
      replace: '',
    },
    { rule: 'one-success-code', at: 'delete:\n', says: 'found no responses' },
  ),
  replacing(
    'a component schema without a description',
    {
      file: filterSchema,
      find: 'description: A way to narrow down the entries of a directory, with the options to choose from.\n',
      replace: '',
    },
    { rule: 'schema-description', at: 'type: object\n', says: 'Expected a description' },
  ),
  replacing(
    'a description that ends without a period',
    { file: filterPath, find: 'Answers one filter with its options.', replace: 'Answers one filter with its options' },
    { rule: 'sentences', at: 'with its options\n  tags', says: 'ends with a period' },
  ),
];
