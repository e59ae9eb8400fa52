import type { Call, Reply, ShelfFault } from '../behaviour.js';
import { isObject, without } from '../store.js';
import { failure, faults, isOf, type Replacing } from './parts.js';

/** Has an effect when a stage refuses the operation in the heading. */
const whenRefused =
  (stage: 'key' | 'schema' | 'resource', effect: (call: Call) => void): Replacing =>
  (before, id) => ({
    [stage](call: Call): Reply | undefined {
      const refused = before[stage](call);
      if (refused && isOf(call, id)) effect(call);
      return refused;
    },
  });

/** Refused writes that change something nevertheless, and deletions that damage other data. */
export const removalFaults: readonly ShelfFault[] = faults({
  'w replaceBook refused-put-applies: A refused replacement sets the title.': whenRefused('schema', (call) => {
    const book = call.store.book.get(call.parameters['bookId'] ?? '');
    const title = isObject(call.body) ? call.body['title'] : undefined;
    if (book && typeof title === 'string') call.store.put('book', { ...book, title });
  }),

  'w createBook refused-creation-stored: A book of an unknown author is refused, but stored.': whenRefused(
    'schema',
    (call) => {
      const { body, store } = call;
      if (!isObject(body) || !call.operation?.body?.validate(body)) return;
      const id = store.nextId('book');
      const [first] = store.all('author');
      store.put('book', { id, available: true, ...body, authorId: first?.['id'] ?? null, createdAt: store.now() });
    },
  ),

  'w createReview refused-review-touches-book: A refused review clears the price of its book.': whenRefused(
    'schema',
    ({ store, parameters }) => {
      const book = store.book.get(parameters['bookId'] ?? '');
      if (book) store.put('book', without(book, 'price'));
    },
  ),

  'w deleteReview refused-deletion-removes: A deletion without a key is refused, but done.': whenRefused(
    'key',
    ({ store, parameters }) => store.remove('review', parameters['reviewId'] ?? ''),
  ),

  'w deleteAuthor refused-deletion-clears: A deletion of an author with books is refused, but clears his email.': (
    before,
    id,
  ) => ({
    act(call) {
      const response = before.act(call);
      const author = call.store.author.get(call.parameters['authorId'] ?? '');
      if (isOf(call, id) && response.status === 409 && author) call.store.put('author', without(author, 'email'));
      return response;
    },
  }),

  'w deleteBook second-deletion-removes: A second deletion removes the last book.': whenRefused(
    'resource',
    ({ store, parameters }) => {
      const last = store.all('book').at(-1);
      if (store.gone.has(parameters['bookId'] ?? '') && last) store.remove('book', String(last['id']));
    },
  ),

  'w deleteBook second-deletion-500: A second deletion fails.': (before, id) => ({
    resource(call) {
      const isGone = isOf(call, id) && call.store.gone.has(call.parameters['bookId'] ?? '');
      return isGone ? failure() : before.resource(call);
    },
  }),

  'w getBook deletion-breaks-books: After a deletion, other books of the author cannot be read.': (before, id) => {
    const broken = new Set<unknown>();
    return {
      remove(call, kind, key) {
        broken.add(call.store[kind].get(key)?.['authorId'] ?? key);
        before.remove(call, kind, key);
      },
      resource(call) {
        const book = call.store.book.get(call.parameters['bookId'] ?? '');
        return isOf(call, id) && book && broken.has(book['authorId']) ? failure() : before.resource(call);
      },
    };
  },

  'w createBook second-creation-500: A book with the title of a deleted one cannot be created.': (before, id) => {
    const titles = new Set<unknown>();
    return {
      remove(call, kind, key) {
        titles.add(call.store[kind].get(key)?.['title'] ?? key);
        before.remove(call, kind, key);
      },
      schema(call) {
        const isTaken = isOf(call, id) && isObject(call.body) && titles.has(call.body['title']);
        return isTaken ? failure() : before.schema(call);
      },
    };
  },
});
