import type { JsonPath } from './lint-document.js';

type JsonObject = Record<string, unknown>;

/** A change of the base document: a path and its new value; undefined removes the value. */
export type Change = readonly [path: JsonPath, value: unknown];

export const prefix = '/api/directory/private/v1alpha';
export const filtersPath = `${prefix}/directories/{directory_id}/filters/`;
export const filterPath = `${prefix}/filters/{filter_id}/`;
/** Paths of the two path items and of the schemas, for changes and for expected findings. */
export const filters: JsonPath = ['paths', filtersPath];
export const filter: JsonPath = ['paths', filterPath];
export const schemas: JsonPath = ['components', 'schemas'];

function inferred(basis: string): JsonObject {
  return { section: '4.3', stated: ['name', 'method'], inferred: { path: basis, request: basis, responses: basis } };
}

function jsonBody(schema: JsonObject, example: string): JsonObject {
  return {
    'application/json': { schema, examples: { [example]: { $ref: `#/components/examples/${example}` } } },
  };
}

function parameter(name: string, description: string): JsonObject {
  return { name, in: 'path', required: true, description, schema: { type: 'string', format: 'uuid' } };
}

const refused = { default: { $ref: '#/components/responses/Refused' } };
const filterAnswer = { '200': { $ref: '#/components/responses/FilterFound' }, ...refused };
const filterRef = { $ref: '#/components/schemas/Filter' };
const exampleFilter = { id: '3f2b8c1e-9d47-4a6b-8e21-5c0d7f9a1b34', name: 'Industry', type: 'user', colour: 'ff8800' };

/**
 * Returns a small document that every rule accepts. Each call returns a new copy, so a change affects no other test.
 */
export function baseDocument(): JsonObject {
  return JSON.parse(JSON.stringify(document)) as JsonObject;
}

const document = {
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: { title: 'Filters', version: '1.0.0', description: 'Filters of a directory.' },
  servers: [
    {
      url: '{base_url}',
      description: 'The service.',
      variables: { base_url: { default: 'https://directory.example', description: 'Where the service is.' } },
    },
  ],
  security: [{ ApiKey: [] }],
  tags: [
    { name: 'filters', description: 'A filter narrows a list of entries.' },
    { name: 'directories', description: 'A directory holds entries.' },
  ],
  'x-tagGroups': [{ name: 'Directory', tags: ['filters', 'directories'] }],
  'x-unknowns': [
    {
      id: 'filter.type-values',
      section: '2.2',
      question: 'Which types are there?',
      assumed: 'Any string.',
      evidence: 'A filter of another type.',
      answer: { type: 'array', items: { type: 'string' }, examples: [['user']] },
    },
  ],
  paths: {
    [filtersPath]: {
      get: {
        operationId: 'listFilters',
        summary: 'Get all filters',
        description: 'Lists the filters of a directory.',
        tags: ['directories'],
        'x-source-name': 'Get all filters',
        'x-provenance': inferred('convention'),
        parameters: [{ $ref: '#/components/parameters/DirectoryId' }],
        responses: {
          '200': {
            description: 'The filters.',
            content: jsonBody({ type: 'array', items: filterRef }, 'Filters'),
          },
          ...refused,
        },
      },
      post: {
        operationId: 'createFilter',
        summary: 'Create a filter',
        description: 'Creates a filter in a directory.',
        tags: ['filters'],
        'x-source-name': 'Create a filter',
        'x-provenance': inferred('reference'),
        parameters: [{ $ref: '#/components/parameters/DirectoryId' }],
        requestBody: {
          required: true,
          description: 'The new filter.',
          content: jsonBody({ $ref: '#/components/schemas/FilterUpdate' }, 'FilterRenamed'),
        },
        responses: filterAnswer,
      },
    },
    [filterPath]: {
      parameters: [{ $ref: '#/components/parameters/FilterId' }],
      get: {
        operationId: 'getFilter',
        summary: 'Get a filter',
        description: 'Gets one filter.',
        tags: ['filters'],
        'x-source-name': 'Get a filter',
        'x-provenance': inferred('group'),
        responses: filterAnswer,
      },
      delete: {
        operationId: 'deleteFilter',
        summary: 'Delete a filter',
        description: 'Deletes one filter.',
        tags: ['filters'],
        'x-source-name': 'Delete a filter',
        'x-provenance': inferred('convention'),
        responses: { '204': { description: 'The filter is gone.' }, ...refused },
      },
    },
  },
  components: {
    securitySchemes: {
      ApiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare key.' },
    },
    parameters: {
      DirectoryId: parameter('directory_id', 'The id of the directory.'),
      FilterId: parameter('filter_id', 'The id of the filter.'),
    },
    responses: {
      FilterFound: { description: 'The filter.', content: jsonBody(filterRef, 'Filter') },
      Refused: {
        description: 'The request was refused.',
        content: jsonBody({ $ref: '#/components/schemas/ApiError' }, 'NotFound'),
      },
    },
    schemas: {
      Filter: {
        type: 'object',
        description: 'A filter as it is served.',
        'x-provenance': { section: '2.2', stated: true },
        properties: {
          id: { type: 'string', format: 'uuid', description: 'The id of the filter.' },
          name: { type: 'string' },
          type: { type: 'string', 'x-known-values': ['user'], 'x-unknown': ['filter.type-values'] },
          colour: { type: 'string', pattern: '^[0-9a-f]{6}$' },
        },
      },
      FilterUpdate: {
        type: 'object',
        description: 'The fields of a filter that can be changed.',
        properties: { name: { type: 'string', 'x-reflected-as': '/name' } },
      },
      ApiError: { type: 'object', description: 'Why it was refused.', additionalProperties: true, 'x-open': true },
    },
    examples: {
      Filter: { summary: 'A filter of the users', value: exampleFilter },
      Filters: { summary: 'One filter', value: [exampleFilter] },
      FilterRenamed: { summary: 'Another name', value: { name: 'Branch' } },
      NotFound: { summary: 'No such filter', value: { detail: 'Not found.' } },
    },
  },
};

/** Returns the base document after changes. Objects on the way to a path must exist, so that a mistyped path fails. */
export function documentWith(...changes: Change[]): JsonObject {
  const changed = baseDocument();
  for (const [path, value] of changes) {
    let holder: Record<string | number, unknown> = changed;
    for (const segment of path.slice(0, -1)) {
      const held = holder[segment];
      if (typeof held !== 'object' || held === null)
        throw new Error(`The base document has no value at ${path.join(' > ')}`);
      holder = held as Record<string | number, unknown>;
    }
    const last = path.at(-1) ?? '';
    if (value === undefined) delete holder[last];
    else holder[last] = structuredClone(value);
  }
  return changed;
}
