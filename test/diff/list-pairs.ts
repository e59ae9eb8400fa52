import { operation, set } from './documents.js';
import type { Edit, EditPair } from './security-pairs.js';

const parts = { type: 'array', items: { $ref: '#/components/schemas/Part' } };
const envelope = {
  type: 'object',
  properties: { results: parts, rows: parts, next: { type: 'string' }, count: { type: 'integer' } },
};
const query = (name: string): object => ({ name, in: 'query', schema: { type: 'integer' } });
const parameters = [{ $ref: '#/components/parameters/Id' }, ...['page', 'offset', 'limit', 'size'].map(query)];

/** A list with this response and these parameters. By default, both documents of a pair have the same. */
const list =
  (paging: unknown, schema: object = envelope, id = 'readThing', all: object[] = parameters): Edit =>
  (document) =>
    set(operation(document, id), {
      ...(paging !== undefined && { 'x-paging': paging }),
      ...(id === 'readThing' && { parameters: all }),
      responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } },
    });

const items = '/results';
const page = { query: 'page' };
const pair = (what: string, before: unknown, after: unknown, there: EditPair['there'], back = there): EditPair => ({
  what,
  before: list(before),
  after: list(after),
  there,
  back,
});
/** A bare array, without a parameter for pages. */
const bare = (paging?: object, all: object[] = parameters.slice(0, 1)): Edit => list(paging, parts, 'readThing', all);

/** Pairs that differ in the way in which an operation returns its list. */
export const listPairs: readonly EditPair[] = [
  { what: 'an envelope around a bare array', before: bare(), after: list({ items }), there: 'major', back: 'major' },
  {
    what: 'an envelope around the list of an inferred operation',
    before: list({ items: '' }, {}, 'listParts'),
    after: list({ items }, {}, 'listParts'),
    there: 'minor',
    back: 'minor',
  },
  pair('items that moved', { items }, { items: '/rows' }, 'major'),
  pair('the items of an object, which nobody said', undefined, { items }, 'minor', 'major'),
  pair('another address of the next page', { items, next: '/next' }, { items, next: '/links/next' }, 'major'),
  pair('a header Link instead of a field', { items, next: '/next' }, { items, next: 'link' }, 'major'),
  pair('a further way to the next page', { items, page }, { items, page, next: '/next' }, 'minor', 'major'),
  pair('the address of the next page', { items }, { items, next: '/next' }, 'minor', 'major'),
  pair('another parameter', { items, page }, { items, page: { query: 'offset' } }, 'major'),
  pair('items instead of pages', { items, page }, { items, page: { ...page, by: 'offset' } }, 'major'),
  pair('pages from 0', { items, page }, { items, page: { ...page, first: 0 } }, 'major'),
  pair('a size', { items, page }, { items, page: { ...page, size: 'limit' } }, 'minor', 'major'),
  pair(
    'another size',
    { items, page: { ...page, size: 'size' } },
    { items, page: { ...page, size: 'limit' } },
    'major',
  ),
  pair('the number of all items', { items }, { items, total: '/count' }, 'minor', 'major'),
  pair('the number of all items elsewhere', { items, total: '/count' }, { items, total: '/total' }, 'major'),
  pair('defaults', { items, page }, { items, page: { ...page, by: 'number', first: 1 } }, 'patch'),
  pair('members in another order', { items, page }, { page, items }, 'none'),
  { what: 'an empty x-paging', before: bare(), after: bare({}), there: 'patch', back: 'patch' },
  {
    what: 'pages of a list that came whole',
    before: bare(),
    after: bare({ next: 'link' }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'pages of a list that had a parameter for them',
    before: bare(undefined, parameters),
    after: bare({ next: 'link', page }, parameters),
    there: 'minor',
    back: 'major',
  },
];
