import { book, noBook } from '../ask.js';
import { of, type Probe, status } from './probe.js';

const reviews = `/v1/books/${noBook}/reviews`;
const allow = (method: string): Probe[1] => of(`${method} ${reviews}`, ({ headers }) => headers.get('allow'));

export const httpProbes: readonly Probe[] = [
  ['no-allow', allow('M-SEARCH'), null],
  ['allow-without-get', allow('M-SEARCH'), 'POST'],
  ['allow-everything', allow('OPTIONS'), 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE'],
  ['undeclared-method-200', status(`PUT ${reviews}`), 200],
  ['undeclared-method-500', status(`M-SEARCH ${reviews}`), 500],
  ['head-405', status(`HEAD /v1/books/${book(0)}`), 405],
  ['head-404', status('HEAD /v1/authors'), 404],
  ['head-other-length', of(`HEAD /v1/books/${book(0)}`, ({ headers }) => headers.get('content-length')), '2'],
  ['bad-utf8', of('GET /v1/books', ({ text }) => text.includes('\ufffd')), true],
  ['not-json', of(`GET /v1/books/${book(0)}/reviews`, ({ body }) => body), undefined],
  ['empty-200', of(`GET /v1/books/${book(0)}/reviews/1`, ({ text }) => text), ''],
];
