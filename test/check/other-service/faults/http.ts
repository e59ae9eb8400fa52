import { answer, problem } from '../answers.js';
import type { Answer, Replacement, ShelfFault } from '../behaviour.js';
import { notAllowed } from '../stages.js';
import { isOf, sending, withoutBody, wrong } from './parts.js';

const refusedMethod = (edit: (headers: Record<string, string>) => Record<string, string>): Replacement =>
  sending((sent) => (sent.status === 405 ? { ...sent, headers: edit(sent.headers) } : sent));

const head = (edit: (sent: Answer, template: string) => Answer): Replacement =>
  sending((sent, { method, template }) => (method === 'HEAD' && template !== undefined ? edit(sent, template) : sent));

/** Faults of plain HTTP. */
export const httpFaults: readonly ShelfFault[] = [
  wrong(
    'no-allow',
    'd',
    'listReviews',
    '405 comes without Allow.',
    refusedMethod(({ Allow: _, ...headers }) => headers),
  ),

  wrong(
    'allow-without-get',
    'd',
    'listReviews',
    'Allow leaves GET and HEAD out.',
    refusedMethod((headers) => ({ ...headers, Allow: String(headers['Allow']).replace('GET, HEAD, ', '') })),
  ),

  wrong(
    'allow-everything',
    'w',
    'listReviews',
    'Allow lists the very method that is refused.',
    refusedMethod((headers) => ({ ...headers, Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE' })),
  ),

  wrong('undeclared-method-200', 'w', 'listReviews', 'PUT to the reviews of a book answers 200.', (before) => ({
    route(call) {
      const refused = before.route(call);
      return refused?.status === 405 && call.method === 'PUT' && call.template?.endsWith('/reviews')
        ? answer(200, {})
        : refused;
    },
  })),

  wrong(
    'undeclared-method-500',
    'd',
    'listReviews',
    'A method that is not declared brings 500.',
    sending((sent) => (sent.status === 405 ? { ...sent, status: 500 } : sent)),
  ),

  wrong(
    'head-405',
    'd',
    'getBook',
    'HEAD answers 405 where GET answers 200.',
    head((_, template) => notAllowed(template)),
  ),

  wrong(
    'head-404',
    'd',
    'listAuthors',
    'HEAD answers 404 where GET answers 200.',
    head((sent) => (sent.status === 200 ? { ...sent, status: 404 } : sent)),
  ),

  wrong(
    'head-other-length',
    'd',
    'getBook',
    'HEAD tells another Content-Length than GET.',
    head((sent) => (sent.status === 200 ? { ...sent, text: '{}' } : sent)),
  ),

  wrong('flaky-500', 'd', 'listAuthors', 'Every third reading of the authors brings 500.', (before) => {
    let readings = 0;
    const fails = (): boolean => (readings += 1) % 3 === 0;
    return { act: (call) => (isOf(call, 'listAuthors') && fails() ? problem(500, 'Try again.') : before.act(call)) };
  }),

  wrong(
    'bad-utf8',
    'd',
    'listBooks',
    'The list of books is in Latin-1.',
    sending((sent) => {
      const text = JSON.stringify(sent.body).replaceAll(/[^\x00-\xff]/g, '?');
      return { ...sent, text: Buffer.from(text, 'latin1') };
    }, 'listBooks'),
  ),

  wrong(
    'not-json',
    'd',
    'listReviews',
    'The list of reviews is cut off in the middle.',
    sending(({ body, ...sent }) => {
      const text = JSON.stringify(body);
      return { ...sent, text: sent.status === 200 ? text.slice(0, Math.floor(text.length / 2)) : text };
    }, 'listReviews'),
  ),

  wrong(
    'empty-200',
    'd',
    'getReview',
    'Reading a review answers 200 without a body.',
    sending((sent) => (sent.status === 200 ? withoutBody(sent) : sent), 'getReview'),
  ),
];
