import { filterPath, filterSchema, hidden, type Mistake, mistake, review, root, visibility } from './mistake.js';

const keywords = 'directories_{directory_id}_entries_partners_{entry_id}_keywords.yaml';

/**
 * Mistakes that are all made at once. None hides another one, and one run of the build reports each at its place. No
 * two of them are on the same lines.
 */
export const together: Mistake[] = [
  mistake('a keyword of a schema that is misspelt')
    .replacing(filterSchema, 'order:\n    type: integer', 'order:\n    tpye: integer')
    .isFound('struct', 'tpye', 'tpye: integer'),
  mistake('a list that is written as a text')
    .replacing(
      filterPath,
      'Get a filter\n  description: Returns one filter.\n  tags: [filters]',
      'Get a filter\n  description: Returns one filter.\n  tags: filters',
    )
    .isFound('struct', 'array', 'tags: filters\n'),
  mistake('a status code that does not exist').replacing(filterPath, "'204':", "'2O4':").isFound('struct', '2O4'),
  mistake('a response without a description')
    .replacing(filterPath, '      description: The filter after the update.\n', '')
    .isFound('struct', 'description', "'200':\n      content:"),
  mistake('an operation without a description')
    .replacing(filterPath, '  description: Deletes one filter. What happens to its options is not documented.\n', '')
    .isFound('operation-description', 'description', 'delete:\n'),
  mistake('a path parameter that the operation does not list')
    .replacing(
      filterPath,
      '  parameters:\n    - $ref: ../../components/parameters/filters/FilterId.yaml\n  requestBody:',
      '  requestBody:',
    )
    .isFound('path-params', 'filter_id', 'patch:\n'),
  mistake('a document without a version')
    .replacing(root, '  version: 0.2.0\n', '')
    .isFound('struct', 'version', 'info:\n'),
  mistake('a text where a reference is expected')
    .replacing(
      filterSchema,
      '      $ref: ../filter-options/FilterOption.yaml',
      '      ref: ../filter-options/FilterOption.yaml',
    )
    .isFound('struct', 'ref', '      ref: '),
  mistake('a path item in the root file')
    .replacing(root, '    $ref: ./paths/forms/forms_currency-field-options.yaml', '    summary: Currencies')
    .isFound('source/path-item-file', 'in a separate file', '/forms/currency-field-options/:'),
  mistake('an example that does not match its schema')
    .replacing(filterSchema, 'examples: [user]', 'examples: [5]')
    .isFound('no-invalid-schema-examples', 'string'),
  mistake('a keyword of OpenAPI 3.0')
    .replacing(
      filterSchema,
      'genericDirectory:\n    type: string',
      'genericDirectory:\n    type: string\n    nullable: true',
    )
    .isFound('struct', 'nullable', 'nullable: true'),
  mistake('a limit that is not a number')
    .replacing(filterSchema, 'name:\n    type: string', "name:\n    type: string\n    maxLength: '80'")
    .isFound('struct', 'integer', "maxLength: '80'"),
  mistake('a time in an example that is not a date-time')
    .replacing(review, '2026-03-14T09:30:00Z', '2026-02-30T09:30:00Z')
    .isFound('no-invalid-media-type-examples', 'date-time', 'created: '),
  mistake('a value in an example that does not match its pattern')
    .replacing(hidden, 'textColor: FFFFFF', 'textColor: white')
    .isFound('no-invalid-media-type-examples', 'pattern'),
  mistake('a field in an item of an example that its completely listed schema does not have')
    .replacing(hidden, 'quantity: 6', 'quantity: 6\n      quantitiy: 6')
    .isFound('no-invalid-media-type-examples', 'quantitiy', 'quantitiy: 6'),
  mistake('an example whose value is misspelt')
    .replacing(visibility, 'value:\n', 'vaule:\n')
    .isFound('struct', 'Did you mean value', 'vaule:'),
  mistake('an example of a parameter that does not match its schema')
    .replacing(
      'openapi/components/parameters/filters/FilterId.yaml',
      'example: cbd1c79c-294c-450c-81b1-b4300c6faafd',
      'example: cbd1c79c',
    )
    .isFound('no-invalid-parameter-examples', 'uuid'),
  mistake('a path item in the folder of a different tag')
    .by(
      {
        file: `openapi/paths/partner-entry-content/${keywords}`,
        renameTo: `openapi/paths/partner-entries/${keywords}`,
      },
      { file: root, find: `./paths/partner-entry-content/${keywords}`, replace: `./paths/partner-entries/${keywords}` },
    )
    .isFound(
      'source/path-item-group',
      'Expected the tag partner-entries',
      'tags: [partner-entry-content]',
      `openapi/paths/partner-entries/${keywords}`,
    ),
  mistake('a summary that ends with a period')
    .replacing(filterPath, 'summary: Get a filter', 'summary: Get a filter.')
    .isFound('operation-summary-form', 'no final period'),
  mistake('a schema that is half stated')
    .replacing(filterSchema, "{ section: '2.2', stated: true }", "{ section: '2.2', stated: false }")
    .isFound('schema-provenance', 'stated: true', 'x-provenance:'),
  mistake('an entry of the register that names no evidence')
    .replacing('openapi/unknowns.yaml', '  evidence: A response with 413.\n', '')
    .isFound('unknowns-register', 'evidence', '- id: limits.size\n'),
  mistake('a place in the response that is not a pointer')
    .replacing('openapi/components/schemas/filters/FilterUpdate.yaml', 'x-reflected-as: /slug', 'x-reflected-as: slug')
    .isFound('reflected-as', 'JSON pointer'),
  mistake('an operation that needs no key')
    .replacing(filterPath, 'operationId: deleteFilter', 'operationId: deleteFilter\n  security: []')
    .isFound('owasp:api2:2023-write-restricted', 'security', 'security: []'),
  mistake('an open object that does not say so')
    .replacing('openapi/components/schemas/entries/RecommendedOrder.yaml', 'x-open: true\n', '')
    .isFound('open-objects', 'Expected x-open: true', 'type: object'),
  mistake('another dialect of JSON Schema')
    .replacing(root, 'https://json-schema.org/draft/2020-12/schema', 'https://spec.openapis.org/oas/3.1/dialect/base')
    .isFound('json-schema-dialect', 'https://json-schema.org/draft/2020-12/schema', 'jsonSchemaDialect:'),
  mistake('a known value that does not match the type')
    .replacing(filterSchema, 'x-known-values: [user]', 'x-known-values: [user, 5]')
    .isFound('known-values', 'found 5', 'x-known-values:'),
  mistake('an unknown that the register does not have')
    .replacing(filterPath, 'x-unknown: [filter-update.request]', 'x-unknown: [filter-update.body]')
    .isFound('unknowns-register', 'filter-update.body'),
  mistake('an address in an example that is not a URL')
    .replacing(hidden, 'award: https://cdn.example.com/awards/', 'award: /awards/')
    .isFound('no-invalid-media-type-examples', 'uri'),
  mistake('a response schema that forbids additional fields')
    .replacing(filterSchema, 'properties:\n', 'additionalProperties: false\nproperties:\n')
    .isFound('open-responses', 'additionalProperties', 'additionalProperties: false'),
  mistake('a default that does not match the type')
    .replacing(filterSchema, 'userEnabled:\n    type: boolean', "userEnabled:\n    type: boolean\n    default: 'yes'")
    .isFound('oas3-valid-schema-example', 'boolean', "default: 'yes'"),
  mistake('a value of the wrong type in an example')
    .replacing(review, 'rating: 5', 'rating: five')
    .isFound('no-invalid-media-type-examples', 'integer'),
  mistake('a body without an example')
    .replacing(
      'openapi/paths/callouts/callouts_{callout_id}.yaml',
      '        examples:\n          CalloutUpdateColour:\n' +
        '            $ref: ../../components/examples/callouts/CalloutUpdateColour.yaml\n',
      '',
    )
    .isFound('named-examples', 'Expected at least one named example', 'application/json:\n        schema:'),
  mistake('an example with a text that looks like a key')
    .replacing(hidden, 'tracker_share_id: share-117', 'tracker_share_id: 9f8b3c1d7e6a4052bd81c7e09a3f5d26')
    .isFound('no-credentials', 'Expected no credential', 'tracker_share_id: 9f8b'),
];
