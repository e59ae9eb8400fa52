import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { RequestContext } from '../behaviour/behaviour.js';
import {
  bytesOf,
  changed,
  type EditResponse,
  entryOf,
  hashOf,
  neighbourOf,
  performing,
  type Replacement,
  renamed,
  sending,
  showing,
  showingWrongly,
  withBody,
  without,
  wrong,
} from './parts.js';

const asText = (value: Json): Json => (typeof value === 'object' ? value : String(value));
const always = (value: Json) => (): Json => value;

/** One of ten classes of ids; it includes some entries of the sandbox's initial data. */
const absentAt = 4;
const isInClass = ({ id }: Record<string, Json>): boolean => hashOf(String(id)) % 10 === absentAt;

/** Edits the value at one place of each entry: its path is that of `changed`, and is empty for the whole entry. */
const inEntry = (path: string, edit: (value: Json, exchange: RequestContext) => Json): Replacement =>
  showingWrongly('PartnerEntry', (it, exchange) => changed(it, path, (value) => edit(value, exchange)));

/** The same for objects; any other value there stays. */
const inObjects = (path: string, edit: (object: JsonObject) => Json): Replacement =>
  inEntry(path, (value) => (isObject(value) ? edit(value) : value));

/** Changes the order at each reading of an entry; the first reading has the right order. */
const shuffled: Replacement = (behaviour) => {
  const readings = new Map<string, number>();
  return showing('PartnerEntry', (resource) => {
    const id = String(resource['id']);
    const before = readings.get(id) ?? 0;
    readings.set(id, before + 1);
    return changed(resource, 'certifications', (items) => {
      if (!Array.isArray(items) || items.length < 2) return items;
      const by = before % items.length;
      return [...items.slice(by), ...items.slice(0, by)];
    });
  })(behaviour);
};

/** Tiers have a count of their entries, and entries include their tier. */
const countAsString: Replacement = (behaviour) => {
  const tiers = showingWrongly('Tier', (tier) => changed(tier, 'entriesCount', asText))(behaviour);
  const inEntry = showingWrongly('PartnerEntry', (entry) => changed(entry, 'tier/entriesCount', asText));
  return { ...tiers, ...inEntry({ ...behaviour, ...tiers }) };
};

/** Fields of responses that break the contract. */
export const responseFaults = wrong({
  'wrong-type': ['An entry has `featured` as a string.', inEntry('featured', asText)],
  'nested-wrong-type': ['An entry has the `order` of its media as a string.', inEntry('media/*/order', asText)],
  'null-leak': ['An entry has null as its `title`.', inEntry('title', always(null))],
  'bad-uuid': [
    'An entry has an `owner` that is not a UUID.',
    inEntry('owner', (id) => (typeof id === 'string' ? `user-${id.slice(0, 8)}` : id)),
  ],
  'bad-url': ['An entry has `n/a` in `award`, which must be a URL.', inEntry('award', always('n/a'))],
  'bad-email': [
    'An entry has a `support_email` that is not an email address.',
    inEntry('support_email', always('none given')),
  ],
  'colour-with-hash': [
    'An entry has a hash sign in the `textColor` of its callouts.',
    inEntry('callouts/*/textColor', (colour) => `#${String(colour)}`),
  ],
  'media-type-word': ['An entry has a word as the `type` of its media.', inEntry('media/*/type', always('image'))],
  'request-names-in-response': [
    'An entry has `customSlug`, the name of the field in requests.',
    inObjects('', (it) => renamed(it, 'custom_slug', 'customSlug')),
  ],
  'snake-in-camel': [
    'An entry has `text_color` in its callouts, the name of the field in requests.',
    inObjects('callouts/*', (it) => renamed(it, 'textColor', 'text_color')),
  ],
  'field-absent': ['No entry has `tracking`.', inObjects('', (it) => without(it, 'tracking'))],
  'field-absent-sometimes': [
    'One entry in ten has no `tracking`.',
    inObjects('', (it) => (isInClass(it) ? without(it, 'tracking') : it)),
  ],
  'extra-field': ['An entry has an undocumented field.', inObjects('', (it) => ({ ...it, internal_score: 0.7 }))],
  'extra-field-deep': [
    'The tier of an entry has an undocumented field.',
    inObjects('tier', (tier) => ({ ...tier, legacyId: 7 })),
  ],
  'owner-object': ['An entry has an object as its owner.', inEntry('owner', (id) => ({ id }))],
  'tier-id-only': [
    'An entry has the id of its tier in place of the tier object.',
    inObjects('tier', ({ id = null }) => id),
  ],
  'array-as-object': [
    'An entry without use cases has an empty object in place of an empty array.',
    inEntry('use_cases', (items) => (Array.isArray(items) && items.length === 0 ? {} : items)),
  ],
  'absolute-href': [
    'An entry has an absolute URL as its `href`.',
    inEntry('href', (href, { request }) => new URL(request.url).origin + String(href)),
  ],
  'dead-href': [
    'The `href` of an entry leads to 404.',
    inEntry('href', (href) => String(href).replace('/entries/partners/', '/entries/')),
  ],
  'order-not-integer': [
    'An entry has use cases whose `order` is not an integer.',
    inEntry('use_cases/*/order', (order) => Number(order) + 0.5),
  ],
  'shuffled-certifications': ['The certifications of an entry have a different order at each reading.', shuffled],
  'count-as-string': ['The `entriesCount` of a tier is a string, also in the tier of an entry.', countAsString],
});

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
  (edit: (bytes: Uint8Array) => string | Uint8Array): EditResponse =>
  (response) => {
    const bytes = bytesOf(response);
    return bytes ? withBody(response, edit(bytes)) : response;
  };

const wrongEntry = performing(reading, (call, perform) => {
  const asked = entryOf(call.store, call.parameters);
  const other = asked && neighbourOf(call.store, asked);
  return perform(other ? { ...call, parameters: { ...call.parameters, entry_id: other.id } } : call);
});

const withType =
  (type: string, text?: string): EditResponse =>
  ({ status, headers, ...response }) => ({
    status,
    headers: { ...headers, 'content-type': type },
    ...(text === undefined ? response : { text }),
  });

/** Responses with a false label or a broken body, or that belong to another request. */
export const bodyFaults = wrong({
  'wrong-entry': ['Reading an entry returns another entry of the directory.', wrongEntry],
  'not-json': [
    'Reading an entry returns an HTML page with status 200.',
    sending(reading, withType('text/html; charset=utf-8', page)),
  ],
  'wrong-media-type': [
    'Reading an entry returns JSON with the Content-Type text/plain.',
    sending(reading, withType('text/plain; charset=utf-8')),
  ],
  // Bytes, since a Response sets Content-Type itself if its body is a string.
  'no-media-type': [
    'Reading an entry returns JSON without a Content-Type.',
    sending(reading, (response) => {
      const { 'content-type': _, ...headers } = response.headers;
      const text = bytesOf(response);
      return { status: response.status, headers, ...(text && { text }) };
    }),
  ],
  'bad-utf8': ['Reading an entry returns text in Latin-1 instead of UTF-8.', sending(reading, body(latin1))],
  'duplicate-key': ['Reading an entry returns `title` twice in one object.', sending(reading, body(repeated))],
  truncated: [
    'The response to reading an entry ends in the middle of its body.',
    sending(reading, (response, { request }) => {
      const bytes = bytesOf(response);
      if (!bytes || request.method === 'HEAD') return response;
      const half = bytes.slice(0, Math.floor(bytes.byteLength / 2));
      return { ...withBody(response, half), wire: { contentLength: bytes.byteLength } };
    }),
  ],
  'empty-200': [
    'Reading an entry returns status 200 without a body.',
    sending(reading, withType('application/json', '')),
  ],
  'undocumented-status': [
    'Reading an entry returns 203, which the contract does not list.',
    sending(reading, (response) => ({ ...response, status: 203 })),
  ],
  'status-201': [
    'An update of an entry returns 201.',
    sending('updatePartnerEntry', (response) => ({ ...response, status: 201 })),
  ],
  'status-204': [
    'An update of an entry returns 204 without a body.',
    sending('updatePartnerEntry', ({ headers }) => ({ status: 204, headers })),
  ],
});
