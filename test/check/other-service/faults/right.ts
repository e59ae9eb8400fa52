import type { Call, Replacement, Reply, StageName, Variant } from '../behaviour.js';
import { contract } from '../contract.js';
import { noContent, problem, reply } from '../responses.js';
import type { JsonObject } from '../store.js';
import { adjust, bodyOf, editAll, editView, having, inStage, invalid, labelled, sending, variants } from './parts.js';

const inOrder =
  (order: string): Replacement =>
  () => ({ stages: order.split(' ') as StageName[] });

/** Responds to some requests instead of this stage. */
const when = (stage: StageName, isIt: (call: Call) => boolean, respond: (call: Call) => Reply): Replacement =>
  inStage(stage, (call, usual) => (isIt(call) ? respond(call) : usual()));

const showingAll =
  (edit: (resource: JsonObject) => JsonObject): Replacement =>
  (before) => ({
    show: (call, kind, resource) => edit(before.show(call, kind, resource)),
  });

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
      adjust(edited, name, (value) => (typeof value === 'string' ? value.trim().normalize('NFC') : value)),
    fields,
  );

const compared = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Another user changes one of the later initial books at every seventh request. */
const thirdParty: Replacement = (before) => {
  let requests = 0;
  return {
    send(call, sentReply) {
      requests += 1;
      const books = call.store
        .all('book')
        .slice(10)
        .filter(({ createdAt }) => String(createdAt) < '2025-08');
      const book = books[requests % Math.max(1, books.length)];
      if (requests % 7 === 0 && book) {
        call.store.put('book', { ...book, pages: 100 + (requests % 900), updatedAt: call.store.now() });
      }
      return before.send(call, sentReply);
    },
  };
};

/** Sets the time of the last change of the book in the path. */
function touchBook({ store, parameters }: Call): void {
  const book = store.book.get(parameters['bookId'] ?? '');
  if (book) store.put('book', { ...book, updatedAt: store.now() });
}

const editingHeader = (name: string, edit: (value: string, call: Call) => string): Replacement =>
  sending((sentReply, call) => {
    const value = sentReply.headers[name];
    return value === undefined ? sentReply : labelled(sentReply, { [name]: edit(value, call) });
  });

const isRead = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD';

/** Services that follow the contract, but differ from the usual one. */
export const rightVariants: readonly Variant[] = variants({
  'ok-404-first: Looks up the resource before it reads the body.': inOrder('key route query resource body schema'),
  // Many frameworks validate the body before any code of the service runs.
  'ok-422-first: Validates the body before it looks up the resource.': inOrder('key route query body schema resource'),
  'ok-405-before-401': inOrder('route key query body resource schema'),
  'ok-charset': editingHeader('Content-Type', (media) => `${media.replace('json', 'JSON')}; charset=UTF-8`),
  'ok-closes-after-errors: Closes the connection after errors, just as the next request arrives.': sending((sent) =>
    sent.status >= 400 ? { ...sent, closes: 'at next request' } : sent,
  ),
  'ok-omits-empty: Omits fields without a value, and empty lists and objects.': showingAll((resource) =>
    having(resource, (value) => !(value === null || (typeof value === 'object' && Object.keys(value).length === 0))),
  ),
  'ok-trims: Trims comments and biographies.': (before) => ({
    acceptBody: (call, kind, body) => trimmed(before.acceptBody(call, kind, body)),
    mergePatch: (call, kind, target, patch) => before.mergePatch(call, kind, target, trimmed(patch)),
  }),
  'ok-answers-options: Responds to OPTIONS with 204 and Allow, even without a key.': when(
    'key',
    ({ method, template }) => method === 'OPTIONS' && template !== undefined,
    ({ template = '' }) => noContent({ Allow: [...contract.allowedAt(template), 'OPTIONS'].join(', ') }),
  ),
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
  'ok-refuses-read-only: Refuses read-only fields with 422.': inStage('schema', (call, usual) => {
    const sentField = ['id', 'createdAt'].find((name) => name in bodyOf(call));
    return usual() ?? (sentField === undefined ? undefined : invalid(`/${sentField}`, 'It is read-only.'));
  }),
  'ok-third-party: Another user changes other books meanwhile.': thirdParty,
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
  'ok-refuses-empty-patch: Refuses a patch without any field.': inStage('schema', (call, usual) => {
    const isEmpty = call.method === 'PATCH' && Object.keys(bodyOf(call)).length === 0;
    return usual() ?? (isEmpty ? invalid('', 'At least one field.') : undefined);
  }),
  'ok-shelf-by-title: Puts a book where its title belongs.': editView('book', (book) => ({
    ...book,
    shelf: String(book['title']).slice(0, 1),
  })),
  'ok-notes-changes: Notes in `shelf` when a book was changed last.': (before) => ({
    keep(call, kind, resource) {
      before.keep(call, kind, kind === 'book' ? { ...resource, shelf: call.store.now() } : resource);
    },
  }),
  'ok-one-available: Only one of the books of an author is available after a patch says so.': (before) => ({
    keep(call, kind, resource) {
      before.keep(call, kind, resource);
      if (call.method !== 'PATCH' || bodyOf(call)['available'] !== true) return;
      const { id, authorId } = resource;
      editAll(call, 'book', ['authorId', authorId], (book) =>
        book['id'] === id ? book : { ...book, available: false },
      );
    },
  }),

  'ok-options-404: OPTIONS returns 404.': when(
    'route',
    ({ method }) => method === 'OPTIONS',
    () => problem(404, 'Not found.'),
  ),
  'ok-options-body: OPTIONS returns 200 and a description of the path.': when(
    'route',
    ({ method, template }) => method === 'OPTIONS' && template !== undefined,
    ({ template = '' }) => {
      const methods = contract.allowedAt(template);
      return reply(200, { methods }, { Allow: methods.join(', ') });
    },
  ),
  'ok-trace: TRACE returns the request without its key.': when(
    'route',
    ({ method }) => method === 'TRACE',
    ({ target, headers: { host = '' } }) => ({
      ...reply(200, undefined, { 'Content-Type': 'message/http' }),
      text: `TRACE ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    }),
  ),
  'ok-501: Returns 501 for methods that the service does not know.': when(
    'route',
    ({ method }) => ['TRACE', 'OPTIONS', 'M-SEARCH'].includes(method),
    () => problem(501, 'Not implemented.'),
  ),
  'ok-406: Returns 406 if the request does not accept JSON.': when(
    'query',
    ({ headers: { accept = '*/*' } }) =>
      !/\*\/\*|application\/(?:\*|json|problem\+json)\s*(?:,|;\s*q=0\.|$)/i.test(accept),
    () => problem(406, 'This service has only JSON.'),
  ),
  'ok-scheme-by-case: Accepts the scheme of the key only as it is in the contract.': inStage('key', (call, usual) =>
    usual(/^Bearer /.test(call.headers.authorization ?? '') ? call : { ...call, headers: {} }),
  ),
  'ok-needs-agent: Returns 403 to requests without User-Agent.': when(
    'query',
    ({ headers }) => !headers['user-agent'],
    () => problem(403, 'Name your program.'),
  ),
  'ok-needs-length: Returns 411 to bodies in chunks.': when(
    'body',
    ({ headers }) => headers['transfer-encoding'] !== undefined,
    () => problem(411, 'How long is it?'),
  ),
  'ok-414: Returns 414 to addresses of more than 500 characters.': when(
    'key',
    ({ target }) => target.length > 500,
    () => problem(414, 'Too long.'),
  ),
  'ok-404-for-odd-paths: Returns 404 to addresses with unusual characters before it checks the key.': when(
    'key',
    ({ target }) => /%00|%2f|%25/i.test(target),
    () => problem(404, 'What is this?'),
  ),
  'ok-refuses-query: Refuses unknown and to repeated query parameters.': inStage('query', (call, usual) => {
    const names = [...new URL(call.target, call.origin).searchParams.keys()];
    const knownNames = call.operation?.query.map(({ name }) => name) ?? [];
    const isOdd = new Set(names).size < names.length || names.some((name) => !knownNames.includes(name));
    return isRead(call) && isOdd
      ? problem(call.operation?.statuses.includes(422) ? 422 : 400, 'The query has another parameter.')
      : usual();
  }),
  'ok-refuses-byte-order-mark: Returns 400 to a byte order mark.': when(
    'body',
    ({ bytes }) => bytes[0] === 0xef,
    () => problem(400, 'The body is not JSON.'),
  ),
  'ok-integers-only: Refuses integers with a fraction or an exponent.': when(
    'body',
    ({ bytes }) => /[:[]-?\d+(?:\.0|e0)[,}\]]/.test(bytes.toString()),
    () => problem(400, 'Write integers as such.'),
  ),
});
