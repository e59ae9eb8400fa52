import type { Json } from '../../contract/json.js';
import type { CallOutcome } from '../model/call.js';
import type { SandboxOperation } from '../model/operations.js';
import { createPresent } from '../model/present.js';
import type { ReadContract } from '../model/read-contract.js';
import { Refusal, type RequestMistake, type SandboxResponse } from '../model/response.js';
import { identifiers } from '../model/serial.js';
import type { Store } from '../model/store.js';
import type { Behaviour, RequestContext } from './behaviour.js';
import { judgeParameters } from './parameters.js';
import { acceptedMedia, preferred } from './prefer.js';

interface Understood {
  operation: SandboxOperation;
  body: Json | undefined;
}

/** Processes requests from arrival to response with the steps of a behaviour. */
export class Responding {
  readonly #known: ReadContract;
  readonly #ids: Parameters<typeof identifiers>[1];
  readonly #store: Store;
  readonly #present: ReturnType<typeof createPresent>;
  readonly #operations: ReadonlyMap<string, SandboxOperation>;

  constructor(known: ReadContract, ids: Parameters<typeof identifiers>[1], store: Store) {
    this.#known = known;
    this.#ids = ids;
    this.#store = store;
    this.#present = createPresent(known, store);
    this.#operations = new Map(known.operations.map((operation) => [operation.id, operation]));
  }

  /** @throws Refusal if the request is unauthenticated, invalid or impossible */
  async responseTo(exchange: RequestContext, behaviour: Behaviour): Promise<SandboxResponse> {
    const request = await this.#understood(exchange, behaviour);
    return 'status' in request ? request : this.perform(exchange, behaviour, request);
  }

  /**
   * Returns the operation and the body of a request, or the response that its header `Prefer` asks for.
   *
   * @throws Refusal if the request is unauthenticated or invalid
   */
  async #understood(exchange: RequestContext, behaviour: Behaviour): Promise<Understood | SandboxResponse> {
    behaviour.authenticate(exchange);
    const { operation, parameters } = behaviour.choose(exchange, behaviour.route(exchange.path));
    exchange.operation = operation;
    // UUIDs compare without case (RFC 9562 §4).
    exchange.parameters = lowerCase(parameters);
    const wished = preferred(this.#known.document, operation, exchange.request);
    if (wished) return wished;
    await behaviour.arrive(exchange);
    behaviour.locate(exchange);
    judgeParameters(operation, exchange.request);
    const isRead = operation.takesBody && (operation.needsBody || hasBody(exchange.request));
    const body = isRead ? behaviour.parse(exchange, await behaviour.readText(exchange)) : undefined;
    if (body !== undefined) {
      const mistakes = behaviour.judgeRequest(operation, body);
      const status = operation.operation.responses['422'] ? 422 : 400;
      if (mistakes.length > 0) throw new Refusal(status, 'The body does not fit the contract.', mistakes);
      // The body took time to arrive; the resource may have been deleted meanwhile.
      behaviour.locate(exchange);
    }
    return { operation, body };
  }

  /** Performs a request. @throws Refusal if that is impossible */
  perform(exchange: RequestContext, behaviour: Behaviour, { operation, body }: Understood): SandboxResponse {
    const { schemas, judge, requests } = this.#known;
    const { parameters, store } = exchange;
    const outcome = behaviour.perform({
      operation,
      media: acceptedMedia(operation.offered, exchange.request.headers.get('accept')),
      parameters,
      body,
      request: requests.get(operation.id) ?? {},
      schemas,
      store,
      present: store === this.#store ? this.#present : createPresent(this.#known, store),
      judge: { ...judge, response: (id, value) => this.#outcomeMistakes(behaviour, id, value) },
      ...identifiers(this.#store.serial, this.#ids),
    });
    if (outcome.changes.length > 0) this.#commit(exchange, behaviour, operation, outcome);
    const response = behaviour.respond(exchange, outcome);
    // The outcome of a change was validated before it was stored; text has no form to validate.
    const isJudged = outcome.changes.length > 0 || response.text !== undefined;
    if (behaviour.judgesResponses && !isJudged && operation.media !== null) {
      const broken = judge.response(operation.id, response.json);
      if (broken.length > 0)
        throw new Error(`A response of ${operation.id} breaks the contract: ${JSON.stringify(broken)}`);
    }
    return response;
  }

  /** Judges a response as the behaviour does, since a fault may store what no right response shows. */
  #outcomeMistakes(behaviour: Behaviour, operationId: string, shown: unknown): RequestMistake[] {
    const operation = this.#operations.get(operationId);
    return operation ? behaviour.judgeOutcome(operation, shown) : [];
  }

  /** Stores an outcome only if the contract allows it as a response. */
  #commit(exchange: RequestContext, behaviour: Behaviour, operation: SandboxOperation, outcome: CallOutcome): void {
    const mistakes = operation.media === null ? [] : behaviour.judgeOutcome(operation, outcome.show());
    if (mistakes.length > 0)
      throw new Refusal(400, 'With this change, the resource would not fit the contract.', mistakes);
    behaviour.commit(this.#store, outcome.changes, exchange);
  }
}

function lowerCase(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const name in parameters) lower[name] = parameters[name]?.toLowerCase() ?? '';
  return lower;
}

/** Whether a request has a body, or says that it has one. */
function hasBody({ headers }: Request): boolean {
  const names = ['content-type', 'transfer-encoding'];
  return names.some((name) => headers.has(name)) || Number(headers.get('content-length') ?? 0) > 0;
}
