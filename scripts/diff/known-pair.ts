/** The rules that Redocly must report for the pair, each once and as major. */
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

function badge(properties: object): object {
  return {
    200: { description: 'A badge.', content: { 'application/json': { schema: { type: 'object', properties } } } },
  };
}

/**
 * Two documents. The second breaks the first in the ways of {@link knownRules}, and also adds an optional field. They
 * are as small as possible, because every comparison includes them.
 */
export const knownPair = {
  old: document({
    '/badges': {
      get: { operationId: 'getBadge', responses: badge({ gone: { type: 'string' }, narrowed: { type: 'string' } }) },
      delete: { operationId: 'deleteBadge', responses: { 204: { description: 'Gone.' } } },
    },
  }),
  new: document({
    '/badges': {
      get: {
        operationId: 'readBadge',
        parameters: [{ name: 'mode', in: 'query', required: true, schema: { type: 'string' } }],
        responses: badge({ narrowed: { type: 'integer' }, somethingElseEntirely: { type: 'boolean' } }),
      },
    },
  }),
} as const;
