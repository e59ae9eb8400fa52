import type { Behaviour, Call, ShelfFault } from '../behaviour.js';
import { isObject, type JsonObject, without } from '../store.js';
import {
  adjust,
  bodyOf,
  editAll,
  failure,
  faults,
  inOwnStage,
  isOf,
  keeping,
  listOf,
  type Replacing,
} from './parts.js';

type Effect = (call: Call, resource: JsonObject) => unknown;

/** Adds a side effect to storing, for the operation in the heading. */
const besides = (effect: Effect): Replacing =>
  keeping((call, resource, put) => {
    put(resource);
    effect(call, resource);
  });

/** Adds a side effect to deleting, for the operation in the heading. */
const besidesRemoving =
  (effect: Effect): Replacing =>
  (base, id) => ({
    remove(call, kind, key) {
      const resource = call.store[kind].get(key) ?? {};
      base.remove(call, kind, key);
      if (isOf(call, id)) effect(call, resource);
    },
  });

/** Has an effect when a stage refuses the operation in the heading. */
const whenRefused = (stage: 'key' | 'schema' | 'resource', effect: (call: Call) => unknown): Replacing =>
  inOwnStage(stage, (call, usual) => {
    const refusal = usual();
    if (refusal) effect(call);
    return refusal;
  });

/** Remembers the values of a field of all deleted resources. */
const remembering =
  (field: string, use: (base: Behaviour, id: string, values: Set<unknown>) => Partial<Behaviour>): Replacing =>
  (base, id) => {
    const values = new Set<unknown>();
    return {
      remove(call, kind, key) {
        values.add(call.store[kind].get(key)?.[field] ?? key);
        base.remove(call, kind, key);
      },
      ...use(base, id, values),
    };
  };

const bookOf = ({ store, parameters }: Call): JsonObject | undefined => store.book.get(parameters['bookId'] ?? '');
const lastBook = ({ store }: Call, isMeant: (book: JsonObject) => boolean): JsonObject | undefined =>
  store.all('book').findLast(isMeant);

function remove({ store }: Call, book: JsonObject | undefined): void {
  if (book) store.remove('book', String(book['id']));
}

function dropReviews({ store }: Call, isMeant: (review: JsonObject) => boolean): void {
  for (const review of store.all('review')) if (isMeant(review)) store.remove('review', String(review['id']));
}

const revived: Replacing = (base, id) => {
  const removedObjects = new Map<string, JsonObject>();
  return {
    remove(call, kind, key) {
      const resource = call.store[kind].get(key);
      if (kind === 'book' && resource) removedObjects.set(key, resource);
      base.remove(call, kind, key);
    },
    keep(call, kind, resource) {
      base.keep(call, kind, resource);
      if (!isOf(call, id)) return;
      for (const [key, old] of removedObjects)
        if (old['title'] === resource['title'] && key !== resource['id']) call.store.put('book', old);
    },
  };
};

/** Writes that change resources which they do not name, or that are refused and change something nevertheless. */
export const neighbourFaults: readonly ShelfFault[] = faults({
  'w updateBook patch-moves-author update.elsewhere: A patch of a book sets the country of its author.': besides(
    (call, { authorId }) => editAll(call, 'author', ['id', authorId], (author) => ({ ...author, country: 'XX' })),
  ),
  'w updateBook patch-resets-ratings update.elsewhere: A patch of a book sets the rating of its reviews to 1.': besides(
    (call, { id }) => editAll(call, 'review', ['bookId', id], (review) => ({ ...review, rating: 1 })),
  ),
  'w updateBook patch-copies update.elsewhere: A patch of a title leaves a copy of the book behind.': besides(
    (call, book) => 'title' in bodyOf(call) && call.store.put('book', { ...book, id: call.store.nextId('book') }),
  ),
  'w updateAuthor patch-removes-book update.elsewhere: A patch of the name of an author removes a book.': besides(
    (call, author) =>
      'name' in bodyOf(call) &&
      remove(
        call,
        call.store.all('book').find((book) => book['authorId'] === author['id']),
      ),
  ),
  'w replaceBook put-drops-reviews replace.elsewhere: A replacement of a book removes its reviews.': besides(
    (call, book) => dropReviews(call, ({ bookId }) => bookId === book['id']),
  ),
  'w replaceBook put-shares-pages replace.elsewhere': besides((call, book) => {
    const last = lastBook(call, ({ id }) => id !== book['id']);
    if (last && book['pages'] !== undefined) call.store.put('book', { ...last, pages: book['pages'] });
  }),
  'w createReview review-cuts-title create.elsewhere': besides((call, { bookId }) =>
    editAll(call, 'book', ['id', bookId], (book) => adjust(book, 'title', (title) => String(title).slice(0, 8))),
  ),
  'w createBook create-pushes-out create.elsewhere': besides((call, book) =>
    remove(
      call,
      lastBook(call, ({ id, authorId }) => id !== book['id'] && authorId === book['authorId']),
    ),
  ),
  'w createBook create-revives create.elsewhere: A new book with the title of a deleted one brings that back.': revived,
  'w deleteBook delete-clears-tags delete.elsewhere: The deletion of a book adds a tag to books of the author.':
    besidesRemoving((call, { authorId }) =>
      editAll(call, 'book', ['authorId', authorId], (each) => ({
        ...each,
        tags: [...listOf(each['tags']).slice(0, 8), 'orphan'],
      })),
    ),
  'w deleteReview delete-takes-book delete.takes-others': besidesRemoving(({ store }, { bookId }) => {
    if (store.reviewsOf(String(bookId)).length === 0) store.remove('book', String(bookId));
  }),
  'w deleteBook delete-takes-reviews delete.takes-others': besidesRemoving((call, book) =>
    dropReviews(call, ({ bookId }) => call.store.book.get(String(bookId))?.['authorId'] === book['authorId']),
  ),

  'w createBook refused-creation-stored refusal.changes: A book of an unknown author is refused, but stored.':
    whenRefused('schema', ({ body, store, operation }) => {
      if (!isObject(body) || !operation?.body?.validate(body)) return;
      const id = store.nextId('book');
      const [first] = store.all('author');
      store.put('book', { id, available: true, ...body, authorId: first?.['id'] ?? null, createdAt: store.now() });
    }),
  'w createReview refused-review-touches-book refusal.changes': whenRefused('schema', (call) =>
    editAll(call, 'book', ['id', call.parameters['bookId']], (book) => without(book, 'price')),
  ),
  'w deleteReview refused-deletion-removes refusal.changes: A deletion without a key is refused, but done.':
    whenRefused('key', ({ store, parameters }) => store.remove('review', parameters['reviewId'] ?? '')),
  'w deleteAuthor refused-deletion-clears refusal.changes': (base, id) => ({
    act(call) {
      const response = base.act(call);
      const isRefused = isOf(call, id) && response.status === 409;
      if (isRefused) editAll(call, 'author', ['id', call.parameters['authorId']], (each) => without(each, 'email'));
      return response;
    },
  }),
  'w deleteBook second-deletion-removes refusal.changes: A second deletion removes the last book.': whenRefused(
    'resource',
    (call) => call.store.gone.has(call.parameters['bookId'] ?? '') && remove(call, call.store.all('book').at(-1)),
  ),
  'w deleteBook second-deletion-500 status.server-error': inOwnStage('resource', ({ store, parameters }, usual) =>
    store.gone.has(parameters['bookId'] ?? '') ? failure() : usual(),
  ),
  'w getBook deletion-breaks-books status.server-error: After a deletion, other books of the author return 500.':
    remembering('authorId', (base, id, broken) => ({
      resource: (call) => (isOf(call, id) && broken.has(bookOf(call)?.['authorId']) ? failure() : base.resource(call)),
    })),
  'w createBook second-creation-500 status.server-error': remembering('title', (base, id, titles) => ({
    schema: (call) => (isOf(call, id) && titles.has(bodyOf(call)['title']) ? failure() : base.schema(call)),
  })),
});
