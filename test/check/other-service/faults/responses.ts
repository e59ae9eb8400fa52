import type { ShelfFault } from '../behaviour.js';
import { isObject, type Json, type JsonObject, type Kind, without } from '../store.js';
import { changed, faults, isOf, labelled, type Replacing, respondingWith, showing } from './parts.js';

const field = (kind: Kind, name: string, edit: (value: Json) => Json): Replacing =>
  showing(kind, (resource) => changed(resource, name, edit));

const inList = (edit: (resource: JsonObject) => JsonObject): Replacing =>
  showing('book', (resource, call) => (isOf(call, 'listBooks') ? edit(resource) : resource));

const neighbour: Replacing = (before, id) => ({
  show(call, kind, resource) {
    if (!isOf(call, id)) return before.show(call, kind, resource);
    const all = call.store.all('book');
    const next = all[(all.findIndex((each) => each['id'] === resource['id']) + 1) % all.length];
    return before.show(call, kind, next ?? resource);
  },
});

/** Responses that break the schema, or belong to another request. */
export const responseFaults: readonly ShelfFault[] = faults({
  'd getBook year-as-text: A book has its year as a string.': field('book', 'year', String),

  'd listBooks available-as-number: The list has `available` as 0 or 1.': inList((book) =>
    changed(book, 'available', Number),
  ),

  'd getBook nested-wrong-type: A book has the width of its dimensions as a string.': field(
    'book',
    'dimensions',
    (value) => (isObject(value) ? changed(value, 'width', String) : value),
  ),

  'd getBook role-as-list: A book has the role of a contributor as a list.': field('book', 'contributors', (value) =>
    Array.isArray(value)
      ? value.map((each) => (isObject(each) ? changed(each, 'role', (role) => [role]) : each))
      : value,
  ),

  'd listBooks list-without-required: The list omits `available`.': inList((book) => without(book, 'available')),

  'd getAuthor author-without-created: An author has no `createdAt`.': showing('author', (author) =>
    without(author, 'createdAt'),
  ),

  'd getBook date-with-time: A book has a time in `publishedOn`.': field('book', 'publishedOn', (value) =>
    value === null ? null : `${String(value)}T00:00:00Z`,
  ),

  'd getAuthor time-without-zone: An author has `createdAt` without a time zone.': field(
    'author',
    'createdAt',
    (value) => String(value).replace('Z', ''),
  ),

  'd listReviews time-as-number: A review has `createdAt` as a number of seconds.': field(
    'review',
    'createdAt',
    (value) => Date.parse(String(value)) / 1000,
  ),

  'd getAuthor bad-email: An author has an `email` that is not an address.': field('author', 'email', (value) =>
    value === null ? null : String(value).replace('@', ' at '),
  ),

  'd getBook relative-uri: A book has its `coverUrl` without a host.': field('book', 'coverUrl', (value) =>
    value === null ? null : new URL(String(value)).pathname,
  ),

  'd listBooks language-upper-case: A book has its language in upper case.': field('book', 'language', (value) =>
    String(value).toUpperCase(),
  ),

  'd listReviews rating-of-ten: A review has a rating out of ten.': field(
    'review',
    'rating',
    (value) => Number(value) * 2,
  ),

  'd getBook tags-repeated: A book has its first tag twice.': field('book', 'tags', (value) =>
    Array.isArray(value) ? [...value.slice(0, 1), ...value] : value,
  ),

  'd getBook isbn-with-hyphens: A book has hyphens in its ISBN.': field('book', 'isbn', (value) =>
    typeof value === 'string' ? value.replace(/^(...)(.*)(.)$/, '$1-$2-$3') : value,
  ),

  'd getBook null-for-absent: A book without `pages` has null, which the contract does not allow.': showing(
    'book',
    (book) => ({ pages: null, ...book }),
  ),

  'd listReviews reviewer-null: A review has null for a reviewer whose name is not ASCII.': field(
    'review',
    'reviewer',
    (value) => (/^[\x20-\x7e]*$/.test(String(value)) ? value : null),
  ),

  'd getBook extra-field: A book has an undocumented field.': showing('book', (book) => ({
    ...book,
    rowVersion: 3,
  })),

  'd listAuthors author-extra-field: An author has an undocumented field.': showing('author', (author) => ({
    ...author,
    sortName: String(author['name']).toUpperCase(),
  })),

  'd getBook extra-field-deep: A book has an undocumented field in its dimensions.': field(
    'book',
    'dimensions',
    (value) => (isObject(value) ? { ...value, unit: 'cm' } : value),
  ),

  'd getBook edition-without-kind: A book has an edition without its kind.': field('book', 'edition', (value) =>
    isObject(value) ? without(value, 'kind') : value,
  ),

  'd listBooks id-without-prefix: The list has the ids of books without `bk_`.': inList((book) =>
    changed(book, 'id', (id) => String(id).replace('bk_', '')),
  ),

  'd listBooks list-shortens-title: The list truncates titles to twelve characters, a single book does not.': inList(
    (book) => changed(book, 'title', (title) => (String(title).length > 12 ? `${String(title).slice(0, 11)}…` : title)),
  ),

  'd listBooks list-other-price: The list has prices without tax, a single book with tax.': inList((book) =>
    changed(book, 'price', (price) => Math.round(Number(price) * 93) / 100),
  ),

  'd getBook wrong-thing: Reading a book returns the next book.': neighbour,

  'd getBook read-203: Reading a book returns 203.': respondingWith((sent) => ({ ...sent, status: 203 }), 200),

  'd getAuthor json-as-text: Reading an author returns JSON with the media type text/plain.': respondingWith(
    (sent) => labelled(sent, { 'Content-Type': 'text/plain' }),
    200,
  ),

  'd listReviews list-unwrapped: The list of reviews is a bare array.': respondingWith(
    (sent) => ({ ...sent, body: (sent.body as JsonObject)['items'] ?? null }),
    200,
  ),

  'o listBooks field-absent: No book has `updatedAt`.': showing('book', (book) => without(book, 'updatedAt')),
});
