import { answers, requests } from '../../generated/body-validators.js';
import { contract } from '../../generated/contract.js';
import { taughtAtOnce } from '../answers/at-once.js';
import type { OpenApiDocument } from '../contract/document.js';
import type { Behaviour, RequestContext } from './behaviour/behaviour.js';
import { Responding } from './behaviour/responding.js';
import { rightBehaviour } from './behaviour/steps.js';
import { initialState } from './data/initial-state.js';
import { faultsNamed } from './faults/index.js';
import { adaptedState } from './model/adapted-state.js';
import type { Validators } from './model/judge.js';
import { type ReadContract, readContract } from './model/read-contract.js';
import { Reads } from './model/reads.js';
import { Refusal, respond, type SandboxResponse } from './model/response.js';
import { type ChangeListener, type SandboxState, Store } from './model/store.js';

export interface SandboxOptions {
  /** The state at the start and after `reset`; by default, two directories with a dozen partners. */
  data?: SandboxState | undefined;
  /** The time, as an ISO date-time in UTC. By default, a clock that advances one second with each change. */
  now?: (() => string) | undefined;
  /** Returns a new UUID at each call. By default, ids are derived from the number of changes before. */
  ids?: (() => string) | undefined;
  /** The API key that it accepts; `sandbox-key` by default. */
  apiKey?: string | undefined;
  /** Milliseconds to wait before each response. */
  latency?: number | undefined;
  /** Names of faults, or of valid behaviours that differ from the usual one; see `faultNames`. */
  faults?: readonly string[] | undefined;
  /** A file with answers to open questions of the contract, which then is as they say. It needs Node.js. */
  answers?: string | undefined;
  /** Called with each change before it is made; if it throws, the change is not made. */
  onChange?: ChangeListener | undefined;
  /** The class of responses, for a server whose own class is faster to send. */
  Response?: typeof Response | undefined;
}

export interface Sandbox {
  /** Responds to a request. It never throws: mistakes of a request are reported in the response. */
  fetch(request: Request): Promise<Response>;
  /** Restores the initial state. */
  reset(): void;
  /** The whole state, as plain JSON that `load` accepts. */
  snapshot(): SandboxState;
  /** Replaces the whole state. */
  load(state: SandboxState): void;
  /** The names of the active faults. */
  faults(): string[];
  /**
   * Activates these faults and no others; requests in progress are not affected.
   *
   * @throws RangeError for an unknown fault; then nothing changes
   */
  setFaults(names: readonly string[]): void;
}

export const defaultKey = 'sandbox-key';

/** The contract of this package. */
export const ownContract = readContract(contract, { requests, answers });
export const { operations, schemas } = ownContract;

/**
 * A server that keeps to the contract, as a plain function from `Request` to `Response`. It opens no socket, and reads
 * no file but that of `answers`.
 *
 * @throws RangeError for an unknown fault
 * @throws Error for a mistake in the answers
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  if (options.answers === undefined) return sandboxOf(ownContract, options);
  const { document, validators } = taughtAtOnce(options.answers);
  return sandboxOf(readContract(document, validators), options);
}

/**
 * Returns a function that creates sandboxes of another contract, such as one with additional resources. They work like
 * all others, by the first word of an operation's id and the form of its path.
 */
export function createSandboxFor(document: OpenApiDocument, validators: Validators): typeof createSandbox {
  const read = readContract(document, validators);
  const data = initialStateOf(read);
  return (options = {}) => sandboxOf(read, { ...options, data: options.data ?? data });
}

/** The usual state at the start of a sandbox, as its contract has it. */
export function initialStateOf({ document }: ReadContract): SandboxState {
  return adaptedState(initialState, document);
}

/** Creates a sandbox of a contract that was read already. */
export function sandboxOf(known: ReadContract, options: SandboxOptions): Sandbox {
  const { data = initialStateOf(known), apiKey = defaultKey, latency = 0 } = options;
  const store = new Store(data, options.onChange);
  const behaviourWith = (names: readonly string[]): Behaviour => {
    let behaviour = rightBehaviour(known, apiKey);
    for (const fault of faultsNamed(names)) behaviour = { ...behaviour, ...fault.change(behaviour) };
    return behaviour;
  };
  const right = behaviourWith([]);
  let faults = [...(options.faults ?? [])];
  let current = faults.length > 0 ? behaviourWith(faults) : right;
  const reads = new Reads();
  const answering = new Responding(known, options, store);

  const responseTo = async (exchange: RequestContext, behaviour: Behaviour): Promise<SandboxResponse> => {
    const request = await answering.understood(exchange, behaviour);
    if ('status' in request) return request;
    const isRead = behaviour === right && request.operation.method === 'get';
    const { pages, query, offered } = request.operation;
    // The pages of a list have the same path, and the media types of an export.
    const isWhole = isRead && !pages && query.length === 0 && offered.length < 2;
    const text = isWhole ? reads.get(exchange.path, store.serial) : undefined;
    const headers = { 'content-type': 'application/json' };
    if (text !== undefined) return { status: request.operation.success, headers, text };
    const response = answering.perform(exchange, behaviour, request);
    if (!isWhole || response.json === undefined) return response;
    const shown = JSON.stringify(response.json);
    reads.set(exchange.path, store.serial, shown);
    return { status: response.status, headers: { ...response.headers, ...headers }, text: shown };
  };

  const load = (state: SandboxState): void => {
    reads.clear();
    store.load(state);
  };

  return {
    async fetch(request) {
      const behaviour = current;
      const path = pathOf(request.url);
      const exchange: RequestContext = { request, path, operation: undefined, parameters: {}, store };
      if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
      let response: SandboxResponse;
      try {
        response = await responseTo(exchange, behaviour);
      } catch (error) {
        response = error instanceof Refusal ? known.refusal(error, exchange.operation?.id) : bugResponse(error);
      }
      response.headers = { ...known.limitHeaders, ...response.headers };
      if (exchange.operation) response.headers['x-contract-standing'] = exchange.operation.standing;
      return respond(await behaviour.finish(exchange, response), request.method === 'HEAD', options.Response);
    },
    reset: () => load(data),
    snapshot: () => store.snapshot(),
    load,
    faults: () => [...faults],
    setFaults(names) {
      current = names.length > 0 ? behaviourWith(names) : right;
      faults = [...names];
    },
  };
}

/** The contract or the sandbox has a bug: tests fail on this response, and a user can report it. */
function bugResponse(error: unknown): SandboxResponse {
  return {
    status: 500,
    headers: {},
    json: { detail: `This is a bug of the sandbox: ${String((error as Error).message)}` },
  };
}

/** The path of an absolute URL, without the cost of parsing the whole URL. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}
