import { type Ask, author, book, noAuthor } from '../ask.js';
import type { JsonObject } from '../store.js';
import { after, field, newBook, type Probe, status } from './probe.js';

const first = `/v1/books/${book(0)}`;
const reviews = `/v1/books/${book(3)}/reviews`;
const wrong = { year: 'then' };

/** Returns the status of the last request. */
const last =
  (...requests: readonly (readonly [request: string, body?: JsonObject])[]) =>
  async (ask: Ask): Promise<unknown> => {
    let found: unknown;
    for (const [request, body] of requests) found = await status(request, body ? { body } : {})(ask);
    return found;
  };

export const removalProbes: readonly Probe[] = [
  ['refused-put-applies', after(`PUT ${first}`, { body: newBook(wrong) }, `GET ${first}`, field('title')), 'Low Tide'],
  [
    'refused-creation-stored',
    after('POST /v1/books', { body: newBook({ authorId: noAuthor }) }, 'GET /v1/books?limit=1', field('total')),
    31,
  ],
  [
    'refused-review-touches-book',
    after(`POST ${first}/reviews`, { body: { rating: 0 } }, `GET ${first}`, field('price')),
    undefined,
  ],
  [
    'refused-deletion-removes',
    after(`DELETE ${reviews}/2`, { authorization: null }, `GET ${reviews}`, field('total')),
    3,
  ],
  [
    'refused-deletion-clears',
    after(`DELETE /v1/authors/${author(0)}`, {}, `GET /v1/authors/${author(0)}`, field('email')),
    null,
  ],
  ['second-deletion-removes', last([`DELETE ${first}`], [`DELETE ${first}`], [`GET /v1/books/${book(29)}`]), 404],
  ['second-deletion-500', last([`DELETE ${first}`], [`DELETE ${first}`]), 500],
  ['deletion-breaks-books', last([`DELETE ${first}`], [`GET /v1/books/${book(7)}`]), 500],
  ['second-creation-500', last([`DELETE ${first}`], ['POST /v1/books', newBook({ title: 'The Salt Register' })]), 500],
];
