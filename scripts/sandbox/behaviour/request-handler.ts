import type { Json } from '../../contract/json.js';
import type { CallOutcome } from '../model/call.js';
import type { SandboxOperation } from '../model/operations.js';
import { createPresenter } from '../model/present.js';
import type { SandboxContract } from '../model/read-contract.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import type { Store } from '../model/store.js';
import type { Behaviour, RequestContext } from './behaviour.js';
import { judgeParameters } from './parameters.js';
import { chooseMediaType, respondToPreferHeader } from './prefer.js';

interface ParsedRequest {
  operation: SandboxOperation;
  body: Json | undefined;
}

export class RequestHandler {
  readonly #contract: SandboxContract;
  readonly #idsAndClock: Parameters<typeof createIdentifiers>[1];
  readonly #store: Store;
  readonly #present: ReturnType<typeof createPresenter>;

  constructor(contract: SandboxContract, idsAndClock: Parameters<typeof createIdentifiers>[1], store: Store) {
    this.#contract = contract;
    this.#idsAndClock = idsAndClock;
    this.#store = store;
    this.#present = createPresenter(contract, store);
  }

  /** @throws Refusal if the request is unauthenticated, invalid or impossible */
  async respondTo(exchange: RequestContext, behaviour: Behaviour): Promise<SandboxResponse> {
    const request = await this.#readRequest(exchange, behaviour);
    return 'status' in request ? request : this.perform(exchange, behaviour, request);
  }

  /** Reads operation and body, or responds to the header `Prefer`. @throws Refusal if unauthenticated or invalid */
  async #readRequest(exchange: RequestContext, behaviour: Behaviour): Promise<ParsedRequest | SandboxResponse> {
    behaviour.authenticate(exchange);
    const { operation, parameters } = behaviour.choose(exchange, behaviour.route(exchange.path));
    exchange.operation = operation;
    // The case of a UUID does not matter (RFC 9562 §4).
    exchange.parameters = withLowerCaseValues(parameters);
    const example = respondToPreferHeader(this.#contract.document, operation, exchange.request);
    if (example) return example;
    await behaviour.handleArrival(exchange);
    behaviour.locateResource(exchange);
    judgeParameters(operation, exchange.request);
    const hasBodyToRead = operation.takesBody && (operation.needsBody || hasBody(exchange.request));
    const body = hasBodyToRead ? behaviour.parse(exchange, await behaviour.readText(exchange)) : undefined;
    if (body !== undefined) {
      const mistakes = behaviour.judgeRequest(operation, body);
      const status = operation.operation.responses['422'] ? 422 : 400;
      if (mistakes.length > 0) throw new Refusal(status, 'The body does not fit the contract.', mistakes);
      // Check the path again: another request may have deleted the resource while the body arrived.
      behaviour.locateResource(exchange);
    }
    return { operation, body };
  }

  /** Performs a request. @throws Refusal if the request is impossible */
  perform(exchange: RequestContext, behaviour: Behaviour, { operation, body }: ParsedRequest): SandboxResponse {
    const { schemas, judge, requestSchemas } = this.#contract;
    const { parameters, store } = exchange;
    const outcome = behaviour.perform({
      operation,
      mediaType: chooseMediaType(operation.mediaTypes, exchange.request.headers.get('accept')),
      parameters,
      body,
      requestSchema: requestSchemas.get(operation.id) ?? {},
      schemas,
      store,
      present: store === this.#store ? this.#present : createPresenter(this.#contract, store),
      // Use the behaviour's own judge, because a fault may store values that no correct response has.
      judge: judge.withResponseJudge(behaviour.judgeOutcome),
      ...createIdentifiers(this.#store.serial, this.#idsAndClock),
    });
    if (outcome.changes.length > 0) this.#commit(exchange, behaviour, operation, outcome);
    const response = behaviour.respond(exchange, outcome);
    // Changes were validated before they were stored, and plain text has no schema.
    const isAlreadyJudged = outcome.changes.length > 0 || response.text !== undefined;
    if (behaviour.judgesResponses && !isAlreadyJudged && operation.mediaType !== null) {
      const mistakes = judge.response(operation.id, response.json);
      if (mistakes.length > 0)
        throw new Error(`A response of ${operation.id} breaks the contract: ${JSON.stringify(mistakes)}`);
    }
    return response;
  }

  /** Stores the changes of an outcome only if the contract allows its response. */
  #commit(exchange: RequestContext, behaviour: Behaviour, operation: SandboxOperation, outcome: CallOutcome): void {
    const mistakes = operation.mediaType === null ? [] : behaviour.judgeOutcome(operation.id, outcome.toBody());
    if (mistakes.length > 0)
      throw new Refusal(400, 'With this change, the resource would not fit the contract.', mistakes);
    behaviour.commit(this.#store, outcome.changes, exchange);
  }
}

export function withLowerCaseValues(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value.toLowerCase()]));
}

function hasBody({ headers }: Request): boolean {
  const names = ['content-type', 'transfer-encoding'];
  return names.some((name) => headers.has(name)) || Number(headers.get('content-length') ?? 0) > 0;
}

/** The initial time of a sandbox that was not given a clock. */
const epoch = Date.UTC(2026, 0, 1);

/**
 * Creates the ids and the time for a call. By default, they depend only on the number of earlier changes, so that equal
 * requests get equal responses, byte for byte.
 */
export function createIdentifiers(
  serial: number,
  overrides: { ids?: (() => string) | undefined; now?: (() => string) | undefined },
): { newId: () => string; now: () => string } {
  let count = 0;
  return {
    newId: overrides.ids ?? (() => uuidOf(serial, count++)),
    now: overrides.now ?? (() => new Date(epoch + serial * 1000).toISOString().replace('.000Z', 'Z')),
  };
}

/**
 * A UUID of version 8 (RFC 9562 §5.8), whose bits a program may choose. They look random, but depend only on the two
 * numbers.
 */
function uuidOf(serial: number, count: number): string {
  let state = (Math.imul(serial + 1, 0x9e3779b1) ^ Math.imul(count + 1, 0x85ebca6b)) >>> 0;
  const next = (): string => {
    // The mixing steps of splitmix32.
    state = (state + 0x9e3779b9) >>> 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return ((word ^ (word >>> 15)) >>> 0).toString(16).padStart(8, '0');
  };
  // The id also contains both numbers unmixed, so that no two ids are equal.
  const digitsOfSerial = serial.toString(16).padStart(8, '0').slice(-8);
  const randomDigits = next() + next();
  const digitsOfCount = count.toString(16).padStart(4, '0').slice(-4);
  const [third, fourth] = [`8${randomDigits.slice(0, 3)}`, `a${randomDigits.slice(3, 6)}`];
  return `${digitsOfSerial}-${digitsOfCount}-${third}-${fourth}-${next()}${randomDigits.slice(6, 10)}`;
}
