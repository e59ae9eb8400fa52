import type { Json } from '../../contract/json.js';
import { writePage } from '../../contract/paging/write.js';
import { byConvention } from '../effects/convention.js';
import { effects } from '../effects/index.js';
import type { SandboxOperation } from '../model/operations.js';
import type { ReadContract } from '../model/read-contract.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import type { Schemas } from '../model/schemas.js';
import type { Behaviour } from './behaviour.js';
import { choose, locate, selected } from './parameters.js';
import { bodyLimit, parse, readTextUpTo } from './read-body.js';
import { reshaped } from './reshaped.js';

/** Returns the steps of a correct server. */
export function rightBehaviour(
  { route, keyPrefix, keyRefusal, schemas, judge }: ReadContract,
  apiKey: string,
): Behaviour {
  const expected = keyPrefix === '' ? apiKey : `${keyPrefix} ${apiKey}`;
  return {
    authenticate({ request }) {
      const sent = request.headers.get('authorization');
      if (sent === expected) return;
      if (sent === null) throw new Refusal(keyRefusal, 'The header Authorization with the API key is missing.');
      throw new Refusal(
        keyRefusal,
        sent === apiKey ? `The word ${keyPrefix} before the API key is missing.` : 'The API key is unknown.',
      );
    },
    route,
    choose,
    arrive: () => undefined,
    locate,
    readText: readTextUpTo(bodyLimit),
    parse,
    judgeRequest: (operation, body) => judge.request(operation.id, body),
    perform(call) {
      const outcome = effects[call.operation.id]?.(call, byConvention) ?? byConvention(call);
      return call.operation.isReshaped ? reshaped(call, outcome) : outcome;
    },
    judgeOutcome: judge.response,
    commit: (store, changes) => store.commit(changes),
    respond: ({ operation, request }, outcome) =>
      responseTo(operation as SandboxOperation, request, outcome.show(), schemas),
    finish: (_, response) => response,
    judgesResponses: true,
  };
}

function responseTo(
  operation: SandboxOperation,
  { url }: Request,
  shown: Json | undefined,
  schemas: Schemas,
): SandboxResponse {
  const { success, media, pages, isList, query } = operation;
  if (isList && (pages || query.length > 0)) {
    const items = selected(operation, url, shown as Json[], schemas);
    const refuse = (sentence: string): Refusal => new Refusal(400, sentence);
    return { status: success, ...(pages ? writePage(pages, url, items, refuse) : { headers: {}, json: items }) };
  }
  if (media === null) return { status: success, headers: {} };
  if (typeof shown === 'string' && media !== 'application/json') {
    return { status: success, headers: { 'content-type': `${media}; charset=utf-8` }, text: shown };
  }
  return { status: success, headers: {}, json: shown };
}
