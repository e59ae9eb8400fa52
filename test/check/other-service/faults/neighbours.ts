import type { Call, Replacement, ShelfFault } from '../behaviour.js';
import { isObject, type JsonObject, type Kind, without } from '../store.js';
import { changed, faults, isOf, listOf, type Replacing } from './parts.js';

type Effect = (call: Call, resource: JsonObject) => void;

/** Adds a side effect to storing, for the operation in the heading. */
const besides =
  (effect: Effect): Replacing =>
  (before, id) => ({
    keep(call, kind, resource) {
      before.keep(call, kind, resource);
      if (isOf(call, id)) effect(call, resource);
    },
  });

/** Adds a side effect to deleting, for the operation in the heading. */
const besidesRemoving =
  (effect: Effect): Replacing =>
  (before, id) => ({
    remove(call, kind, key) {
      const resource = call.store[kind].get(key) ?? {};
      before.remove(call, kind, key);
      if (isOf(call, id)) effect(call, resource);
    },
  });

/** Edits other stored resources. */
function edit(
  { store }: Call,
  kind: Kind,
  isMeant: (resource: JsonObject) => boolean,
  change: (resource: JsonObject) => JsonObject,
): void {
  for (const each of store.all(kind)) if (isMeant(each)) store.put(kind, change(each));
}

const others =
  (resource: JsonObject) =>
  ({ id }: JsonObject): boolean =>
    id !== resource['id'];

/** Removes reviews completely. */
function dropReviews({ store }: Call, isMeant: (review: JsonObject) => boolean): void {
  for (const review of store.all('review')) if (isMeant(review)) store.remove('review', String(review['id']));
}

const revived: Replacement = (before) => {
  const removed = new Map<string, JsonObject>();
  return {
    remove(call, kind, key) {
      const resource = call.store[kind].get(key);
      if (kind === 'book' && resource) removed.set(key, resource);
      before.remove(call, kind, key);
    },
    keep(call, kind, resource) {
      before.keep(call, kind, resource);
      if (!isOf(call, 'createBook')) return;
      for (const [key, old] of removed)
        if (old['title'] === resource['title'] && key !== resource['id']) call.store.put('book', old);
    },
  };
};

/** Writes that change resources which they do not name. */
export const neighbourFaults: readonly ShelfFault[] = faults({
  'w updateBook patch-moves-author: A patch of a book sets the country of its author.': besides((call, book) =>
    edit(
      call,
      'author',
      ({ id }) => id === book['authorId'],
      (author) => ({ ...author, country: 'XX' }),
    ),
  ),

  'w updateBook patch-resets-ratings: A patch of a book sets the rating of its reviews to 1.': besides((call, book) =>
    edit(
      call,
      'review',
      ({ bookId }) => bookId === book['id'],
      (review) => ({ ...review, rating: 1 }),
    ),
  ),

  'w updateBook patch-copies: A patch of a title leaves a copy of the book behind.': besides((call, book) => {
    if (!isObject(call.body) || call.body['title'] === undefined) return;
    call.store.put('book', { ...book, id: call.store.nextId('book') });
  }),

  'w updateBook patch-touches-all: A patch sets `updatedAt` of all books of the author.': besides((call, book) =>
    edit(
      call,
      'book',
      ({ authorId }) => authorId === book['authorId'],
      (each) => ({ ...each, updatedAt: call.store.now() }),
    ),
  ),

  'w updateAuthor patch-removes-book: A patch of the name of an author removes a book.': besides((call, author) => {
    if (!isObject(call.body) || call.body['name'] === undefined) return;
    const book = call.store.all('book').find(({ authorId }) => authorId === author['id']);
    if (book) call.store.remove('book', String(book['id']));
  }),

  'w replaceBook put-drops-reviews: A replacement of a book removes its reviews.': besides((call, book) =>
    dropReviews(call, ({ bookId }) => bookId === book['id']),
  ),

  'w replaceAuthor put-unlinks-books: A replacement of an author leaves his books to the first author.': besides(
    (call, author) =>
      edit(
        call,
        'book',
        ({ authorId }) => authorId === author['id'],
        (book) => ({ ...book, authorId: call.store.all('author')[0]?.['id'] ?? null }),
      ),
  ),

  'w replaceBook put-shares-pages: A replacement also sets the pages of the last book.': besides((call, book) => {
    const last = call.store.all('book').findLast(others(book));
    if (last && book['pages'] !== undefined) call.store.put('book', { ...last, pages: book['pages'] });
  }),

  'w createBook create-clears-price: A new book clears the price of the book before it.': besides((call, book) => {
    const last = call.store.all('book').findLast(others(book));
    if (last) call.store.put('book', without(last, 'price'));
  }),

  'w createReview review-cuts-title: A new review cuts off the title of its book.': besides((call, review) =>
    edit(
      call,
      'book',
      ({ id }) => id === review['bookId'],
      (book) => changed(book, 'title', (title) => String(title).slice(0, 8)),
    ),
  ),

  'w createBook create-pushes-out: A new book removes the last book of the author.': besides((call, book) => {
    const last = call.store
      .all('book')
      .findLast(({ id, authorId }) => id !== book['id'] && authorId === book['authorId']);
    if (last) call.store.remove('book', String(last['id']));
  }),

  'w createBook create-revives: A new book with the title of a deleted one brings that back.': revived,

  'w deleteBook delete-clears-tags: The deletion of a book adds a tag to the books of its author.': besidesRemoving(
    (call, book) =>
      edit(
        call,
        'book',
        ({ authorId }) => authorId === book['authorId'],
        (each) => ({ ...each, tags: [...listOf(each['tags']).slice(0, 8), 'orphan'] }),
      ),
  ),

  'w deleteReview delete-takes-book: The deletion of the last review removes the book.': besidesRemoving(
    ({ store }, { bookId }) => {
      if (store.reviewsOf(String(bookId)).length === 0) store.remove('book', String(bookId));
    },
  ),

  'w deleteBook delete-takes-reviews: The deletion of a book removes the reviews of other books of its author.':
    besidesRemoving((call, book) =>
      dropReviews(call, ({ bookId }) => call.store.book.get(String(bookId))?.['authorId'] === book['authorId']),
    ),

  'w deleteBook delete-takes-author: The deletion of a book removes its author.': besidesRemoving((call, book) =>
    call.store.remove('author', String(book['authorId'])),
  ),
});
