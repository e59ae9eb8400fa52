import type { Json } from '../../contract/json.js';
import { Refusal, type RequestMistake } from '../model/response.js';
import type { Behaviour, RequestContext } from './behaviour.js';

const mebibyte = 1_048_576;

/** Bytes of a request's body. */
export const bodyLimit = mebibyte;

/** Bytes of the largest body that is read at all: a state that is sent to the control paths. */
export const stateLimit = 64 * mebibyte;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Levels of a body; a body that is deeper could not be written out again. */
const depthLimit = 64;

/** Reads a body of UTF-8 text that has no more bytes than this. */
export function readTextUpTo(limit: number): Behaviour['readText'] {
  return ({ request }) => readText(request, limit);
}

async function readText(request: Request, limit: number): Promise<string> {
  const type = request.headers.get('content-type');
  if (type === null || !/^\s*application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal(415, `Expected a body of application/json, found ${type ?? 'no Content-Type'}.`);
  }
  return textOf(request, limit);
}

/**
 * The body of a request as text.
 *
 * @throws Refusal for more bytes than the limit, which are not kept, and for what is not UTF-8
 */
export async function textOf(request: Request, limit: number): Promise<string> {
  const declared = request.headers.get('content-length');
  if (Number(declared) > limit) throw tooLarge(limit);
  // HTTP holds whoever declares a length to it; what comes without one is counted as it comes.
  const bytes = declared === null ? await counted(request, limit) : await request.arrayBuffer();
  if (bytes.byteLength > limit) throw tooLarge(limit);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal(400, 'The body is not UTF-8.');
  }
}

/** Leaves what is beyond the limit unread, so that a body without end is never kept. */
async function counted(request: Request, limit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    size += piece.value.byteLength;
    if (size > limit) throw tooLarge(limit);
    pieces.push(piece.value);
  }
  const bytes = new Uint8Array(size);
  for (const piece of pieces.reverse()) {
    size -= piece.byteLength;
    bytes.set(piece, size);
  }
  return bytes;
}

function tooLarge(limit: number): Refusal {
  return new Refusal(
    413,
    `The body is larger than ${limit / mebibyte} MiB (${limit} bytes), the most that is read. Send less.`,
  );
}

/** The JSON of a body; else 400. */
export function parse(_: RequestContext, text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw new Refusal(400, `The body is not well-formed JSON: ${(error as Error).message}`);
  }
  const mistake = unstorable(value, '', 0);
  if (mistake) throw new Refusal(400, 'The body holds something that cannot be stored.', [mistake]);
  return value;
}

/** JSON allows what JavaScript cannot write out again: numbers beyond double, and depth beyond the stack. */
export function unstorable(value: Json, pointer: string, depth: number): RequestMistake | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return { pointer, message: 'is too large a number' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= depthLimit) return { pointer, message: `is deeper than ${depthLimit} levels` };
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const below = (value as Record<string, Json>)[key];
    if (typeof below !== 'object' && typeof below !== 'number') continue;
    const mistake = unstorable(below, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
    if (mistake) return mistake;
  }
  return undefined;
}
