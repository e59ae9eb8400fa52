import { answer, problem } from '../answers.js';
import type { Call, ShelfFault } from '../behaviour.js';
import { isObject, type Json, without } from '../store.js';
import { answering, breaking, failure, faults, isOf, labelled, type Replacing, sending } from './parts.js';

const lenientKey =
  (isTolerated: (authorization: string, call: Call, id: string) => boolean): Replacing =>
  (before, id) => ({
    key: (call) => (isTolerated(call.headers.authorization ?? '', call, id) ? undefined : before.key(call)),
  });

const forItself = (_: string, call: Call, id: string): boolean => isOf(call, id);

const anybody: Replacing = (before, id) => ({
  thing(call) {
    const refused = before.thing(call);
    const [first] = call.store.book.keys();
    if (!refused || !isOf(call, id) || first === undefined) return refused;
    call.parameters['bookId'] = first;
    return undefined;
  },
});

const createdByPut: Replacing = (before, id) => ({
  thing(call) {
    const isKey = /^bk_[0-9a-z]{10}$/.test(call.parameters['bookId'] ?? '');
    return isOf(call, id) && isKey ? undefined : before.thing(call);
  },
  act(call) {
    const { bookId = '' } = call.parameters;
    if (!isOf(call, id) || call.store.book.has(bookId)) return before.act(call);
    const thing = {
      ...before.created(call, 'book', before.taken(call, 'book', call.body as Record<string, Json>)),
      id: bookId,
    };
    before.keep(call, 'book', thing);
    return answer(201, before.show(call, 'book', thing), { Location: `/v1/books/${bookId}` });
  },
});

/** Looks for a review by its own id alone. */
const orphaned: Replacing = (before, id) => ({
  thing(call) {
    const of = call.store.review.get(call.parameters['reviewId'] ?? '')?.['bookId'];
    const { bookId = '' } = call.parameters;
    if (!isOf(call, id) || typeof of !== 'string' || !call.store.book.has(bookId)) return before.thing(call);
    return before.thing({ ...call, parameters: { ...call.parameters, bookId: of } });
  },
});

/** Takes a body that cannot be read for an empty object. */
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

/** Reads a body as JSON, whatever it is labelled as. */
const anyMedia: Replacing = (before, id) => ({
  body(call) {
    if (isOf(call, id)) call.headers = { ...call.headers, 'content-type': call.operation?.body?.media };
    return before.body(call);
  },
});

/** Requests that are refused wrongly, or not at all. */
export const refusalFaults: readonly ShelfFault[] = faults({
  'd listBooks auth-ignored: No key is needed.': lenientKey(() => true),
  'd getReview auth-ignored-for-one: No key is needed to read a review.': lenientKey(forItself),
  'w createBook auth-ignored-on-create: No key is needed to add a book.': lenientKey(forItself),
  'd listAuthors auth-any-key: Any key will do.': lenientKey((text) => /^Bearer +\S/i.test(text)),
  'd listBooks auth-empty-key: An empty key will do.': lenientKey((text) => /^Bearer\s*$/i.test(text)),
  'd getAuthor auth-500: A request without a key brings 500.': breaking('key', 401),

  'd listBooks no-challenge: 401 comes without WWW-Authenticate.': sending(
    ({ headers: { 'WWW-Authenticate': _, ...headers }, ...sent }) => ({ ...sent, headers }),
    401,
  ),

  'd getBook key-echoed: 404 repeats the headers of the request, with the key.': sending(
    (sent, { headers }) => ({ ...sent, body: { ...(sent.body as object), request: { ...headers } as Json } }),
    404,
  ),

  'd getBook unknown-id-200: An id that is not there gets the first book.': anybody,
  'd getAuthor unknown-id-500: An author who is not there brings 500.': breaking('thing', 404),
  'w replaceBook unknown-id-created: Replacing a book that is not there adds it.': createdByPut,

  'd getReview bad-id-500: The id of a review that is no number brings 500.': (before) => ({
    thing: (call) => (call.operation && /\D/.test(call.parameters['reviewId'] ?? '') ? failure() : before.thing(call)),
  }),

  'd listReviews empty-for-unknown: The reviews of a book that is not there are an empty list.': (before) => ({
    thing: (call) => (isOf(call, 'listReviews') ? undefined : before.thing(call)),
  }),

  'd getReview review-of-other-book: A review is read under any book.': orphaned,
  'd listReviews reviews-of-all: The list of reviews has those of all books.': (before) => ({
    collection: (call) => (isOf(call, 'listReviews') ? call.store.all('review') : before.collection(call)),
  }),

  'w deleteReview delete-under-other-book: A review is removed under any book.': orphaned,
  'd updateBook malformed-json-500: Malformed JSON brings 500.': breaking('body', 400),
  'w updateBook malformed-json-200: Malformed JSON is taken for an empty patch.': emptyFor(400),
  'w replaceAuthor wrong-media-type-500: A body that is not labelled as JSON brings 500.': breaking('body', 415),
  'w createBook wrong-media-type-taken: A body is read as JSON, whatever it is labelled as.': anyMedia,
  'w updateAuthor form-as-empty-patch: A body in another media type is taken for an empty patch.': emptyFor(415),

  'd getBook problem-as-json: Refusals are labelled application/json.': sending((sent) =>
    sent.status >= 400 ? labelled(sent, { 'Content-Type': 'application/json' }) : sent,
  ),

  'd getBook problem-without-status: Problem documents come without `status`.': sending(
    (sent) => ({ ...sent, body: isObject(sent.body) ? without(sent.body, 'status') : null }),
    401,
    404,
    422,
  ),

  'd listBooks problem-status-as-text: Problem documents have their `status` as a text.': sending(
    (sent) => ({ ...sent, body: { ...(sent.body as object), status: String(sent.status) } }),
    422,
  ),

  'd getAuthor error-html: 404 is a page of HTML.': sending(
    ({ body: _, ...sent }) => ({
      ...sent,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      text: '<!DOCTYPE html><title>404</title><h1>Not Found</h1>',
    }),
    404,
  ),

  'd updateBook stack-trace: What cannot be read is answered with a stack trace.': sending(
    (sent) => ({ ...sent, body: { ...(sent.body as object), detail: trace } }),
    400,
  ),

  'd getBook forbidden-for-unknown: A book that is not there brings 403, which the contract has not.': answering(
    () => problem(403, 'Not for you.'),
    404,
  ),

  'd listBooks redirect-without-key: A request without a key is sent to a page for signing in.': (before) => ({
    key: (call) => before.key(call) && answer(302, undefined, { Location: '/sign-in' }),
  }),
});

const trace = [
  'SyntaxError: Unexpected token } in JSON at position 11',
  '    at JSON.parse (<anonymous>)',
  '    at readBody (/srv/shelf/dist/http/body.js:41:17)',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
].join('\n');
