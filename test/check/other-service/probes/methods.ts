import { author, book, noAuthor, noBook } from '../ask.js';
import { of, type Probe, status } from './probe.js';

const review = `/v1/books/${noBook}/reviews/1`;
const allow = (request: string): Probe[1] => of(request, ({ headers }) => headers.get('allow'));

export const methodProbes: readonly Probe[] = [
  ['options-500', status('OPTIONS /v1/authors'), 500],
  ['trace-500', status(`TRACE /v1/books/${book(0)}`), 500],
  ['trace-echoes-key', of('TRACE /v1/books', ({ text }) => text.includes('Bearer shelf-key')), true],
  ['trace-like-get', status('TRACE /v1/authors'), 200],
  ['patch-of-review', status(`PATCH ${review}`), 200],
  ['patch-of-review-500', status(`PATCH ${review}`), 500],
  ['unknown-method-200', status('M-SEARCH /v1/books'), 200],
  ['unknown-method-500', status('M-SEARCH /v1/authors'), 500],
  ['no-allow-for-trace', allow(`TRACE /v1/authors/${author(0)}`), null],
  ['no-allow-for-declared', status(`PATCH /v1/authors/${noAuthor}`, { body: {} }), 405],
  ['allow-of-other-path', allow('M-SEARCH /v1/books'), 'DELETE, PATCH'],
  ['put-of-review', status(`PUT ${review}`), 200],
  ['delete-of-list', status(`DELETE /v1/books/${book(0)}/reviews`), 204],
  ['post-to-review', status(`POST /v1/books/${book(0)}/reviews/1`), 200],
];
