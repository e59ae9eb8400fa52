import type { ShelfFault } from '../behaviour.js';
import { isObject, type Json, type JsonObject, type Kind, without } from '../store.js';
import { answering, changed, faults, isOf, labelled, type Replacing, showing } from './parts.js';

const field = (kind: Kind, name: string, edit: (value: Json) => Json): Replacing =>
  showing(kind, (thing) => changed(thing, name, edit));

const inList = (edit: (thing: JsonObject) => JsonObject): Replacing =>
  showing('book', (thing, call) => (isOf(call, 'listBooks') ? edit(thing) : thing));

const neighbour: Replacing = (before, id) => ({
  show(call, kind, thing) {
    if (!isOf(call, id)) return before.show(call, kind, thing);
    const all = call.store.all('book');
    const next = all[(all.findIndex((each) => each['id'] === thing['id']) + 1) % all.length];
    return before.show(call, kind, next ?? thing);
  },
});

/** Answers that are not what the schema says, or not the answer to what was asked. */
export const answerFaults: readonly ShelfFault[] = faults({
  'd getBook year-as-text: A book shows its year as a text.': field('book', 'year', String),

  'd listBooks available-as-number: The list shows `available` as 0 or 1.': inList((book) =>
    changed(book, 'available', Number),
  ),

  'd getBook nested-wrong-type: A book shows the width among its dimensions as a text.': field(
    'book',
    'dimensions',
    (value) => (isObject(value) ? changed(value, 'width', String) : value),
  ),

  'd getBook role-as-list: A book shows the role of a contributor as a list.': field('book', 'contributors', (value) =>
    Array.isArray(value)
      ? value.map((each) => (isObject(each) ? changed(each, 'role', (role) => [role]) : each))
      : value,
  ),

  'd listBooks list-without-required: The list leaves `available` out.': inList((book) => without(book, 'available')),

  'd getAuthor author-without-created: An author comes without `createdAt`.': showing('author', (author) =>
    without(author, 'createdAt'),
  ),

  'd getBook date-with-time: A book shows `publishedOn` as a date with a time.': field(
    'book',
    'publishedOn',
    (value) => (value === null ? null : `${String(value)}T00:00:00Z`),
  ),

  'd getAuthor time-without-zone: An author shows `createdAt` without a zone.': field('author', 'createdAt', (value) =>
    String(value).replace('Z', ''),
  ),

  'd listReviews time-as-number: A review shows `createdAt` as a number of seconds.': field(
    'review',
    'createdAt',
    (value) => Date.parse(String(value)) / 1000,
  ),

  'd getAuthor bad-email: An author shows an `email` that is no address.': field('author', 'email', (value) =>
    value === null ? null : String(value).replace('@', ' at '),
  ),

  'd getBook relative-uri: A book shows its `coverUrl` without a host.': field('book', 'coverUrl', (value) =>
    value === null ? null : new URL(String(value)).pathname,
  ),

  'd listBooks language-upper-case: A book shows its language in upper case.': field('book', 'language', (value) =>
    String(value).toUpperCase(),
  ),

  'd listReviews rating-of-ten: A review shows its rating out of ten.': field(
    'review',
    'rating',
    (value) => Number(value) * 2,
  ),

  'd getBook tags-repeated: A book shows its first tag twice.': field('book', 'tags', (value) =>
    Array.isArray(value) ? [...value.slice(0, 1), ...value] : value,
  ),

  'd getBook isbn-with-hyphens: A book shows its ISBN with hyphens.': field('book', 'isbn', (value) =>
    typeof value === 'string' ? value.replace(/^(...)(.*)(.)$/, '$1-$2-$3') : value,
  ),

  'd getBook null-for-absent: A book without `pages` shows null for them, which the contract has not.': showing(
    'book',
    (book) => ({ pages: null, ...book }),
  ),

  'd listReviews reviewer-null: A review from abroad shows null for its reviewer.': field(
    'review',
    'reviewer',
    (value) => (/^[\x20-\x7e]*$/.test(String(value)) ? value : null),
  ),

  'd getBook extra-field: A book shows a field that is not documented.': showing('book', (book) => ({
    ...book,
    rowVersion: 3,
  })),

  'd listAuthors author-extra-field: An author shows a field that is not documented.': showing('author', (author) => ({
    ...author,
    sortName: String(author['name']).toUpperCase(),
  })),

  'd getBook extra-field-deep: A book shows a field in its dimensions that is not documented.': field(
    'book',
    'dimensions',
    (value) => (isObject(value) ? { ...value, unit: 'cm' } : value),
  ),

  'd getBook edition-without-kind: A book shows its edition without the kind.': field('book', 'edition', (value) =>
    isObject(value) ? without(value, 'kind') : value,
  ),

  'd listBooks id-without-prefix: The list shows the ids of books without `bk_`.': inList((book) =>
    changed(book, 'id', (id) => String(id).replace('bk_', '')),
  ),

  'd listBooks list-shortens-title: The list cuts titles at twelve characters, where a single book has them whole.':
    inList((book) =>
      changed(book, 'title', (title) => (String(title).length > 12 ? `${String(title).slice(0, 11)}…` : title)),
    ),

  'd listBooks list-other-price: The list shows prices without tax, a single book with it.': inList((book) =>
    changed(book, 'price', (price) => Math.round(Number(price) * 93) / 100),
  ),

  'd getBook wrong-thing: Reading a book gives the next one.': neighbour,

  'd getBook read-203: Reading a book answers 203.': answering((sent) => ({ ...sent, status: 203 }), 200),

  'd getAuthor json-as-text: Reading an author gives JSON that is labelled text/plain.': answering(
    (sent) => labelled(sent, { 'Content-Type': 'text/plain' }),
    200,
  ),

  'd listReviews list-unwrapped: The reviews come as a bare list.': answering(
    (sent) => ({ ...sent, body: (sent.body as JsonObject)['items'] ?? null }),
    200,
  ),

  'o getBook field-absent: No book shows `updatedAt`.': showing('book', (book) => without(book, 'updatedAt')),
});
