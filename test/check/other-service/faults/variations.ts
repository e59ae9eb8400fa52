import { gzipSync } from 'node:zlib';
import type { Call, Reply, ShelfFault } from '../behaviour.js';
import { problem, reply } from '../responses.js';
import type { JsonObject } from '../store.js';
import { failure, faults, inOwnStage, isOf, labelled, type Replacing, respondingWith } from './parts.js';

/** Responds to requests of a certain form before any other step. */
const onForm = (isMeant: (call: Call) => boolean, respond: () => Reply = failure): Replacing =>
  inOwnStage('query', (call, usual) => (isMeant(call) ? respond() : usual()));

/** Fails if the last id in the path, percent-encoded as it was sent, has this form. */
const failingOn = (form: RegExp): Replacing =>
  onForm(({ target }) => form.test(target.split('?', 1)[0]?.split('/').at(-1) ?? ''));

/** Uses only a part of the id in the request. */
const reading = (name: string, read: (id: string, call: Call) => string): Replacing =>
  inOwnStage('resource', (call, usual) => {
    call.parameters[name] = read(call.parameters[name] ?? '', call);
    return usual();
  });

const header =
  (name: string, form: RegExp): ((call: Call) => boolean) =>
  ({ headers }) =>
    form.test(String(headers[name] ?? ''));

const has =
  (name: string): ((call: Call) => boolean) =>
  ({ headers }) =>
    headers[name] !== undefined;

const queryOf = ({ target }: Call): string | undefined => target.split('?', 2)[1];
const isUnknownQuery = (call: Call): boolean => queryOf(call)?.includes('check_unknown') === true;
const refuseWith = (status: number) => (): Reply => problem(status, 'Not like this.');

/** Reads bodies of a certain form differently. */
const onBody = (
  isMeant: (text: string, call: Call) => boolean,
  read: (text: string) => Reply | JsonObject,
): Replacing =>
  inOwnStage('body', (call, usual) => {
    const text = call.bytes.toString();
    if (!isMeant(text, call)) return usual();
    const outcome = read(text);
    if (typeof outcome['status'] === 'number') return outcome as Reply;
    call.body = outcome as JsonObject;
    return undefined;
  });

const unreadable = (): Reply => problem(400, 'The body is not JSON.');
const unsupported = (): Reply => problem(415, 'Send JSON.');
const mediaOf = ({ headers }: Call): string => headers['content-type'] ?? '';
const isChunked = (_: string, { headers }: Call): boolean => headers['transfer-encoding'] !== undefined;

/** Common requests in unusual forms, which the service misreads, and reads of odd ids that fail or succeed. */
export const variationFaults: readonly ShelfFault[] = faults({
  'd listBooks header-names-by-case request.variant-refused': (before) => ({
    key: (call) =>
      call.rawHeaders.includes('AUTHORIZATION') ? before.key({ ...call, headers: {} }) : before.key(call),
  }),
  'd getAuthor accept-any-406 request.variant-refused': onForm(header('accept', /^\*\/\*$/), refuseWith(406)),
  'd listAuthors no-accept-500 status.server-error': onForm((call) => !has('accept')(call)),
  'd getBook accept-other-500 status.server-error': onForm(header('accept', /x-check/)),
  'd listBooks accept-parameter-500 status.server-error': onForm(header('accept', /;(?! *q=)/)),
  'd getBook gzip-refused-but-sent encoding.unasked: A word in Accept-Encoding is found, whatever its weight.': (
    base,
    id,
  ) => ({
    send: (call, response) => {
      const sentResponse = base.send(call, response);
      const isMeant = isOf(call, id) && sentResponse.body !== undefined && header('accept-encoding', /gzip/)(call);
      if (!isMeant) return sentResponse;
      const text = gzipSync(JSON.stringify(sentResponse.body));
      return { ...labelled(sentResponse, { 'Content-Encoding': 'gzip' }), text };
    },
  }),
  'd listReviews cookie-500 status.server-error: A cookie of others returns 500.': onForm(has('cookie')),
  'd getReview no-agent-500 status.server-error': onForm((call) => !call.headers['user-agent']),
  'd getBook empty-body-400 request.variant-refused': onForm(has('content-type'), refuseWith(400)),
  'd getBook none-match-304 request.variant-changes: Any If-None-Match returns 304.': onForm(has('if-none-match'), () =>
    reply(304),
  ),
  'd getAuthor modified-500 status.server-error: If-Modified-Since returns 500.': onForm(has('if-modified-since')),
  'd listBooks range-500 status.server-error: Range returns 500.': onForm(has('range')),
  'd getBook range-whole request.variant-changes: A part of a resource is the whole of it.': (before, id) =>
    respondingWith((sent) => ({ ...labelled(sent, { 'Content-Range': 'bytes 0-0/*' }), status: 206 }), 200)(before, id),
  'd listBooks unknown-query-500 status.server-error: An unknown query parameter returns 500.': onForm(isUnknownQuery),
  'd listBooks unknown-query-filters request.variant-changes: An unknown query parameter filters the list.': (
    before,
    id,
  ) => ({
    matches: (call, resource) => !(isOf(call, id) && isUnknownQuery(call)) && before.matches(call, resource),
  }),
  'd getReview empty-query-500 status.server-error': onForm((call) => queryOf(call) === ''),
  'd listAuthors repeated-query-500 status.server-error: A query parameter twice returns 500.': onForm((call) =>
    /(?:^|&)(\w+)=[^&]*&\1=/.test(queryOf(call) ?? ''),
  ),
  'd getAuthor broken-query-500 status.server-error': onForm((call) => queryOf(call)?.includes('%E0%A4%A') === true),
  'd getBook encoded-id-404 request.variant-refused: A percent-encoded letter in an id is not decoded.': onForm(
    ({ target }) => /books\/[^/?]*%/.test(target),
    refuseWith(404),
  ),
  'd listBooks forwarded-500 status.server-error: Forwarded returns 500.': onForm(has('forwarded')),
  'd updateBook charset-415 request.variant-refused': onBody((_, call) => /charset/i.test(mediaOf(call)), unsupported),
  'd updateAuthor media-type-by-case request.variant-refused: The media type of a body is compared with its case.':
    onBody((_, call) => /[A-Z]/.test(mediaOf(call)), unsupported),
  'd updateAuthor escapes-400 request.variant-refused': onBody((text) => /\\u[0-9a-f]{4}/.test(text), unreadable),
  'd updateBook line-breaks-400 request.variant-refused': onBody((text) => /\S[\r\n]+\s*\S/.test(text), unreadable),
  'd updateAuthor byte-order-mark-500 status.server-error': onBody((text) => text.startsWith('\ufeff'), failure),
  'd updateBook chunked-500 status.server-error: A body in chunks returns 500.': onBody(isChunked, failure),
  'w updateAuthor chunked-ignored request.variant-changes: A body in chunks is treated as an empty patch.': onBody(
    isChunked,
    () => ({}),
  ),
  'w updateBook escapes-kept request.variant-changes: Escaped letters in a body are not read.': onBody(
    (text) => /\\u[0-9a-f]{4}/.test(text),
    (text) =>
      Object.fromEntries(Object.entries(JSON.parse(text) as object).filter(([, value]) => typeof value !== 'string')),
  ),

  'd getBook long-id-500 status.server-error: A very long id returns 500.': failingOn(/^.{500}/),
  'd getBook null-byte-500 status.server-error: A zero byte in an id returns 500.': failingOn(/%00/),
  'd getAuthor decoded-twice-500 status.server-error': failingOn(/%25/),
  'd getAuthor broken-id-500 status.server-error': failingOn(/%E0%A4%A$/),
  'd getBook emoji-id-500 status.server-error: An emoji in an id returns 500.': failingOn(/%F0%9F/),
  'd getAuthor quote-id-500 status.server-error: A quote in an id returns 500.': failingOn(/%27/),
  'd getBook slash-id-500 status.server-error: An encoded slash in an id returns 500.': failingOn(/%2F/i),
  'd getReview huge-id-500 status.server-error: A number of thirty digits as an id returns 500.': failingOn(/^\d{20}/),
  'd getReview negative-id-500 status.server-error: A negative number as an id returns 500.': failingOn(/^-\d/),
  'd getReview id-read-as-number refusal.unknown-id-accepted': reading('reviewId', (id) =>
    String(Number.parseInt(id, 10)),
  ),
  'd getBook id-cut refusal.unknown-id-accepted': reading('bookId', (id) => id.slice(0, 13)),
  'd getBook id-until-zero refusal.unknown-id-accepted: A zero byte ends an id.': reading('bookId', (id, { store }) =>
    id.includes('\0') ? (store.book.keys().next().value ?? '') : id,
  ),
});
