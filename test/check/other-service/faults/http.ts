import type { Call, Replacement, Reply, ShelfFault } from '../behaviour.js';
import { noContent, reply } from '../responses.js';
import { notAllowed } from '../stages.js';
import { failure, faults, inOwnStage, inStage, respondingWith, sending } from './parts.js';

const allowing = (edit: (allowed: string) => string): Replacement =>
  sending(({ headers, ...sent }) => ({ ...sent, headers: { ...headers, Allow: edit(headers['Allow'] ?? '') } }), 405);

const withoutAllow = ({ headers: { Allow: _, ...headers }, ...sentReply }: Reply): Reply => ({ ...sentReply, headers });

const head = (edit: (sentReply: Reply, template: string) => Reply): Replacement =>
  sending((sent, { method, template }) => (method === 'HEAD' && template !== undefined ? edit(sent, template) : sent));

/** Responds to a method that the path does not have. */
const to = (method: string, end: RegExp, respond: (call: Call) => Reply | undefined): Replacement =>
  inStage('route', (call, usual) => {
    const refusal = usual();
    const isIt = refusal?.status === 405 && call.method === method && end.test(call.template ?? '');
    return isIt ? (respond(call) ?? refusal) : refusal;
  });
const success = (): Reply => reply(200, {});

/** Faults that concern only HTTP, and wrong responses to methods that the contract does not have. */
export const httpFaults: readonly ShelfFault[] = faults({
  'd listReviews allow-without-get method.allow-differs': allowing((allowed) => allowed.replace('GET, HEAD, ', '')),
  'd listReviews allow-everything method.allow-differs: Allow includes the refused method.': allowing(
    () => 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE',
  ),
  'd getAuthor no-allow-for-trace method.no-allow: A 405 response to TRACE has no Allow header.': sending(
    (sentReply, { method }) => (method === 'TRACE' ? withoutAllow(sentReply) : sentReply),
    405,
  ),
  'd updateAuthor no-allow-for-declared method.no-allow: PATCH on an author returns 405 without Allow.': inOwnStage(
    'route',
    (call, usual) => withoutAllow(usual({ ...call, operation: undefined as never }) as Reply),
  ),
  'd listReviews undeclared-method-500 status.server-error': sending((sent) => ({ ...sent, status: 500 }), 405),
  'd listAuthors options-500 status.server-error: OPTIONS returns 500.': to('OPTIONS', /./, failure),
  'd listBooks trace-echoes-key safety.key-echoed': to('TRACE', /./, ({ target, headers }) => ({
    ...reply(200, undefined, { 'Content-Type': 'message/http' }),
    text: `TRACE ${target} HTTP/1.1\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
  })),
  'd listAuthors trace-like-get refusal.undeclared-method-accepted': to('TRACE', /./, () => reply(200, [])),
  'd getReview patch-of-review refusal.undeclared-method-accepted': to('PATCH', /\{reviewId\}$/, success),
  'd listBooks unknown-method-200 refusal.undeclared-method-accepted': to('M-SEARCH', /\/books$/, () => reply(200, [])),
  'w listReviews delete-of-list refusal.undeclared-method-accepted': to('DELETE', /\/reviews$/, () => noContent()),
  'w getReview post-to-review refusal.undeclared-method-accepted: POST to an existing review returns 200.': to(
    'POST',
    /\{reviewId\}$/,
    ({ parameters, store }) => (store.review.has(parameters['reviewId'] ?? '') ? success() : undefined),
  ),

  'd getBook head-405 head.differs: HEAD returns 405 on every path.': head((_, template) => notAllowed(template)),
  'd getBook head-other-length head.differs': head((sent) => (sent.status === 200 ? { ...sent, text: '{}' } : sent)),
  'd listReviews not-json body.not-json: The JSON of the list of reviews is truncated.': respondingWith(
    ({ body, ...sentReply }) => ({ ...sentReply, text: JSON.stringify(body).slice(0, 40) }),
    200,
  ),
});
