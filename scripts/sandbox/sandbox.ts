import { contract } from '../../generated/contract.js';
import { loadTaughtContract } from '../answers/load-taught-contract.js';
import type { BodyRules } from '../contract/body-rules.js';
import type { OpenApiDocument } from '../contract/document.js';
import { isSlowPattern } from '../contract/pattern.js';
import { suggestNear } from '../text/did-you-mean.js';
import type { Behaviour, RequestContext } from './behaviour/behaviour.js';
import { RequestHandler } from './behaviour/request-handler.js';
import { checkStateForm } from './behaviour/state-form.js';
import { createBehaviour } from './behaviour/steps.js';
import { initialState } from './data/initial-state.js';
import { inventState, type SampleOptions } from './data/invented.js';
import { type FaultName, findFaults } from './faults/index.js';
import { adaptState } from './model/adapted-state.js';
import { Delays, limits } from './model/random.js';
import { readContract, type SandboxContract } from './model/read-contract.js';
import { Refusal, respond, type SandboxResponse } from './model/response.js';
import { type ChangeListener, type SandboxState, Store, type StoredRecord, type StoreWatcher } from './model/store.js';
import type { ScenarioRule } from './scenario/read-scenario.js';
import { createStateChanger, Scenario, type ScenarioTarget } from './scenario/scenario.js';

interface UsualSandboxOptions {
  /** The state at the start and after `reset`. By default, it has two directories and a dozen partners. */
  data?: SandboxState | undefined;
  /** Number of partner entries at the start, 12 to 100,000, with invented reviews and other resources for them. */
  entries?: number | undefined;
  /** The seed of invented resources and of the delays in `latency`, up to 4,294,967,295; 0 by default. */
  seed?: number | undefined;
  /** The API key that the sandbox accepts; `sandbox-key` by default. */
  apiKey?: string | undefined;
  /** Names of faults, or of valid but unusual behaviours; see `faultNames`. */
  faults?: readonly (FaultName | (string & {}))[] | undefined;
  /** Milliseconds to wait before each response, or their minimum and maximum; at most a minute. */
  latency?: number | readonly [least: number, most: number] | undefined;
  /** Rules such as "the third PATCH gets 500", or "after two seconds the tier is gone". */
  scenario?: readonly ScenarioRule[] | undefined;
  /** The path of a file with a team's answers to open questions of the contract. This option needs Node.js. */
  answers?: string | undefined;
}

/** The options of a sandbox. The members declared here are for tests that control ids, times and changes. */
export interface SandboxOptions extends UsualSandboxOptions {
  /** The time, as an ISO date-time in UTC. The default clock advances one second with each change. */
  now?: (() => string) | undefined;
  /** Returns a new UUID at each call. Default ids are derived from the number of earlier changes. */
  ids?: (() => string) | undefined;
  /** The clock for the times of a scenario, in milliseconds. It never goes back; `performance.now` by default. */
  clock?: (() => number) | undefined;
  /** Called before each change; throwing prevents the change. */
  onChange?: ChangeListener | undefined;
}

export interface Sandbox {
  /** Responds to a request. Never throws: a response reports mistakes of its request. */
  fetch(request: Request): Promise<Response>;
  /** Restores the initial state and scenario, and deactivates the faults that a scenario had activated. */
  reset(): void;
  /** The whole state, as plain JSON that `load` accepts. */
  snapshot(): SandboxState;
  /** Number of resources by kind. */
  counts(): Record<string, number>;
  /** At most `maximum` resources of a kind, in the form of `snapshot`. */
  resources(kind: string, maximum?: number): StoredRecord[];
  /** Replaces the whole state. @throws RangeError for a value that is not a state; then nothing changes */
  load(state: SandboxState): void;
  /** The names of the active faults. */
  faults(): string[];
  /**
   * Activates these faults and no others; requests in progress are unaffected.
   *
   * @throws RangeError for an unknown fault; then nothing changes
   */
  setFaults(names: readonly (FaultName | (string & {}))[]): void;
  /**
   * Starts a scenario in place of the present one, whose faults are deactivated; without rules, none. A reset returns
   * to that of the start.
   *
   * @throws RangeError for the first mistake in the rules; then nothing changes
   */
  scenario(rules: readonly ScenarioRule[]): void;
  /**
   * Applies the scenario's changes that are due. Each request does this first.
   *
   * @returns the milliseconds until the next change; undefined if the scenario has no more changes
   */
  catchUp(): number | undefined;
  /**
   * Calls a function after each change, with the changed resources; with undefined if the whole state was replaced.
   *
   * @returns a function that ends the watch
   */
  watch(watcher: StoreWatcher): () => void;
}

export const defaultKey = 'sandbox-key';

export const ownContract = readContract(contract);
export const { operations, schemas } = ownContract;

const optionFlags: Record<keyof SandboxOptions, true> = {
  ...{ data: true, now: true, ids: true, apiKey: true, entries: true, seed: true, latency: true, scenario: true },
  ...{ clock: true, faults: true, answers: true, onChange: true },
};
const optionNames = Object.keys(optionFlags);

/**
 * Creates a server that follows the contract. Its `fetch` is a plain function from `Request` to `Response`: it opens no
 * socket. It reads no file except `answers`.
 *
 * @throws RangeError for an unknown option or fault, a mistake in the data or scenario, or a number out of range
 * @throws Error for a mistake in the answers
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  if (options.answers === undefined) return buildCheckedSandbox(ownContract, options);
  const { document, validators } = loadTaughtContract(options.answers);
  return buildCheckedSandbox(readContract(document, validators), options);
}

/** Builds a sandbox that reports wrong arguments of programs without types. */
function buildCheckedSandbox(sandboxContract: SandboxContract, options: SandboxOptions): Sandbox {
  const unknownName = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknownName !== undefined)
    throw new RangeError(
      `Expected one of ${optionNames.join(', ')}, found the option "${unknownName}". ` +
        suggestNear(unknownName, optionNames),
    );
  if (options.data !== undefined) checkStateForm(options.data, 'data');
  const sandbox = buildSandbox(sandboxContract, options);
  return {
    ...sandbox,
    load(state) {
      checkStateForm(state, 'The argument of load');
      sandbox.load(state);
    },
  };
}

/**
 * Returns a function that creates sandboxes of another contract, such as one with additional resources. As in every
 * sandbox, the first word of an operation's id and the form of its path determine the behaviour.
 */
export function createSandboxFor(document: OpenApiDocument, validators?: BodyRules): typeof createSandbox {
  const sandboxContract = readContract(document, validators);
  const data = initialStateOf(sandboxContract);
  return (options = {}) => buildCheckedSandbox(sandboxContract, { ...options, data: options.data ?? data });
}

/** The default initial state of a sandbox, adapted to this contract. */
export function initialStateOf(
  { document }: Pick<SandboxContract, 'document'>,
  sampleOptions?: Partial<SampleOptions>,
): SandboxState {
  const { entries, seed = 0 } = sampleOptions ?? {};
  if (entries === undefined) return adaptState(initialState, document);
  const [least, most] = limits.entries;
  if (!Number.isSafeInteger(entries) || entries < least || entries > most)
    throw new RangeError(`Expected a whole number from ${least} to ${most} as "entries", found ${entries}.`);
  return adaptState(inventState({ entries, seed }), document);
}

export function buildSandbox(sandboxContract: SandboxContract, options: SandboxOptions = {}): Sandbox {
  if (options.data && options.entries !== undefined)
    throw new RangeError('"data" is the whole initial state, so "entries" cannot add to it. Leave one of them out.');
  const { data = initialStateOf(sandboxContract, options), apiKey = defaultKey } = options;
  const store = new Store(data, options.onChange);
  const correctBehaviour = createBehaviour(sandboxContract, apiKey);
  const behaviourWithFaults = (names: readonly string[]): Behaviour => {
    let behaviour = correctBehaviour;
    for (const fault of findFaults(names)) behaviour = { ...behaviour, ...fault.change(behaviour) };
    return behaviour;
  };
  let currentBehaviour = behaviourWithFaults(options.faults ?? []);
  let faults = [...(options.faults ?? [])];
  const delays = new Delays(options.latency ?? 0, options.seed ?? 0);
  const handler = new RequestHandler(sandboxContract, options, store);
  const setFaults = (names: readonly string[]): void => {
    currentBehaviour = behaviourWithFaults(names);
    faults = [...names];
  };
  const scenarioTarget: ScenarioTarget = {
    ...createStateChanger(sandboxContract, store, handler, correctBehaviour),
    activate(name) {
      if (faults.includes(name)) return false;
      setFaults([...faults, name]);
      return true;
    },
    deactivate: (name) => setFaults(faults.filter((fault) => fault !== name)),
  };
  const createScenario = (rules: readonly ScenarioRule[]): Scenario =>
    new Scenario(rules, sandboxContract, scenarioTarget, options.clock);
  const initialScenario = createScenario(options.scenario ?? []);
  let scenario = initialScenario;
  const startScenario = (next: Scenario): void => {
    // A restart deactivates the faults that the present scenario activated.
    scenario.restart();
    scenario = next;
    scenario.restart();
  };

  return {
    async fetch(request) {
      const path = new URL(request.url).pathname;
      const exchange: RequestContext = { request, path, operation: undefined, parameters: {}, store };
      const intervention = scenario.planIntervention(request.method, path);
      const behaviour =
        intervention.faults.length > 0 ? behaviourWithFaults([...faults, ...intervention.faults]) : currentBehaviour;
      const delay = delays.nextDelay() + intervention.delay;
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      if (intervention.response) return respond(intervention.response, request.method === 'HEAD');
      let response: SandboxResponse;
      try {
        response = await handler.respondTo(exchange, behaviour);
      } catch (error) {
        const refusal = isSlowPattern(error) ? new Refusal(500, error.message) : error;
        response =
          refusal instanceof Refusal ? sandboxContract.responseOf(refusal, exchange.operation?.id) : bugResponse(error);
      }
      response.headers = { ...sandboxContract.rateLimitHeaders, ...response.headers };
      if (exchange.operation) response.headers['x-contract-standing'] = exchange.operation.standing;
      return respond(await behaviour.finish(exchange, response), request.method === 'HEAD');
    },
    reset() {
      store.load(data);
      delays.restart();
      startScenario(initialScenario);
    },
    snapshot: () => store.snapshot(),
    counts: () => store.counts(),
    resources: (kind, maximum) => structuredClone([...store.list(kind)].slice(0, maximum)),
    load: (state) => store.load(state),
    faults: () => [...faults],
    setFaults,
    scenario: (rules) => startScenario(createScenario(rules)),
    catchUp: () => scenario.catchUp(),
    watch: (watcher) => store.watch(watcher),
  };
}

/** The response to a bug in the contract or the sandbox: it fails tests, and users can report it. */
function bugResponse(error: unknown): SandboxResponse {
  const detail = `This is a bug of the sandbox: ${String((error as Error).message)}`;
  return { status: 500, headers: {}, json: { detail } };
}
