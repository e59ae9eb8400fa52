import { author, book, type Received } from '../ask.js';
import type { JsonObject } from '../store.js';
import { after, field, newBook, of, type Probe, shown, status } from './probe.js';

const reviews = `/v1/books/${book(3)}/reviews`;
const review = { rating: 3, reviewer: 'A' };
const created = (name: string, fields: JsonObject): Probe[1] => shown(name, 'POST /v1/books', newBook(fields));
const ids = ({ body }: Received): unknown => body['items']?.map(({ id }) => id);

/** Follows the Location of a new resource. */
const location =
  (request: string, body: JsonObject): Probe[1] =>
  async (ask) => {
    const path = (await ask(request, { body })).headers.get('location');
    if (path === null) return null;
    const received = await ask(`GET ${path}`);
    return received.body['items'] ? 'a list' : received.status;
  };

/** Returns whether a new resource is in the list. */
const listed =
  (request: string, body: JsonObject, list: string): Probe[1] =>
  async (ask) => {
    const made = await ask(request, { body });
    return (await ask(list)).text.includes(`"id":${JSON.stringify(made.body['id'])}`);
  };

export const creationProbes: readonly Probe[] = [
  ['lower-cased', created('tags', { tags: ['Sea'] }), ['sea']],
  ['create-ignores-field', created('publishedOn', { publishedOn: '2024-03-01' }), null],
  [
    'create-ignores-nested',
    created('contributors', { contributors: [{ name: 'A', role: 'editor' }] }),
    [{ name: 'A', role: 'translator' }],
  ],
  ['create-false-as-default', created('available', { available: false }), true],
  ['create-drops-zero', created('price', { price: 0 }), undefined],
  ['create-escapes', shown('comment', `POST ${reviews}`, { ...review, comment: 'a & b' }), 'a &amp; b'],
  ['create-truncates', created('title', { title: 'a'.repeat(200) }), 'a'.repeat(100)],
  ['create-shifts-date', created('publishedOn', { publishedOn: '2024-03-01' }), '2024-02-29'],
  ['create-rounds', created('price', { price: 12.75 }), 12],
  ['create-not-listed', listed('POST /v1/books', newBook(), 'GET /v1/books?limit=100'), false],
  [
    'create-not-found',
    async (ask) => {
      const made = await ask(`POST ${reviews}`, { body: review });
      return (await ask(`GET ${reviews}/${made.body['id']}`)).status;
    },
    404,
  ],
  ['create-not-stored', listed('POST /v1/authors', { name: 'A' }, 'GET /v1/authors'), false],
  ['create-twice', after(`POST ${reviews}`, { body: review }, `GET ${reviews}`, field('total')), 6],
  ['create-200', status('POST /v1/authors', { body: { name: 'A' } }), 200],
  ['create-without-body', of(`POST ${reviews}`, ({ text }) => text, { body: review }), ''],
  ['location-missing', location('POST /v1/books', newBook()), null],
  ['location-dead', location('POST /v1/authors', { name: 'A' }), 404],
  ['location-of-list', location(`POST ${reviews}`, review), 'a list'],
  [
    'delete-keeps',
    after(`DELETE /v1/books/${book(3)}`, {}, `GET /v1/books/${book(3)}`, (received) => received.status),
    200,
  ],
  [
    'delete-still-listed',
    after(`DELETE /v1/authors/${author(7)}`, {}, 'GET /v1/authors', ({ body }) => body.length),
    8,
  ],
  ['delete-takes-neighbour', after(`DELETE ${reviews}/2`, {}, `GET ${reviews}`, ids), [4, 5]],
  ['delete-200', status(`DELETE /v1/books/${book(3)}`), 200],
  ['delete-breaks-list', after(`DELETE ${reviews}/2`, {}, `GET ${reviews}`, (received) => received.status), 500],
];
