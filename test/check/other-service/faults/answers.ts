import type { Replacement, ShelfFault } from '../behaviour.js';
import { isObject, without, type Json, type JsonObject } from '../store.js';
import { changed, isOf, labelled, sending, showing, wrong } from './parts.js';

const field = (kind: 'author' | 'book' | 'review', name: string, edit: (value: Json) => Json): Replacement =>
  showing(kind, (thing) => changed(thing, name, edit));

const inList = (edit: (thing: JsonObject) => JsonObject): Replacement =>
  showing('book', (thing, call) => (isOf(call, 'listBooks') ? edit(thing) : thing));

const neighbour: Replacement = (before) => ({
  show(call, kind, thing) {
    if (!isOf(call, 'getBook')) return before.show(call, kind, thing);
    const all = call.store.all('book');
    const next = all[(all.findIndex(({ id }) => id === thing['id']) + 1) % all.length];
    return before.show(call, kind, next ?? thing);
  },
});

/** Answers that are not what the schema says, or not the answer to what was asked. */
export const answerFaults: readonly ShelfFault[] = [
  wrong('year-as-text', 'd', 'getBook', 'A book shows its year as a text.', field('book', 'year', String)),

  wrong(
    'available-as-number',
    'd',
    'listBooks',
    'The list shows `available` as 0 or 1.',
    inList((book) => changed(book, 'available', Number)),
  ),

  wrong(
    'nested-wrong-type',
    'd',
    'getBook',
    'A book shows the width among its dimensions as a text.',
    field('book', 'dimensions', (value) => (isObject(value) ? changed(value, 'width', String) : value)),
  ),

  wrong(
    'role-as-list',
    'd',
    'getBook',
    'A book shows the role of a contributor as a list.',
    field('book', 'contributors', (value) =>
      Array.isArray(value)
        ? value.map((each) => (isObject(each) ? changed(each, 'role', (role) => [role]) : each))
        : value,
    ),
  ),

  wrong(
    'list-without-required',
    'd',
    'listBooks',
    'The list leaves `available` out.',
    inList((book) => without(book, 'available')),
  ),

  wrong(
    'author-without-created',
    'd',
    'getAuthor',
    'An author comes without `createdAt`.',
    showing('author', (author) => without(author, 'createdAt')),
  ),

  wrong(
    'date-with-time',
    'd',
    'getBook',
    'A book shows `publishedOn` as a date with a time.',
    field('book', 'publishedOn', (value) => (value === null ? null : `${String(value)}T00:00:00Z`)),
  ),

  wrong(
    'time-without-zone',
    'd',
    'getAuthor',
    'An author shows `createdAt` without a zone.',
    field('author', 'createdAt', (value) => String(value).replace('Z', '')),
  ),

  wrong(
    'time-as-number',
    'd',
    'listReviews',
    'A review shows `createdAt` as a number of seconds.',
    field('review', 'createdAt', (value) => Date.parse(String(value)) / 1000),
  ),

  wrong(
    'bad-email',
    'd',
    'getAuthor',
    'An author shows an `email` that is no address.',
    field('author', 'email', (value) => (value === null ? null : String(value).replace('@', ' at '))),
  ),

  wrong(
    'relative-uri',
    'd',
    'getBook',
    'A book shows its `coverUrl` without a host.',
    field('book', 'coverUrl', (value) => (value === null ? null : new URL(String(value)).pathname)),
  ),

  wrong(
    'language-upper-case',
    'd',
    'listBooks',
    'A book shows its language in upper case.',
    field('book', 'language', (value) => String(value).toUpperCase()),
  ),

  wrong(
    'rating-of-ten',
    'd',
    'listReviews',
    'A review shows its rating out of ten.',
    field('review', 'rating', (value) => Number(value) * 2),
  ),

  wrong(
    'tags-repeated',
    'd',
    'getBook',
    'A book shows its first tag twice.',
    field('book', 'tags', (value) => (Array.isArray(value) ? [...value.slice(0, 1), ...value] : value)),
  ),

  wrong(
    'isbn-with-hyphens',
    'd',
    'getBook',
    'A book shows its ISBN with hyphens.',
    field('book', 'isbn', (value) => (typeof value === 'string' ? value.replace(/^(...)(.*)(.)$/, '$1-$2-$3') : value)),
  ),

  wrong(
    'null-for-absent',
    'd',
    'getBook',
    'A book without `pages` shows null for them, which the contract has not.',
    showing('book', (book) => ({ pages: null, ...book })),
  ),

  wrong(
    'reviewer-null',
    'd',
    'listReviews',
    'A review from abroad shows null for its reviewer.',
    field('review', 'reviewer', (value) => (/^[\x20-\x7e]*$/.test(String(value)) ? value : null)),
  ),

  wrong(
    'extra-field',
    'd',
    'getBook',
    'A book shows a field that is not documented.',
    showing('book', (book) => ({ ...book, rowVersion: 3 })),
  ),

  wrong(
    'author-extra-field',
    'd',
    'listAuthors',
    'An author shows a field that is not documented.',
    showing('author', (author) => ({ ...author, sortName: String(author['name']).toUpperCase() })),
  ),

  wrong(
    'extra-field-deep',
    'd',
    'getBook',
    'A book shows a field in its dimensions that is not documented.',
    field('book', 'dimensions', (value) => (isObject(value) ? { ...value, unit: 'cm' } : value)),
  ),

  wrong(
    'edition-without-kind',
    'd',
    'getBook',
    'A book shows its edition without the kind.',
    field('book', 'edition', (value) => (isObject(value) ? without(value, 'kind') : value)),
  ),

  wrong(
    'id-without-prefix',
    'd',
    'listBooks',
    'The list shows the ids of books without `bk_`.',
    inList((book) => changed(book, 'id', (id) => String(id).replace('bk_', ''))),
  ),

  wrong(
    'list-shortens-title',
    'd',
    'listBooks',
    'The list cuts titles at twelve characters, where a single book has them whole.',
    inList((book) =>
      changed(book, 'title', (title) => (String(title).length > 12 ? `${String(title).slice(0, 11)}…` : title)),
    ),
  ),

  wrong(
    'list-other-price',
    'd',
    'listBooks',
    'The list shows prices without tax, a single book with it.',
    inList((book) => changed(book, 'price', (price) => Math.round(Number(price) * 93) / 100)),
  ),

  wrong('wrong-thing', 'd', 'getBook', 'Reading a book gives the next one.', neighbour),

  wrong(
    'read-203',
    'd',
    'getBook',
    'Reading a book answers 203.',
    sending((sent) => (sent.status === 200 ? { ...sent, status: 203 } : sent), 'getBook'),
  ),

  wrong(
    'json-as-text',
    'd',
    'getAuthor',
    'Reading an author gives JSON that is labelled text/plain.',
    sending((sent) => (sent.status === 200 ? labelled(sent, { 'Content-Type': 'text/plain' }) : sent), 'getAuthor'),
  ),

  wrong(
    'list-unwrapped',
    'd',
    'listReviews',
    'The reviews come as a bare list.',
    sending((sent) => {
      const items = sent.status === 200 && isObject(sent.body) ? sent.body['items'] : undefined;
      return items === undefined ? sent : { ...sent, body: items };
    }, 'listReviews'),
  ),

  wrong(
    'field-absent',
    'o',
    'getBook',
    'No book shows `updatedAt`.',
    showing('book', (book) => without(book, 'updatedAt')),
  ),
];
