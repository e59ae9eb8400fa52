import { author, book, type Received } from '../ask.js';
import { after, field, newBook, of, type Probe, shown, status } from './probe.js';

const first = `/v1/books/${book(0)}`;
const second = `/v1/books/${book(1)}`;
const anAuthor = `/v1/authors/${author(0)}`;
const longAgo = '2001-01-01T00:00:00Z';
const measures = { width: 12, height: 18.5, depth: 2 };
const own = '3e0d5f2a-7f9b-4a65-8c8e-5d2f6b1a9c47';
const isNew = ({ body }: Received): boolean => body['createdAt'] === body['updatedAt'];
const kit = { name: 'Kit Penrose', role: 'editor' };

export const updateProbes: readonly Probe[] = [
  ['put-merges', shown('pages', `PUT ${first}`, newBook()), 96],
  ['put-merges-author', shown('country', `PUT ${anAuthor}`, { name: 'A' }), 'NG'],
  [
    'put-appends',
    of(`PUT ${first}`, ({ body }) => body['contributors']?.length, { body: newBook({ contributors: [kit] }) }),
    3,
  ],
  ['put-resets-created', of(`PUT ${first}`, isNew, { body: newBook() }), true],
  ['put-takes-created', shown('createdAt', `PUT ${anAuthor}`, { name: 'A', createdAt: longAgo }), longAgo],
  ['post-takes-id', shown('id', 'POST /v1/authors', { name: 'A', id: own }), own],
  ['put-drops-field', shown('coverUrl', `PUT ${first}`, newBook({ coverUrl: 'https://example.com/a' })), null],
  [
    'put-not-stored',
    after(`PUT ${anAuthor}`, { body: { name: 'A' } }, `GET ${anAuthor}`, field('name')),
    'Ursel Adebayo',
  ],
  ['patch-null-ignored', shown('isbn', `PATCH ${first}`, { isbn: null }), '9781234567000'],
  ['patch-null-refused', status(`PATCH ${anAuthor}`, { body: { email: null } }), 422],
  ['patch-null-stored', shown('pages', `PATCH ${first}`, { pages: null }), null],
  ['patch-null-empties', shown('biography', `PATCH /v1/authors/${author(2)}`, { biography: null }), ''],
  ['patch-replaces-nested', shown('dimensions', `PATCH ${second}`, { dimensions: { width: 9 } }), { width: 9 }],
  ['patch-nested-null-ignored', shown('dimensions', `PATCH ${second}`, { dimensions: { depth: null } }), measures],
  ['patch-appends', shown('tags', `PATCH ${first}`, { tags: ['a'] }), ['novel', 'sea', 'a']],
  ['patch-empty-list-ignored', shown('tags', `PATCH ${first}`, { tags: [] }), ['novel', 'sea']],
  ['patch-false-ignored', shown('available', `PATCH ${first}`, { available: false }), true],
  ['patch-drops-field', shown('publishedOn', `PATCH ${first}`, { publishedOn: '1987-12-01' }), '1987-01-10'],
  ['patch-clears-other', shown('pages', `PATCH ${first}`, { price: 1 }), undefined],
  ['patch-replaces', shown('country', `PATCH ${anAuthor}`, { name: 'A' }), undefined],
  ['patch-noop', shown('name', `PATCH ${anAuthor}`, { name: 'A' }), 'Ursel Adebayo'],
  ['patch-not-stored', after(`PATCH ${first}`, { body: { year: 1999 } }, `GET ${first}`, field('year')), 1987],
  [
    'patch-other-book',
    after(`PATCH ${first}`, { body: { available: true } }, `GET ${second}`, field('available')),
    true,
  ],
  ['patch-moves-created', of(`PATCH ${first}`, isNew, { body: { year: 1999 } }), true],
  ['update-without-body', status(`PATCH ${anAuthor}`, { body: { name: 'A' } }), 204],
];
