// @ts-nocheck: Dredd has no types.
const author = {
  type: 'application/json',
  valid: () =>
    JSON.stringify({
      name: 'Tove Hellström',
      email: 'tove@hellstrom.example.com',
      website: 'https://hellstrom.example.com/books',
      bornOn: '1961-02-28',
      country: 'SE',
      biography: 'Wrote her first novel on the night train.',
    }),
  invalid: JSON.stringify({ email: 'tove@hellstrom.example.com' }),
};

const book = {
  type: 'application/json',
  valid: ({ writer }) =>
    JSON.stringify({
      title: 'A Map of Small Rain',
      authorId: writer,
      language: 'fr',
      year: 2014,
      isbn: '9780000000149',
      available: false,
      pages: 312,
      price: 17.9,
      coverUrl: 'https://covers.example.com/small-rain.png',
      publishedOn: '2014-09-30',
      tags: ['weather', 'travel'],
      dimensions: { width: 12.5, height: 19, depth: 2.2 },
      contributors: [{ name: 'Lio Brandt', role: 'translator' }],
      edition: { kind: 'print', shelfMark: 'FR-0149' },
    }),
  invalid: JSON.stringify({ title: 'No author', language: 'xx', year: 1 }),
};

const writer = 'b7fafffb-a1b6-4827-a32e-750929419a6c';
const reviewed = 'bk_k9cvk4dk8d';

module.exports = {
  credentials: (key) => ({ Authorization: `Bearer ${key}` }),
  headers: {},
  /** What the service has at its start. */
  existing: { authorId: writer, bookId: reviewed, reviewId: 1, writer },
  unknown: { authorId: '00000000-0000-4000-8000-000000000000', bookId: 'bk_0000000000', reviewId: 999999 },
  /** Reviews belong to a book that stays; only an author with books cannot be removed. */
  idsFor: (operation, status, known) => ({
    ...known,
    ...(operation.includes('/reviews') && { bookId: reviewed }),
    ...(status === 409 && { authorId: writer }),
  }),
  bodies: {
    'POST /v1/authors': author,
    'PUT /v1/authors/{authorId}': author,
    'PATCH /v1/authors/{authorId}': {
      type: 'application/merge-patch+json',
      valid: () => JSON.stringify({ email: 'tove@hellstrom.example.com', website: null }),
      invalid: JSON.stringify({ name: 5 }),
    },
    'POST /v1/books': book,
    'PUT /v1/books/{bookId}': book,
    'PATCH /v1/books/{bookId}': {
      type: 'application/merge-patch+json',
      valid: () => JSON.stringify({ dimensions: { height: 21.5, depth: null }, price: null, available: false }),
      invalid: JSON.stringify({ year: 'long ago' }),
    },
    'POST /v1/books/{bookId}/reviews': {
      type: 'application/json',
      valid: () => JSON.stringify({ rating: 2, reviewer: 'Marek Olsza', comment: 'Too long by half.' }),
      invalid: JSON.stringify({ rating: 9, reviewer: 'Marek Olsza' }),
    },
  },
  invalidPaths: {},
  invalidQueries: {
    'GET /v1/authors': 'page=0',
    'GET /v1/books': 'limit=1000',
    'GET /v1/books/{bookId}/reviews': 'offset=-1',
  },
  /** What is made first is what the others read, change and remove. */
  made: {
    'POST /v1/authors 201': ({ id }) => ({ authorId: id }),
    'POST /v1/books 201': ({ id }) => ({ bookId: id }),
    'POST /v1/books/{bookId}/reviews 201': ({ id }) => ({ reviewId: id }),
  },
};
