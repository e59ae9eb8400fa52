import { Refusal, type Answer, type RequestMistake } from '../model/answer.js';
import type { Behaviour, Exchange } from './behaviour.js';
import { byConvention } from '../effects/convention.js';
import { effects } from '../effects/index.js';
import type { Judge } from '../model/judge.js';
import type { SandboxOperation } from '../model/operations.js';
import { createRouter } from '../model/router.js';
import type { Json } from '../model/store.js';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const mebibyte = 1_048_576;

/** Bytes of a request's body. */
const bodyLimit = mebibyte;

/** Bytes of the largest body that is read at all: a state that is sent to the control paths. */
export const stateLimit = 64 * mebibyte;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Levels of a body; a body that is deeper could not be written out again. */
const depthLimit = 64;

/** What a right server does at each step. */
export function rightBehaviour(operations: readonly SandboxOperation[], apiKey: string, judge: Judge): Behaviour {
  return {
    authenticate({ request }) {
      const sent = request.headers.get('authorization');
      if (sent === apiKey) return;
      throw new Refusal(
        401,
        sent === null ? 'The header Authorization with the key is missing.' : 'The key is not known.',
      );
    },
    route: createRouter(operations),
    choose,
    arrive: () => undefined,
    locate,
    readText: readTextUpTo(bodyLimit),
    parse,
    judgeRequest: (operation, body) => judge.request(operation.id, body),
    perform: (call) => effects[call.operation.id]?.(call, byConvention) ?? byConvention(call),
    judgeOutcome: (operation, shown) => judge.answer(operation.id, shown),
    commit: (store, changes) => store.commit(changes),
    answer: ({ operation }, outcome) => answerOf(operation as SandboxOperation, outcome.show()),
    finish: (_, answer) => answer,
    judgesAnswers: true,
  };
}

function choose(
  exchange: Exchange,
  { operations, parameters }: ReturnType<Behaviour['route']>,
): ReturnType<Behaviour['choose']> {
  const { request, path } = exchange;
  if (operations.length === 0) {
    const hint = path.endsWith('/') ? '' : ' Paths of the interface end with a slash.';
    throw new Refusal(404, `No operation of the contract has the path ${path}.${hint}`);
  }
  const wanted = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const index = operations.findIndex(({ method }) => method === wanted);
  const operation = operations[index];
  if (operation) return { operation, parameters: parameters[index] ?? {} };
  const allowed = allowedMethods(operations);
  throw new Refusal(405, `${path} knows ${allowed}, and not ${request.method}.`, [], { allow: allowed });
}

/** HEAD goes wherever GET does (RFC 9110 §9.3.2). */
export function allowedMethods(operations: readonly SandboxOperation[]): string {
  const methods = new Set(operations.map(({ method }) => method.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].join(', ');
}

function locate({ operation, parameters, store }: Exchange): void {
  for (const { name, collection } of operation?.parameters ?? []) {
    const id = parameters[name] ?? '';
    if (!uuid.test(id)) throw new Refusal(404, `${name} is no UUID, so nothing has it for an id.`);
    const record = store.get(collection, id);
    const belongs = record && Object.entries(record.parents).every(([parent, of]) => (parameters[parent] ?? of) === of);
    if (!belongs) throw new Refusal(404, `Nothing here has the ${name} ${id}.`);
  }
}

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
  for (const piece of pieces.reverse()) bytes.set(piece, (size -= piece.byteLength));
  return bytes;
}

function tooLarge(limit: number): Refusal {
  return new Refusal(
    413,
    `The body is larger than ${limit / mebibyte} MiB (${limit} bytes), the most that is read. Send less.`,
  );
}

function parse(_: Exchange, text: string): Json {
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

/** Lists longer than this are sent in pieces. */
const pieceAbove = 500;

function answerOf({ success, media }: SandboxOperation, shown: Json | undefined | Iterable<Json>): Answer {
  if (media === null) return { status: success, headers: {} };
  if (typeof shown === 'string' && media !== 'application/json') {
    return { status: success, headers: { 'content-type': `${media}; charset=utf-8` }, text: shown };
  }
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown) || !(Symbol.iterator in shown)) {
    return { status: success, headers: {}, json: shown };
  }
  const iterator = (shown as Iterable<Json>)[Symbol.iterator]();
  const first: Json[] = [];
  while (first.length <= pieceAbove) {
    const next = iterator.next();
    if (next.done === true) return { status: success, headers: {}, json: first };
    first.push(next.value);
  }
  const rest: Iterable<Json> = { [Symbol.iterator]: () => iterator };
  return { status: success, headers: {}, items: both(first, rest) };
}

function* both(first: Iterable<Json>, rest: Iterable<Json>): Iterable<Json> {
  yield* first;
  yield* rest;
}
