import type { Behaviour, ShelfFault } from '../behaviour.js';
import { reply } from '../responses.js';
import { type JsonObject, type Kind, without } from '../store.js';
import { adjust, faults, isOf, keeping, listOf, type Replacing, respondingWith, taking, withoutBody } from './parts.js';

const creating = (kind: Kind, edit: (fields: JsonObject) => JsonObject): Replacing =>
  taking(kind, (fields, call) => (call.operation?.method === 'POST' ? edit(fields) : fields));

const location = (edit: (path: string) => string | undefined): Replacing =>
  respondingWith(({ headers: { Location: path = '', ...headers }, ...sentReply }) => {
    const edited = edit(path);
    return { ...sentReply, headers: { ...headers, ...(edited !== undefined && { Location: edited }) } };
  }, 201);

/** Remembers the ids of the resources that the operation in the heading creates. */
const remembering =
  (use: (before: Behaviour, isMade: (id: unknown) => boolean) => Partial<Behaviour>): Replacing =>
  (before, id) => {
    const createdIds = new Set<string>();
    return {
      keep(call, kind, resource) {
        if (isOf(call, id)) createdIds.add(String(resource['id']));
        before.keep(call, kind, resource);
      },
      ...use(before, (key) => createdIds.has(String(key))),
    };
  };

const unlisted = remembering((before, isMade) => ({
  collection: (call) =>
    before.collection(call).filter((resource) => !isOf(call, 'listBooks') || !isMade(resource['id'])),
}));

const notFoundOnceMade = remembering((before, isMade) => ({
  resource(call) {
    const { parameters } = call;
    const isHidden = isOf(call, 'getReview') && isMade(parameters['reviewId']);
    return before.resource(isHidden ? { ...call, parameters: { ...parameters, reviewId: '' } } : call);
  },
}));

const deletedStillListed: Replacing = (before) => {
  let last: JsonObject[] = [];
  return {
    remove(call, kind, id) {
      last = kind === 'author' ? call.store.all('author').filter((resource) => resource['id'] === id) : last;
      before.remove(call, kind, id);
    },
    collection: (call) => (isOf(call, 'listAuthors') ? [...before.collection(call), ...last] : before.collection(call)),
  };
};

/** Creations and removals whose result differs from their response. */
export const creationFaults: readonly ShelfFault[] = faults({
  'w createBook create-ignores-field create.not-shown': creating('book', (fields) => without(fields, 'publishedOn')),
  'w createBook create-ignores-nested create.not-shown: All contributors of a new book become translators.': creating(
    'book',
    (fields) =>
      adjust(fields, 'contributors', (value) =>
        listOf(value).map((each) => ({ ...(each as object), role: 'translator' })),
      ),
  ),
  'w createBook create-false-as-default create.not-shown: A new book is available although `false` was sent.': creating(
    'book',
    (fields) => ({ ...fields, available: true }),
  ),
  'w createBook create-drops-zero create.not-shown': creating('book', (fields) =>
    fields['price'] === 0 ? without(fields, 'price') : fields,
  ),
  'w createReview create-escapes create.not-shown': creating('review', (fields) =>
    adjust(fields, 'comment', (value) => String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ),
  'w createBook create-shifts-date create.not-shown: A new book has a `publishedOn` one day earlier.': creating(
    'book',
    (fields) =>
      adjust(fields, 'publishedOn', (value) =>
        new Date(Date.parse(String(value)) - 3_600_000).toISOString().slice(0, 10),
      ),
  ),
  'w createBook create-rounds create.not-shown: The price of a new book has no decimals.': creating('book', (fields) =>
    adjust(fields, 'price', (value) => Math.floor(Number(value))),
  ),
  'w createBook create-not-listed create.not-listed: A new book can be read, but is not listed.': unlisted,
  'w createReview create-not-found create.not-found: A new review is listed, but cannot be read.': notFoundOnceMade,
  'w createAuthor create-not-stored create.not-found: Adding an author succeeds but stores nothing.': keeping(),
  'w createReview create-twice create.listed-twice: A new review is stored twice.': keeping(
    ({ store }, resource, put) => {
      put(resource);
      put({ ...resource, id: store.nextId('review') });
    },
  ),
  'w createAuthor create-200 status.undeclared': respondingWith((sentReply) => ({ ...sentReply, status: 200 }), 201),
  'w createReview create-without-body body.empty: A creation returns no body.': respondingWith(withoutBody, 201),
  'w createBook location-missing header.location-missing: A creation returns no Location.': location(() => undefined),
  'w createAuthor location-dead location.dead: Location leads to 404.': location((path) => path.replace('/v1', '')),
  'w createReview location-of-list location.other': location((path) => path.replace(/\/[^/]+$/, '')),
  'w deleteAuthor delete-still-listed delete.listed: A removed author is still listed.': deletedStillListed,
  'w deleteReview delete-takes-neighbour delete.takes-others: Removing a review also removes the next one.': (
    before,
    fault,
  ) => ({
    remove(call, kind, id) {
      if (isOf(call, fault)) before.remove(call, kind, String(Number(id) + 1));
      before.remove(call, kind, id);
    },
  }),
  'w deleteBook delete-200 status.undeclared': respondingWith(() => reply(200, { deleted: true }), 204),
  'w listReviews delete-breaks-list status.server-error: After a removal, listing the reviews returns 500.': (
    before,
  ) => ({
    collection(call) {
      if (isOf(call, 'listReviews') && [...call.store.gone].some((id) => /^\d+$/.test(id)))
        throw new Error('a hole in the index');
      return before.collection(call);
    },
  }),
});
