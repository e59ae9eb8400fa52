import type { Behaviour, Call, ShelfFault } from '../behaviour.js';
import { isObject, type Json, type JsonObject, without } from '../store.js';
import {
  adjust,
  bodyOf,
  editAll,
  faults,
  having,
  inOwnStage,
  invalid,
  isOf,
  keeping,
  listOf,
  patching,
  type Replacing,
} from './parts.js';

const merging =
  (edit: (mergedResource: JsonObject, patch: JsonObject) => JsonObject): Replacing =>
  (before) => ({
    mergePatch(call, kind, target, patch) {
      const mergedResource = before.mergePatch(call, kind, target, patch);
      return kind === 'book' ? edit(mergedResource, patch) : mergedResource;
    },
  });

/** Edits the fields of a replacement before they are stored. */
const replacing =
  (edit: (fields: JsonObject, resource: JsonObject) => JsonObject): Replacing =>
  (before, id) => ({
    replaced: (call, kind, resource, fields) =>
      before.replaced(call, kind, resource, isOf(call, id) ? edit(fields, resource) : fields),
  });

const keptNull = (value: Json): boolean => value !== null;
const createdNow = (resource: JsonObject): JsonObject => ({ ...resource, createdAt: resource['updatedAt'] ?? null });

/** Takes a read-only field from the request. */
const taking =
  (part: 'createResource' | 'replaced', name: string): Replacing =>
  (before, id) => ({
    [part](call: Call, ...rest: never[]) {
      const createdResource = (before[part] as (call: Call, ...rest: never[]) => JsonObject)(call, ...rest);
      const sentValue = isOf(call, id) ? bodyOf(call)[name] : undefined;
      return { ...createdResource, ...(sentValue !== undefined && { [name]: sentValue }) };
    },
  });

/** Sets a field that the service sets itself. */
const setting = (name: string, value: (writes: number) => string): Replacing => {
  let writes = 0;
  return keeping((_, resource, put) => put({ ...resource, [name]: value(++writes) }));
};

/** Stores a patch without fields in another way. */
const onEmpty = (keep: Parameters<typeof keeping>[0] & object): Replacing =>
  keeping((call, resource, put) =>
    Object.keys(bodyOf(call)).length === 0 ? keep(call, resource, put) : put(resource),
  );

const newKey: Replacing = (before, id) => ({
  show(call, kind, resource) {
    const view = before.show(call, kind, resource);
    const isPatched = call.store.gone.has(`patched ${String(resource['id'])}`);
    return isOf(call, id, 'getBook') && isPatched ? { ...view, id: 'bk_zzzzzzzzzz' } : view;
  },
  keep(call, kind, resource) {
    if (isOf(call, id)) call.store.gone.add(`patched ${String(resource['id'])}`);
    before.keep(call, kind, resource);
  },
});

const countReset = (before: Behaviour, id: string): Partial<Behaviour> => {
  const counts = new Map<string, number>();
  return {
    keep(call, kind, resource) {
      const key = String(resource['id']);
      if (isOf(call, id)) counts.set(key, call.store.reviewsOf(key).length);
      before.keep(call, kind, resource);
    },
    show(call, kind, resource) {
      const view = before.show(call, kind, resource);
      const earlier = counts.get(String(resource['id'])) ?? 0;
      return kind === 'book' ? { ...view, reviewCount: Number(view['reviewCount']) - earlier } : view;
    },
  };
};

/** Updates and replacements that return a success but store something else, or change what the service sets itself. */
export const updateFaults: readonly ShelfFault[] = faults({
  'w replaceBook put-merges replace.keeps': replacing((fields, resource) => ({ ...resource, ...fields })),
  'w replaceBook put-appends replace.not-idempotent': replacing((fields, { contributors }) =>
    adjust(fields, 'contributors', (value) => [...listOf(contributors), ...listOf(value)]),
  ),
  'w replaceBook put-resets-created read-only.changed: A replacement resets `createdAt`.': (before) => ({
    replaced: (call, kind, ...rest) => (kind === 'book' ? createdNow : Object)(before.replaced(call, kind, ...rest)),
  }),
  'w replaceAuthor put-takes-created read-only.taken': taking('replaced', 'createdAt'),
  'w createAuthor post-takes-id read-only.taken: A new author gets the id that was sent.': taking(
    'createResource',
    'id',
  ),
  'w replaceBook put-drops-field replace.not-stored': replacing((fields) => without(fields, 'coverUrl')),
  'w replaceAuthor put-not-stored replace.not-stored: A replacement succeeds but is not stored.': keeping(),
  'w updateBook patch-null-ignored merge.null-kept': patching('book', (patch) => having(patch, keptNull)),
  'w updateAuthor patch-null-refused request.refused: A null in a patch is refused.': inOwnStage(
    'schema',
    (call, usual) =>
      usual() ?? (Object.values(bodyOf(call)).includes(null) ? invalid('', 'Null is not allowed.') : undefined),
  ),
  'w updateBook patch-null-stored schema.type: A null in a patch is stored and returned, which is not allowed.':
    merging((mergedResource, patch) => ({ ...mergedResource, ...having(patch, (value) => value === null) })),
  'w updateAuthor patch-null-empties merge.null-kept: A null sets an empty string.': patching('author', (patch) =>
    adjust(patch, 'biography', (value) => value ?? ''),
  ),
  'w updateBook patch-replaces-nested merge.replaces-object: A patch replaces the whole `dimensions`.': merging(
    (mergedResource, { dimensions }) =>
      isObject(dimensions) ? { ...mergedResource, dimensions: having(dimensions, keptNull) } : mergedResource,
  ),
  'w updateBook patch-nested-null-ignored update.not-shown: A null inside `dimensions` changes nothing.': patching(
    'book',
    (patch) => adjust(patch, 'dimensions', (value) => (isObject(value) ? having(value, keptNull) : value)),
  ),
  'w updateBook patch-empty-list-ignored update.not-shown: An empty list changes nothing.': patching('book', (patch) =>
    having(patch, (value) => !Array.isArray(value) || value.length > 0),
  ),
  'w updateBook patch-false-ignored update.not-shown: `available: false` changes nothing.': patching('book', (patch) =>
    patch['available'] === false ? without(patch, 'available') : patch,
  ),
  'w updateBook patch-moves-created read-only.changed': merging(createdNow),

  'w replaceBook put-moves-shelf replace.touches': setting('shelf', (writes) => `R-${writes % 7}`),
  'w updateBook patch-changes-owner update.touches': setting('owner', () => 'sender'),
  'w updateBook patch-changes-id identity.other: A patch gives the book a new key.': newKey,
  'w replaceBook put-resets-count replace.touches: A replacement sets the number of reviews to 0.': countReset,
  'w updateBook empty-patch-clears update.touches': onEmpty((_, resource, put) => put(without(resource, 'tags'))),
  'w updateBook empty-patch-lends update.elsewhere: An empty patch lends all books of the author.': onEmpty(
    (call, resource, put) => {
      put(resource);
      const { id, authorId } = resource;
      editAll(call, 'book', ['authorId', authorId], (book) =>
        book['id'] === id ? book : { ...book, available: false },
      );
    },
  ),
});
