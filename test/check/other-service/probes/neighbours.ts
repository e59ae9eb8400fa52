import { type Ask, author, book, type Received } from '../ask.js';
import type { JsonObject } from '../store.js';
import { after, field, newBook, type Probe } from './probe.js';

// The first book has a review. The fourth book has another author. The eighth author has no book.
const first = `/v1/books/${book(0)}`;
const mine = newBook({ authorId: author(0) });
const anAuthor = `/v1/authors/${author(0)}`;
const review = { rating: 3, reviewer: 'A' };
const longAgo = ({ body }: Received): boolean => String(body['updatedAt']) < '2025-09';
const gone = (received: Received): number => received.status;

/** Returns something that is visible only after several requests. */
const later =
  (requests: readonly (readonly [request: string, body?: JsonObject])[], see: (ask: Ask) => Promise<unknown>) =>
  async (ask: Ask): Promise<unknown> => {
    for (const [request, body] of requests) await ask(request, body ? { body } : {});
    return see(ask);
  };

export const neighbourProbes: readonly Probe[] = [
  ['patch-moves-author', after(`PATCH ${first}`, { body: { year: 1990 } }, `GET ${anAuthor}`, field('country')), 'XX'],
  [
    'patch-resets-ratings',
    after(
      `PATCH /v1/books/${book(3)}`,
      { body: { year: 1990 } },
      `GET /v1/books/${book(3)}/reviews/2`,
      field('rating'),
    ),
    1,
  ],
  [
    'patch-copies',
    after(`PATCH ${first}`, { body: { title: 'Low Tide' } }, 'GET /v1/books?limit=1', field('total')),
    31,
  ],
  ['patch-touches-all', after(`PATCH ${first}`, { body: {} }, `GET /v1/books/${book(7)}`, longAgo), false],
  ['patch-removes-book', after(`PATCH ${anAuthor}`, { body: { name: 'A' } }, `GET ${first}`, gone), 404],
  ['put-drops-reviews', after(`PUT ${first}`, { body: mine }, `GET ${first}/reviews`, field('total')), 0],
  [
    'put-unlinks-books',
    after(
      `PUT /v1/authors/${author(3)}`,
      { body: { name: 'A' } },
      `GET /v1/books?authorId=${author(3)}`,
      field('total'),
    ),
    0,
  ],
  [
    'put-shares-pages',
    after(`PUT ${first}`, { body: newBook({ pages: 77 }) }, `GET /v1/books/${book(29)}`, field('pages')),
    77,
  ],
  [
    'create-clears-price',
    after('POST /v1/books', { body: newBook() }, `GET /v1/books/${book(29)}`, field('price')),
    undefined,
  ],
  ['review-cuts-title', after(`POST ${first}/reviews`, { body: review }, `GET ${first}`, field('title')), 'The Salt'],
  ['create-pushes-out', after('POST /v1/books', { body: mine }, `GET /v1/books/${book(28)}`, gone), 404],
  [
    'create-revives',
    later([[`DELETE ${first}`], ['POST /v1/books', newBook({ title: 'The Salt Register' })]], async (ask) =>
      gone(await ask(`GET ${first}`)),
    ),
    200,
  ],
  [
    'delete-clears-tags',
    after(`DELETE ${first}`, {}, `GET /v1/books/${book(7)}`, ({ body }) =>
      body['tags']?.map(String).includes('orphan'),
    ),
    true,
  ],
  ['delete-takes-book', after(`DELETE ${first}/reviews/1`, {}, `GET ${first}`, gone), 404],
  ['delete-takes-reviews', after(`DELETE ${first}`, {}, `GET /v1/books/${book(21)}/reviews`, field('total')), 0],
  ['delete-takes-author', after(`DELETE ${first}`, {}, `GET ${anAuthor}`, gone), 404],
];
