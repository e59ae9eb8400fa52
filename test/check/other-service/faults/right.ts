import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Call, Replacement, Reply, StageName, Variant } from '../behaviour.js';
import { contract } from '../contract.js';
import { noContent, problem } from '../responses.js';
import { isObject, type Json, type JsonObject } from '../store.js';
import { changed, invalid, labelled, sending, variants } from './parts.js';

const inOrder =
  (...stages: StageName[]): Replacement =>
  () => ({ stages });

const showingAll =
  (edit: (resource: JsonObject) => JsonObject): Replacement =>
  (before) => ({
    show: (call, kind, resource) => edit(before.show(call, kind, resource)),
  });

/** Writes an instant with an offset in place of `Z`. */
function withOffset(text: string): string {
  return `${new Date(Date.parse(text) + 7_200_000).toISOString().slice(0, 19)}+02:00`;
}

const bySorting =
  (compare: (a: JsonObject, b: JsonObject, sort: string) => number): Replacement =>
  (before) => ({
    sorted(call, resources) {
      const sort = call.query['sort'];
      const sorted = before.sorted(call, resources);
      return typeof sort === 'string' ? [...sorted].sort((a, b) => compare(a, b, sort)) : sorted;
    },
  });

const trimmed = (fields: JsonObject): JsonObject =>
  ['comment', 'biography'].reduce(
    (edited, name) =>
      changed(edited, name, (value) => (typeof value === 'string' ? value.trim().normalize('NFC') : value)),
    fields,
  );

const compared = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Another user changes one of the later initial books at every seventh request. */
const thirdParty: Replacement = (before) => {
  let requests = 0;
  return {
    send(call, sent) {
      requests += 1;
      const books = call.store
        .all('book')
        .slice(10)
        .filter(({ createdAt }) => String(createdAt) < '2025-08');
      const book = books[requests % Math.max(1, books.length)];
      if (requests % 7 === 0 && book) {
        call.store.put('book', { ...book, pages: 100 + (requests % 900), updatedAt: call.store.now() });
      }
      return before.send(call, sent);
    },
  };
};

/** Sets the time of the last change of the book in the path. */
function touchBook({ store, parameters }: Call): void {
  const book = store.book.get(parameters['bookId'] ?? '');
  if (book) store.put('book', { ...book, updatedAt: store.now() });
}

/** Services that follow the contract, but differ from the usual one. */
export const rightVariants: readonly Variant[] = variants({
  'ok-404-first: Looks up the resource before it reads the body.': inOrder(
    'key',
    'route',
    'query',
    'resource',
    'body',
    'schema',
  ),

  // Many frameworks validate the body before any code of the service runs.
  'ok-422-first: Validates the body before it looks up the resource.': inOrder(
    'key',
    'route',
    'query',
    'body',
    'schema',
    'resource',
  ),

  'ok-404-before-405: Returns 404 for an undeclared method on an unknown resource.': (before) => ({
    route(call) {
      const refused = before.route(call);
      return refused?.status === 405 ? (before.resource(call) ?? refused) : refused;
    },
  }),

  'ok-405-before-401: Returns 405 and 404 for paths before it checks the key.': inOrder(
    'route',
    'key',
    'query',
    'body',
    'resource',
    'schema',
  ),

  'ok-404-without-key: Returns 404 without a key on resources, so as not to reveal which exist.': (before) => ({
    key(call) {
      const refused = before.key(call);
      return refused && call.operation?.statuses.includes(404) ? problem(404, 'Not found.') : refused;
    },
  }),

  'ok-extra-headers: Sends undocumented headers, with unusual capitalisation.': sending((sent) =>
    labelled(sent, {
      'x-REQUEST-id': 'a41f',
      'Cache-Control': 'no-store',
      'X-RateLimit-Remaining': '59',
      vary: 'Accept-Encoding, Origin',
    }),
  ),

  'ok-charset: Adds a charset to the media type of JSON.': sending((sent) => {
    const media = sent.headers['Content-Type'];
    return media === undefined
      ? sent
      : labelled(sent, { 'Content-Type': `${media.replace('json', 'JSON')}; charset=UTF-8` });
  }),

  'ok-weak-etag: Sends a weak ETag with each read.': sending((sent, { method }) => {
    if (sent.status !== 200 || !['GET', 'HEAD'].includes(method)) return sent;
    const tag = createHash('sha256').update(JSON.stringify(sent.body)).digest('hex').slice(0, 12);
    return labelled(sent, { ETag: `W/"${tag}"` });
  }),

  'ok-gzip: Sends gzip if the request allows it.': sending((sent, { headers }) => {
    if (sent.body === undefined || !/\bgzip\b(?!\s*;\s*q=0)/.test(String(headers['accept-encoding'] ?? '')))
      return sent;
    const text = gzipSync(JSON.stringify(sent.body));
    return { ...labelled(sent, { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }), text };
  }),

  'ok-closes-connections: Closes the connection after every fifth response.': (before) => {
    let responses = 0;
    const closing = (): Partial<Reply> => (++responses % 5 === 0 ? { closes: 'said' } : {});
    return { send: (call, sent) => ({ ...before.send(call, sent), ...closing() }) };
  },

  'ok-closes-after-errors: Closes the connection after errors, just as the next request arrives.': sending((sent) =>
    sent.status >= 400 ? { ...sent, closes: 'at next request' } : sent,
  ),

  'ok-delete-twice-204: Returns 204 for the removal of a removed resource.': (before) => ({
    resource(call) {
      const refused = before.resource(call);
      const id = call.operation?.method === 'DELETE' ? Object.values(call.parameters).at(-1) : undefined;
      return refused && id !== undefined && call.store.gone.has(id) ? noContent() : refused;
    },
  }),

  'ok-omits-empty: Omits fields without a value, and empty lists and objects.': (before) => ({
    show(call, kind, resource) {
      const isEmpty = (value: Json): boolean =>
        value === null || (typeof value === 'object' && Object.keys(value).length === 0);
      return Object.fromEntries(
        Object.entries(before.show(call, kind, resource)).filter(([, value]) => !isEmpty(value)),
      );
    },
  }),

  'ok-time-offset: Returns times with an offset, and without fractions of a second.': showingAll((resource) =>
    ['createdAt', 'updatedAt'].reduce(
      (edited, name) => changed(edited, name, (value) => withOffset(String(value))),
      resource,
    ),
  ),

  'ok-trims: Trims comments and biographies.': (before) => ({
    taken: (call, kind, body) => trimmed(before.taken(call, kind, body)),
    merged: (call, kind, target, patch) => before.merged(call, kind, target, trimmed(patch)),
  }),

  'ok-absolute-location: Returns an absolute URL in Location.': sending((sent, { origin }) => {
    const path = sent.headers['Location'];
    return path === undefined ? sent : labelled(sent, { Location: origin + path });
  }),

  'ok-answers-options: Responds to OPTIONS with 204 and Allow, even without a key.': (before) => ({
    key({ method, template, ...call }) {
      if (method !== 'OPTIONS' || template === undefined) return before.key({ ...call, method });
      return noContent({ Allow: [...contract.allowedAt(template), 'OPTIONS'].join(', ') });
    },
  }),

  'ok-sorts-by-code-point: Sorts names and titles by code point, capitals first.': bySorting((a, b, sort) => {
    const name = sort.replace('-', '');
    const sign = sort.startsWith('-') ? -1 : 1;
    return name === 'title' ? sign * compared(String(a[name]), String(b[name])) : 0;
  }),

  'ok-ties-reversed: Sorts books of the same year newest first.': bySorting((a, b, sort) =>
    sort.endsWith('year') && a['year'] === b['year'] ? compared(String(b['createdAt']), String(a['createdAt'])) : 0,
  ),

  'ok-nulls-first: Sorts authors without a date of birth first.': bySorting((a, b, sort) =>
    sort === 'bornOn' ? Number(a['bornOn'] !== undefined) - Number(b['bornOn'] !== undefined) : 0,
  ),

  'ok-newest-first: Without `sort`, lists of books and reviews begin with the newest.': (before) => ({
    collection: (call) => before.collection(call).reverse(),
  }),

  'ok-refuses-read-only: Refuses read-only fields with 422.': (before) => ({
    schema(call) {
      const sent = isObject(call.body)
        ? ['id', 'createdAt'].find((name) => name in (call.body as JsonObject))
        : undefined;
      return before.schema(call) ?? (sent === undefined ? undefined : invalid(`/${sent}`, 'It is read-only.'));
    },
  }),

  'ok-refuses-unknown-query: Refuses unknown query parameters with 422.': (before) => ({
    query(call) {
      const known = call.operation?.query.map(({ name }) => name) ?? [];
      const names = [...new URL(call.target, call.origin).searchParams.keys()];
      const isList = call.operation?.method === 'GET' && call.operation.statuses.includes(422);
      const isRefused = isList && names.some((name) => !known.includes(name));
      return isRefused ? problem(422, 'The query has an unknown parameter.') : before.query(call);
    },
  }),

  'ok-third-party: Another user changes other books meanwhile.': thirdParty,

  'ok-integer-with-point: Writes integers with the fraction `.0`.': sending((sent) => {
    if (!isObject(sent.body) || sent.status >= 400) return sent;
    return { ...sent, text: JSON.stringify(sent.body).replaceAll(/"(year|pages|rating)":(\d+)/g, '"$1":$2.0') };
  }),

  'ok-book-moves-with-reviews: A new or deleted review sets `updatedAt` of its book.': (before) => ({
    keep(call, kind, resource) {
      before.keep(call, kind, resource);
      if (kind === 'review') touchBook(call);
    },
    remove(call, kind, id) {
      before.remove(call, kind, id);
      if (kind === 'review') touchBook(call);
    },
  }),

  'ok-books-go-with-author: The deletion of an author also removes the books, which need one.': (before) => ({
    act(call) {
      const { operation, parameters, store } = call;
      const books = store.all('book').filter(({ authorId }) => authorId === parameters['authorId']);
      if (operation?.id === 'deleteAuthor') for (const { id } of books) store.remove('book', String(id));
      return before.act(call);
    },
  }),

  'ok-refuses-empty-patch: Refuses a patch without any field.': (before) => ({
    schema(call) {
      const isEmpty = isObject(call.body) && Object.keys(call.body).length === 0;
      const refused = before.schema(call);
      return refused ?? (isEmpty && call.method === 'PATCH' ? invalid('', 'At least one field.') : undefined);
    },
  }),

  'ok-shelf-by-title: Puts a book where its title belongs.': (before) => ({
    show(call, kind, resource) {
      const shown = before.show(call, kind, resource);
      return kind === 'book' ? { ...shown, shelf: String(shown['title']).slice(0, 1) } : shown;
    },
  }),

  'ok-notes-changes: Notes in `shelf` when a book was changed last.': (before) => ({
    keep(call, kind, resource) {
      before.keep(call, kind, kind === 'book' ? { ...resource, shelf: call.store.now() } : resource);
    },
  }),

  'ok-one-available: Only one of the books of an author is available after a patch says so.': (before) => ({
    keep(call, kind, resource) {
      before.keep(call, kind, resource);
      if (call.method !== 'PATCH' || !isObject(call.body) || call.body['available'] !== true) return;
      for (const book of call.store.all('book'))
        if (book['authorId'] === resource['authorId'] && book['id'] !== resource['id'])
          call.store.put('book', { ...book, available: false });
    },
  }),

  'ok-bare-problems: Error responses have only the required fields.': sending((sent) =>
    sent.status >= 400 && isObject(sent.body)
      ? { ...sent, body: { title: sent.body['title'] ?? '', status: sent.status } }
      : sent,
  ),
});
