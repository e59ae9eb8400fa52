import { type Ask, type Asked, author, book, noAuthor, noBook, type Received } from './ask.js';
import { operationOf } from './contract.js';
import { newBook } from './probes/probe.js';
import { shelfKey } from './stages.js';

/** A request with the id of its operation; `none` if it belongs to none. */
export interface Step {
  operationId: string;
  request: string;
  asked?: Asked;
}

const step = (operationId: string, request: string, asked?: Asked): Step => ({
  operationId,
  request,
  ...(asked && { asked }),
});

const noKey: Asked = { authorization: null };
const malformed: Asked = { text: '{"name":' };
const text: Asked = { text: 'name=A', headers: { 'content-type': 'text/plain' } };

const refusedWrites = (operationId: string, request: string): Step[] =>
  [noKey, malformed, text].map((asked) => step(operationId, request, asked));

const examples = (operationId: string, request: string): Step[] =>
  (operationOf(operationId)?.body?.examples ?? []).map((body) => step(operationId, request, { body }));

const accepting = (accept: string): Asked => ({ headers: { accept } });

/** Usual requests in unusual forms. */
const otherForms: readonly Step[] = [
  step('none', `TRACE /v1/books/${noBook}`),
  step('none', 'OPTIONS /v1/books'),
  step('none', 'GET /v1/books', accepting('application/x-check')),
  step('none', 'GET /v1/books', { headers: { 'if-none-match': '*' } }),
  step('none', 'GET /v1/books', { headers: { range: 'bytes=0-9' } }),
  step('none', 'GET /v1/books', { authorization: `bearer ${shelfKey}` }),
  step('none', 'GET /v1/books', { headers: { 'user-agent': '' } }),
  step('none', 'GET /v1/books?limit=1&limit=1'),
  step('none', `GET /v1/books/${'a'.repeat(600)}`),
  step('none', `GET /v1/books/a%00`),
  step('none', `PATCH /v1/books/${noBook}`, { body: {}, isChunked: true }),
  step('none', `PATCH /v1/books/${noBook}`, { text: '\ufeff{}' }),
  step('none', `PATCH /v1/books/${noBook}`, { text: '{"year":2000.0}' }),
];

/** Steps that change nothing: reads, and writes to unknown ids, except for PUT, which may create resources. */
export const readingSteps: readonly Step[] = [
  ...['', '?page=2&per_page=3', '?sort=name&order=desc', '?sort=bornOn', '?page=0', '?colour=red'].map((query) =>
    step('listAuthors', `GET /v1/authors${query}`),
  ),
  step('listAuthors', 'GET /v1/authors', noKey),
  ...[0, 1, 2, 6].map((number) => step('getAuthor', `GET /v1/authors/${author(number)}`)),
  step('getAuthor', `GET /v1/authors/${noAuthor}`),
  step('getAuthor', `GET /v1/authors/${author(0)}`, noKey),
  ...['', '?limit=100', '?limit=4&offset=3', '?sort=title', '?sort=-year', '?limit=0', '?sort=colour'].map((query) =>
    step('listBooks', `GET /v1/books${query}`),
  ),
  ...['?language=fr&available=true', `?authorId=${author(2)}`, '?authorId=nobody'].map((query) =>
    step('listBooks', `GET /v1/books${query}`),
  ),
  step('listBooks', 'GET /v1/books', noKey),
  ...[0, 1, 2, 3, 4].map((number) => step('getBook', `GET /v1/books/${book(number)}`)),
  ...[noBook, 'shelf', '%E0%A4%A'].map((id) => step('getBook', `GET /v1/books/${id}`)),
  step('getBook', `GET /v1/books/${book(0)}`, noKey),
  ...['', '?limit=2&offset=1', '?limit=x'].map((query) =>
    step('listReviews', `GET /v1/books/${book(9)}/reviews${query}`),
  ),
  step('listReviews', `GET /v1/books/${noBook}/reviews`),
  step('listReviews', `GET /v1/books/${book(0)}/reviews`, noKey),
  step('getReview', `GET /v1/books/${book(0)}/reviews/1`),
  ...['2', 'first'].map((id) => step('getReview', `GET /v1/books/${book(0)}/reviews/${id}`)),
  step('getReview', `GET /v1/books/${book(0)}/reviews/1`, noKey),
  ...refusedWrites('updateBook', `PATCH /v1/books/${noBook}`),
  step('updateBook', `PATCH /v1/books/${noBook}`, { body: { year: 1 } }),
  step('deleteBook', `DELETE /v1/books/${noBook}`),
  ...refusedWrites('updateAuthor', `PATCH /v1/authors/${noAuthor}`),
  step('updateAuthor', `PATCH /v1/authors/${noAuthor}`, { body: {} }),
  step('deleteAuthor', `DELETE /v1/authors/${noAuthor}`),
  step('deleteReview', `DELETE /v1/books/${noBook}/reviews/1`),
  step('none', `OPTIONS /v1/books/${noBook}`, noKey),
  ...otherForms,
  step('none', 'GET /v1/shelves'),
  step('none', 'GET /v1/shelves', noKey),
];

const free = author(7);

/** All reading steps, then writes, so that every operation returns each of its statuses at least once. */
export const allSteps: readonly Step[] = [
  ...readingSteps,
  ...refusedWrites('replaceBook', `PUT /v1/books/${noBook}`),
  step('replaceBook', `PUT /v1/books/${noBook}`, { body: newBook() }),
  ...refusedWrites('replaceAuthor', `PUT /v1/authors/${noAuthor}`),
  step('replaceAuthor', `PUT /v1/authors/${noAuthor}`, { body: { name: 'A' } }),
  step('none', `PUT /v1/books/${noBook}/reviews`),
  step('none', `PATCH /v1/books/${noBook}/reviews`),
  ...examples('createAuthor', 'POST /v1/authors'),
  ...refusedWrites('createAuthor', 'POST /v1/authors'),
  step('createAuthor', 'POST /v1/authors', { body: { name: '', shoeSize: 44 } }),
  step('createAuthor', 'POST /v1/authors', { body: { name: 'A', biography: '  Wrote  little. ' } }),
  ...examples('replaceAuthor', `PUT /v1/authors/${author(1)}`),
  step('replaceAuthor', `PUT /v1/authors/${author(1)}`, { body: {} }),
  step('replaceAuthor', `PUT /v1/authors/${author(1)}`, {
    body: { name: 'A', id: noAuthor },
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }),
  ...examples('updateAuthor', `PATCH /v1/authors/${author(2)}`),
  step('updateAuthor', `PATCH /v1/authors/${author(2)}`, { body: { name: null } }),
  step('deleteAuthor', `DELETE /v1/authors/${author(0)}`),
  step('deleteAuthor', `DELETE /v1/authors/${free}`, noKey),
  step('deleteAuthor', `DELETE /v1/authors/${free}`),
  step('deleteAuthor', `DELETE /v1/authors/${free}`),
  ...examples('createBook', 'POST /v1/books'),
  ...refusedWrites('createBook', 'POST /v1/books'),
  step('createBook', 'POST /v1/books', { body: newBook({ authorId: noAuthor }) }),
  ...examples('replaceBook', `PUT /v1/books/${book(0)}`),
  step('replaceBook', `PUT /v1/books/${book(0)}`, { body: newBook({ id: noBook }) }),
  ...examples('updateBook', `PATCH /v1/books/${book(1)}`),
  step('updateBook', `PATCH /v1/books/${book(1)}`, { body: { tags: [], dimensions: null, isbn: '9790000000001' } }),
  step('updateBook', `PATCH /v1/books/${book(1)}`, { body: { year: 1 } }),
  step('updateBook', `PATCH /v1/books/${book(1)}`, { body: {} }),
  step('updateBook', `PATCH /v1/books/${book(1)}`, { body: { available: true } }),
  step('deleteBook', `DELETE /v1/books/${book(2)}`, noKey),
  step('deleteBook', `DELETE /v1/books/${book(2)}`),
  ...examples('createReview', `POST /v1/books/${book(3)}/reviews`),
  ...refusedWrites('createReview', `POST /v1/books/${book(3)}/reviews`),
  step('createReview', `POST /v1/books/${book(3)}/reviews`, { body: { rating: 6, reviewer: 'A' } }),
  step('createReview', `POST /v1/books/${noBook}/reviews`, { body: { rating: 5, reviewer: 'A' } }),
  step('deleteReview', `DELETE /v1/books/${book(3)}/reviews/2`, noKey),
  step('deleteReview', `DELETE /v1/books/${book(3)}/reviews/2`),
  step('deleteReview', `DELETE /v1/books/${book(3)}/reviews/2`),
  step('listBooks', 'GET /v1/books?limit=100'),
  step('listAuthors', 'GET /v1/authors'),
  step('listReviews', `GET /v1/books/${book(3)}/reviews`),
];

/** Performs the steps one after another. */
export async function walk(
  ask: Ask,
  steps: readonly Step[],
  see: (operationId: string, received: Received) => void,
): Promise<void> {
  for (const { operationId, request, asked } of steps) see(operationId, await ask(request, asked));
}
