import { author, book } from '../ask.js';
import { after, field, newBook, type Probe } from './probe.js';

const first = `/v1/books/${book(0)}`;

export const replacementProbes: readonly Probe[] = [
  ['put-moves-shelf', after(`PUT ${first}`, { body: newBook() }, `GET ${first}`, field('shelf')), 'R-1'],
  ['put-changes-owner', after(`PUT ${first}`, { body: newBook() }, `GET ${first}`, field('owner')), 'sender'],
  ['patch-changes-owner', after(`PATCH ${first}`, { body: { year: 1990 } }, `GET ${first}`, field('owner')), 'sender'],
  ['patch-changes-id', after(`PATCH ${first}`, { body: { year: 1990 } }, `GET ${first}`, field('id')), 'bk_zzzzzzzzzz'],
  ['put-resets-count', after(`PUT ${first}`, { body: newBook() }, `GET ${first}`, field('reviewCount')), 0],
  ['empty-patch-clears', after(`PATCH ${first}`, { body: {} }, `GET ${first}`, field('tags')), undefined],
  [
    'empty-patch-resets',
    after(`PATCH /v1/authors/${author(0)}`, { body: {} }, `GET /v1/authors/${author(0)}`, field('email')),
    null,
  ],
  ['empty-patch-lends', after(`PATCH ${first}`, { body: {} }, `GET /v1/books/${book(14)}`, field('available')), false],
];
