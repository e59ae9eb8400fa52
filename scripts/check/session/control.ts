import { readCase } from '../cases/reads.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Exchange, ReceivedResponse } from '../model/exchange.js';
import { isNearKey } from '../model/near-key.js';
import type { Moment, NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import { listShape } from '../model/resources.js';
import type { WaitBudget } from '../transport/wait-budget.js';
import { controlFailed, keyUnproven, type Row, resultOf } from './control-verdict.js';
import { LastWrites } from './last-writes.js';

export interface ControlOptions {
  contract: CheckedContract;
  /** Sends a request that does not wait for the others. */
  send: (testCase: TestCase, operation: CheckedOperation) => Promise<Exchange>;
  /** Returns the point that the run has reached. */
  momentOf: (operationId: string) => Moment;
  /** Whether a test case may be sent at all. */
  mayCall: (testCase: TestCase) => boolean;
  /** Called when the server responds normally again after refusing several operations. */
  recovered: () => void;
  waits?: WaitBudget | undefined;
}

/** Suspect responses in a row after which a control read is sent. */
const rowLimit = 5;

/** Number of reads to try until one is conclusive. */
const candidateLimit = 3;

/** Kinds of test case that may request a path of another operation, or that are no usual reads. */
const elsewhere = new Set<TestCase['kind']>(['href', 'spelling', 'undeclared-method', 'variation']);

/**
 * Distinguishes a revoked key, an expired session and an overloaded or stopped server from operations that refuse
 * requests rightly. After five responses in a row of 401, 403, 429 or 503, it repeats a successful read, with the key.
 * Until that read succeeds, these responses prove nothing. Once a read has succeeded, redirects and missing responses
 * count as well; before that, they may be normal for the server.
 */
export class Control {
  readonly #options: ControlOptions;
  /** Whether any operation needs a key; if none does, every success counts. */
  readonly #hasKeys: boolean;
  /** The last successful read of each operation, the latest last. */
  readonly #reads = new Map<string, TestCase>();
  /** Operations that succeed without the key or with a wrong one: their success does not prove the key. */
  readonly #public = new Set<string>();
  /** Operations that have refused a request without the key. */
  readonly #guarded = new Set<string>();
  /** Operations that were called with the key. `#refusing`: those that refused it and never succeeded. */
  readonly #called = new Set<string>();
  readonly #refusing = new Map<string, { status: number; at: Moment }>();
  readonly #writes = new LastWrites();
  #row: Row | undefined;
  #later: (() => void)[] = [];

  constructor(options: ControlOptions) {
    this.#options = options;
    this.#hasKeys = options.contract.operations.some(({ security }) => security.kind !== 'none');
  }

  /** Reads the result of a request. */
  note(testCase: TestCase, exchange: Exchange): void {
    const { response } = exchange;
    const operation = this.#options.contract.operation(testCase.operationId);
    if (!operation || exchange.attempts === 0) return;
    this.#writes.note(testCase, exchange, this.#options.momentOf(operation.id));
    if (testCase.request.key === 'right' && operation.security.kind !== 'none') this.#called.add(operation.id);
    if (isSuccess(response)) this.#noteSuccess(testCase, operation);
    else if (this.#isSuspect(testCase, exchange)) this.#noteSuspect(testCase, exchange);
  }

  #noteSuccess(testCase: TestCase, operation: CheckedOperation): void {
    const { id, operationId, kind, request } = testCase;
    if (request.key !== 'right') {
      // With the right key in another form, a success says nothing about the operation.
      const isWithout = request.key === 'none' && operation.isKeyOptional === true;
      if (request.key !== 'prefixed' && !isNearKey(request.key) && !isWithout) this.#public.add(operationId);
      return;
    }
    if (elsewhere.has(kind)) return;
    this.#refusing.delete(operationId);
    // A later page may be gone when it is read again, and a cursor may expire.
    if (request.method === 'GET' && kind !== 'page') {
      this.#reads.delete(operationId);
      this.#reads.set(operationId, { ...testCase, id: `${id}/control` });
    }
    if (this.#speaksForKey(operation)) this.#settle();
  }

  /** Whether the server may be giving this response to every request. */
  #isSuspect({ request }: TestCase, { response }: Exchange): boolean {
    if (response?.status === 429 || response?.status === 503) return true;
    if (request.key !== 'right') return false;
    return isRefusal(response) || (this.hasRead && (!response || (response.status >= 300 && response.status < 400)));
  }

  #noteSuspect({ operationId }: TestCase, exchange: Exchange): void {
    const { response } = exchange;
    const at = this.#options.momentOf(operationId);
    this.#row ??= { at, length: 0, operations: new Set(), results: new Set(), isAboutKey: false };
    this.#row.length += 1;
    this.#row.operations.add(operationId);
    this.#row.results.add(resultOf(exchange));
    if (response && response.status < 429) this.#row.isAboutKey = true;
    if (!response || !isRefusal(response) || !this.#called.has(operationId) || this.#refusing.has(operationId)) return;
    this.#refusing.set(operationId, { status: response.status, at });
  }

  /** Whether any read has succeeded so far. */
  get hasRead(): boolean {
    return this.#reads.size > 0;
  }

  /** Whether a control read must be sent before any other request. */
  get isDue(): boolean {
    return this.#row !== undefined && this.#row.length >= rowLimit;
  }

  /** Whether there are suspect responses that no control read has explained yet. */
  get isOpen(): boolean {
    return this.#row !== undefined;
  }

  /** Operations that refused the key, which other operations accept. */
  get refusing(): ReadonlyMap<string, { status: number }> {
    return this.#refusing;
  }

  /** Runs `work` once it is known that the suspect responses concern only their operations; otherwise never. */
  whenSure(work: () => void): void {
    if (this.#row) this.#later.push(work);
    else work();
  }

  /** Runs the postponed work: the responses of the row count. */
  #settle(): void {
    if (this.#row && this.#row.operations.size > 1) this.#options.recovered();
    this.#row = undefined;
    for (const work of this.#later.splice(0, Infinity)) work();
  }

  /** Sends the control read. @returns why the run cannot continue; undefined if it can */
  async look(): Promise<NoVerdict | undefined> {
    const row = this.#row;
    if (!row) return undefined;
    const { waits } = this.#options;
    const writes = this.#writes.before(row.at);
    for (const testCase of this.#candidates(row)) {
      const exchange = await this.#send(testCase);
      const hadSucceeded = this.#reads.has(testCase.operationId);
      // The resource may have been deleted since, which proves nothing.
      if (exchange.response?.status === 404 || exchange.response?.status === 410) continue;
      if (isSuccess(exchange.response)) {
        if (row.isAboutKey && !(await this.#isGuarded(testCase))) continue;
        this.#reads.set(testCase.operationId, testCase);
        this.#settle();
        return undefined;
      }
      if (hadSucceeded || !isRefusal(exchange.response) || this.#public.size === 0) {
        return controlFailed(row, { operationId: testCase.operationId, hadSucceeded, exchange, writes }, waits);
      }
    }
    if (!row.isAboutKey) return controlFailed(row, undefined, waits);
    const answering = [...this.#public].filter((id) => this.#reads.has(id));
    return keyUnproven(row, { refusing: this.#refusing, called: this.#called.size, answering, writes });
  }

  /** Returns the last successful read, then those that need the fewest ids; without a successful read, a list. */
  #candidates({ isAboutKey }: Row): TestCase[] {
    const { contract, mayCall } = this.#options;
    const reads = [...this.#reads.values()].reverse();
    const keyed = reads.filter((testCase) => this.#maySpeakForKey(this.#operationOf(testCase)));
    const needs = (testCase: TestCase): number => this.#operationOf(testCase).pathParameters.length;
    const plainest = [...keyed].sort((a, b) => needs(a) - needs(b));
    const known = keyed.length > 0 || isAboutKey ? [...new Set([...keyed.slice(0, 1), ...plainest])] : reads;
    if (known.length > 0) return known.slice(0, candidateLimit);
    const plain = contract.operations.filter(
      (operation) =>
        operation.method === 'get' && operation.pathParameters.length === 0 && this.#maySpeakForKey(operation),
    );
    const callable = plain.filter((operation) => mayCall(readCase(operation, {}, 'control')));
    const list = callable.find((operation) => listShape(operation, contract.resolve)) ?? callable[0];
    return list ? [readCase(list, {}, 'control')] : [];
  }

  /** Whether a read that succeeds with the key fails without the right one; tested once for each operation. */
  async #isGuarded(testCase: TestCase): Promise<boolean> {
    const { operationId, request } = testCase;
    if (!this.#hasKeys || this.#guarded.has(operationId)) return true;
    // Where nobody needs a key, a service may still refuse a wrong one.
    const key = this.#operationOf(testCase).isKeyOptional === true ? 'wrong' : 'none';
    const { response } = await this.#send({ ...testCase, request: { ...request, key } });
    if (isSuccess(response)) this.#public.add(operationId);
    else this.#guarded.add(operationId);
    return !isSuccess(response);
  }

  #send(testCase: TestCase): Promise<Exchange> {
    return this.#options.send(testCase, this.#operationOf(testCase));
  }

  #operationOf({ operationId }: TestCase): CheckedOperation {
    return this.#options.contract.operation(operationId) as CheckedOperation;
  }

  /** Whether a success of the operation proves that the key is right. */
  #speaksForKey(operation: CheckedOperation): boolean {
    const isProven = operation.isKeyOptional !== true || this.#guarded.has(operation.id);
    return !this.#hasKeys || (isProven && this.#maySpeakForKey(operation));
  }

  /** The same, unless it is still unknown whether an operation that needs no key refuses a wrong one. */
  #maySpeakForKey({ id, security }: CheckedOperation): boolean {
    return !this.#hasKeys || (security.kind !== 'none' && !this.#public.has(id));
  }
}

function isSuccess(response: ReceivedResponse | undefined): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

function isRefusal(response: ReceivedResponse | undefined): boolean {
  return response?.status === 401 || response?.status === 403;
}
