import type { Call, ShelfFault } from '../behaviour.js';
import { problem, reply } from '../responses.js';
import { isObject, type Json, without } from '../store.js';
import { breaking, failure, faults, isOf, labelled, type Replacing, respondingWith, sending } from './parts.js';

const lenientKey =
  (isTolerated: (authorization: string, call: Call, id: string) => boolean): Replacing =>
  (before, id) => ({
    key: (call) => (isTolerated(call.headers.authorization ?? '', call, id) ? undefined : before.key(call)),
  });

const forThisOperation = (_: string, call: Call, id: string): boolean => isOf(call, id);

const firstBook: Replacing = (before, id) => ({
  resource(call) {
    const refused = before.resource(call);
    const [first] = call.store.book.keys();
    if (!refused || !isOf(call, id) || first === undefined) return refused;
    call.parameters['bookId'] = first;
    return undefined;
  },
});

const createdByPut: Replacing = (before, id) => ({
  resource(call) {
    const isKey = /^bk_[0-9a-z]{10}$/.test(call.parameters['bookId'] ?? '');
    return isOf(call, id) && isKey ? undefined : before.resource(call);
  },
  act(call) {
    const { bookId = '' } = call.parameters;
    if (!isOf(call, id) || call.store.book.has(bookId)) return before.act(call);
    const resource = {
      ...before.created(call, 'book', before.taken(call, 'book', call.body as Record<string, Json>)),
      id: bookId,
    };
    before.keep(call, 'book', resource);
    return reply(201, before.show(call, 'book', resource), { Location: `/v1/books/${bookId}` });
  },
});

/** Finds a review by its own id, and ignores the id of the book. */
const orphaned: Replacing = (before, id) => ({
  resource(call) {
    const of = call.store.review.get(call.parameters['reviewId'] ?? '')?.['bookId'];
    const { bookId = '' } = call.parameters;
    if (!isOf(call, id) || typeof of !== 'string' || !call.store.book.has(bookId)) return before.resource(call);
    return before.resource({ ...call, parameters: { ...call.parameters, bookId: of } });
  },
});

/** Treats an unreadable body as an empty object. */
const emptyFor =
  (status: number): Replacing =>
  (before, id) => ({
    body(call) {
      const refused = before.body(call);
      if (refused?.status !== status || !isOf(call, id)) return refused;
      call.body = {};
      return undefined;
    },
  });

/** Reads any body as JSON, whatever its media type. */
const anyMedia: Replacing = (before, id) => ({
  body(call) {
    if (isOf(call, id)) call.headers = { ...call.headers, 'content-type': call.operation?.body?.media };
    return before.body(call);
  },
});

/** Wrong requests that are refused incorrectly, or accepted. */
export const refusalFaults: readonly ShelfFault[] = faults({
  'd listBooks auth-ignored: The service accepts requests without a key.': lenientKey(() => true),
  'd getReview auth-ignored-for-one: Reading a review needs no key.': lenientKey(forThisOperation),
  'w createBook auth-ignored-on-create: Adding a book needs no key.': lenientKey(forThisOperation),
  'd listAuthors auth-any-key: The service accepts any key that is not empty.': lenientKey((text) =>
    /^Bearer +\S/i.test(text),
  ),
  'd listBooks auth-empty-key: The service accepts an empty key.': lenientKey((text) => /^Bearer\s*$/i.test(text)),
  'd getAuthor auth-500: A request without a key returns 500.': breaking('key', 401),

  'd listBooks no-challenge: A 401 response has no WWW-Authenticate header.': sending(
    ({ headers: { 'WWW-Authenticate': _, ...headers }, ...sent }) => ({ ...sent, headers }),
    401,
  ),

  'd getBook key-echoed: A 404 response repeats the headers of the request, including the key.': sending(
    (sent, { headers }) => ({ ...sent, body: { ...(sent.body as object), request: { ...headers } as Json } }),
    404,
  ),

  'd getBook unknown-id-200: An unknown id returns the first book.': firstBook,
  'd getAuthor unknown-id-500: An unknown author returns 500.': breaking('resource', 404),
  'w replaceBook unknown-id-created: Replacing an unknown book creates it.': createdByPut,

  'd getReview bad-id-500: A review id that is not a number returns 500.': (before) => ({
    resource: (call) =>
      call.operation && /\D/.test(call.parameters['reviewId'] ?? '') ? failure() : before.resource(call),
  }),

  'd listReviews empty-for-unknown: The reviews of an unknown book are an empty list.': (before) => ({
    resource: (call) => (isOf(call, 'listReviews') ? undefined : before.resource(call)),
  }),

  'd getReview review-of-other-book: A review can be read below any book.': orphaned,
  'd listReviews reviews-of-all: The list of reviews contains the reviews of all books.': (before) => ({
    collection: (call) => (isOf(call, 'listReviews') ? call.store.all('review') : before.collection(call)),
  }),

  'w deleteReview delete-under-other-book: A review can be removed below any book.': orphaned,
  'd updateBook malformed-json-500: Malformed JSON returns 500.': breaking('body', 400),
  'w updateBook malformed-json-200: Malformed JSON is treated as an empty patch.': emptyFor(400),
  'w replaceAuthor wrong-media-type-500: A body with another media type returns 500.': breaking('body', 415),
  'w createBook wrong-media-type-taken: A body is read as JSON, whatever its media type.': anyMedia,
  'w updateAuthor form-as-empty-patch: A body in another media type is treated as an empty patch.': emptyFor(415),

  'd getBook problem-as-json: Error responses have the media type application/json.': sending((sent) =>
    sent.status >= 400 ? labelled(sent, { 'Content-Type': 'application/json' }) : sent,
  ),

  'd getBook problem-without-status: Problem documents have no `status`.': sending(
    (sent) => ({ ...sent, body: isObject(sent.body) ? without(sent.body, 'status') : null }),
    401,
    404,
    422,
  ),

  'd listBooks problem-status-as-text: Problem documents have `status` as a string.': sending(
    (sent) => ({ ...sent, body: { ...(sent.body as object), status: String(sent.status) } }),
    422,
  ),

  'd getAuthor error-html: A 404 response is an HTML page.': sending(
    ({ body: _, ...sent }) => ({
      ...sent,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      text: '<!DOCTYPE html><title>404</title><h1>Not Found</h1>',
    }),
    404,
  ),

  'd updateBook stack-trace: The response to an unreadable body contains a stack trace.': sending(
    (sent) => ({ ...sent, body: { ...(sent.body as object), detail: trace } }),
    400,
  ),

  'd getBook forbidden-for-unknown: An unknown book returns 403, which the contract does not list.': respondingWith(
    () => problem(403, 'Not for you.'),
    404,
  ),

  'd listBooks redirect-without-key: A request without a key is redirected to a sign-in page.': (before) => ({
    key: (call) => before.key(call) && reply(302, undefined, { Location: '/sign-in' }),
  }),
});

const trace = [
  'SyntaxError: Unexpected token } in JSON at position 11',
  '    at JSON.parse (<anonymous>)',
  '    at readBody (/srv/shelf/dist/http/body.js:41:17)',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
].join('\n');
