import { author, book, noAuthor, noBook, type Received } from '../ask.js';
import { after, field, newBook, of, type Probe, shown, status } from './probe.js';

const body = ({ body: received }: Received): unknown => received;
const media = ({ headers }: Received): unknown => headers.get('content-type');
const bornOn = '2023-02-29'; // Not a leap year.
const first = `GET /v1/books/${book(0)}`;
const patch = `PATCH /v1/books/${book(0)}`;
const reviews = `/v1/books/${book(0)}/reviews`;
const unlabelled = { 'content-type': 'text/plain' };

export const refusalProbes: readonly Probe[] = [
  ['auth-ignored', status('GET /v1/books', { authorization: null }), 200],
  ['auth-ignored-for-one', status(`GET ${reviews}/1`, { authorization: null }), 200],
  ['auth-ignored-on-create', status('POST /v1/books', { authorization: null, body: newBook() }), 201],
  ['auth-any-key', status('GET /v1/authors', { authorization: 'Bearer wrong' }), 200],
  ['auth-empty-key', status('GET /v1/books', { authorization: 'Bearer ' }), 200],
  ['auth-500', status(`GET /v1/authors/${author(0)}`, { authorization: null }), 500],
  [
    'no-challenge',
    of('GET /v1/books', ({ headers }) => headers.get('www-authenticate'), { authorization: null }),
    null,
  ],
  ['key-echoed', of(`GET /v1/books/${noBook}`, ({ text }) => text.includes('shelf-key-3f9a1c')), true],
  ['unknown-id-200', shown('id', `GET /v1/books/${noBook}`), book(0)],
  ['unknown-id-500', status(`GET /v1/authors/${noAuthor}`), 500],
  ['unknown-id-created', status(`PUT /v1/books/${noBook}`, { body: newBook() }), 201],
  ['bad-id-500', status(`GET ${reviews}/first`), 500],
  ['empty-for-unknown', of(`GET /v1/books/${noBook}/reviews`, body), { items: [], total: 0, limit: 20, offset: 0 }],
  ['review-of-other-book', status(`GET /v1/books/${book(1)}/reviews/1`), 200],
  ['reviews-of-all', of(`GET ${reviews}?limit=100`, ({ body: received }) => received['items']?.length), 30],
  ['delete-under-other-book', status(`DELETE /v1/books/${book(1)}/reviews/1`), 204],
  ['malformed-json-500', status(`PATCH /v1/books/${noBook}`, { text: '{"price":' }), 500],
  ['malformed-json-200', status(patch, { text: '{"price":' }), 200],
  ['wrong-media-type-500', status(`PUT /v1/authors/${noAuthor}`, { text: 'name=A', headers: unlabelled }), 500],
  ['wrong-media-type-taken', status('POST /v1/books', { body: newBook(), headers: unlabelled }), 201],
  ['form-as-empty-patch', status(`PATCH /v1/authors/${author(0)}`, { text: 'name=A', headers: unlabelled }), 200],
  ['validation-500', status('POST /v1/books', { body: {} }), 500],
  ['accepts-too-long', status('POST /v1/books', { body: newBook({ title: 'a'.repeat(201) }) }), 201],
  ['accepts-unknown-language', shown('language', patch, { language: 'it' }), 'it'],
  [
    'accepts-missing-part',
    status('POST /v1/books', { body: { title: 'Low Tide', authorId: author(0), language: 'en' } }),
    201,
  ],
  ['accepts-bad-isbn', status('POST /v1/books', { body: newBook({ isbn: '12' }) }), 201],
  ['accepts-wrong-type', shown('available', patch, { available: 'yes' }), true],
  ['accepts-out-of-bounds', shown('rating', `POST ${reviews}`, { rating: 6, reviewer: 'A' }), 5],
  ['accepts-bad-date', shown('bornOn', `PATCH /v1/authors/${author(0)}`, { bornOn }), bornOn],
  ['accepts-bad-email', status('POST /v1/authors', { body: { name: 'A', email: 'a' } }), 201],
  ['accepts-empty-name', status(`PUT /v1/authors/${author(0)}`, { body: { name: '' } }), 200],
  ['accepts-equal-tags', shown('tags', patch, { tags: ['a', 'a'] }), ['a']],
  ['rejects-empty-list', status(patch, { body: { tags: [] } }), 422],
  ['rejects-zero', status('POST /v1/books', { body: newBook({ price: 0 }) }), 422],
  ['rejects-longest', status('POST /v1/authors', { body: { name: 'a'.repeat(120) } }), 422],
  ['unicode-500', status(`POST ${reviews}`, { body: { rating: 1, reviewer: '🦉' } }), 500],
  ['refused-patch-applies', after(patch, { body: { price: 1, year: 1 } }, first, field('price')), 1],
  ['problem-as-json', of(`GET /v1/books/${noBook}`, media), 'application/json'],
  ['problem-without-status', of(`GET /v1/books/${noBook}`, ({ body: received }) => 'status' in received), false],
  ['problem-status-as-text', shown('status', 'GET /v1/books?limit=0'), '422'],
  ['error-html', of(`GET /v1/authors/${noAuthor}`, media), 'text/html; charset=utf-8'],
  ['stack-trace', of(`PATCH /v1/books/${noBook}`, ({ text }) => text.includes('at JSON.parse'), { text: '{' }), true],
  ['forbidden-for-unknown', status(`GET /v1/books/${noBook}`), 403],
  ['redirect-without-key', status('GET /v1/books', { authorization: null }), 302],
];
