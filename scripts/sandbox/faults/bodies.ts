import type { Fault } from '../behaviour/behaviour.js';
import { bytesOf, entryOf, neighbourOf, type Replacement, sending, withBody, wrong } from './parts.js';

const page = '<!DOCTYPE html>\n<html><head><title>Directory</title></head><body><p>Please sign in.</p></body></html>\n';

const reading = 'getPartnerEntry';

/**
 * A no-break space, which pasted text is full of, and every other character of Latin-1 as the one byte that it has
 * there.
 */
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

/** The same member again, before the brace at the end. */
function repeated(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const { title } = JSON.parse(text) as { title?: unknown };
  return title === undefined ? text : `${text.slice(0, -1)},"title":${JSON.stringify(title)}}`;
}

const body = (edit: (bytes: Uint8Array) => string | Uint8Array): Replacement =>
  sending(reading, (response) => {
    const bytes = bytesOf(response);
    return bytes ? withBody(response, edit(bytes)) : response;
  });

const wrongEntry: Replacement = (behaviour) => ({
  perform(call) {
    const asked = call.operation.id === reading ? entryOf(call.store, call.parameters) : undefined;
    const other = asked && neighbourOf(call.store, asked);
    return behaviour.perform(other ? { ...call, parameters: { ...call.parameters, entry_id: other.id } } : call);
  },
});

/** Answers that are not what they say they are, or not the answer to what was asked. */
export const bodyFaults: readonly Fault[] = [
  wrong('wrong-entry', 'Reading an entry gives another one of the directory.', wrongEntry),

  wrong(
    'not-json',
    'Reading an entry gives a page of HTML with status 200.',
    sending(reading, ({ status, headers }) => ({
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      text: page,
    })),
  ),

  wrong(
    'wrong-media-type',
    'Reading an entry gives JSON that is labelled text/plain.',
    sending(reading, (response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'text/plain; charset=utf-8' },
    })),
  ),

  // Bytes, since a Response labels a text by itself.
  wrong(
    'no-media-type',
    'Reading an entry gives JSON without a Content-Type.',
    sending(reading, (response) => {
      const { 'content-type': _, ...headers } = response.headers;
      const text = bytesOf(response);
      return { status: response.status, headers, ...(text && { text }) };
    }),
  ),

  wrong('bad-utf8', 'Reading an entry gives text in Latin-1.', body(latin1)),

  wrong('duplicate-key', 'Reading an entry gives `title` twice.', body(repeated)),

  wrong(
    'truncated',
    'Reading an entry breaks off in the middle of the body.',
    sending(reading, (response, { request }) => {
      const bytes = bytesOf(response);
      if (!bytes || request.method === 'HEAD') return response;
      const half = bytes.slice(0, Math.floor(bytes.byteLength / 2));
      return { ...withBody(response, half), wire: { contentLength: bytes.byteLength } };
    }),
  ),

  wrong(
    'empty-200',
    'Reading an entry gives status 200 without a body.',
    sending(reading, ({ status, headers }) => ({
      status,
      headers: { ...headers, 'content-type': 'application/json' },
      text: '',
    })),
  ),

  wrong(
    'status-201',
    'An update of an entry answers 201.',
    sending('updatePartnerEntry', (response) => ({ ...response, status: 201 })),
  ),

  wrong(
    'status-204',
    'An update of an entry answers 204 without a body.',
    sending('updatePartnerEntry', ({ headers }) => ({
      status: 204,
      headers,
    })),
  ),

  wrong(
    'undocumented-status',
    'Reading an entry answers 203.',
    sending(reading, (response) => ({ ...response, status: 203 })),
  ),
];
