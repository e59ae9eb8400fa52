import type { Replacement, ShelfFault } from '../behaviour.js';
import { isObject, without } from '../store.js';
import { faults, isOf, type Replacing } from './parts.js';

/** Writes change a field that the service sets itself. */
const setting =
  (name: string, value: (number: number) => string): Replacing =>
  (before, id) => {
    let writes = 0;
    return {
      keep(call, kind, resource) {
        if (!isOf(call, id)) return before.keep(call, kind, resource);
        writes += 1;
        return before.keep(call, kind, { ...resource, [name]: value(writes) });
      },
    };
  };

/** Changes the behaviour of a patch without fields. */
const empty =
  (change: Replacement): Replacing =>
  (before, id) => {
    const other = change(before);
    return {
      keep(call, kind, resource) {
        const isEmpty = isOf(call, id) && isObject(call.body) && Object.keys(call.body).length === 0;
        return (isEmpty ? (other.keep ?? before.keep) : before.keep)(call, kind, resource);
      },
    };
  };

const forgetting =
  (...names: string[]): Replacement =>
  (before) => ({ keep: (call, kind, resource) => before.keep(call, kind, without(resource, ...names)) });

/** Writes that change fields which the service sets itself, and empty patches that have an effect. */
export const replacementFaults: readonly ShelfFault[] = faults({
  'w replaceBook put-moves-shelf: Each replacement puts the book on another shelf.': setting(
    'shelf',
    (number) => `R-${number % 7}`,
  ),
  'w replaceBook put-changes-owner: A replacement makes its sender the owner.': setting('owner', () => 'sender'),
  'w updateBook patch-changes-owner: A patch makes its sender the owner.': setting('owner', () => 'sender'),
  'w updateBook patch-changes-id: A patch gives the book a new key.': (before, id) => ({
    show(call, kind, resource) {
      const shown = before.show(call, kind, resource);
      return isOf(call, id, 'getBook') && call.store.gone.has(`patched ${String(resource['id'])}`)
        ? { ...shown, id: 'bk_zzzzzzzzzz' }
        : shown;
    },
    keep(call, kind, resource) {
      if (isOf(call, id)) call.store.gone.add(`patched ${String(resource['id'])}`);
      before.keep(call, kind, resource);
    },
  }),

  'w replaceBook put-resets-count: A replacement sets the number of reviews to 0.': (before, id) => {
    const counted = new Map<string, number>();
    return {
      keep(call, kind, resource) {
        const key = String(resource['id']);
        if (isOf(call, id)) counted.set(key, call.store.reviewsOf(key).length);
        before.keep(call, kind, resource);
      },
      show(call, kind, resource) {
        const shown = before.show(call, kind, resource);
        const earlier = counted.get(String(resource['id'])) ?? 0;
        return kind === 'book' ? { ...shown, reviewCount: Number(shown['reviewCount']) - earlier } : shown;
      },
    };
  },

  'w updateBook empty-patch-clears: An empty patch clears the tags.': empty(forgetting('tags')),

  'w updateAuthor empty-patch-resets: An empty patch removes everything but the name of an author.': empty(
    forgetting('email', 'website', 'bornOn', 'country', 'biography'),
  ),

  'w updateBook empty-patch-lends: An empty patch lends all books of the author.': empty((before) => ({
    keep(call, kind, resource) {
      before.keep(call, kind, resource);
      for (const book of call.store.all('book'))
        if (book['authorId'] === resource['authorId'] && book['id'] !== resource['id'])
          call.store.put('book', { ...book, available: false });
    },
  })),
});
