import { answers, requests } from '../../generated/body-validators.js';
import { contract } from '../../generated/contract.js';
import type { OpenApiDocument } from '../contract/document.js';
import type { Behaviour, RequestContext } from './behaviour/behaviour.js';
import { Responding } from './behaviour/responding.js';
import { rightBehaviour } from './behaviour/steps.js';
import { initialState } from './data/initial-state.js';
import { faultsNamed } from './faults/index.js';
import type { Validators } from './model/judge.js';
import { type ReadContract, readContract } from './model/read-contract.js';
import { Reads } from './model/reads.js';
import { Refusal, respond, type SandboxResponse } from './model/response.js';
import { type ChangeListener, type SandboxState, Store } from './model/store.js';

export interface SandboxOptions {
  /** What it holds at the beginning and after `reset`; without it, two directories with a dozen partners. */
  data?: SandboxState | undefined;
  /** The time, as an ISO date-time in UTC. Without it, a clock that goes on by a second with each change. */
  now?: (() => string) | undefined;
  /** A new UUID at each call. Without it, ids follow from the number of changes before, the same in each run. */
  ids?: (() => string) | undefined;
  /** The key that it lets in; `sandbox-key` by default. */
  apiKey?: string | undefined;
  /** Milliseconds to wait before each answer. */
  latency?: number | undefined;
  /** Names of ways to be wrong, or right in another way; see `faultNames`. */
  faults?: readonly string[] | undefined;
  /** Told of each change before it is made; what it throws keeps the change from being made. */
  onChange?: ChangeListener | undefined;
  /** The class of answers, for a server that has one of its own which it sends faster. */
  Response?: typeof Response | undefined;
}

export interface Sandbox {
  /** Answers a request. It never throws: what is wrong with a request is in the answer. */
  fetch(request: Request): Promise<Response>;
  /** Goes back to the state of the beginning. */
  reset(): void;
  /** Everything that it holds, as plain JSON that `load` takes. */
  snapshot(): SandboxState;
  /** Holds this from now on. */
  load(state: SandboxState): void;
  /** The names of the faults that are on. */
  faults(): string[];
  /**
   * Turns on these faults and no others; requests on their way are not touched.
   *
   * @throws RangeError for a fault that it does not know; then nothing changes
   */
  setFaults(names: readonly string[]): void;
}

export const defaultKey = 'sandbox-key';

const ours = readContract(contract, { requests, answers });
export const { operations, schemas } = ours;

/**
 * A server that keeps the contract and its state, as a plain function from `Request` to `Response`. It opens no socket
 * and reads no file.
 *
 * @throws RangeError for a fault that it does not know
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return sandboxOf(ours, options);
}

/**
 * What makes sandboxes of another contract than this package's own: one with further resources, for example. They are
 * served as all others are, by the first word of an operation's name and the form of its path.
 */
export function createSandboxFor(document: OpenApiDocument, validators: Validators): typeof createSandbox {
  const read = readContract(document, validators);
  return (options = {}) => sandboxOf(read, options);
}

function sandboxOf(known: ReadContract, options: SandboxOptions): Sandbox {
  const { operations, judge } = known;
  const { data = initialState, apiKey = defaultKey, latency = 0 } = options;
  const store = new Store(data, options.onChange);
  const behaviourWith = (names: readonly string[]): Behaviour => {
    let behaviour = rightBehaviour(operations, apiKey, judge);
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
    const text = isRead ? reads.get(exchange.path, store.serial) : undefined;
    const headers = { 'content-type': 'application/json' };
    if (text !== undefined) return { status: request.operation.success, headers, text };
    const response = answering.perform(exchange, behaviour, request);
    if (!isRead || response.json === undefined) return response;
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
        response = error instanceof Refusal ? error.toAnswer() : mistakeOfOurs(error);
      }
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

/** The contract is broken or the sandbox is; tests fail on it, and a user can report it. */
function mistakeOfOurs(error: unknown): SandboxResponse {
  return {
    status: 500,
    headers: {},
    json: { detail: `The sandbox made a mistake: ${String((error as Error).message)}` },
  };
}

/** The path of an absolute URL, without the work of taking the whole URL apart. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}
