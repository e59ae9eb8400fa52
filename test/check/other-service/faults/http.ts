import type { Replacement, Reply, ShelfFault } from '../behaviour.js';
import { problem, reply } from '../responses.js';
import { notAllowed } from '../stages.js';
import { faults, isOf, respondingWith, sending, withoutBody } from './parts.js';

const refusedMethod = (edit: (headers: Record<string, string>) => Record<string, string>): Replacement =>
  sending((sent) => ({ ...sent, headers: edit(sent.headers) }), 405);

const head = (edit: (sent: Reply, template: string) => Reply): Replacement =>
  sending((sent, { method, template }) => (method === 'HEAD' && template !== undefined ? edit(sent, template) : sent));

/** Faults that concern only HTTP. */
export const httpFaults: readonly ShelfFault[] = faults({
  'd listReviews no-allow: A 405 response has no Allow header.': refusedMethod(({ Allow: _, ...headers }) => headers),

  'd listReviews allow-without-get: Allow omits GET and HEAD.': refusedMethod((headers) => ({
    ...headers,
    Allow: String(headers['Allow']).replace('GET, HEAD, ', ''),
  })),

  'd listReviews allow-everything: Allow includes the refused method.': refusedMethod((headers) => ({
    ...headers,
    Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE',
  })),

  'w listReviews undeclared-method-200: PUT on the reviews of a book returns 200.': (before) => ({
    route(call) {
      const refused = before.route(call);
      return refused?.status === 405 && call.method === 'PUT' && call.template?.endsWith('/reviews')
        ? reply(200, {})
        : refused;
    },
  }),

  'd listReviews undeclared-method-500: An undeclared method returns 500.': sending(
    (sent) => ({ ...sent, status: 500 }),
    405,
  ),

  'd getBook head-405: HEAD returns 405 on every path.': head((_, template) => notAllowed(template)),

  'd listAuthors head-404: HEAD returns 404 if GET returns 200.': head((sent) =>
    sent.status === 200 ? { ...sent, status: 404 } : sent,
  ),

  'd getBook head-other-length: HEAD returns a different Content-Length from GET.': head((sent) =>
    sent.status === 200 ? { ...sent, text: '{}' } : sent,
  ),

  'd listAuthors flaky-500: Every third reading of the authors returns 500.': (before, id) => {
    let readings = 0;
    const fails = (): boolean => ++readings % 3 === 0;
    return { act: (call) => (isOf(call, id) && fails() ? problem(500, 'Try again.') : before.act(call)) };
  },

  'd listBooks bad-utf8: The list of books is in Latin-1.': respondingWith((sent) => {
    const text = JSON.stringify(sent.body).replaceAll(/[^\x00-\xff]/g, '?');
    return { ...sent, text: Buffer.from(text, 'latin1') };
  }),

  'd listReviews not-json: The JSON of the list of reviews is truncated.': respondingWith(({ body, ...sent }) => {
    const text = JSON.stringify(body);
    return { ...sent, text: text.slice(0, Math.floor(text.length / 2)) };
  }, 200),

  'd getReview empty-200: Reading a review returns 200 without a body.': respondingWith(withoutBody, 200),
});
