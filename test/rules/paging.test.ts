import { filter, filters, schemas } from './base-document.js';
import { describeRule, found, type Part, put, type Row, wrong } from './describe-rule.js';

const get = [...filters, 'get'];
const paging = [...get, 'x-paging'];
const schema = [...get, 'responses', '200', 'content', 'application/json', 'schema'];
const array = { type: 'array', items: { $ref: '#/components/schemas/Filter' } };
const fields = {
  results: array,
  count: { type: 'integer' },
  next: { type: ['string', 'null'] },
  more: { type: 'boolean' },
  meta: { type: 'object', properties: { after: { type: 'string' }, 'a/b': array } },
};
const page = { type: 'object', properties: fields };

const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
const listed = put(
  [...get, 'parameters'],
  [{ $ref: '#/components/parameters/DirectoryId' }, query('page'), query('n')],
);
/** A list whose response has this schema, with this `x-paging`. */
const list = (value: object, said: object): Part[] => [listed, put(schema, value), put(paging, said)];
/** A wrong member of `x-paging`, for an object with results, count and more. */
const member = (said: object, at: string[], message: string): Part[] => [
  ...list(page, said),
  found([...paging, ...at], message),
];
const row = (what: string, said: object, at: string, message: string): Row => [
  what,
  ...member(said, at.split(' ').filter(Boolean), message),
];
const inFields = 'found an object with results, count, next, more, meta';

describeRule('paging', {
  accepts: [
    ['no x-paging'],
    [
      'page numbers',
      ...list(page, { items: '/results', total: '/count', page: { query: 'page', first: 0, size: 'n' } }),
    ],
    ['the URL of the next page', ...list(page, { items: '/results', next: '/next' })],
    ['a boolean', ...list(page, { items: '/results', next: '/more', page: { query: 'page', by: 'number' } })],
    ['a cursor', ...list(page, { items: '/results', next: '/meta/after', page: { query: 'n', by: 'cursor' } })],
    ['a bare array with a header Link', ...list(array, { items: '', next: 'link' })],
    ['an offset', ...list(array, { page: { query: 'page', by: 'offset' } })],
    ['a pointer with an escaped slash', ...list(page, { items: '/meta/a~1b' })],
    [
      'a component, composed of others',
      put([...schemas, 'Page'], { allOf: [{ type: 'object', properties: { count: fields.count } }, page] }),
      ...list({ $ref: '#/components/schemas/Page' }, { items: '/results', total: '/count' }),
    ],
    ['an array that may be null', ...list({ anyOf: [{ type: 'null' }, array] }, {})],
    ['a type that is not listed', ...list({}, { items: '/results', total: '/meta/count' })],
    ['an open object', ...list({ ...page, 'x-open': true }, { items: '/rows', next: '/links/next' })],
    [
      'an open object inside',
      ...list({ properties: { data: { additionalProperties: true } } }, { items: '/data/rows' }),
    ],
    [
      'a schema that contains itself',
      put([...schemas, 'Loop'], { allOf: [{ $ref: '#/components/schemas/Loop' }] }),
      ...list({ $ref: '#/components/schemas/Loop' }, { items: '/results' }),
    ],
    [
      'a parameter of the path item, by reference',
      put(['components', 'parameters', 'Page'], query('page')),
      put([...filters, 'parameters'], [{ $ref: '#/components/parameters/Page' }]),
      put(paging, { page: { query: 'page' } }),
    ],
  ],
  rejects: [
    [
      'no object',
      wrong(paging, 'link', 'Expected x-paging to be an object such as { items: /results }; found "link".'),
    ],
    row(
      'an unknown member',
      { items: '/results', nxt: 'link' },
      'nxt',
      'Expected items, next, total, page in x-paging; found "nxt". Did you mean next?',
    ),
    row(
      'an unknown member of page',
      { items: '/results', page: { query: 'page', sise: 'n' } },
      'page sise',
      'Expected query, by, first, size in page; found "sise". Did you mean size?',
    ),
    row('items without a slash', { items: 'results' }, 'items', 'found "results". Write /results.'),
    row('items with a wrong escape', { items: '/a~b' }, 'items', 'found "/a~b". Correct it.'),
    row(
      'another word than link',
      { items: '/results', next: 'Link' },
      'next',
      'Expected next to be "link", or a JSON pointer that begins with /, such as /next; found "Link". Write link.',
    ),
    row(
      'a total that is a number',
      { items: '/results', total: 4 },
      'total',
      'Expected total to be a JSON pointer that begins with /, such as /count; found 4.',
    ),
    row(
      'page as a word',
      { items: '/results', page: 'page' },
      'page',
      'Expected page to be an object such as { query: page }; found "page".',
    ),
    row(
      'an unknown way',
      { items: '/results', page: { query: 'page', by: 'ofset' } },
      'page by',
      'Expected by to be number, offset, cursor; found "ofset". Did you mean offset?',
    ),
    row(
      'a first page that is a text',
      { items: '/results', page: { query: 'page', first: '0' } },
      'page first',
      'the number of the first page, 0 or more; found "0"',
    ),
    row('no parameter', { items: '/results', page: {} }, 'page', 'Expected query in page'),
    row(
      'a cursor that no page names',
      { items: '/results', page: { query: 'page', by: 'cursor' } },
      'page by',
      'Expected next beside "by: cursor"',
    ),
    row(
      'a first page by offset',
      { items: '/results', page: { query: 'page', by: 'offset', first: 1 } },
      'page first',
      'only with page numbers; found it with "by: offset". Remove it.',
    ),
    [
      'a parameter that is not in the query',
      put([...get, 'parameters', 1], { name: 'X-Page', in: 'header', schema: {} }),
      put(paging, { page: { query: 'X-Page', size: 'size' } }),
      found(
        [...paging, 'page', 'query'],
        'Expected query to be a query parameter of the operation; found "X-Page". Add it',
      ),
      found(
        [...paging, 'page', 'size'],
        'Expected size to be a query parameter of the operation; found "size". Add it',
      ),
    ],
    row(
      'a mistyped parameter',
      { items: '/results', page: { query: 'pgae' } },
      'page query',
      'found "pgae". Did you mean page?',
    ),
    row(
      'no items, where the response is an object',
      { total: '/count' },
      '',
      `Expected items in x-paging, or an array in the schema of the response 200; ${inFields}. Did you mean /results?`,
    ),
    row(
      'items that lead to a number',
      { items: '/count' },
      'items',
      'Expected items to lead to an array in the schema of the response 200; found a number. Did you mean /results?',
    ),
    row(
      'items that lead nowhere',
      { items: '/result' },
      'items',
      `${inFields} and without "result". Did you mean /results?`,
    ),
    row('items below an array', { items: '/results/0' }, 'items', 'found an array at /results. Did you mean /results?'),
    row(
      'next that leads to an object',
      { items: '/results', next: '/meta' },
      'next',
      'found an object with after, a/b. Did you mean /next?',
    ),
    row(
      'a boolean without a page',
      { items: '/results', next: '/more' },
      'next',
      'Expected next to lead to a URL (anything else needs page) in the schema of the response 200; found a boolean',
    ),
    row(
      'a boolean as a cursor',
      { items: '/results', next: '/more', page: { query: 'n', by: 'cursor' } },
      'next',
      'the cursor of the next page in the schema of the response 200; found a boolean',
    ),
    row(
      'a total that is a text',
      { items: '/results', total: '/next' },
      'total',
      'Expected total to lead to an integer in the schema of the response 200; found a string or null. ' +
        'Did you mean /count?',
    ),
    [
      'an envelope around what is an array',
      listed,
      put(paging, { items: '/results' }),
      found([...paging, 'items'], 'found an array as the whole response. Remove items: the response itself is that.'),
    ],
    [
      'a POST',
      put([...filters, 'post', 'x-paging'], {}),
      found([...filters, 'post', 'x-paging'], 'found it at a POST. Remove it.'),
    ],
    ['a path', wrong([...filters, 'x-paging'], {}, 'found it at a path. Move it to its get.')],
    [
      'no success with JSON',
      put([...get, 'responses'], { '200': { description: 'CSV.', content: { 'text/csv': {} } } }),
      put(paging, {}),
      found(paging, 'Expected a success with JSON, which has the list; found 200 with text/csv.'),
    ],
    [
      'no body',
      put([...filter, 'get', 'responses'], { '204': { description: 'Empty.' } }),
      put([...filter, 'get', 'x-paging'], {}),
      found([...filter, 'get', 'x-paging'], 'found 204 without a body'),
    ],
  ],
});
