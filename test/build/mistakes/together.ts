import { filterPath, filterSchema, hidden, type Mistake, replacing, review, root, visibility } from './mistake.js';

const keywords = 'directories_{directory_id}_entries_partners_{entry_id}_keywords.yaml';

/**
 * Mistakes that are made all at once: none hides another, and one run of the build names each at its place. No two of
 * them touch the same lines.
 */
export const together: Mistake[] = [
  replacing(
    'a keyword of a schema that is misspelt',
    { file: filterSchema, find: 'order:\n    type: integer', replace: 'order:\n    tpye: integer' },
    { rule: 'struct', at: 'tpye: integer', says: 'tpye' },
  ),
  replacing(
    'a list that is written as a text',
    {
      file: filterPath,
      find: 'Get a filter\n  description: Answers one filter with its options.\n  tags: [filters]',
      replace: 'Get a filter\n  description: Answers one filter with its options.\n  tags: filters',
    },
    { rule: 'struct', at: 'tags: filters\n', says: 'array' },
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
    'a path parameter that the path has and the operation forgets',
    {
      file: filterPath,
      find: '  parameters:\n    - $ref: ../../components/parameters/filters/FilterId.yaml\n  requestBody:',
      replace: '  requestBody:',
    },
    { rule: 'path-params', at: 'patch:\n', says: 'filter_id' },
  ),
  replacing(
    'a document without a version',
    { file: root, find: '  version: 0.1.0\n', replace: '' },
    { rule: 'struct', at: 'info:\n', says: 'version' },
  ),
  replacing(
    'a text where a reference is expected',
    {
      file: filterSchema,
      find: '      $ref: ../filter-options/FilterOption.yaml',
      replace: '      ref: ../filter-options/FilterOption.yaml',
    },
    { rule: 'struct', at: '      ref: ', says: 'ref' },
  ),
  replacing(
    'a path item that stands in the root',
    {
      file: root,
      find: '    $ref: ./paths/forms/forms_currency-field-options.yaml',
      replace: '    summary: Currencies',
    },
    { rule: 'source/path-item-file', at: '/forms/currency-field-options/:', says: 'in a file of its own' },
  ),
  replacing(
    'an example of a schema that does not fit it',
    { file: filterSchema, find: 'examples: [user]', replace: 'examples: [5]' },
    { rule: 'no-invalid-schema-examples', at: 'examples: [5]', says: 'string' },
  ),
  replacing(
    'a keyword of OpenAPI 3.0',
    {
      file: filterSchema,
      find: 'genericDirectory:\n    type: string',
      replace: 'genericDirectory:\n    type: string\n    nullable: true',
    },
    { rule: 'struct', at: 'nullable: true', says: 'nullable' },
  ),
  replacing(
    'a limit that is no number',
    { file: filterSchema, find: 'name:\n    type: string', replace: "name:\n    type: string\n    maxLength: '80'" },
    { rule: 'struct', at: "maxLength: '80'", says: 'integer' },
  ),
  replacing(
    'a time in an example that is no date-time',
    { file: review, find: 'created: 2026-03-14T09:30:00Z', replace: "created: '2026-02-30T09:30:00Z'" },
    { rule: 'no-invalid-media-type-examples', at: 'created: ', says: 'date-time' },
  ),
  replacing(
    'a value in an example that does not match its pattern',
    { file: hidden, find: 'textColor: FFFFFF', replace: 'textColor: white' },
    { rule: 'no-invalid-media-type-examples', at: 'textColor: white', says: 'pattern' },
  ),
  replacing(
    'a field in an item of an example that its completely listed schema does not have',
    { file: hidden, find: 'quantity: 6', replace: 'quantity: 6\n      quantitiy: 6' },
    { rule: 'no-invalid-media-type-examples', at: 'quantitiy: 6', says: 'quantitiy' },
  ),
  replacing(
    'an example whose value is misspelt',
    { file: visibility, find: 'value:\n', replace: 'vaule:\n' },
    { rule: 'struct', at: 'vaule:', says: 'Did you mean value' },
  ),
  replacing(
    'an example of a parameter that does not fit it',
    {
      file: 'openapi/components/parameters/filters/FilterId.yaml',
      find: 'example: cbd1c79c-294c-450c-81b1-b4300c6faafd',
      replace: 'example: cbd1c79c',
    },
    { rule: 'no-invalid-parameter-examples', at: 'example: cbd1c79c', says: 'uuid' },
  ),
  {
    mistake: 'a path item in the folder of another tag',
    edits: [
      {
        file: `openapi/paths/partner-entry-content/${keywords}`,
        renameTo: `openapi/paths/partner-entries/${keywords}`,
      },
      { file: root, find: `./paths/partner-entry-content/${keywords}`, replace: `./paths/partner-entries/${keywords}` },
    ],
    rule: 'source/path-item-group',
    file: `openapi/paths/partner-entries/${keywords}`,
    at: 'tags: [partner-entry-content]',
    says: 'Expected the tag partner-entries',
  },
  replacing(
    'a summary that ends with a period',
    { file: filterPath, find: 'summary: Get a filter', replace: 'summary: Get a filter.' },
    { rule: 'operation-summary-form', at: 'summary: Get a filter.', says: 'no final period' },
  ),
  replacing(
    'a schema that is half stated',
    { file: filterSchema, find: "{ section: '2.2', stated: true }", replace: "{ section: '2.2', stated: false }" },
    { rule: 'schema-provenance', at: 'x-provenance:', says: 'stated: true' },
  ),
  replacing(
    'an entry of the register that names no evidence',
    { file: 'openapi/unknowns.yaml', find: '  evidence: An answer 413.\n', replace: '' },
    { rule: 'unknowns-register', at: '- id: limits.size\n', says: 'evidence' },
  ),
  replacing(
    'a place in the answer that is no pointer',
    {
      file: 'openapi/components/schemas/filters/FilterUpdate.yaml',
      find: 'x-reflected-as: /slug',
      replace: 'x-reflected-as: slug',
    },
    { rule: 'reflected-as', at: 'x-reflected-as: slug', says: 'JSON pointer' },
  ),
  replacing(
    'an operation that needs no key',
    { file: filterPath, find: 'operationId: deleteFilter', replace: 'operationId: deleteFilter\n  security: []' },
    { rule: 'owasp:api2:2023-write-restricted', at: 'security: []', says: 'security' },
  ),
  replacing(
    'an open object that does not say so',
    { file: 'openapi/components/schemas/entries/RecommendedOrder.yaml', find: 'x-open: true\n', replace: '' },
    { rule: 'open-objects', at: 'type: object', says: 'Expected x-open: true' },
  ),
  replacing(
    'another dialect of JSON Schema',
    {
      file: root,
      find: 'https://json-schema.org/draft/2020-12/schema',
      replace: 'https://spec.openapis.org/oas/3.1/dialect/base',
    },
    { rule: 'json-schema-dialect', at: 'jsonSchemaDialect:', says: 'https://json-schema.org/draft/2020-12/schema' },
  ),
  replacing(
    'a known value that does not fit the type',
    { file: filterSchema, find: 'x-known-values: [user]', replace: 'x-known-values: [user, 5]' },
    { rule: 'known-values', at: 'x-known-values:', says: 'found 5' },
  ),
  replacing(
    'an unknown that the register does not have',
    { file: filterPath, find: 'x-unknown: [filter-update.request]', replace: 'x-unknown: [filter-update.body]' },
    { rule: 'unknowns-register', at: 'x-unknown: [filter-update.body]', says: 'filter-update.body' },
  ),
  replacing(
    'an address in an example that is no URL',
    { file: hidden, find: 'award: https://cdn.example.com/awards/', replace: 'award: /awards/' },
    { rule: 'no-invalid-media-type-examples', at: 'award: /awards/', says: 'uri' },
  ),
  replacing(
    'a schema of a response that refuses further fields',
    { file: filterSchema, find: 'properties:\n', replace: 'additionalProperties: false\nproperties:\n' },
    { rule: 'open-responses', at: 'additionalProperties: false', says: 'additionalProperties' },
  ),
  replacing(
    'a default that does not fit the type',
    {
      file: filterSchema,
      find: 'userEnabled:\n    type: boolean',
      replace: "userEnabled:\n    type: boolean\n    default: 'yes'",
    },
    { rule: 'oas3-valid-schema-example', at: "default: 'yes'", says: 'boolean' },
  ),
  replacing(
    'a value of the wrong type in an example',
    { file: review, find: 'rating: 5', replace: 'rating: five' },
    { rule: 'no-invalid-media-type-examples', at: 'rating: five', says: 'integer' },
  ),
  replacing(
    'a body without an example',
    {
      file: 'openapi/paths/callouts/callouts_{callout_id}.yaml',
      find:
        '        examples:\n          CalloutUpdateColour:\n' +
        '            $ref: ../../components/examples/callouts/CalloutUpdateColour.yaml\n',
      replace: '',
    },
    { rule: 'named-examples', at: 'application/json:\n        schema:', says: 'Expected at least one named example' },
  ),
  replacing(
    'an example that holds what looks like a key',
    {
      file: hidden,
      find: 'tracker_share_id: share-117',
      replace: 'tracker_share_id: 9f8b3c1d7e6a4052bd81c7e09a3f5d26',
    },
    { rule: 'no-credentials', at: 'tracker_share_id: 9f8b', says: 'Expected no credential' },
  ),
];
