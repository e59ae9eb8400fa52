import { isObject, type Json, type JsonObject } from '../../../contract/json.js';
import { isJson } from '../../../contract/json-success.js';
import { unwrap, wrap } from '../../../contract/object-envelope.js';
import type { CheckedOperation, FieldEncodings, RequestBody } from './operations.js';
import { writeParameter } from './parameter-encoding.js';

const boundary = 'check-boundary';

/** Maximum number of characters of a body that is parsed. No rule needs a larger body, and parsing takes long. */
const sentFieldsLimit = 1_000_000;

/** Returns the Content-Type of a body. A multipart type needs a boundary (RFC 2046 §5.1.1). */
export function contentTypeOf(media: string): string {
  return multipartPattern.test(media) ? `${media}; boundary=${boundary}` : media;
}

/** Reads the fields that a JSON body sends, without its envelope; undefined for a body that is no JSON object. */
export function sentFields(
  body: string | Uint8Array | undefined,
  operation: Partial<Pick<CheckedOperation, 'body'>>,
): JsonObject | undefined {
  if (typeof body !== 'string' || body.length > sentFieldsLimit || !body.startsWith('{')) return undefined;
  try {
    const value = unwrap(JSON.parse(body), operation.body?.envelope);
    return isObject(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Encodes a value in the media type of a body: as JSON, as a form, in parts, as a file, or as text. Returns undefined
 * if the value cannot be written in this media type, such as an object in XML.
 */
export function encodeBody(value: unknown, media: string, body?: RequestBody): string | Uint8Array | undefined {
  if (isJson(media)) return JSON.stringify(wrap(value, body?.envelope));
  if (isObject(value)) {
    const fields = Object.entries(fieldsToSend(value as JsonObject, media) as JsonObject);
    if (formPattern.test(media)) return encodeForm(fields, body?.encodings);
    return multipartPattern.test(media) ? encodeMultipart(fields, body) : undefined;
  }
  if (typeof value === 'string') {
    if (body?.isFile || isFileMedia(media)) return sampleFile(media).bytes;
    // An example in the document may be XML, and then begins with `<`. The check itself writes no XML.
    return xmlPattern.test(media) && !value.trimStart().startsWith('<') ? undefined : value;
  }
  return /^text\//i.test(media) && typeof value !== 'object' ? String(value) : undefined;
}

const formPattern = /^application\/x-www-form-urlencoded\b/i;
const multipartPattern = /^multipart\//i;
const xmlPattern = /[/+]xml\b/i;

/** Returns a value without the fields that its media type cannot express: a form has neither null nor empty arrays. */
export function fieldsToSend(value: Json, media: string): Json {
  const isForm = formPattern.test(media);
  if (!isObject(value) || !(isForm || multipartPattern.test(media))) return value;
  const isEmpty = (field: unknown): boolean =>
    field === null ||
    ((Array.isArray(field) || (isForm && isObject(field))) && Object.values(field).every((part) => part === null));
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isEmpty(field)));
}

/** Encodes the fields of a form as their styles say (OpenAPI 3.1 §4.8.15): by default, `a=1&a=2` for an array. */
function encodeForm(fields: readonly [name: string, value: Json][], encodings: FieldEncodings = {}): string {
  const pairs = fields.map(([name, value]) => {
    const { contentType, ...style } = (Object.hasOwn(encodings, name) && encodings[name]) || {};
    const isJsonText = contentType !== undefined && isJson(contentType) && Object.keys(style).length === 0;
    return writeParameter({ name, in: 'form', ...style, ...(isJsonText && { media: contentType }) }, value);
  });
  return pairs.filter((pair) => pair !== undefined).join('&');
}

/**
 * Encodes the fields of a form as parts, one for each item of an array (OpenAPI 3.1 §4.8.15.3). In fields for files, a
 * file replaces each text (RFC 7578 §4.2).
 */
function encodeMultipart(
  fields: readonly [name: string, value: Json][],
  { files = {}, encodings = {} }: Partial<RequestBody> = {},
): string | Uint8Array | undefined {
  const pieces: (string | Uint8Array)[] = [];
  for (const [name, value] of fields) {
    const fileMedia = Object.hasOwn(files, name) ? files[name] : undefined;
    const statedMedia = Object.hasOwn(encodings, name) ? encodings[name]?.contentType : undefined;
    for (const each of [value].flat().filter((item) => item !== null)) {
      const file = fileMedia !== undefined && typeof each === 'string' ? sampleFile(fileMedia) : undefined;
      const usualMedia = typeof each === 'object' ? 'application/json' : 'text/plain';
      const media = file?.media ?? statedMedia?.split(',', 1)[0]?.replace('*/*', usualMedia).trim() ?? usualMedia;
      const content = file?.bytes ?? encodeBody(each, media);
      if (content === undefined) return undefined;
      const fileName = file ? `; filename="${file.name}"` : '';
      pieces.push(
        `--${boundary}\r\nContent-Disposition: form-data; name=${JSON.stringify(name)}${fileName}\r\n`,
        ...[`Content-Type: ${media}\r\n\r\n`, content, '\r\n'],
      );
    }
  }
  pieces.push(`--${boundary}--\r\n`);
  // A body without files stays a string, so that people can read it in a report.
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Small but valid files, by media type. A service that inspects the content of files accepts them. */
const sampleFiles: Readonly<Record<string, readonly [ending: string, content: string, encoding: 'base64' | 'utf8']>> = {
  'image/png': [
    'png',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ],
  'image/gif': ['gif', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'],
  'image/svg+xml': ['svg', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n', 'utf8'],
  'application/pdf': [
    'pdf',
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    'utf8',
  ],
  'application/zip': ['zip', 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64'],
  'application/gzip': ['gz', 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=', 'base64'],
  'application/json': ['json', '{"check":true}\n', 'utf8'],
  'application/xml': ['xml', '<?xml version="1.0"?>\n<check/>\n', 'utf8'],
  'application/x-yaml': ['yaml', 'check: true\n', 'utf8'],
  'text/csv': ['csv', 'name,number\ncheck,1\n', 'utf8'],
  'text/html': ['html', '<!doctype html><title>check</title>\n', 'utf8'],
  'text/plain': ['txt', 'check\n', 'utf8'],
};

const defaultMedia = 'text/plain';

export interface SampleFile {
  name: string;
  media: string;
  bytes: Uint8Array;
}

/** Returns a file for a media type, a range or a list of these. Returns a text file if none of them is known. */
export function sampleFile(mediaTypes: string): SampleFile {
  const mediaRanges = mediaTypes.split(',').map((text) => text.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const isInMediaRanges = (media: string): boolean =>
    mediaRanges.some((each) => each === media || (each.endsWith('/*') && media.startsWith(each.slice(0, -1))));
  const knownMedia = Object.keys(sampleFiles).find(isInMediaRanges);
  const [ending = 'txt', content = '', encoding = 'utf8'] = sampleFiles[knownMedia ?? defaultMedia] ?? [];
  const media =
    knownMedia ?? (mediaRanges[0] !== undefined && !mediaRanges[0].includes('*') ? mediaRanges[0] : defaultMedia);
  return { name: `check.${ending}`, media, bytes: Buffer.from(content, encoding) };
}

/** Whether a body of this media type is a file, and not a value that the check can write. */
function isFileMedia(media: string): boolean {
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-tar)\b/i.test(media);
}
