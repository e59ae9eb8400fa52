import type { Call, Reply, ShelfFault } from '../behaviour.js';
import { noContent, reply } from '../responses.js';
import type { Json } from '../store.js';
import { failure, faults, labelled, type Replacing, sending } from './parts.js';

const isTrace = ({ method }: Call): boolean => method === 'TRACE';

/** Responds to methods that the path does not have. */
const responding =
  (isMeant: (call: Call) => boolean, respond: (call: Call) => Reply): Replacing =>
  (before) => ({
    route(call) {
      const refused = before.route(call);
      return refused?.status === 405 && isMeant(call) ? respond(call) : refused;
    },
  });

const at =
  (method: string, end: RegExp) =>
  (call: Call): boolean =>
    call.method === method && end.test(call.template ?? '');

const withoutAllow = ({ headers: { Allow: _, ...headers }, ...sent }: Reply): Reply => ({ ...sent, headers });

/** Whether the path leads to an existing review. */
const isReview = ({ parameters, store }: Call): boolean => store.review.has(parameters['reviewId'] ?? '');

/** Wrong responses to methods that the contract does not have. */
export const methodFaults: readonly ShelfFault[] = faults({
  'd listAuthors options-500: OPTIONS returns 500.': responding(({ method }) => method === 'OPTIONS', failure),
  'd getBook trace-500: TRACE returns 500.': responding(isTrace, failure),
  'd listBooks trace-echoes-key: TRACE returns the request, with its key.': responding(isTrace, (call) => ({
    ...reply(200, undefined, { 'Content-Type': 'message/http' }),
    text: `TRACE ${call.target} HTTP/1.1\r\nAuthorization: ${call.headers.authorization}\r\n\r\n`,
  })),
  'd listAuthors trace-like-get: TRACE returns the resource, like GET.': responding(isTrace, () =>
    reply(200, [] as Json),
  ),
  'd getReview patch-of-review: PATCH on a review, which nobody has described, returns 200.': responding(
    at('PATCH', /\{reviewId\}$/),
    () => reply(200, {}),
  ),
  'd getReview patch-of-review-500: PATCH on a review, which nobody has described, returns 500.': responding(
    at('PATCH', /\{reviewId\}$/),
    failure,
  ),
  'd listBooks unknown-method-200: An unknown method on a list returns the list.': responding(
    at('M-SEARCH', /\/books$/),
    () => reply(200, []),
  ),
  'd listAuthors unknown-method-500: An unknown method on the list of authors returns 500.': responding(
    at('M-SEARCH', /\/authors$/),
    failure,
  ),
  'd getAuthor no-allow-for-trace: A 405 response to TRACE has no Allow header.': sending(
    (sent, call) => (isTrace(call) ? withoutAllow(sent) : sent),
    405,
  ),
  'd updateAuthor no-allow-for-declared: PATCH on an author returns 405 without an Allow header.': (before, id) => ({
    route: (call) =>
      call.operation?.id === id
        ? withoutAllow(before.route({ ...call, operation: undefined as never }) as Reply)
        : before.route(call),
  }),
  'd listBooks allow-of-other-path: Allow lists the methods of another path.': sending(
    (sent, { template }) => (template === '/v1/books' ? labelled(sent, { Allow: 'DELETE, PATCH' }) : sent),
    405,
  ),
  'w getReview put-of-review: PUT on a review, which nobody has described, returns 200.': responding(
    at('PUT', /\{reviewId\}$/),
    () => reply(200, {}),
  ),
  'w listReviews delete-of-list: DELETE on the list of reviews returns 204.': responding(
    at('DELETE', /\/reviews$/),
    () => noContent(),
  ),
  'w getReview post-to-review: POST to an existing review returns 200.': responding(
    (call) => at('POST', /\{reviewId\}$/)(call) && isReview(call),
    () => reply(200, {}),
  ),
});
