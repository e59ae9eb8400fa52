import type { Fault, RequestContext } from '../behaviour/behaviour.js';
import type { SandboxResponse } from '../model/response.js';
import { bytesOf, entryOf, neighbourOf, type Replacement, sending, withBody, wrong } from './parts.js';

const page = '<!DOCTYPE html>\n<html><head><title>Directory</title></head><body><p>Please sign in.</p></body></html>\n';

const reading = 'getPartnerEntry';

/** Encodes characters of Latin-1 as one byte each, among them a no-break space, which is frequent in pasted text. */
function latin1(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes).replace(/("description":"[^" ]+) /, '$1\u00a0');
  const encoder = new TextEncoder();
  return Buffer.concat(
    [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code < 0x100 ? Uint8Array.of(code) : encoder.encode(letter);
    }),
  );
}

/** Repeats the member `title` before the closing brace. */
function repeated(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const { title } = JSON.parse(text) as { title?: unknown };
  return title === undefined ? text : `${text.slice(0, -1)},"title":${JSON.stringify(title)}}`;
}

const body =
  (edit: (bytes: Uint8Array) => string | Uint8Array): ResponseMistake[2] =>
  (response) => {
    const bytes = bytesOf(response);
    return bytes ? withBody(response, edit(bytes)) : response;
  };

const wrongEntry: Replacement = (behaviour) => ({
  perform(call) {
    const asked = call.operation.id === reading ? entryOf(call.store, call.parameters) : undefined;
    const other = asked && neighbourOf(call.store, asked);
    return behaviour.perform(other ? { ...call, parameters: { ...call.parameters, entry_id: other.id } } : call);
  },
});

/** A mistake in the response of one operation. */
type ResponseMistake = readonly [
  name: string,
  about: string,
  edit: (response: SandboxResponse, exchange: RequestContext) => SandboxResponse,
];

const withType =
  (type: string, text?: string): ResponseMistake[2] =>
  ({ status, headers, ...response }) => ({
    status,
    headers: { ...headers, 'content-type': type },
    ...(text === undefined ? response : { text }),
  });

const readingMistakes: readonly ResponseMistake[] = [
  ['not-json', 'Reading an entry returns an HTML page with status 200.', withType('text/html; charset=utf-8', page)],
  [
    'wrong-media-type',
    'Reading an entry returns JSON with the Content-Type text/plain.',
    withType('text/plain; charset=utf-8'),
  ],
  // Bytes, since a Response sets Content-Type itself if its body is a string.
  [
    'no-media-type',
    'Reading an entry returns JSON without a Content-Type.',
    (response) => {
      const { 'content-type': _, ...headers } = response.headers;
      const text = bytesOf(response);
      return { status: response.status, headers, ...(text && { text }) };
    },
  ],
  ['bad-utf8', 'Reading an entry returns text in Latin-1 instead of UTF-8.', body(latin1)],
  ['duplicate-key', 'Reading an entry returns `title` twice in one object.', body(repeated)],
  [
    'truncated',
    'The response to reading an entry ends in the middle of its body.',
    (response, { request }) => {
      const bytes = bytesOf(response);
      if (!bytes || request.method === 'HEAD') return response;
      const half = bytes.slice(0, Math.floor(bytes.byteLength / 2));
      return { ...withBody(response, half), wire: { contentLength: bytes.byteLength } };
    },
  ],
  ['empty-200', 'Reading an entry returns status 200 without a body.', withType('application/json', '')],
  [
    'undocumented-status',
    'Reading an entry returns 203, which the contract does not list.',
    (response) => ({ ...response, status: 203 }),
  ],
];

const updateMistakes: readonly ResponseMistake[] = [
  ['status-201', 'An update of an entry returns 201.', (response) => ({ ...response, status: 201 })],
  ['status-204', 'An update of an entry returns 204 without a body.', ({ headers }) => ({ status: 204, headers })],
];

const inResponsesOf = (operationId: string, mistakes: readonly ResponseMistake[]): Fault[] =>
  mistakes.map(([name, about, edit]) => wrong(name, about, sending(operationId, edit)));

/** Responses with a false label or a broken body, or that belong to another request. */
export const bodyFaults: readonly Fault[] = [
  wrong('wrong-entry', 'Reading an entry returns another entry of the directory.', wrongEntry),
  ...inResponsesOf(reading, readingMistakes),
  ...inResponsesOf('updatePartnerEntry', updateMistakes),
];
