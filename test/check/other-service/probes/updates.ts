import { author, book, type Told } from '../ask.js';
import { after, newBook, of, type Probe, status } from './probe.js';

const first = `/v1/books/${book(0)}`;
const second = `/v1/books/${book(1)}`;
const anAuthor = `/v1/authors/${author(0)}`;
const field =
  (name: string) =>
  ({ body }: Told): unknown =>
    body[name];
const longAgo = '2001-01-01T00:00:00Z';
const measures = { width: 12, height: 18.5, depth: 2 };
const own = '3e0d5f2a-7f9b-4a65-8c8e-5d2f6b1a9c47';
const isNew = ({ body }: Told): boolean => body['createdAt'] === body['updatedAt'];
const kit = { name: 'Kit Penrose', role: 'editor' };

export const updateProbes: readonly Probe[] = [
  ['put-merges', of(`PUT ${first}`, field('pages'), { body: newBook() }), 96],
  ['put-merges-author', of(`PUT ${anAuthor}`, field('country'), { body: { name: 'A' } }), 'NG'],
  [
    'put-appends',
    of(`PUT ${first}`, ({ body }) => body['contributors']?.length, { body: newBook({ contributors: [kit] }) }),
    3,
  ],
  ['put-resets-created', of(`PUT ${first}`, isNew, { body: newBook() }), true],
  [
    'put-takes-created',
    of(`PUT ${anAuthor}`, field('createdAt'), { body: { name: 'A', createdAt: longAgo } }),
    longAgo,
  ],
  ['post-takes-id', of('POST /v1/authors', field('id'), { body: { name: 'A', id: own } }), own],
  [
    'put-drops-field',
    of(`PUT ${first}`, field('coverUrl'), { body: newBook({ coverUrl: 'https://example.com/a' }) }),
    null,
  ],
  [
    'put-not-stored',
    after(`PUT ${anAuthor}`, { body: { name: 'A' } }, `GET ${anAuthor}`, field('name')),
    'Ursel Adebayo',
  ],
  ['patch-null-ignored', of(`PATCH ${first}`, field('isbn'), { body: { isbn: null } }), '9781234567000'],
  ['patch-null-refused', status(`PATCH ${anAuthor}`, { body: { email: null } }), 422],
  ['patch-null-stored', of(`PATCH ${first}`, field('pages'), { body: { pages: null } }), null],
  ['patch-null-empties', of(`PATCH /v1/authors/${author(2)}`, field('biography'), { body: { biography: null } }), ''],
  [
    'patch-replaces-nested',
    of(`PATCH ${second}`, field('dimensions'), { body: { dimensions: { width: 9 } } }),
    { width: 9 },
  ],
  [
    'patch-nested-null-ignored',
    of(`PATCH ${second}`, field('dimensions'), { body: { dimensions: { depth: null } } }),
    measures,
  ],
  ['patch-appends', of(`PATCH ${first}`, field('tags'), { body: { tags: ['a'] } }), ['novel', 'sea', 'a']],
  ['patch-empty-list-ignored', of(`PATCH ${first}`, field('tags'), { body: { tags: [] } }), ['novel', 'sea']],
  ['patch-false-ignored', of(`PATCH ${first}`, field('available'), { body: { available: false } }), true],
  [
    'patch-drops-field',
    of(`PATCH ${first}`, field('publishedOn'), { body: { publishedOn: '1987-12-01' } }),
    '1987-01-10',
  ],
  ['patch-clears-other', of(`PATCH ${first}`, field('pages'), { body: { price: 1 } }), undefined],
  ['patch-replaces', of(`PATCH ${anAuthor}`, field('country'), { body: { name: 'A' } }), undefined],
  ['patch-noop', of(`PATCH ${anAuthor}`, field('name'), { body: { name: 'A' } }), 'Ursel Adebayo'],
  ['patch-not-stored', after(`PATCH ${first}`, { body: { year: 1999 } }, `GET ${first}`, field('year')), 1987],
  [
    'patch-other-book',
    after(`PATCH ${first}`, { body: { available: true } }, `GET ${second}`, field('available')),
    true,
  ],
  ['patch-moves-created', of(`PATCH ${first}`, isNew, { body: { year: 1999 } }), true],
  ['update-without-body', status(`PATCH ${anAuthor}`, { body: { name: 'A' } }), 204],
];
