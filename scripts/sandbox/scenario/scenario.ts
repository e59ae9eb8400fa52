import type { JsonObject } from '../../contract/json.js';
import type { Behaviour } from '../behaviour/behaviour.js';
import type { RequestHandler } from '../behaviour/request-handler.js';
import type { SandboxOperation } from '../model/operations.js';
import type { SandboxContract } from '../model/read-contract.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import type { Store, StoredRecord } from '../model/store.js';
import {
  operationFor,
  type ParsedRule,
  readScenario,
  type ScenarioOutcome,
  type ScenarioRule,
} from './read-scenario.js';

/** The changes that a scenario can make to its sandbox. */
export interface ScenarioTarget {
  /** @returns the reason if the resource could not be removed; undefined otherwise */
  remove(kind: string, id: string): string | undefined;
  set(kind: string, id: string, fields: JsonObject): string | undefined;
  /** Activates a fault in addition to the others. @returns false if it was already active */
  activate(fault: string): boolean;
  deactivate(fault: string): void;
}

/** The effects of a scenario on one request. */
export interface Intervention {
  /** Milliseconds to wait before the response. */
  delay: number;
  faults: string[];
  /** The response to send instead of performing the request; undefined to perform the request. */
  response: SandboxResponse | undefined;
}

/** A running scenario: it counts requests and tracks time. */
export class Scenario {
  readonly #rules: readonly ParsedRule[];
  readonly #contract: SandboxContract;
  readonly #target: ScenarioTarget;
  readonly #clock: () => number;
  /** For each rule, the number of requests so far that met its condition. */
  #counts: number[] = [];
  /** Indices of the rules without `when` that are not due yet, in order of their times. */
  #timedRules: number[] = [];
  #activeFaults: string[] = [];
  #startTime = 0;
  /** The reason why a change of the scenario failed; the next response reports it. */
  #problem: string | undefined;

  /** @throws ScenarioMistake for the first mistake in the rules */
  constructor(
    rules: readonly ScenarioRule[],
    contract: SandboxContract,
    target: ScenarioTarget,
    clock = (): number => performance.now(),
  ) {
    this.#rules = readScenario(rules, contract);
    this.#contract = contract;
    this.#target = target;
    this.#clock = clock;
    this.restart();
  }

  restart(): void {
    this.#counts = this.#rules.map(() => 0);
    const timedRules = this.#rules.flatMap(({ when }, index) => (when ? [] : [index]));
    this.#timedRules = timedRules.sort((a, b) => this.#timeOf(a) - this.#timeOf(b));
    this.#startTime = this.#clock();
    this.#problem = undefined;
    for (const fault of this.#activeFaults) this.#target.deactivate(fault);
    this.#activeFaults = [];
  }

  /** Applies changes that are due. @returns the milliseconds until the next change; undefined if no change is left */
  catchUp(): number | undefined {
    const elapsed = this.#clock() - this.#startTime;
    for (let [next] = this.#timedRules; next !== undefined; [next] = this.#timedRules) {
      const remaining = this.#timeOf(next) - elapsed;
      if (remaining > 0) return remaining;
      this.#timedRules.shift();
      const { outcome } = this.#rules[next] as ParsedRule;
      const { fault } = outcome;
      if (fault !== undefined && this.#target.activate(fault)) this.#activeFaults.push(fault);
      this.#applyChanges(next, outcome);
    }
    return undefined;
  }

  /** Counts a request, and applies the rules that match it. */
  planIntervention(method: string, path: string): Intervention {
    this.catchUp();
    const intervention: Intervention = { delay: 0, faults: [], response: undefined };
    if (this.#rules.length === 0) return intervention;
    const wantedMethod = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operationId = this.#contract.route(path).operations.find((each) => each.method === wantedMethod)?.id;
    const elapsed = this.#clock() - this.#startTime;
    for (const [index, { after, when, outcome }] of this.#rules.entries()) {
      if (!when || elapsed < after || (when.method !== undefined && when.method !== method)) continue;
      if ((when.operation !== undefined && when.operation !== operationId) || when.path?.test(path) === false) continue;
      const count = (this.#counts[index] ?? 0) + 1;
      this.#counts[index] = count;
      if (when.nth !== 0 && when.nth !== count) continue;
      this.#applyChanges(index, outcome);
      intervention.delay += outcome.delay ?? 0;
      if (outcome.fault !== undefined) intervention.faults.push(outcome.fault);
      intervention.response ??= this.#responseOf(index, outcome, operationId);
    }
    const problem = this.#problem;
    this.#problem = undefined;
    if (problem !== undefined) intervention.response = new Refusal(500, problem).toResponse();
    return intervention;
  }

  #timeOf(index: number): number {
    return this.#rules[index]?.after ?? 0;
  }

  #applyChanges(index: number, { remove, set }: ScenarioOutcome): void {
    const reasons = [
      remove && this.#target.remove(remove.kind, remove.id),
      set && this.#target.set(set.kind, set.id, set.fields),
    ];
    for (const reason of reasons)
      if (reason !== undefined) this.#problem ??= `Rule ${index + 1} of the scenario could not be applied: ${reason}`;
  }

  #responseOf(index: number, outcome: ScenarioOutcome, operationId: string | undefined): SandboxResponse | undefined {
    const { status, body, headers = {}, drop } = outcome;
    const detail = `This response comes from rule ${index + 1} of the scenario.`;
    if (drop) return { ...new Refusal(503, detail).toResponse(), wireFault: 'reset' };
    if (status === undefined) return undefined;
    const ownHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    if (typeof body === 'string')
      return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...ownHeaders }, text: body };
    if (body !== undefined) return { status, headers: ownHeaders, json: body };
    if (status < 400) return { status, headers: ownHeaders };
    const refusal = this.#contract.responseOf(new Refusal(status, detail), operationId);
    return { ...refusal, headers: { ...refusal.headers, ...ownHeaders } };
  }
}

/** Changes resources as PATCH and DELETE would, so that dependent resources change, too. */
export function createStateChanger(
  { operations }: SandboxContract,
  store: Store,
  handler: RequestHandler,
  behaviour: Behaviour,
): Pick<ScenarioTarget, 'remove' | 'set'> {
  const request = new Request('http://scenario.invalid/');
  const attempt = (change: () => void): string | undefined => {
    try {
      change();
      return undefined;
    } catch (error) {
      // Report other errors, too: a listener may have failed to store the change.
      if (!(error instanceof Refusal)) return String((error as Error).message);
      return [error.message, ...error.mistakes.map(({ pointer, message }) => `${pointer} ${message}.`)].join(' ');
    }
  };
  const perform = (operation: SandboxOperation, { id, parents }: StoredRecord, body?: JsonObject): void => {
    const parameters = { ...parents, [operation.itemParameter ?? '']: id };
    handler.perform({ request, path: '/', operation, parameters, store }, behaviour, { operation, body });
  };
  return {
    remove(kind, id) {
      const record = store.get(kind, id);
      // A request may have removed the resource already.
      if (!record) return undefined;
      const operation = operationFor('delete', kind, operations);
      return attempt(() =>
        operation ? perform(operation, record) : store.commit([...store.removalsBelow(id), ['remove', kind, id]]),
      );
    },
    set(kind, id, fields) {
      const record = store.get(kind, id);
      const operation = operationFor('update', kind, operations);
      return record && operation ? attempt(() => perform(operation, record, fields)) : `no ${kind} has the id ${id}.`;
    },
  };
}
