import type { Call, Replacement, ShelfFault } from '../behaviour.js';
import { problem, reply } from '../responses.js';
import { shelfKey } from '../stages.js';
import { isObject, type JsonObject, without } from '../store.js';
import { breaking, failure, faults, inOwnStage, inStage, isOf, labelled, type Replacing, sending } from './parts.js';

const authorization = ({ headers }: Call): string => headers.authorization ?? '';
const keyOf = (call: Call): string => /^\S+ +(\S.*)$/.exec(authorization(call))?.[1] ?? '';

/** Accepts further requests besides those with the right key. */
const accepting = (isAccepted: (call: Call) => boolean): Replacement =>
  inStage('key', (call, usual) => (isAccepted(call) ? undefined : usual()));

/** Accepts further keys besides the right one. */
const keysLike = (isLike: (key: string) => boolean): Replacement =>
  accepting((call) => /^Bearer /i.test(authorization(call)) && isLike(keyOf(call)));

const half = Math.floor(shelfKey.length / 2);
const isWithout = ({ headers }: Call): boolean => headers.authorization === undefined;
const isWithWrong = (call: Call): boolean => keyOf(call) !== '' && keyOf(call) !== shelfKey;

/** Refuses the key with a status other than 401. */
const refusing =
  (status: number, isMeant: (call: Call, id: string) => boolean): Replacing =>
  (before, id) =>
    inStage('key', (call, usual) => {
      const refusal = usual();
      const headers = { Allow: 'POST' };
      return refusal && isMeant(call, id) ? problem(status, 'Send a known key.', { headers }) : refusal;
    })(before);

const createdByPut: Replacing = (before, id) => ({
  resource(call) {
    const isKey = /^bk_[0-9a-z]{10}$/.test(call.parameters['bookId'] ?? '');
    return isOf(call, id) && isKey ? undefined : before.resource(call);
  },
  act(call) {
    const { bookId = '' } = call.parameters;
    if (!isOf(call, id) || call.store.book.has(bookId)) return before.act(call);
    const fields = before.acceptBody(call, 'book', call.body as JsonObject);
    const resource = { ...before.createResource(call, 'book', fields), id: bookId };
    before.keep(call, 'book', resource);
    return reply(201, before.show(call, 'book', resource), { Location: `/v1/books/${bookId}` });
  },
});

/** Finds a review by its own id, and ignores the id of the book. */
const orphaned = inOwnStage('resource', (call, usual) => {
  const { parameters, store } = call;
  const of = store.review.get(parameters['reviewId'] ?? '')?.['bookId'];
  if (typeof of !== 'string' || !store.book.has(parameters['bookId'] ?? '')) return usual();
  return usual({ ...call, parameters: { ...parameters, bookId: of } });
});

/** Treats an unreadable body as an empty object. */
const emptyFor = (status: number): Replacing =>
  inOwnStage('body', (call, usual) => {
    const refusal = usual();
    if (refusal?.status !== status) return refusal;
    call.body = {};
    return undefined;
  });

const editingProblem = (edit: (body: JsonObject, call: Call) => JsonObject, ...statuses: number[]): Replacement =>
  sending((sent, call) => ({ ...sent, body: isObject(sent.body) ? edit(sent.body, call) : null }), ...statuses);

/** Wrong requests that are refused incorrectly, or accepted. */
export const refusalFaults: readonly ShelfFault[] = faults({
  'w replaceBook unknown-id-created refusal.unknown-id-accepted: Replacing an unknown book creates it.': createdByPut,
  'd listReviews empty-for-unknown refusal.unknown-id-accepted': inOwnStage('resource', () => undefined),
  'd getReview review-of-other-book refusal.other-parent-accepted: A review can be read below any book.': orphaned,
  'd listReviews reviews-of-all list.of-others: The reviews of a book are those of all books.': (before, id) => ({
    collection: (call) => (isOf(call, id) ? call.store.all('review') : before.collection(call)),
  }),
  'w deleteReview delete-under-other-book refusal.other-parent-accepted': orphaned,
  'w replaceAuthor wrong-media-type-500 status.server-error: Another media type returns 500.': breaking('body', 415),
  'w updateAuthor form-as-empty-patch refusal.wrong-media-type-accepted: A form is an empty patch.': emptyFor(415),

  'd getBook problem-as-json media-type.undeclared: Errors have the media type application/json.': sending((sent) =>
    sent.status >= 400 ? labelled(sent, { 'Content-Type': 'application/json' }) : sent,
  ),
  'd getBook problem-without-status schema.required': editingProblem((body) => without(body, 'status'), 401, 404, 422),
  'd listBooks problem-status-as-text schema.type: Problem documents have `status` as a string.': editingProblem(
    (body) => ({ ...body, status: String(body['status']) }),
    422,
  ),

  'd listBooks auth-empty-key auth.empty-key-accepted': accepting((call) => /^Bearer\s*$/i.test(authorization(call))),
  'd getReview auth-ignored-for-one auth.no-key-accepted': inOwnStage('key', () => undefined),
  'd listBooks key-prefix-suffices auth.wrong-key-accepted: Any key with the right beginning is accepted.': keysLike(
    (key) => key.startsWith('shelf-key-'),
  ),
  'd listAuthors key-length-suffices auth.wrong-key-accepted': keysLike(({ length }) => length === shelfKey.length),
  'd getBook key-form-suffices auth.wrong-key-accepted: Any key of letters and digits with a capital is accepted.':
    keysLike((key) => /^shelf-key-[a-z\d]*[A-Z][A-Za-z\d]*$/.test(key)),
  'd getBook key-in-cookie auth.other-place-accepted: The key is accepted in a cookie as well.': accepting(
    ({ headers }) => (headers.cookie ?? '').includes(`api_key=${shelfKey}`),
  ),
  'd listBooks key-in-query auth.other-place-accepted: The key is accepted in the query as well.': accepting(
    ({ target }) => target.includes(`access_token=${shelfKey}`),
  ),
  'd getReview key-in-other-header auth.other-place-accepted: The key is accepted in X-Api-Key as well.': accepting(
    ({ headers }) => headers['x-api-key'] === shelfKey,
  ),
  'd listReviews any-scheme auth.other-scheme-accepted': accepting((call) => keyOf(call) === shelfKey),
  'w listBooks longer-key auth.near-key-accepted': keysLike((key) => key.startsWith(shelfKey)),
  'w listBooks shorter-key auth.near-key-accepted': keysLike((key) => key.length > half && shelfKey.startsWith(key)),
  'w listBooks key-case-ignored auth.near-key-accepted: The case of a key is ignored.': keysLike(
    (key) => key.toLowerCase() === shelfKey.toLowerCase(),
  ),
  'w listBooks key-half-compared auth.near-key-accepted: Only the first half of a key is compared.': keysLike(
    (key) => key.slice(0, half) === shelfKey.slice(0, half),
  ),
  'w listBooks key-end-compared auth.near-key-accepted: Only the end of a key is compared.': keysLike(
    (key) => key.slice(-half + 2) === shelfKey.slice(-half + 2),
  ),

  'd listBooks no-challenge header.www-authenticate-missing: A 401 response has no WWW-Authenticate header.': sending(
    ({ headers: { 'WWW-Authenticate': _, ...headers }, ...sentReply }) => ({ ...sentReply, headers }),
    401,
  ),
  'd listBooks redirect-without-key status.undeclared: A request without a key is sent to a sign-in page.': inStage(
    'key',
    (_, usual) => usual() && reply(302, undefined, { Location: '/sign-in' }),
  ),
  'd getAuthor two-keys-500 status.server-error': inStage('key', ({ rawHeaders }, usual) =>
    rawHeaders.filter((text) => /^authorization$/i.test(text)).length > 1 ? failure() : usual(),
  ),
  'd listBooks scheme-case-500 status.server-error': inStage('key', (call, usual) =>
    /^bearer /i.test(authorization(call)) && !authorization(call).startsWith('Bearer') ? failure() : usual(),
  ),
  'd listAuthors refused-key-echoed safety.key-echoed': inStage('key', (call, usual) => {
    const refusal = usual();
    return refusal && isWithWrong(call) ? problem(401, `Unknown key: ${keyOf(call)}.`, refusal) : refusal;
  }),
  'd getReview no-key-403 refusal.status: A request without a key returns 403.': refusing(403, isWithout),
  'd listAuthors no-key-404 refusal.status': refusing(404, (call, id) => isWithout(call) && isOf(call, id)),
  'd listBooks no-key-405 refusal.status: A request without a key returns 405 with Allow.': refusing(405, isWithout),
  'd updateBook no-key-422 refusal.status': refusing(422, (call) => isWithout(call) && call.method !== 'GET'),
  'd getAuthor wrong-key-409 refusal.status: A wrong key returns 409.': refusing(409, isWithWrong),
});
