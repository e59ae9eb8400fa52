import type { Json } from '../../contract/json.js';
import { byConvention } from '../effects/convention.js';
import { effects } from '../effects/index.js';
import type { Judge } from '../model/judge.js';
import type { SandboxOperation } from '../model/operations.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import { createRouter } from '../model/router.js';
import type { Behaviour } from './behaviour.js';
import { choose, locate } from './not-found.js';
import { bodyLimit, parse, readTextUpTo } from './read-body.js';

/** Returns the steps of a correct server. */
export function rightBehaviour(operations: readonly SandboxOperation[], apiKey: string, judge: Judge): Behaviour {
  return {
    authenticate({ request }) {
      const sent = request.headers.get('authorization');
      if (sent === apiKey) return;
      throw new Refusal(
        401,
        sent === null ? 'The header Authorization with the API key is missing.' : 'The API key is unknown.',
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
    judgeOutcome: (operation, shown) => judge.response(operation.id, shown),
    commit: (store, changes) => store.commit(changes),
    respond: ({ operation }, outcome) => responseOf(operation as SandboxOperation, outcome.show()),
    finish: (_, response) => response,
    judgesResponses: true,
  };
}

/** Lists with more items than this are sent in pieces. */
const pieceAbove = 500;

function responseOf({ success, media }: SandboxOperation, shown: Json | undefined | Iterable<Json>): SandboxResponse {
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
