import { answer, problem } from '../answers.js';
import type { Answer, Replacement, ShelfFault } from '../behaviour.js';
import { notAllowed } from '../stages.js';
import { answering, faults, isOf, sending, withoutBody } from './parts.js';

const refusedMethod = (edit: (headers: Record<string, string>) => Record<string, string>): Replacement =>
  sending((sent) => ({ ...sent, headers: edit(sent.headers) }), 405);

const head = (edit: (sent: Answer, template: string) => Answer): Replacement =>
  sending((sent, { method, template }) => (method === 'HEAD' && template !== undefined ? edit(sent, template) : sent));

/** Faults of plain HTTP. */
export const httpFaults: readonly ShelfFault[] = faults({
  'd listReviews no-allow: 405 comes without Allow.': refusedMethod(({ Allow: _, ...headers }) => headers),

  'd listReviews allow-without-get: Allow leaves GET and HEAD out.': refusedMethod((headers) => ({
    ...headers,
    Allow: String(headers['Allow']).replace('GET, HEAD, ', ''),
  })),

  'w listReviews allow-everything: Allow lists the very method that is refused.': refusedMethod((headers) => ({
    ...headers,
    Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE',
  })),

  'w listReviews undeclared-method-200: PUT to the reviews of a book answers 200.': (before) => ({
    route(call) {
      const refused = before.route(call);
      return refused?.status === 405 && call.method === 'PUT' && call.template?.endsWith('/reviews')
        ? answer(200, {})
        : refused;
    },
  }),

  'd listReviews undeclared-method-500: A method that is not declared brings 500.': sending(
    (sent) => ({ ...sent, status: 500 }),
    405,
  ),

  'd getBook head-405: HEAD answers 405 where GET answers 200.': head((_, template) => notAllowed(template)),

  'd listAuthors head-404: HEAD answers 404 where GET answers 200.': head((sent) =>
    sent.status === 200 ? { ...sent, status: 404 } : sent,
  ),

  'd getBook head-other-length: HEAD tells another Content-Length than GET.': head((sent) =>
    sent.status === 200 ? { ...sent, text: '{}' } : sent,
  ),

  'd listAuthors flaky-500: Every third reading of the authors brings 500.': (before, id) => {
    let readings = 0;
    const fails = (): boolean => ++readings % 3 === 0;
    return { act: (call) => (isOf(call, id) && fails() ? problem(500, 'Try again.') : before.act(call)) };
  },

  'd listBooks bad-utf8: The list of books is in Latin-1.': answering((sent) => {
    const text = JSON.stringify(sent.body).replaceAll(/[^\x00-\xff]/g, '?');
    return { ...sent, text: Buffer.from(text, 'latin1') };
  }),

  'd listReviews not-json: The list of reviews is cut off in the middle.': answering(({ body, ...sent }) => {
    const text = JSON.stringify(body);
    return { ...sent, text: text.slice(0, Math.floor(text.length / 2)) };
  }, 200),

  'd getReview empty-200: Reading a review answers 200 without a body.': answering(withoutBody, 200),
});
