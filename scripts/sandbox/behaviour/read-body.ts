import type { Json } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import { Refusal, type RequestMistake } from '../model/response.js';
import type { Behaviour, RequestContext } from './behaviour.js';

const mebibyte = 1_048_576;

/** Maximum size of a request body, in bytes. */
export const bodyLimit = mebibyte;

/** Maximum size in bytes of a state in a request to a control path. The sandbox accepts no larger body. */
export const maxStateSize = 64 * mebibyte;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Maximum depth of nesting in a body: deeper JSON could not be serialised again. */
const depthLimit = 64;

/** Returns a step that reads a UTF-8 body of at most `limit` bytes. */
export function readTextUpTo(limit: number): Behaviour['readText'] {
  return ({ request, operation }) =>
    readText(request, limit, Object.keys(operation?.operation.requestBody?.content ?? {}));
}

async function readText(request: Request, limit: number, mediaTypes: readonly string[]): Promise<string> {
  const type = request.headers.get('content-type');
  const expected = `a body with the Content-Type ${mediaTypes.join(' or ')}`;
  if (type === null || !mediaTypes.includes(type.split(';')[0]?.trim().toLowerCase() ?? ''))
    throw new Refusal(415, `Expected ${expected}, found ${type ?? 'no Content-Type'}.`);
  return readBodyText(request, limit);
}

/** Reads a body as text. @throws Refusal if it has more bytes than the limit, or is not UTF-8 */
export async function readBodyText(request: Request, limit: number): Promise<string> {
  const declaredLength = request.headers.get('content-length');
  if (Number(declaredLength) > limit) throw sizeRefusal(limit);
  const bytes = await readBytesUpTo(limit, request);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal(400, 'The body is not UTF-8.');
  }
}

/** Stops reading at the limit, so that an endless body cannot fill the memory. */
async function readBytesUpTo(limit: number, request: Request): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    size += piece.value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      throw sizeRefusal(limit);
    }
    pieces.push(piece.value);
  }
  return new Blob(pieces as BlobPart[]).arrayBuffer();
}

function sizeRefusal(limit: number): Refusal {
  const size = `${limit / mebibyte} MiB (${limit} bytes)`;
  return new Refusal(413, `The body is larger than ${size}, which is the limit. Send a smaller body.`);
}

/** Parses a body as JSON, or refuses it with 400. */
export function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Refusal(400, `The body is not well-formed JSON: ${(error as Error).message}`);
  }
}

/** Parses a body as JSON that can be stored, or refuses it with 400. */
export function parseBody(_: RequestContext, text: string): Json {
  const value = readJson(text);
  const mistake = findUnstorableValue(value, '', 0);
  if (mistake) throw new Refusal(400, 'The body contains a value that cannot be stored.', [mistake]);
  return value;
}

/** Finds JSON that JavaScript could not serialise again: numbers that are too large, and values nested too deeply. */
export function findUnstorableValue(value: Json, pointer: string, depth: number): RequestMistake | undefined {
  if (typeof value === 'number' && !Number.isFinite(value))
    return { pointer, message: 'is a number that is too large' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= depthLimit) return { pointer, message: `is deeper than ${depthLimit} levels` };
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const child = (value as Record<string, Json>)[key];
    if (typeof child !== 'object' && typeof child !== 'number') continue;
    const mistake = findUnstorableValue(child, `${pointer}/${escapeToken(key)}`, depth + 1);
    if (mistake) return mistake;
  }
  return undefined;
}
