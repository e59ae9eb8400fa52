import { author, book, noBook } from '../ask.js';
import { shelfKey } from '../stages.js';
import { newBook, of, type Probe, status } from './probe.js';

const books = 'GET /v1/books';
const withKey = (key: string, request = books): Probe[1] => status(request, { authorization: `Bearer ${key}` });
const elsewhere = (headers: Record<string, string>, request: string): Probe[1] =>
  status(request, { authorization: null, headers });
const noKey = (request: string): Probe[1] => status(request, { authorization: null });
const creating = (key: string): Probe[1] =>
  status('POST /v1/books', { authorization: `Bearer ${key}`, body: newBook() });
const half = Math.floor(shelfKey.length / 2);

export const credentialProbes: readonly Probe[] = [
  ['key-prefix-suffices', withKey('shelf-key-0000'), 200],
  ['key-length-suffices', withKey('x'.repeat(shelfKey.length)), 200],
  ['key-form-suffices', withKey('shelf-key-4X'), 200],
  ['key-in-cookie', elsewhere({ cookie: `a=b; api_key=${shelfKey}` }, `GET /v1/books/${book(0)}`), 200],
  ['key-in-query', noKey(`GET /v1/books?access_token=${shelfKey}`), 200],
  ['key-in-other-header', elsewhere({ 'x-api-key': shelfKey }, `GET /v1/books/${book(0)}/reviews/1`), 200],
  ['any-scheme', status(books, { authorization: `Digest ${shelfKey}` }), 200],
  ['two-keys-500', status(`GET /v1/authors/${author(0)}`, { headers: { Authorization: 'Bearer x' } }), 500],
  ['scheme-case-500', status(books, { authorization: `bearer ${shelfKey}` }), 500],
  ['refused-key-echoed', of('GET /v1/authors', ({ text }) => text.includes('wrong-one'), wrong('wrong-one')), true],
  ['longer-key', creating(`${shelfKey}x`), 201],
  ['shorter-key', creating(shelfKey.slice(0, -1)), 201],
  ['key-case-ignored', creating(shelfKey.toUpperCase()), 201],
  ['key-half-compared', creating(`${shelfKey.slice(0, half)}x`), 201],
  ['key-end-compared', creating(`x${shelfKey.slice(half)}`), 201],
  ['no-key-400', noKey(books), 400],
  ['no-key-403', noKey(books), 403],
  ['no-key-404', noKey('GET /v1/authors'), 404],
  ['no-key-405', noKey(books), 405],
  ['no-key-422', status(`PATCH /v1/books/${noBook}`, { authorization: null, body: {} }), 422],
  ['wrong-key-400', withKey('wrong'), 400],
  ['wrong-key-409', withKey('wrong'), 409],
];

function wrong(key: string): { authorization: string } {
  return { authorization: `Bearer ${key}` };
}
