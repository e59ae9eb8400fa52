import { answer } from '../answers.js';
import type { ShelfFault } from '../behaviour.js';
import { isObject, type JsonObject, without } from '../store.js';
import {
  answering,
  changed,
  faults,
  having,
  invalid,
  isOf,
  keeping,
  listOf,
  patching,
  type Replacing,
} from './parts.js';

const merging =
  (edit: (merged: JsonObject, target: JsonObject, patch: JsonObject) => JsonObject): Replacing =>
  (before) => ({
    merged(call, kind, target, patch) {
      const merged = before.merged(call, kind, target, patch);
      return kind === 'book' ? edit(merged, target, patch) : merged;
    },
  });

/** Replaces with other fields than were sent. */
const replacing =
  (edit: (fields: JsonObject, thing: JsonObject) => JsonObject): Replacing =>
  (before, id) => ({
    replaced: (call, kind, thing, fields) =>
      before.replaced(call, kind, thing, isOf(call, id) ? edit(fields, thing) : fields),
  });
const merged = (fields: JsonObject, thing: JsonObject): JsonObject => ({ ...thing, ...fields });

/** Updates and replacements that are answered as if all was well, and do something else. */
export const updateFaults: readonly ShelfFault[] = faults({
  'w replaceBook put-merges: A replacement leaves what is not sent as it was.': replacing(merged),
  'w replaceAuthor put-merges-author: Replacing an author leaves what is not sent as it was.': replacing(merged),
  'w replaceBook put-appends: A replacement adds its contributors to those that are there.': replacing(
    (fields, { contributors }) =>
      changed(fields, 'contributors', (value) => [...listOf(contributors), ...listOf(value)]),
  ),

  'w replaceBook put-resets-created: A replacement sets `createdAt` anew.': (before) => ({
    replaced: (call, kind, thing, fields) => {
      const made = before.replaced(call, kind, thing, fields);
      return kind === 'book' ? { ...made, createdAt: made['updatedAt'] ?? null } : made;
    },
  }),

  'w replaceAuthor put-takes-created: A replacement takes `createdAt` from the request, which can only be read.': (
    before,
  ) => ({
    replaced(call, kind, thing, fields) {
      const sent = isOf(call, 'replaceAuthor') && isObject(call.body) ? call.body['createdAt'] : undefined;
      return { ...before.replaced(call, kind, thing, fields), ...(sent !== undefined && { createdAt: sent }) };
    },
  }),

  'w createAuthor post-takes-id: A new author gets the id that the request sends, which can only be read.': (
    before,
  ) => ({
    created(call, kind, fields) {
      const sent = isOf(call, 'createAuthor') && isObject(call.body) ? call.body['id'] : undefined;
      return { ...before.created(call, kind, fields), ...(sent !== undefined && { id: sent }) };
    },
  }),

  'w replaceBook put-drops-field: A replacement does not take `coverUrl`.': replacing((fields) =>
    without(fields, 'coverUrl'),
  ),
  'w replaceAuthor put-not-stored: A replacement of an author is answered and not kept.': keeping(),

  'w updateBook patch-null-ignored: Null in a patch changes nothing.': patching('book', (patch) =>
    having(patch, (value) => value !== null),
  ),

  'w updateAuthor patch-null-refused: Null in a patch is refused.': (before) => ({
    schema(call) {
      const hasNull = Object.values(call.body ?? {}).includes(null);
      return (
        before.schema(call) ?? (isOf(call, 'updateAuthor') && hasNull ? invalid('', 'Null is not allowed.') : undefined)
      );
    },
  }),

  'w updateBook patch-null-stored: Null in a patch is kept, and shown where the contract has no null.': merging(
    (merged, _, patch) => ({ ...merged, ...having(patch, (value) => value === null) }),
  ),

  'w updateAuthor patch-null-empties: Null in a patch leaves an empty text behind.': patching('author', (patch) =>
    changed(patch, 'biography', (value) => value ?? ''),
  ),

  'w updateBook patch-replaces-nested: A patch of `dimensions` replaces them as a whole.': merging(
    (merged, _, { dimensions }) =>
      isObject(dimensions) ? { ...merged, dimensions: having(dimensions, (value) => value !== null) } : merged,
  ),

  'w updateBook patch-nested-null-ignored: Null inside `dimensions` changes nothing.': patching('book', (patch) =>
    changed(patch, 'dimensions', (value) => (isObject(value) ? having(value, (each) => each !== null) : value)),
  ),

  'w updateBook patch-appends: A patch adds its tags to those that are there.': patching('book', (patch, target) =>
    changed(patch, 'tags', (value) =>
      Array.isArray(value) ? [...new Set([...listOf(target['tags']), ...value])] : value,
    ),
  ),

  'w updateBook patch-empty-list-ignored: An empty list in a patch changes nothing.': patching('book', (patch) =>
    having(patch, (value) => !Array.isArray(value) || value.length > 0),
  ),

  'w updateBook patch-false-ignored: `available: false` in a patch changes nothing.': patching('book', (patch) =>
    patch['available'] === false ? without(patch, 'available') : patch,
  ),

  'w updateBook patch-drops-field: A patch does not take `publishedOn`.': patching('book', (patch) =>
    without(patch, 'publishedOn'),
  ),

  'w updateBook patch-clears-other: A patch of the price clears the number of pages.': merging((merged, _, patch) =>
    'price' in patch ? without(merged, 'pages') : merged,
  ),

  'w updateAuthor patch-replaces: A patch clears what is not sent, but the name.': (before) => ({
    merged: (call, kind, target, patch) =>
      before.merged(
        call,
        kind,
        kind === 'author'
          ? { id: target['id'] ?? null, name: target['name'] ?? null, createdAt: target['createdAt'] ?? null }
          : target,
        patch,
      ),
  }),

  'w updateAuthor patch-noop: A patch of an author changes nothing.': patching('author', () => ({})),

  'w updateBook patch-not-stored: A patch of a book is answered and not kept.': keeping(),

  'w updateBook patch-other-book: A patch changes `available` of the next book, too.': keeping(
    ({ store, body }, thing, put) => {
      put(thing);
      const all = store.all('book');
      const next = all[(all.findIndex(({ id }) => id === thing['id']) + 1) % all.length];
      if (next && isObject(body) && body['available'] !== undefined) put({ ...next, available: body['available'] });
    },
  ),

  'w updateBook patch-moves-created: A patch sets `createdAt` anew.': merging((merged) => ({
    ...merged,
    createdAt: merged['updatedAt'] ?? null,
  })),

  'w updateAuthor update-without-body: Changing an author answers 204.': answering(() => answer(204), 200),
});
