import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { RequestContext } from '../behaviour/behaviour.js';
import {
  type BehaviourChange,
  breakResources,
  bytesOf,
  editAt,
  editOutcome,
  editResources,
  editSuccess,
  entryInPath,
  hashOf,
  neighbourOf,
  omitFields,
  type ResponseEdit,
  renameField,
  toFaults,
  withBody,
} from './parts.js';

const toText = (value: Json): Json => (typeof value === 'object' ? value : String(value));
const alwaysReturn = (value: Json) => (): Json => value;

/** Entries of this class lack a field. A hash puts each id into one of ten classes; this class has initial entries. */
const fieldlessHashClass = 4;
const isFieldless = ({ id }: Record<string, Json>): boolean => hashOf(String(id)) % 10 === fieldlessHashClass;

/** Edits the value at a path of each entry. See `editAt` for paths; the empty path means the whole entry. */
const editEntry = (path: string, edit: (value: Json, exchange: RequestContext) => Json): BehaviourChange =>
  breakResources('PartnerEntry', (it, exchange) => editAt(it, path, (value) => edit(value, exchange)));

/** Like `editEntry`, but edits only objects and keeps any other value. */
const editObjects = (path: string, edit: (object: JsonObject) => Json): BehaviourChange =>
  editEntry(path, (value) => (isObject(value) ? edit(value) : value));

/** Changes the order of certifications at each read of an entry; the first read has the right order. */
const rotateCertifications: BehaviourChange = (behaviour) => {
  const readCounts = new Map<string, number>();
  return editResources('PartnerEntry', (resource) => {
    const id = String(resource['id']);
    const earlierReadCount = readCounts.get(id) ?? 0;
    readCounts.set(id, earlierReadCount + 1);
    return editAt(resource, 'certifications', (items) => {
      if (!Array.isArray(items) || items.length < 2) return items;
      const offset = earlierReadCount % items.length;
      return [...items.slice(offset), ...items.slice(0, offset)];
    });
  })(behaviour);
};

/** Sends `entriesCount` as a string in tiers and in entries, because an entry includes its tier. */
const sendCountAsString: BehaviourChange = (behaviour) => {
  const tierSteps = breakResources('Tier', (tier) => editAt(tier, 'entriesCount', toText))(behaviour);
  const editTiers = breakResources('PartnerEntry', (entry) => editAt(entry, 'tier/entriesCount', toText));
  return { ...tierSteps, ...editTiers({ ...behaviour, ...tierSteps }) };
};

export const responseFaults = toFaults({
  'wrong-type': ['The `featured` of an entry is a string.', editEntry('featured', toText)],
  'nested-wrong-type': ["The `order` of an entry's media is a string.", editEntry('media/*/order', toText)],
  'null-leak': ['An entry has null as its `title`.', editEntry('title', alwaysReturn(null))],
  'bad-uuid': [
    'An entry has an `owner` that is not a UUID.',
    editEntry('owner', (id) => (typeof id === 'string' ? `user-${id.slice(0, 8)}` : id)),
  ],
  'bad-url': ['An entry has `n/a` in `award`, which must be a URL.', editEntry('award', alwaysReturn('n/a'))],
  'bad-email': [
    'An entry has a `support_email` that is not an email address.',
    editEntry('support_email', alwaysReturn('none given')),
  ],
  'colour-with-hash': [
    'An entry has a hash sign in the `textColor` of its callouts.',
    editEntry('callouts/*/textColor', (colour) => `#${String(colour)}`),
  ],
  'media-type-word': [
    'An entry has a word as the `type` of its media, which must be one letter.',
    editEntry('media/*/type', alwaysReturn('image')),
  ],
  'request-names-in-response': [
    'An entry has `customSlug`, as in requests, instead of `custom_slug`.',
    editObjects('', (it) => renameField(it, 'custom_slug', 'customSlug')),
  ],
  'snake-in-camel': [
    'The callouts of an entry have `text_color`, as in requests, instead of `textColor`.',
    editObjects('callouts/*', (it) => renameField(it, 'textColor', 'text_color')),
  ],
  'field-absent': ['No entry has `tracking`.', editObjects('', (it) => omitFields(it, 'tracking'))],
  'field-absent-sometimes': [
    'One entry in ten has no `tracking`.',
    editObjects('', (it) => (isFieldless(it) ? omitFields(it, 'tracking') : it)),
  ],
  'extra-field': ['An entry has an undocumented field.', editObjects('', (it) => ({ ...it, internal_score: 0.7 }))],
  'extra-field-deep': [
    'The tier of an entry has an undocumented field.',
    editObjects('tier', (tier) => ({ ...tier, legacyId: 7 })),
  ],
  'owner-object': ['An entry has an object as its owner.', editEntry('owner', (id) => ({ id }))],
  'tier-id-only': [
    'An entry has the id of its tier in place of the tier object.',
    editObjects('tier', ({ id = null }) => id),
  ],
  'array-as-object': [
    'An entry without use cases has an empty object in place of an empty array.',
    editEntry('use_cases', (items) => (Array.isArray(items) && items.length === 0 ? {} : items)),
  ],
  'absolute-href': [
    'An entry has an absolute URL as its `href`.',
    editEntry('href', (href, { request }) => new URL(request.url).origin + String(href)),
  ],
  'dead-href': [
    'The `href` of an entry leads to 404.',
    editEntry('href', (href) => String(href).replace('/entries/partners/', '/entries/')),
  ],
  'order-not-integer': [
    'An entry has use cases whose `order` is not an integer.',
    editEntry('use_cases/*/order', (order) => Number(order) + 0.5),
  ],
  'shuffled-certifications': [
    'Each read of an entry returns its certifications in a different order.',
    rotateCertifications,
  ],
  'count-as-string': [
    'The `entriesCount` of a tier is a string, both in the tier itself and in an entry that contains it.',
    sendCountAsString,
  ],
});

const page = '<!DOCTYPE html>\n<html><head><title>Directory</title></head><body><p>Please sign in.</p></body></html>\n';

const readOperationId = 'getPartnerEntry';

/**
 * Encodes each character of Latin-1 as one byte. This is not UTF-8 for characters beyond ASCII, so replaces a space of
 * the description with a no-break space, as in pasted text.
 */
function toLatin1(bytes: Uint8Array): Uint8Array {
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
function repeatTitle(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const { title } = JSON.parse(text) as { title?: unknown };
  return title === undefined ? text : `${text.slice(0, -1)},"title":${JSON.stringify(title)}}`;
}

const editBytes =
  (edit: (bytes: Uint8Array) => string | Uint8Array): ResponseEdit =>
  (response) => {
    const bytes = bytesOf(response);
    return bytes ? withBody(response, edit(bytes)) : response;
  };

const returnOtherEntry = editOutcome(readOperationId, (call, perform) => {
  const entry = entryInPath(call.store, call.parameters);
  const neighbour = entry && neighbourOf(call.store, entry);
  return perform(neighbour ? { ...call, parameters: { ...call.parameters, entry_id: neighbour.id } } : call);
});

const setContentType =
  (type: string, text?: string): ResponseEdit =>
  ({ status, headers, ...response }) => ({
    status,
    headers: { ...headers, 'content-type': type },
    ...(text === undefined ? response : { text }),
  });

export const bodyFaults = toFaults({
  'wrong-entry': ['Reading an entry returns a different entry of the directory.', returnOtherEntry],
  'not-json': [
    'Reading an entry returns an HTML page with status 200.',
    editSuccess(readOperationId, setContentType('text/html; charset=utf-8', page)),
  ],
  'wrong-media-type': [
    'Reading an entry returns JSON with the Content-Type text/plain.',
    editSuccess(readOperationId, setContentType('text/plain; charset=utf-8')),
  ],
  // Send bytes, because `Response` adds a Content-Type to a body that is a string.
  'no-media-type': [
    'Reading an entry returns JSON without a Content-Type.',
    editSuccess(readOperationId, (response) => {
      const { 'content-type': _, ...headers } = response.headers;
      const text = bytesOf(response);
      return { status: response.status, headers, ...(text && { text }) };
    }),
  ],
  'bad-utf8': [
    'Reading an entry returns text in Latin-1 instead of UTF-8.',
    editSuccess(readOperationId, editBytes(toLatin1)),
  ],
  'duplicate-key': [
    'Reading an entry returns `title` twice in one object.',
    editSuccess(readOperationId, editBytes(repeatTitle)),
  ],
  truncated: [
    'The response to reading an entry ends in the middle of its body.',
    editSuccess(readOperationId, (response, { request }) => {
      const bytes = bytesOf(response);
      if (!bytes || request.method === 'HEAD') return response;
      const firstHalf = bytes.slice(0, Math.floor(bytes.byteLength / 2));
      return { ...withBody(response, firstHalf), wireFault: { contentLength: bytes.byteLength } };
    }),
  ],
  'empty-200': [
    'Reading an entry returns status 200 without a body.',
    editSuccess(readOperationId, setContentType('application/json', '')),
  ],
  'undocumented-status': [
    'Reading an entry returns 203, which the contract does not list.',
    editSuccess(readOperationId, (response) => ({ ...response, status: 203 })),
  ],
  'status-201': [
    'An update of an entry returns 201.',
    editSuccess('updatePartnerEntry', (response) => ({ ...response, status: 201 })),
  ],
  'status-204': [
    'An update of an entry returns 204 without a body.',
    editSuccess('updatePartnerEntry', ({ headers: { 'content-type': _, ...headers } }) => ({ status: 204, headers })),
  ],
});
