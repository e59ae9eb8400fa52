import { mergePatch } from '../acts.js';
import { answer, problem } from '../answers.js';
import type { Answer, Call, Replacement, ShelfFault } from '../behaviour.js';
import { isObject, type Json, without } from '../store.js';
import { changed, faults, invalid, isOf, labelled, patching, sending, taking, tolerating } from './parts.js';

const lenientKey =
  (isTolerated: (authorization: string | undefined, call: Call) => boolean): Replacement =>
  (before) => ({
    key: (call) => (isTolerated(call.headers.authorization, call) ? undefined : before.key(call)),
  });

const failure = (): Answer => problem(500, 'Something went wrong here.');

/** Answers 500 where this stage refuses these operations with that status. */
const breaking =
  (stage: 'key' | 'body' | 'thing' | 'schema', status: number, ...ids: string[]): Replacement =>
  (before) => ({
    [stage]: (call: Call) => {
      const refused = before[stage](call);
      return refused?.status === status && (ids.length === 0 || isOf(call, ...ids)) ? failure() : refused;
    },
  });

const anybody: Replacement = (before) => ({
  thing(call) {
    const refused = before.thing(call);
    const [first] = call.store.book.keys();
    if (!refused || !isOf(call, 'getBook') || first === undefined) return refused;
    call.parameters['bookId'] = first;
    return undefined;
  },
});

const createdByPut: Replacement = (before) => ({
  thing(call) {
    const isKey = /^bk_[0-9a-z]{10}$/.test(call.parameters['bookId'] ?? '');
    return isOf(call, 'replaceBook') && isKey ? undefined : before.thing(call);
  },
  act(call) {
    const { bookId = '' } = call.parameters;
    if (!isOf(call, 'replaceBook') || call.store.book.has(bookId)) return before.act(call);
    const thing = {
      ...before.created(call, 'book', before.taken(call, 'book', call.body as Record<string, Json>)),
      id: bookId,
    };
    before.keep(call, 'book', thing);
    return answer(201, before.show(call, 'book', thing), { Location: `/v1/books/${bookId}` });
  },
});

/** Looks for a review by its own id alone. */
const orphaned =
  (id: string): Replacement =>
  (before) => ({
    thing(call) {
      const of = call.store.review.get(call.parameters['reviewId'] ?? '')?.['bookId'];
      const { bookId = '' } = call.parameters;
      if (!isOf(call, id) || typeof of !== 'string' || !call.store.book.has(bookId)) return before.thing(call);
      return before.thing({ ...call, parameters: { ...call.parameters, bookId: of } });
    },
  });

/** Takes a body that cannot be read for an empty object. */
const emptyFor =
  (status: number, id: string): Replacement =>
  (before) => ({
    body(call) {
      const refused = before.body(call);
      if (refused?.status !== status || !isOf(call, id)) return refused;
      call.body = {};
      return undefined;
    },
  });

/** Reads a body as JSON, whatever it is labelled as. */
const anyMedia =
  (id: string): Replacement =>
  (before) => ({
    body(call) {
      if (isOf(call, id)) call.headers = { ...call.headers, 'content-type': call.operation?.body?.media };
      return before.body(call);
    },
  });

/** Keeps what fits of a patch that is refused. */
const partlyApplied: Replacement = (before) => ({
  schema(call) {
    const refused = before.schema(call);
    if (!refused || !isOf(call, 'updateBook') || !isObject(call.body)) return refused;
    const fits = Object.entries(call.body).filter(
      ([name, value]) => !before.schema({ ...call, body: { [name]: value } }),
    );
    const book = call.store.book.get(call.parameters['bookId'] ?? '');
    if (book && fits.length > 0) before.keep(call, 'book', mergePatch(book, Object.fromEntries(fits)));
    return refused;
  },
});

const refusing =
  (ids: string[], field: string, isRefused: (value: Json) => boolean): Replacement =>
  (before) => ({
    schema(call) {
      const value = isObject(call.body) ? call.body[field] : undefined;
      const refused = before.schema(call);
      if (refused || value === undefined || !isOf(call, ...ids)) return refused;
      return isRefused(value) ? invalid(`/${field}`, 'It is not allowed.') : undefined;
    },
  });

const withStatus = (edit: (sent: Answer, call: Call) => Answer, ...statuses: number[]): Replacement =>
  sending((sent, call) => (statuses.includes(sent.status) ? edit(sent, call) : sent));

const bookWrites = ['createBook', 'replaceBook', 'updateBook'];

/** Requests that are refused wrongly, or not at all. */
export const refusalFaults: readonly ShelfFault[] = faults({
  'd listBooks auth-ignored: No key is needed.': lenientKey(() => true),
  'd getReview auth-ignored-for-one: No key is needed to read a review.': lenientKey((_, call) =>
    isOf(call, 'getReview'),
  ),
  'w createBook auth-ignored-on-create: No key is needed to add a book.': lenientKey((_, call) =>
    isOf(call, 'createBook'),
  ),
  'd listAuthors auth-any-key: Any key will do.': lenientKey((text) => /^Bearer +\S/i.test(text ?? '')),
  'd listBooks auth-empty-key: An empty key will do.': lenientKey((text) => /^Bearer\s*$/i.test(text ?? '')),
  'd getAuthor auth-500: A request without a key brings 500.': breaking('key', 401),

  'd listBooks no-challenge: 401 comes without WWW-Authenticate.': withStatus(
    ({ headers: { 'WWW-Authenticate': _, ...headers }, ...sent }) => ({ ...sent, headers }),
    401,
  ),

  'd getBook key-echoed: 404 repeats the headers of the request, with the key.': withStatus(
    (sent, { headers }) => ({ ...sent, body: { ...(sent.body as object), request: { ...headers } as Json } }),
    404,
  ),

  'd getBook unknown-id-200: An id that is not there gets the first book.': anybody,
  'd getAuthor unknown-id-500: An author who is not there brings 500.': breaking('thing', 404, 'getAuthor'),
  'w replaceBook unknown-id-created: Replacing a book that is not there adds it.': createdByPut,

  'd getReview bad-id-500: The id of a review that is no number brings 500.': (before) => ({
    thing: (call) => (call.operation && /\D/.test(call.parameters['reviewId'] ?? '') ? failure() : before.thing(call)),
  }),

  'd listReviews empty-for-unknown: The reviews of a book that is not there are an empty list.': (before) => ({
    thing: (call) => (isOf(call, 'listReviews') ? undefined : before.thing(call)),
  }),

  'd getReview review-of-other-book: A review is read under any book.': orphaned('getReview'),

  'd listReviews reviews-of-all: The list of reviews has those of all books.': (before) => ({
    collection: (call) => (isOf(call, 'listReviews') ? call.store.all('review') : before.collection(call)),
  }),

  'w deleteReview delete-under-other-book: A review is removed under any book.': orphaned('deleteReview'),

  'd updateBook malformed-json-500: Malformed JSON brings 500.': breaking('body', 400, 'updateBook'),
  'w updateBook malformed-json-200: Malformed JSON is taken for an empty patch.': emptyFor(400, 'updateBook'),
  'w replaceAuthor wrong-media-type-500: A body that is not labelled as JSON brings 500.': breaking(
    'body',
    415,
    'replaceAuthor',
  ),
  'w createBook wrong-media-type-taken: A body is read as JSON, whatever it is labelled as.': anyMedia('createBook'),
  'w updateAuthor form-as-empty-patch: A body in another media type is taken for an empty patch.': emptyFor(
    415,
    'updateAuthor',
  ),

  'w createBook validation-500: A book that does not fit brings 500.': breaking('schema', 422, 'createBook'),

  'w createBook accepts-too-long: A title of more than 200 characters is kept.': tolerating(
    bookWrites,
    'title',
    (value) => typeof value === 'string' && value.length > 200,
    'Any',
  ),

  'w updateBook accepts-unknown-language: A language that is none of the five is kept.': tolerating(
    ['updateBook'],
    'language',
    (value) => typeof value === 'string',
    'en',
  ),

  'w createBook accepts-missing-part: A book without a year is taken, with this year.': (before) => ({
    schema(call) {
      if (isOf(call, 'createBook') && isObject(call.body) && !('year' in call.body))
        call.body = { ...call.body, year: 2025 };
      return before.schema(call);
    },
  }),

  'w createBook accepts-bad-isbn: Any text will do as ISBN.': tolerating(
    bookWrites,
    'isbn',
    (value) => typeof value === 'string',
    null,
  ),

  'w updateBook accepts-wrong-type: A text is taken for `available`, and counts as true.': (before) => ({
    ...tolerating(bookWrites, 'available', (value) => typeof value === 'string', true)(before),
    ...taking('book', (fields) => changed(fields, 'available', Boolean))(before),
    ...patching('book', (patch) => changed(patch, 'available', Boolean))(before),
  }),

  'w createReview accepts-out-of-bounds: A rating over 5 is taken for 5.': (before) => ({
    ...tolerating(['createReview'], 'rating', (value) => Number.isInteger(value) && Number(value) > 5, 5)(before),
    ...taking('review', (fields) => ({ ...fields, rating: Math.min(5, Number(fields['rating'])) }))(before),
  }),

  'w updateAuthor accepts-bad-date: Any text will do for `bornOn`.': tolerating(
    ['createAuthor', 'replaceAuthor', 'updateAuthor'],
    'bornOn',
    (value) => typeof value === 'string',
    null,
  ),

  'w createAuthor accepts-bad-email: Any text will do for `email`.': tolerating(
    ['createAuthor', 'replaceAuthor', 'updateAuthor'],
    'email',
    (value) => typeof value === 'string',
    null,
  ),

  'w replaceAuthor accepts-empty-name: An author may have an empty name.': tolerating(
    ['createAuthor', 'replaceAuthor', 'updateAuthor'],
    'name',
    (value) => value === '',
    'Any',
  ),

  'w updateBook accepts-equal-tags: The same tag may be sent twice, and is kept once.': (before) => ({
    schema(call) {
      if (isOf(call, ...bookWrites) && isObject(call.body) && Array.isArray(call.body['tags'])) {
        call.body = { ...call.body, tags: [...new Set(call.body['tags'])] };
      }
      return before.schema(call);
    },
  }),

  'w updateBook rejects-empty-list: An empty list of tags is refused.': refusing(
    bookWrites,
    'tags',
    (value) => Array.isArray(value) && value.length === 0,
  ),

  'w createBook rejects-zero: A price of 0 is refused.': refusing(bookWrites, 'price', (value) => value === 0),

  'w createAuthor rejects-longest: A name of more than 80 characters is refused.': refusing(
    ['createAuthor', 'replaceAuthor', 'updateAuthor'],
    'name',
    (value) => String(value).length > 80,
  ),

  'w createReview unicode-500: An emoji in a review brings 500.': (before) => ({
    schema(call) {
      const hasEmoji = /\p{Extended_Pictographic}/u.test(JSON.stringify(call.body));
      return before.schema(call) ?? (isOf(call, 'createReview') && hasEmoji ? failure() : undefined);
    },
  }),

  'w updateBook refused-patch-applies: Of a patch that is refused, the fields that fit are kept.': partlyApplied,

  'd getBook problem-as-json: Refusals are labelled application/json.': sending((sent) =>
    sent.status >= 400 ? labelled(sent, { 'Content-Type': 'application/json' }) : sent,
  ),

  'd getBook problem-without-status: Problem documents come without `status`.': withStatus(
    (sent) => ({ ...sent, body: isObject(sent.body) ? without(sent.body, 'status') : null }),
    401,
    404,
    422,
  ),

  'd listBooks problem-status-as-text: Problem documents have their `status` as a text.': withStatus(
    (sent) => ({ ...sent, body: { ...(sent.body as object), status: String(sent.status) } }),
    422,
  ),

  'd getAuthor error-html: 404 is a page of HTML.': withStatus(
    ({ body: _, ...sent }) => ({
      ...sent,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      text: '<!DOCTYPE html><title>404</title><h1>Not Found</h1>',
    }),
    404,
  ),

  'd updateBook stack-trace: What cannot be read is answered with a stack trace.': withStatus(
    (sent) => ({ ...sent, body: { ...(sent.body as object), detail: trace } }),
    400,
  ),

  'd getBook forbidden-for-unknown: A book that is not there brings 403, which the contract has not.': sending(
    (sent) => (sent.status === 404 ? problem(403, 'Not for you.') : sent),
    'getBook',
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
