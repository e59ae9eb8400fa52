import type { Call, Reply } from '../behaviour.js';
import { refuse, reply } from '../responses.js';
import type { Scan } from './store.js';

/** The properties that distinguish versions of a resource. */
export interface Version {
  tag: string;
  /** An HTTP date. */
  modified?: string;
}

/** Whether a list of tags, or `*`, has this tag. @param isStrong whether weak tags match none (RFC 9110 8.8.3.2) */
export function names(list: string, tag: string, isStrong: boolean): boolean {
  if (list.trim() === '*') return true;
  const opaqueText = tag.replace(/^W\//, '');
  return [...list.matchAll(/(W\/)?("[^"]*")/g)].some(
    ([, weak, text]) => text === opaqueText && !(isStrong && (weak !== undefined || opaqueText !== tag)),
  );
}

/** Evaluates the conditions of a request in their order (RFC 9110 13.2.2). */
export function conditionsOf(call: Call, { tag, modified }: Version): Reply | undefined {
  const { headers, method } = call;
  const isRead = method === 'GET' || method === 'HEAD';
  const time = Date.parse(modified ?? '');
  const unmodifiedSince = Date.parse(headers['if-unmodified-since'] ?? '');
  const stale = (): Reply => refuse(call, 412, 'The resource has changed.');
  if (headers['if-match'] !== undefined) {
    if (!names(headers['if-match'], tag, true)) return stale();
  } else if (time > unmodifiedSince) return stale();
  if (headers['if-none-match'] !== undefined) {
    if (!names(headers['if-none-match'], tag, false)) return undefined;
    return isRead ? unchanged({ tag, modified }) : stale();
  }
  return isRead && time <= Date.parse(headers['if-modified-since'] ?? '') ? unchanged({ tag, modified }) : undefined;
}

function unchanged({ tag, modified }: { tag: string; modified: string | undefined }): Reply {
  const headers = { ETag: tag, ...(modified !== undefined && { 'Last-Modified': modified }) };
  // Without a length, since a length of 0 would be wrong.
  return { ...reply(304, undefined, headers), isChunked: true };
}

/** Returns a file, or the part that the request asks for (RFC 9110 14). */
export function partOf(call: Call, { content, tag, modified }: Scan): Reply {
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    ETag: tag,
    'Last-Modified': modified,
  };
  const response: Reply = { status: 200, headers, text: content };
  const condition = call.headers['if-range'];
  if (typeof condition === 'string' && condition !== tag && condition !== modified) return response;
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(call.headers['range'] ?? '') ?? [];
  if (call.method !== 'GET' || first + last === '' || (first !== '' && last !== '' && +last < +first)) return response;
  const size = content.length;
  const from = first === '' ? Math.max(0, size - +last) : +first;
  const to = first === '' || last === '' ? size - 1 : Math.min(+last, size - 1);
  if (from >= size) {
    const refusal = refuse(call, 416, `The file has ${size} bytes.`);
    return { ...refusal, headers: { ...refusal.headers, 'Content-Range': `bytes */${size}` } };
  }
  const range = { 'Content-Range': `bytes ${from}-${to}/${size}` };
  return { status: 206, headers: { ...headers, ...range }, text: content.subarray(from, to + 1) };
}
