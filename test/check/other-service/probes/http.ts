import { book, noBook } from '../ask.js';
import { of, status, type Probe } from './probe.js';

const refused = `PUT /v1/books/${noBook}/reviews`;
const allow = of(refused, ({ headers }) => headers.get('allow'));

export const httpProbes: readonly Probe[] = [
  ['no-allow', allow, null],
  ['allow-without-get', allow, 'POST'],
  ['allow-everything', allow, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE'],
  ['undeclared-method-200', status(refused), 200],
  ['undeclared-method-500', status(refused), 500],
  ['head-405', status(`HEAD /v1/books/${book(0)}`), 405],
  ['head-404', status('HEAD /v1/authors'), 404],
  ['head-other-length', of(`HEAD /v1/books/${book(0)}`, ({ headers }) => headers.get('content-length')), '2'],
  ['bad-utf8', of('GET /v1/books', ({ text }) => text.includes('\ufffd')), true],
  ['not-json', of(`GET /v1/books/${book(0)}/reviews`, ({ body }) => body), undefined],
  ['empty-200', of(`GET /v1/books/${book(0)}/reviews/1`, ({ text }) => text), ''],
];

