import type { Bundle } from '../../scripts/build/artefacts/operations.js';

const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const json = (schema: object) => ({ 'application/json': { schema } });
const refused = { description: 'Refused.', content: json({ $ref: '#/components/schemas/ApiError' }) };
const entry = { $ref: '#/components/schemas/Entry' };

/** A small bundle with one operation of each kind that the client treats differently. */
export const document = {
  openapi: '3.1.0',
  info: { title: 'Entries', version: '0.3.0' },
  paths: {
    '/v1/private/entries/': {
      get: {
        operationId: 'listEntries',
        summary: 'List entries',
        tags: ['entries'],
        'x-provenance': { section: '4.3', stated: ['name', 'method'] },
        'x-unknown': ['lists.envelope', 'operations.parameters'],
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'All.', content: json({ type: 'array', items: entry }) }, default: refused },
      },
      post: {
        operationId: 'createEntry',
        summary: 'Create an entry',
        tags: ['entries'],
        requestBody: { $ref: '#/components/requestBodies/Entry' },
        responses: { 201: { description: 'The entry.', content: json(entry) }, default: refused },
      },
    },
    '/v1/private/entries/search/': {
      get: {
        operationId: 'searchEntries',
        summary: 'Search entries',
        tags: ['entries'],
        'x-provenance': { section: '1', stated: [] },
        parameters: [{ $ref: '#/components/parameters/Text' }],
        responses: { 200: { $ref: '#/components/responses/Entries' }, default: refused },
      },
    },
    '/v1/private/entries/export/': {
      get: {
        operationId: 'exportEntries',
        tags: ['entries'],
        responses: {
          200: { description: 'All.', content: { 'text/csv': { schema: { type: 'string' } } } },
          default: refused,
        },
      },
    },
    '/v1/private/directories/{directory_id}/entries/{entry_id}/': {
      parameters: [id('directory_id'), { $ref: '#/components/parameters/EntryId' }],
      patch: {
        operationId: 'updateEntry',
        summary: 'Update an entry',
        description: 'Changes the fields that the body names.\n\nAll others stay as they are.',
        tags: ['entries'],
        'x-provenance': { section: '4.1', stated: ['name', 'method', 'path', 'request', 'responses'] },
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/EntryUpdate' }) },
        responses: { 200: { description: 'The entry.', content: json(entry) }, default: refused },
      },
      delete: {
        operationId: 'deleteEntry',
        summary: 'Delete an entry.',
        deprecated: true,
        tags: ['entries'],
        'x-provenance': { section: '4.3', stated: ['name'] },
        responses: { 204: { description: 'Deleted.' }, default: refused },
      },
    },
  },
  components: {
    parameters: {
      EntryId: id('entry_id'),
      Text: { name: 'text', in: 'query', required: true, schema: { type: 'string' } },
    },
    requestBodies: { Entry: { required: true, content: json({ $ref: '#/components/schemas/EntryUpdate' }) } },
    responses: { Entries: { description: 'Those found.', content: json({ type: 'array', items: entry }) } },
    schemas: {
      ApiError: { type: 'object', additionalProperties: true },
      Entry: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, title: { type: 'string' }, custom_slug: { type: ['string', 'null'] } },
      },
      EntryUpdate: {
        type: 'object',
        properties: { title: { type: 'string' }, customSlug: { type: 'string' }, status: { type: 'string' } },
      },
    },
  },
};

/** Returns a changed copy of the document. */
export function changed(change: (copy: typeof document) => void): Bundle {
  const copy = structuredClone(document);
  change(copy);
  return copy;
}

/** Returns a copy of the document in which the operation `listEntries` is changed. */
export function changedList(change: object): Bundle {
  return changed(({ paths }) => void Object.assign(paths['/v1/private/entries/'].get, change));
}
