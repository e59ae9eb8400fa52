import { isJson } from '../../contract/json-success.js';
import type { RequestBody } from './operations.js';
import { isOfFiles, smallFile } from './small-files.js';

const boundary = 'check-boundary';

/** The Content-Type of a body: that of several parts needs their boundary (RFC 2046 §5.1.1). */
export function labelled(media: string): string {
  return /^multipart\//i.test(media) ? `${media}; boundary=${boundary}` : media;
}

/** Encodes a JSON value in the media type of a body: as JSON, as a form, in parts, as a file, or as text. */
export function encoded(value: unknown, media: string, body?: RequestBody): string | Uint8Array {
  const fields =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
  if (fields && /^application\/x-www-form-urlencoded/i.test(media))
    return new URLSearchParams(fields.map(([name, each]) => [name, text(each)])).toString();
  if (fields && /^multipart\//i.test(media)) return inParts(fields, body?.files ?? {});
  if (typeof value === 'string' && (body?.isFile || isOfFiles(media))) return smallFile(media).bytes;
  return typeof value === 'string' && !isJson(media) ? value : JSON.stringify(value);
}

function text(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The parts of a form, with a file in place of each value of a field that holds files (RFC 7578 §4.2). */
function inParts(fields: readonly [name: string, value: unknown][], files: Readonly<Record<string, string>>) {
  const pieces: (string | Uint8Array)[] = [];
  for (const [name, value] of fields) {
    const media = Object.hasOwn(files, name) ? files[name] : undefined;
    // Each item of an array of files is a part of its own.
    for (const each of media === undefined ? [value] : [value].flat()) {
      const file = media === undefined || typeof each !== 'string' ? undefined : smallFile(media);
      const label = `Content-Disposition: form-data; name=${JSON.stringify(name)}`;
      pieces.push(`--${boundary}\r\n${label}`);
      if (file) pieces.push(`; filename="${file.name}"\r\nContent-Type: ${file.media}\r\n\r\n`, file.bytes, '\r\n');
      else pieces.push(`\r\n\r\n${text(each)}\r\n`);
    }
  }
  pieces.push(`--${boundary}--\r\n`);
  // A body of texts alone stays a text, for people who read it in a report.
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
