import { isObject, type JsonObject } from '../../../contract/json.js';
import { isJson } from '../../../contract/json-success.js';
import { unwrap, wrap } from '../../../contract/object-envelope.js';
import type { CheckedOperation, RequestBody } from './operations.js';

const boundary = 'check-boundary';

/** Maximum number of characters of a body that is parsed. No rule needs a larger one, and parsing it takes long. */
const sentFieldsLimit = 1_000_000;

/** Returns the Content-Type of a body. A multipart type needs a boundary (RFC 2046 §5.1.1). */
export function contentTypeOf(media: string): string {
  return /^multipart\//i.test(media) ? `${media}; boundary=${boundary}` : media;
}

/**
 * Reads the fields that a JSON body sends, without its envelope. Returns undefined for a body that is no JSON object.
 */
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

/** Encodes a JSON value in the media type of a body: as JSON, as a form, in parts, as a file, or as text. */
export function encodeBody(value: unknown, media: string, body?: RequestBody): string | Uint8Array {
  const fields =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
  if (fields && /^application\/x-www-form-urlencoded/i.test(media))
    return new URLSearchParams(fields.map(([name, each]) => [name, toText(each)])).toString();
  if (fields && /^multipart\//i.test(media)) return encodeMultipart(fields, body?.files ?? {});
  if (typeof value === 'string' && (body?.isFile || isFileMedia(media))) return sampleFile(media).bytes;
  return typeof value === 'string' && !isJson(media) ? value : JSON.stringify(wrap(value, body?.envelope));
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Encodes the fields of a form as parts. In fields for files, a file replaces each value (RFC 7578 §4.2). */
function encodeMultipart(fields: readonly [name: string, value: unknown][], files: Readonly<Record<string, string>>) {
  const pieces: (string | Uint8Array)[] = [];
  for (const [name, value] of fields) {
    const media = Object.hasOwn(files, name) ? files[name] : undefined;
    // Each item of an array of files becomes a separate part.
    for (const each of media === undefined ? [value] : [value].flat()) {
      const file = media === undefined || typeof each !== 'string' ? undefined : sampleFile(media);
      const label = `Content-Disposition: form-data; name=${JSON.stringify(name)}`;
      pieces.push(`--${boundary}\r\n${label}`);
      if (file) pieces.push(`; filename="${file.name}"\r\nContent-Type: ${file.media}\r\n\r\n`, file.bytes, '\r\n');
      else pieces.push(`\r\n\r\n${toText(each)}\r\n`);
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
  const mediaRanges = mediaTypes.split(',').map((each) => each.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const fits = (media: string): boolean =>
    mediaRanges.some((each) => each === media || (each.endsWith('/*') && media.startsWith(each.slice(0, -1))));
  const knownMedia = Object.keys(sampleFiles).find(fits);
  const [ending = 'txt', content = '', encoding = 'utf8'] = sampleFiles[knownMedia ?? defaultMedia] ?? [];
  const media =
    knownMedia ?? (mediaRanges[0] !== undefined && !mediaRanges[0].includes('*') ? mediaRanges[0] : defaultMedia);
  return { name: `check.${ending}`, media, bytes: Buffer.from(content, encoding) };
}

/** Whether bodies of a media type are files, and not values. */
export function isFileMedia(media: string): boolean {
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-tar)\b/i.test(media);
}
