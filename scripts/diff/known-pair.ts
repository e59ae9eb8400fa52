/** What Redocly must say of the pair, each once and as major. */
export const knownRules = [
  'operation-id-changed',
  'operation-removed',
  'parameter-became-required',
  'property-removed',
  'schema-type-changed',
] as const;

function document(paths: object): string {
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Known', version: '1.0.0' }, paths });
}

function thing(properties: object): object {
  return {
    200: { description: 'A thing.', content: { 'application/json': { schema: { type: 'object', properties } } } },
  };
}

/**
 * Two documents, the second of which breaks the first in the ways of {@link knownRules}, and adds an optional field
 * besides. They are as small as they can be: each comparison looks at them, too.
 */
export const knownPair = {
  old: document({
    '/things': {
      get: { operationId: 'getThing', responses: thing({ gone: { type: 'string' }, narrowed: { type: 'string' } }) },
      delete: { operationId: 'deleteThing', responses: { 204: { description: 'Gone.' } } },
    },
  }),
  new: document({
    '/things': {
      get: {
        operationId: 'readThing',
        parameters: [{ name: 'mode', in: 'query', required: true, schema: { type: 'string' } }],
        responses: thing({ narrowed: { type: 'integer' }, somethingElseEntirely: { type: 'boolean' } }),
      },
    },
  }),
} as const;
