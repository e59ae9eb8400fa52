import type { Behaviour, Call, Reply, ShelfFault } from '../behaviour.js';
import { problem } from '../responses.js';
import { shelfKey } from '../stages.js';
import { failure, faults, isOf, type Replacing } from './parts.js';

const keyOf = ({ headers }: Call): string => /^\S+ +(\S.*)$/.exec(headers.authorization ?? '')?.[1] ?? '';

/** Accepts further requests besides those with the right key. */
const accepting =
  (isAccepted: (call: Call) => boolean): Replacing =>
  (before) => ({ key: (call) => (isAccepted(call) ? undefined : before.key(call)) });

/** Accepts further keys besides the right one. */
const keysLike = (isLike: (key: string) => boolean): Replacing =>
  accepting((call) => /^Bearer /i.test(call.headers.authorization ?? '') && isLike(keyOf(call)));

const half = Math.floor(shelfKey.length / 2);
const isWithout = ({ headers }: Call): boolean => headers.authorization === undefined;
const isWithWrong = (call: Call): boolean => keyOf(call) !== '' && keyOf(call) !== shelfKey;

/** Refuses with a status other than 401. */
const refusing =
  (status: number, isMeant: (call: Call) => boolean, isHere = (_: Call, __: string): boolean => true): Replacing =>
  (before: Behaviour, id) => ({
    key(call): Reply | undefined {
      const refused = before.key(call);
      return refused && isMeant(call) && isHere(call, id) ? problem(status, 'Send a known key.') : refused;
    },
  });

/** Wrong credentials that are accepted, and credentials that are refused in a wrong way. */
export const credentialFaults: readonly ShelfFault[] = faults({
  'd listBooks key-prefix-suffices: Any key that begins like those of the service is accepted.': keysLike((key) =>
    key.startsWith('shelf-key-'),
  ),
  'd listAuthors key-length-suffices: Any key of the right length is accepted.': keysLike(
    ({ length }) => length === shelfKey.length,
  ),
  'd getBook key-form-suffices: Any key of letters, digits and hyphens with a capital is accepted.': keysLike((key) =>
    /^shelf-key-[a-z\d]*[A-Z][A-Za-z\d]*$/.test(key),
  ),
  'd getBook key-in-cookie: The key is accepted in a cookie as well.': accepting(({ headers }) =>
    (headers.cookie ?? '').includes(`api_key=${shelfKey}`),
  ),
  'd listBooks key-in-query: The key is accepted in the query as well.': accepting(({ target }) =>
    target.includes(`access_token=${shelfKey}`),
  ),
  'd getReview key-in-other-header: The key is accepted in X-Api-Key as well.': accepting(
    ({ headers }) => headers['x-api-key'] === shelfKey,
  ),
  'd listReviews any-scheme: The scheme before the key is not read.': accepting((call) => keyOf(call) === shelfKey),
  'd getAuthor two-keys-500: Two Authorization headers return 500.': (before) => ({
    key: (call) =>
      call.rawHeaders.filter((text) => /^authorization$/i.test(text)).length > 1 ? failure() : before.key(call),
  }),
  'd listBooks scheme-case-500: A scheme in another case returns 500.': (before) => ({
    key: (call) =>
      /^bearer /i.test(call.headers.authorization ?? '') && !call.headers.authorization?.startsWith('Bearer')
        ? failure()
        : before.key(call),
  }),
  'd listAuthors refused-key-echoed: The refusal of a key repeats the key.': (before) => ({
    key(call) {
      const refused = before.key(call);
      return refused && isWithWrong(call) ? problem(401, `Unknown key: ${keyOf(call)}.`, refused) : refused;
    },
  }),
  'w listBooks longer-key: A key is accepted if it begins with the right one.': keysLike((key) =>
    key.startsWith(shelfKey),
  ),
  'w listBooks shorter-key: A key is accepted if the right one begins with it.': keysLike(
    (key) => key.length > half && shelfKey.startsWith(key),
  ),
  'w listBooks key-case-ignored: The case of a key is ignored.': keysLike(
    (key) => key.toLowerCase() === shelfKey.toLowerCase(),
  ),
  'w listBooks key-half-compared: Only the first half of a key is compared.': keysLike(
    (key) => key.slice(0, half) === shelfKey.slice(0, half),
  ),
  'w listBooks key-end-compared: Only the end of a key is compared.': keysLike(
    (key) => key.slice(-half + 2) === shelfKey.slice(-half + 2),
  ),

  'd listBooks no-key-400: A request without a key returns 400.': refusing(400, isWithout),
  'd getReview no-key-403: A request without a key returns 403.': refusing(403, isWithout),
  'd listAuthors no-key-404: A request for a list without a key returns 404.': refusing(404, isWithout, isOf),
  'd listBooks no-key-405: A request without a key returns 405.': (before) => ({
    key: (call) =>
      isWithout(call) && before.key(call)
        ? problem(405, 'Sign in first.', { headers: { Allow: 'POST' } })
        : before.key(call),
  }),
  'd updateBook no-key-422: A write without a key returns 422.': refusing(
    422,
    isWithout,
    ({ method }) => method !== 'GET',
  ),
  'd getBook wrong-key-400: A wrong key returns 400.': refusing(400, isWithWrong),
  'd getAuthor wrong-key-409: A wrong key returns 409.': refusing(409, isWithWrong),
});
