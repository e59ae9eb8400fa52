import { createHash } from 'node:crypto';
import type { Call, Reply, Variant } from '../behaviour.js';
import { contract } from '../contract.js';
import { noContent, problem, reply } from '../responses.js';
import { labelled, sending, variants } from './parts.js';

const isRead = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD';

/** Edits the responses of successful reads, for services with conditional requests. */
const onRead = (edit: (sent: Reply, call: Call) => Reply) =>
  sending((sent, call) => (sent.status === 200 && isRead(call) ? edit(sent, call) : sent), 200);

const tagOf = (sent: Reply): string =>
  `"${createHash('sha256').update(JSON.stringify(sent.body)).digest('hex').slice(0, 12)}"`;

const changed = 'Mon, 06 Jan 2025 08:30:00 GMT';

/** Services that follow the contract, but treat unusual forms of requests in another way. */
export const rightForms: readonly Variant[] = variants({
  'ok-options-404: OPTIONS returns 404.': (before) => ({
    route: (call) => (call.method === 'OPTIONS' ? problem(404, 'Not found.') : before.route(call)),
  }),

  'ok-options-body: OPTIONS returns 200 and a description of the path.': (before) => ({
    route: (call) =>
      call.method === 'OPTIONS' && call.template !== undefined
        ? reply(
            200,
            { methods: contract.allowedAt(call.template) },
            { Allow: contract.allowedAt(call.template).join(', ') },
          )
        : before.route(call),
  }),

  'ok-trace: TRACE returns the request without its key.': (before) => ({
    route: (call) =>
      call.method === 'TRACE'
        ? {
            ...reply(200, undefined, { 'Content-Type': 'message/http' }),
            text: `TRACE ${call.target} HTTP/1.1\r\nHost: ${call.headers.host ?? ''}\r\n\r\n`,
          }
        : before.route(call),
  }),

  'ok-501: Returns 501 for methods that the service does not know.': (before) => ({
    route: (call) =>
      ['TRACE', 'OPTIONS', 'M-SEARCH'].includes(call.method) ? problem(501, 'Not implemented.') : before.route(call),
  }),

  'ok-406: Returns 406 if the request does not accept JSON.': (before) => ({
    query(call) {
      const accepted = call.headers.accept ?? '*/*';
      const accepts = /\*\/\*|application\/(?:\*|json|problem\+json)\s*(?:,|;\s*q=0\.|$)/i.test(accepted);
      return accepts ? before.query(call) : problem(406, 'This service has only JSON.');
    },
  }),

  'ok-not-modified: Returns 304 to a read that knows the current state.': onRead((sent, { headers }) => {
    const tag = tagOf(sent);
    const known = headers['if-none-match'];
    const headersOfBoth = { ETag: tag, 'Last-Modified': changed, Vary: 'Accept' };
    const since = Date.parse(headers['if-modified-since'] ?? '');
    const isKnown = known === undefined ? since >= Date.parse(changed) : known === '*' || known.includes(tag);
    return isKnown ? reply(304, undefined, headersOfBoth) : labelled(sent, headersOfBoth);
  }),

  'ok-ranges: Returns a part of a resource if the request asks for it.': onRead((sent, { headers, method }) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined || method === 'HEAD') return labelled(sent, { 'Accept-Ranges': 'bytes' });
    const whole = Buffer.from(JSON.stringify(sent.body));
    const text = whole.subarray(Number(first), Number(last) + 1);
    const range = `bytes ${first}-${Number(first) + text.length - 1}/${whole.length}`;
    return { ...labelled(sent, { 'Content-Range': range }), status: 206, text };
  }),

  'ok-scheme-by-case: Accepts the scheme of the key only as it is in the contract.': (before) => ({
    key: (call) => before.key(/^Bearer /.test(call.headers.authorization ?? '') ? call : { ...call, headers: {} }),
  }),

  'ok-needs-agent: Returns 403 to requests without User-Agent.': (before) => ({
    query: (call) => (!call.headers['user-agent'] ? problem(403, 'Name your program.') : before.query(call)),
  }),

  'ok-needs-length: Returns 411 to bodies in chunks.': (before) => ({
    body: (call) =>
      call.headers['transfer-encoding'] === undefined ? before.body(call) : problem(411, 'How long is it?'),
  }),

  'ok-414: Returns 414 to addresses of more than 500 characters.': (before) => ({
    key: (call) => (call.target.length > 500 ? problem(414, 'Too long.') : before.key(call)),
  }),

  'ok-404-for-odd-paths: Returns 404 to addresses with unusual characters before it checks the key.': (before) => ({
    key: (call) => (/%00|%2f|%25/i.test(call.target) ? problem(404, 'What is this?') : before.key(call)),
  }),

  'ok-refuses-query: Refuses unknown and to repeated query parameters.': (before) => ({
    query(call) {
      const names = [...new URL(call.target, call.origin).searchParams.keys()];
      const known = call.operation?.query.map(({ name }) => name) ?? [];
      const isOdd = new Set(names).size < names.length || names.some((name) => !known.includes(name));
      return isRead(call) && isOdd
        ? problem(call.operation?.statuses.includes(422) ? 422 : 400, 'The query has another parameter.')
        : before.query(call);
    },
  }),

  'ok-refuses-byte-order-mark: Returns 400 to a byte order mark.': (before) => ({
    body: (call) => (call.bytes[0] === 0xef ? problem(400, 'The body is not JSON.') : before.body(call)),
  }),

  'ok-integers-only: Refuses integers with a fraction or an exponent.': (before) => ({
    body: (call) =>
      /[:[]-?\d+(?:\.0|e0)[,}\]]/.test(call.bytes.toString())
        ? problem(400, 'Write integers as such.')
        : before.body(call),
  }),

  'ok-options-without-key: OPTIONS returns 204 without a key, on every path.': (before) => ({
    key: (call) => (call.method === 'OPTIONS' ? noContent() : before.key(call)),
  }),
});
