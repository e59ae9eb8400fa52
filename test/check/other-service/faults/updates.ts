import type { ShelfFault } from '../behaviour.js';
import { reply } from '../responses.js';
import { isObject, type JsonObject, without } from '../store.js';
import {
  changed,
  faults,
  having,
  invalid,
  isOf,
  keeping,
  listOf,
  patching,
  type Replacing,
  respondingWith,
} from './parts.js';

const merging =
  (edit: (merged: JsonObject, target: JsonObject, patch: JsonObject) => JsonObject): Replacing =>
  (before) => ({
    merged(call, kind, target, patch) {
      const merged = before.merged(call, kind, target, patch);
      return kind === 'book' ? edit(merged, target, patch) : merged;
    },
  });

/** Edits the fields of a replacement before they are stored. */
const replacing =
  (edit: (fields: JsonObject, resource: JsonObject) => JsonObject): Replacing =>
  (before, id) => ({
    replaced: (call, kind, resource, fields) =>
      before.replaced(call, kind, resource, isOf(call, id) ? edit(fields, resource) : fields),
  });
const merged = (fields: JsonObject, resource: JsonObject): JsonObject => ({ ...resource, ...fields });

/** Updates and replacements that return a success but store something else. */
export const updateFaults: readonly ShelfFault[] = faults({
  'w replaceBook put-merges: A replacement keeps the fields that were not sent.': replacing(merged),
  'w replaceAuthor put-merges-author: Replacing an author keeps the fields that were not sent.': replacing(merged),
  'w replaceBook put-appends: A replacement adds its contributors to the existing ones.': replacing(
    (fields, { contributors }) =>
      changed(fields, 'contributors', (value) => [...listOf(contributors), ...listOf(value)]),
  ),

  'w replaceBook put-resets-created: A replacement sets `createdAt` to the current time.': (before) => ({
    replaced: (call, kind, resource, fields) => {
      const made = before.replaced(call, kind, resource, fields);
      return kind === 'book' ? { ...made, createdAt: made['updatedAt'] ?? null } : made;
    },
  }),

  'w replaceAuthor put-takes-created: A replacement accepts `createdAt` from the request, though it is read-only.': (
    before,
  ) => ({
    replaced(call, kind, resource, fields) {
      const sent = isOf(call, 'replaceAuthor') && isObject(call.body) ? call.body['createdAt'] : undefined;
      return { ...before.replaced(call, kind, resource, fields), ...(sent !== undefined && { createdAt: sent }) };
    },
  }),

  'w createAuthor post-takes-id: A new author gets the id from the request, though it is read-only.': (before) => ({
    created(call, kind, fields) {
      const sent = isOf(call, 'createAuthor') && isObject(call.body) ? call.body['id'] : undefined;
      return { ...before.created(call, kind, fields), ...(sent !== undefined && { id: sent }) };
    },
  }),

  'w replaceBook put-drops-field: A replacement ignores `coverUrl`.': replacing((fields) =>
    without(fields, 'coverUrl'),
  ),
  'w replaceAuthor put-not-stored: A replacement of an author succeeds but is not stored.': keeping(),

  'w updateBook patch-null-ignored: A null in a patch changes nothing.': patching('book', (patch) =>
    having(patch, (value) => value !== null),
  ),

  'w updateAuthor patch-null-refused: A null in a patch is refused.': (before) => ({
    schema(call) {
      const hasNull = Object.values(call.body ?? {}).includes(null);
      return (
        before.schema(call) ?? (isOf(call, 'updateAuthor') && hasNull ? invalid('', 'Null is not allowed.') : undefined)
      );
    },
  }),

  'w updateBook patch-null-stored: A null in a patch is stored and returned, which the contract does not allow.':
    merging((merged, _, patch) => ({ ...merged, ...having(patch, (value) => value === null) })),

  'w updateAuthor patch-null-empties: A null in a patch sets an empty string.': patching('author', (patch) =>
    changed(patch, 'biography', (value) => value ?? ''),
  ),

  'w updateBook patch-replaces-nested: A patch of `dimensions` replaces the whole object.': merging(
    (merged, _, { dimensions }) =>
      isObject(dimensions) ? { ...merged, dimensions: having(dimensions, (value) => value !== null) } : merged,
  ),

  'w updateBook patch-nested-null-ignored: A null inside `dimensions` changes nothing.': patching('book', (patch) =>
    changed(patch, 'dimensions', (value) => (isObject(value) ? having(value, (each) => each !== null) : value)),
  ),

  'w updateBook patch-appends: A patch adds its tags to the existing ones.': patching('book', (patch, target) =>
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

  'w updateBook patch-drops-field: A patch ignores `publishedOn`.': patching('book', (patch) =>
    without(patch, 'publishedOn'),
  ),

  'w updateBook patch-clears-other: A patch of the price clears the number of pages.': merging((merged, _, patch) =>
    'price' in patch ? without(merged, 'pages') : merged,
  ),

  'w updateAuthor patch-replaces: A patch clears the fields that were not sent, except the name.': (before) => ({
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

  'w updateBook patch-not-stored: A patch of a book succeeds but is not stored.': keeping(),

  'w updateBook patch-other-book: A patch also changes `available` of the next book.': keeping(
    ({ store, body }, resource, put) => {
      put(resource);
      const all = store.all('book');
      const next = all[(all.findIndex(({ id }) => id === resource['id']) + 1) % all.length];
      if (next && isObject(body) && body['available'] !== undefined) put({ ...next, available: body['available'] });
    },
  ),

  'w updateBook patch-moves-created: A patch sets `createdAt` to the current time.': merging((merged) => ({
    ...merged,
    createdAt: merged['updatedAt'] ?? null,
  })),

  'w updateAuthor update-without-body: Changing an author returns 204.': respondingWith(() => reply(204), 200),
});
