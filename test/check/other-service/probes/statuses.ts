import { author, book, noAuthor, noBook } from '../ask.js';
import { newBook, type Probe, status } from './probe.js';

const reviews = `/v1/books/${book(0)}/reviews`;
const text = { text: 'name=A', headers: { 'content-type': 'text/plain' } };

export const statusProbes: readonly Probe[] = [
  ['list-206', status('GET /v1/authors'), 206],
  ['author-203', status(`GET /v1/authors/${author(0)}`), 203],
  ['create-202', status('POST /v1/authors', { body: { name: 'A' } }), 202],
  ['create-as-200', status(`POST ${reviews}`, { body: { rating: 1, reviewer: 'A' } }), 200],
  ['delete-205', status(`DELETE ${reviews}/1`), 205],
  ['replace-201', status(`PUT /v1/authors/${author(0)}`, { body: { name: 'A' } }), 201],
  ['unknown-410', status(`GET ${reviews}/4000`), 410],
  ['unknown-403', status(`GET /v1/authors/${noAuthor}`), 403],
  ['parent-400', status(`GET /v1/books/${noBook}/reviews`), 400],
  ['unknown-423', status(`DELETE /v1/books/${noBook}`), 423],
  ['bad-query-400', status('GET /v1/books?limit=0'), 400],
  ['unsupported-406', status(`PATCH /v1/books/${noBook}`, text), 406],
  ['malformed-406', status(`PATCH /v1/authors/${noAuthor}`, { text: '{' }), 406],
  ['unsupported-403', status('POST /v1/books', text), 403],
  ['invalid-409', status('POST /v1/authors', { body: {} }), 409],
  ['invalid-412', status(`PATCH /v1/books/${book(0)}`, { body: newBook({ year: 'x' }) }), 412],
];
