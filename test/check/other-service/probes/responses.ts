import { author, book } from '../ask.js';
import { of, type Probe, shown } from './probe.js';

const first = `GET /v1/books/${book(0)}`;
const second = `GET /v1/books/${book(1)}`;
const anAuthor = `GET /v1/authors/${author(0)}`;
const reviews = `GET /v1/books/${book(3)}/reviews`;
const books = 'GET /v1/books';

export const responseProbes: readonly Probe[] = [
  ['year-as-text', shown('year', first), '1987'],
  ['available-as-number', of(books, ({ body }) => body['items']?.map((item) => item['available']).slice(0, 2)), [1, 0]],
  ['nested-wrong-type', of(second, ({ body }) => body['dimensions']?.['width']), '12'],
  ['role-as-list', of(first, ({ body }) => body['contributors']?.[0]?.['role']), ['translator']],
  ['list-without-required', of(books, ({ text }) => text.includes('"available"')), false],
  ['author-without-created', of(anAuthor, ({ body }) => 'createdAt' in body), false],
  ['date-with-time', shown('publishedOn', first), '1987-01-10T00:00:00Z'],
  ['time-without-zone', shown('createdAt', anAuthor), '2025-01-06T08:30:00.000'],
  ['time-as-number', of(reviews, ({ body }) => typeof body['items']?.[0]?.['createdAt']), 'number'],
  ['bad-email', shown('email', anAuthor), 'ursel at adebayo.example.com'],
  ['relative-uri', shown('coverUrl', first), '/0.jpg'],
  ['language-upper-case', of(books, ({ body }) => body['items']?.[0]?.['language']), 'EN'],
  ['rating-of-ten', of(reviews, ({ body }) => body['items']?.map((item) => item['rating'])), [8, 2, 6, 10]],
  ['tags-repeated', shown('tags', first), ['novel', 'novel', 'sea']],
  ['isbn-with-hyphens', shown('isbn', first), '978-123456700-0'],
  ['null-for-absent', shown('pages', `GET /v1/books/${book(4)}`), null],
  ['reviewer-null', of(reviews, ({ body }) => body['items']?.map(({ reviewer }) => reviewer)[1]), null],
  ['extra-field', shown('rowVersion', first), 3],
  ['author-extra-field', of('GET /v1/authors', ({ body }) => body[0]?.['sortName']), 'URSEL ADEBAYO'],
  ['extra-field-deep', of(second, ({ body }) => body['dimensions']?.['unit']), 'cm'],
  ['edition-without-kind', shown('edition', first), { shelfMark: 'SH-1000' }],
  ['id-without-prefix', of(books, ({ body }) => body['items']?.[0]?.['id']), book(0).slice(3)],
  ['list-shortens-title', of(books, ({ body }) => body['items']?.[0]?.['title']), 'The Salt Re…'],
  ['list-other-price', of(books, ({ body }) => body['items']?.[1]?.['price']), 9.25],
  ['wrong-thing', shown('id', first), book(1)],
  ['read-203', of(first, ({ status }) => status), 203],
  ['json-as-text', of(anAuthor, ({ headers }) => headers.get('content-type')), 'text/plain'],
  ['list-unwrapped', of(reviews, ({ body }) => body.length), 4],
  ['field-absent', of(first, ({ body }) => 'updatedAt' in body), false],
];
