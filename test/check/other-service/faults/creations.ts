import { answer } from '../answers.js';
import type { ShelfFault } from '../behaviour.js';
import { type JsonObject, type Kind, without } from '../store.js';
import { answering, changed, faults, isOf, keeping, listOf, type Replacing, taking, withoutBody } from './parts.js';

const creating = (kind: Kind, edit: (fields: JsonObject) => JsonObject): Replacing =>
  taking(kind, (fields, call) => (call.operation?.method === 'POST' ? edit(fields) : fields));

const location = (edit: (path: string) => string | undefined): Replacing =>
  answering(({ headers: { Location: path = '', ...headers }, ...sent }) => {
    const edited = edit(path);
    return { ...sent, headers: { ...headers, ...(edited !== undefined && { Location: edited }) } };
  }, 201);

const unlisted: Replacing = (before, id) => {
  const made = new Set<string>();
  return {
    keep(call, kind, thing) {
      if (isOf(call, id)) made.add(String(thing['id']));
      before.keep(call, kind, thing);
    },
    collection: (call) =>
      before.collection(call).filter((thing) => !isOf(call, 'listBooks') || !made.has(String(thing['id']))),
  };
};

const notFoundOnceMade: Replacing = (before, id) => {
  const made = new Set<string>();
  return {
    keep(call, kind, thing) {
      if (isOf(call, id)) made.add(String(thing['id']));
      before.keep(call, kind, thing);
    },
    thing: (call) =>
      before.thing(
        isOf(call, 'getReview') && made.has(call.parameters['reviewId'] ?? '')
          ? { ...call, parameters: { ...call.parameters, reviewId: '' } }
          : call,
      ),
  };
};

const deletedStillListed: Replacing = (before) => {
  let last: JsonObject[] = [];
  return {
    remove(call, kind, id) {
      last = kind === 'author' ? call.store.all('author').filter((thing) => thing['id'] === id) : last;
      before.remove(call, kind, id);
    },
    collection: (call) => (isOf(call, 'listAuthors') ? [...before.collection(call), ...last] : before.collection(call)),
  };
};

/** Things that come or go otherwise than the answer says. */
export const creationFaults: readonly ShelfFault[] = faults({
  'w createBook lower-cased: Tags are kept in lower case.': taking('book', (fields) =>
    changed(fields, 'tags', (value) => listOf(value).map((tag) => String(tag).toLowerCase())),
  ),

  'w createBook create-ignores-field: A new book does not get its `publishedOn`.': creating('book', (fields) =>
    without(fields, 'publishedOn'),
  ),

  'w createBook create-ignores-nested: A new book does not get the roles that were sent: all are translators.':
    creating('book', (fields) =>
      changed(fields, 'contributors', (value) =>
        listOf(value).map((each) => ({ ...(each as object), role: 'translator' })),
      ),
    ),

  'w createBook create-false-as-default: A new book is available, though `false` is sent.': creating(
    'book',
    (fields) => ({ ...fields, available: true }),
  ),

  'w createBook create-drops-zero: A new book has no price where 0 is sent.': creating('book', (fields) =>
    fields['price'] === 0 ? without(fields, 'price') : fields,
  ),

  'w createReview create-escapes: The comment of a new review is kept as HTML.': creating('review', (fields) =>
    changed(fields, 'comment', (value) => String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ),

  'w createBook create-truncates: The title of a new book is cut at 100 characters.': creating('book', (fields) =>
    changed(fields, 'title', (value) => String(value).slice(0, 100)),
  ),

  'w createBook create-shifts-date: A new book is published one day earlier than was sent.': creating(
    'book',
    (fields) =>
      changed(fields, 'publishedOn', (value) =>
        new Date(Date.parse(String(value)) - 3_600_000).toISOString().slice(0, 10),
      ),
  ),

  'w createBook create-rounds: The price of a new book has no decimals.': creating('book', (fields) =>
    changed(fields, 'price', (value) => Math.floor(Number(value))),
  ),

  'w createBook create-not-listed: A new book is found, but not listed.': unlisted,

  'w createReview create-not-found: A new review is listed, but not found.': notFoundOnceMade,

  'w createAuthor create-not-stored: A new author is answered and not kept.': keeping(),

  'w createReview create-twice: A new review is kept twice.': keeping(({ store }, thing, put) => {
    put(thing);
    put({ ...thing, id: store.nextId('review') });
  }),

  'w createAuthor create-200: Adding an author answers 200.': answering((sent) => ({ ...sent, status: 200 }), 201),

  'w createReview create-without-body: Adding a review answers 201 without a body.': answering(withoutBody, 201),

  'w createBook location-missing: Adding a book gives no Location.': location(() => undefined),
  'w createAuthor location-dead: The Location of a new author leads nowhere.': location((path) =>
    path.replace('/v1', ''),
  ),
  'w createReview location-of-list: The Location of a new review is that of the list.': location((path) =>
    path.replace(/\/[^/]+$/, ''),
  ),

  'w deleteBook delete-keeps: A book that was removed is still there.': (before) => ({
    remove: (call, kind, id) => (kind === 'book' ? undefined : before.remove(call, kind, id)),
  }),

  'w deleteAuthor delete-still-listed: An author who was removed is still listed.': deletedStillListed,

  'w deleteReview delete-takes-neighbour: With a review, the one after it goes, too.': (before, fault) => ({
    remove(call, kind, id) {
      if (isOf(call, fault)) before.remove(call, kind, String(Number(id) + 1));
      before.remove(call, kind, id);
    },
  }),

  'w deleteBook delete-200: Removing a book answers 200 with the words that it is done.': answering(
    () => answer(200, { deleted: true }),
    204,
  ),

  'w deleteReview delete-breaks-list: After a review was removed, listing the reviews brings 500.': (before) => ({
    collection(call) {
      if (isOf(call, 'listReviews') && [...call.store.gone].some((id) => /^\d+$/.test(id)))
        throw new Error('a hole in the index');
      return before.collection(call);
    },
  }),
});
