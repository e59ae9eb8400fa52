import { type Ask, author, book, type Received } from '../ask.js';
import { of, type Probe, shown, status } from './probe.js';

const numbers = new Map(Array.from({ length: 30 }, (_, index) => [book(index), index]));
const authorNumbers = new Map(Array.from({ length: 8 }, (_, index) => [author(index), index]));

const ids = ({ body }: Received): (number | undefined)[] =>
  body['items']?.map(({ id }) => numbers.get(String(id))) ?? [];
const authors = ({ body }: Received): (number | undefined)[] => body.map(({ id }) => authorNumbers.get(String(id)));
const count = ({ body }: Received): number | undefined => body['items']?.length;
const all =
  (field: string) =>
  ({ body }: Received): unknown[] =>
    [...new Set(body['items']?.map((item) => item[field]))].sort();

const again =
  (request: string, times: number, see: (received: Received) => unknown) =>
  async (ask: Ask): Promise<unknown[]> => {
    const seen = [];
    for (let time = 0; time < times; time += 1) seen.push(see(await ask(request)));
    return seen;
  };

export const listProbes: readonly Probe[] = [
  ['limit-ignored', of('GET /v1/books?limit=3', count), 20],
  ['limit-off-by-one', of('GET /v1/books?limit=3', count), 4],
  ['reviews-limit-ignored', of(`GET /v1/books/${book(3)}/reviews?limit=2`, count), 4],
  ['offset-ignored', of('GET /v1/books?limit=3&offset=4', ids), [0, 1, 2]],
  ['offset-skips-one', of('GET /v1/books?limit=3&offset=4', ids), [5, 6, 7]],
  ['offset-counts-pages', of('GET /v1/books?limit=3&offset=4', ids), [12, 13, 14]],
  ['page-ignored', of('GET /v1/authors?per_page=3&page=2', authors), [0, 1, 2]],
  ['page-from-zero', of('GET /v1/authors?per_page=3&page=1', authors), [3, 4, 5]],
  ['page-overlaps', of('GET /v1/authors?per_page=3&page=2', authors), [2, 3, 4]],
  ['per-page-ignored', of('GET /v1/authors?per_page=3', authors), [0, 1, 2, 3, 4, 5, 6, 7]],
  ['total-of-page', shown('total', 'GET /v1/books?limit=3'), 3],
  ['total-ignores-filter', shown('total', 'GET /v1/books?language=nl'), 30],
  ['total-one-short', shown('total', `GET /v1/books/${book(3)}/reviews`), 3],
  ['total-count-of-page', of('GET /v1/authors?per_page=3', ({ headers }) => headers.get('x-total-count')), '3'],
  ['total-count-missing', of('GET /v1/authors', ({ headers }) => headers.get('x-total-count')), null],
  ['total-count-no-number', of('GET /v1/authors', ({ headers }) => headers.get('x-total-count')), '1-8/8'],
  ['sort-ignored', of('GET /v1/books?sort=year&limit=3', ids), [0, 1, 2]],
  ['sort-descending-ignored', of('GET /v1/books?sort=-year&limit=1', ids), [16]],
  ['sort-year-by-title', of('GET /v1/books?sort=year&limit=2', ids), [4, 21]],
  ['sort-within-page', of('GET /v1/books?sort=year&limit=3', ids), [1, 0, 2]],
  ['author-sort-ignored', of('GET /v1/authors?sort=name&per_page=2', authors), [0, 1]],
  ['order-ignored', of('GET /v1/authors?sort=name&order=desc&per_page=2', authors), [4, 5]],
  ['language-filter-ignored', of('GET /v1/books?language=nl', all('language')), ['de', 'en', 'es', 'fr', 'nl']],
  ['author-filter-ignored', shown('total', `GET /v1/books?authorId=${author(2)}`), 30],
  ['available-filter-ignored', of('GET /v1/books?available=true', all('available')), [false, true]],
  ['available-filter-inverted', of('GET /v1/books?available=true', all('available')), [false]],
  ['available-false-ignored', of('GET /v1/books?available=false', all('available')), [false, true]],
  ['filters-either', of('GET /v1/books?available=false&language=nl', all('available')), [false, true]],
  ['filter-after-paging', of('GET /v1/books?language=nl&limit=3', ids), [2]],
  ['list-repeats-item', of('GET /v1/books?limit=3&offset=4', ids), [5, 5, 6]],
  ['list-misses-last', of('GET /v1/books?limit=5&offset=28', ids), [28]],
  [
    'unstable-order',
    again('GET /v1/books?limit=2', 2, ids),
    [
      [0, 1],
      [1, 2],
    ],
  ],
  ['limit-over-maximum', status('GET /v1/books?limit=101'), 200],
  ['negative-offset', status(`GET /v1/books/${book(0)}/reviews?offset=-1`), 200],
  ['unknown-sort-ignored', status('GET /v1/books?sort=colour'), 200],
  ['bad-page-500', status('GET /v1/authors?page=0'), 500],
  ['bad-filter-500', status('GET /v1/books?authorId=nobody'), 500],
  ['flaky-500', again('GET /v1/authors', 3, ({ status: code }) => code), [200, 200, 500]],
];
