import { author, book, noAuthor, noBook, type Received } from '../ask.js';
import { after, field, of, type Probe, status } from './probe.js';

const first = `GET /v1/books/${book(0)}`;
const one = `GET /v1/authors/${author(0)}`;
const review = `GET /v1/books/${book(0)}/reviews/1`;
const merge = 'application/merge-patch+json';
const books = 'GET /v1/books';
const authors = 'GET /v1/authors';
const noBookPatch = `PATCH /v1/books/${noBook}`;
const noAuthorPatch = `PATCH /v1/authors/${noAuthor}`;
const usual = { accept: 'application/json' };
const withHeaders = (request: string, headers: Record<string, string>): Probe[1] =>
  status(request, { headers: { ...usual, ...headers } });
const media = (request: string, type: string): Probe[1] =>
  status(request, { text: '{}', headers: { 'content-type': type } });
const escaped = '{"n\\u0061me":"A"}';
const encoding = ({ headers }: Received): unknown => headers.get('content-encoding');
const chunked = { body: { name: 'Another name' }, isChunked: true };

export const variationProbes: readonly Probe[] = [
  [
    'header-names-by-case',
    status(books, { authorization: null, headers: { AUTHORIZATION: 'Bearer shelf-key-3f9a1cB7e2D408' } }),
    401,
  ],
  ['accept-any-406', withHeaders(one, { accept: '*/*' }), 406],
  ['no-accept-500', status(authors), 500],
  ['accept-other-500', withHeaders(first, { accept: 'application/x-check' }), 500],
  ['accept-parameter-500', withHeaders(books, { accept: 'application/json;check=1' }), 500],
  ['gzip-refused-but-sent', of(first, encoding, { headers: { 'accept-encoding': 'gzip;q=0' } }), 'gzip'],
  ['cookie-500', withHeaders(`GET /v1/books/${book(0)}/reviews`, { cookie: 'a=b' }), 500],
  ['no-agent-500', status(review, { headers: { 'user-agent': '' } }), 500],
  ['empty-body-400', withHeaders(first, { 'content-type': 'application/json' }), 400],
  ['none-match-304', withHeaders(first, { 'if-none-match': '"a"' }), 304],
  ['modified-500', withHeaders(one, { 'if-modified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' }), 500],
  ['range-500', withHeaders(books, { range: 'bytes=0-0' }), 500],
  ['range-whole', withHeaders(first, { range: 'bytes=0-0' }), 206],
  ['unknown-query-500', withHeaders(`${books}?check_unknown=1`, {}), 500],
  ['unknown-query-filters', of(`${books}?check_unknown=1`, field('total')), 0],
  ['empty-query-500', withHeaders(`${review}?`, {}), 500],
  ['repeated-query-500', withHeaders(`${authors}?page=1&page=1`, {}), 500],
  ['broken-query-500', withHeaders(`${one}?check_unknown=%E0%A4%A`, {}), 500],
  ['encoded-id-404', withHeaders(`GET /v1/books/${book(0).replace('_', '%5F')}`, {}), 404],
  ['forwarded-500', withHeaders(books, { forwarded: 'host=check.example' }), 500],
  ['charset-415', media(noBookPatch, `${merge};charset=utf-8`), 415],
  ['media-type-by-case', media(noAuthorPatch, merge.toUpperCase()), 415],
  ['escapes-400', status(noAuthorPatch, { text: escaped }), 400],
  ['line-breaks-400', status(noBookPatch, { text: '{\n"year": 1}' }), 400],
  ['byte-order-mark-500', status(noAuthorPatch, { text: '\ufeff{}' }), 500],
  ['chunked-500', status(noBookPatch, { body: {}, isChunked: true }), 500],
  ['chunked-ignored', after(`PATCH /v1/authors/${author(0)}`, chunked, one, field('name')), 'Ursel Adebayo'],
  [
    'escapes-kept',
    of(`PATCH /v1/books/${book(0)}`, field('title'), { text: '{"title":"\\u0041"}' }),
    'The Salt Register',
  ],
];
