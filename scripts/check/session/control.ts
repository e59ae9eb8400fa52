import { readCase } from '../cases/reads.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Exchange, ReceivedResponse } from '../model/exchange.js';
import type { Moment, NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import { listShape } from '../model/resources.js';
import type { WaitBudget } from '../transport/wait-budget.js';
import { controlFailed, keyUnproven, type Row, resultOf } from './control-verdict.js';

export interface ControlOptions {
  contract: CheckedContract;
  /** Sends a request beside all others. */
  send: (testCase: TestCase, operation: CheckedOperation) => Promise<Exchange>;
  /** The point that the run has come to. */
  momentOf: (operationId: string) => Moment;
  /** Whether a case may be sent, whoever asks for it. */
  mayCall: (testCase: TestCase) => boolean;
  /** Told that a server that would not talk to several operations does again. */
  recovered: () => void;
  waits?: WaitBudget | undefined;
}

/** Answers in a row after which a control read is sent. */
const rowLimit = 5;

/** Reads that are tried until one tells something. */
const candidateLimit = 3;

/** Kinds whose path is not, or not surely, that of their operation. */
const elsewhere = new Set<TestCase['kind']>(['href', 'spelling', 'undeclared-method']);

/**
 * Tells a key that was revoked, a session that has ended and a server that is overloaded or gone from operations that
 * refuse what they should. After five answers in a row of 401, 403, 429 or 503, a read that had succeeded is sent
 * again, with the key. Until it succeeds, nothing is concluded from these answers. Redirects and missing answers count
 * as well, once any read has succeeded: before that, they may be how the server is.
 */
export class Control {
  readonly #options: ControlOptions;
  /** Whether any operation asks for a key; where none does, every success counts. */
  readonly #hasKeys: boolean;
  /** The last read of each operation that succeeded, the latest last. */
  readonly #reads = new Map<string, TestCase>();
  /** Operations that answer without the key, or with a wrong one, so that their success does not speak for it. */
  readonly #public = new Set<string>();
  /** Operations that were seen to refuse a request without the key. */
  readonly #guarded = new Set<string>();
  /** Operations that were called with the key, and those of them that refused it and never had a success. */
  readonly #called = new Set<string>();
  readonly #refusing = new Map<string, { status: number; at: Moment }>();
  #row: Row | undefined;
  #later: (() => void)[] = [];

  constructor(options: ControlOptions) {
    this.#options = options;
    this.#hasKeys = options.contract.operations.some(({ security }) => security.kind !== 'none');
  }

  /** Takes in what came of a request that was sent. */
  note(testCase: TestCase, exchange: Exchange): void {
    const { response } = exchange;
    const operation = this.#options.contract.operation(testCase.operationId);
    if (!operation || exchange.attempts === 0) return;
    if (testCase.request.key === 'right' && operation.security.kind !== 'none') this.#called.add(operation.id);
    if (isSuccess(response)) this.#noteSuccess(testCase, operation);
    else if (this.#isSuspect(testCase, exchange)) this.#noteSuspect(testCase, exchange);
  }

  #noteSuccess(testCase: TestCase, operation: CheckedOperation): void {
    const { id, operationId, kind, request } = testCase;
    if (request.key !== 'right') {
      if (request.key !== 'prefixed') this.#public.add(operationId);
      return;
    }
    if (elsewhere.has(kind)) return;
    this.#refusing.delete(operationId);
    if (request.method === 'GET') {
      this.#reads.delete(operationId);
      this.#reads.set(operationId, { ...testCase, id: `${id}/control` });
    }
    if (this.#speaksForKey(operation)) this.#settle();
  }

  /** Whether an answer can be one that the server gives to everything. */
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

  /** Whether a control read has to tell before anything else is sent. */
  get isDue(): boolean {
    return this.#row !== undefined && this.#row.length >= rowLimit;
  }

  /** Whether there are answers of which nobody knows yet what they prove. */
  get isOpen(): boolean {
    return this.#row !== undefined;
  }

  /** Operations that refused the key, which others take, by status. */
  get refusing(): ReadonlyMap<string, { status: number }> {
    return this.#refusing;
  }

  /** Does something once it is known that the answers of the row are the operations' own; never, where they are not. */
  whenSure(work: () => void): void {
    if (this.#row) this.#later.push(work);
    else work();
  }

  /** What was put off holds. */
  #settle(): void {
    if (this.#row && this.#row.operations.size > 1) this.#options.recovered();
    this.#row = undefined;
    for (const work of this.#later.splice(0, Infinity)) work();
  }

  /** Sends the control read. @returns why the run cannot go on; undefined where it can */
  async look(): Promise<NoVerdict | undefined> {
    const row = this.#row;
    if (!row) return undefined;
    const { waits } = this.#options;
    for (const testCase of this.#candidates(row)) {
      const exchange = await this.#send(testCase);
      const hadSucceeded = this.#reads.has(testCase.operationId);
      // It may have been taken away meanwhile, which says nothing.
      if (exchange.response?.status === 404 || exchange.response?.status === 410) continue;
      if (isSuccess(exchange.response)) {
        if (row.isAboutKey && !(await this.#isGuarded(testCase))) continue;
        this.#reads.set(testCase.operationId, testCase);
        this.#settle();
        return undefined;
      }
      if (hadSucceeded || !isRefusal(exchange.response) || this.#public.size === 0) {
        return controlFailed(row, { operationId: testCase.operationId, hadSucceeded, exchange }, waits);
      }
    }
    if (!row.isAboutKey) return controlFailed(row, undefined, waits);
    const answering = [...this.#public].filter((id) => this.#reads.has(id));
    return keyUnproven(row, { refusing: this.#refusing, called: this.#called.size, answering });
  }

  /** The last read that had succeeded, then those that need the fewest ids; where none has, a list. */
  #candidates({ isAboutKey }: Row): TestCase[] {
    const { contract, mayCall } = this.#options;
    const reads = [...this.#reads.values()].reverse();
    const keyed = reads.filter((testCase) => this.#speaksForKey(this.#operationOf(testCase)));
    const needs = (testCase: TestCase): number => this.#operationOf(testCase).pathParameters.length;
    const plainest = [...keyed].sort((a, b) => needs(a) - needs(b));
    const known = keyed.length > 0 || isAboutKey ? [...new Set([...keyed.slice(0, 1), ...plainest])] : reads;
    if (known.length > 0) return known.slice(0, candidateLimit);
    const plain = contract.operations.filter(
      (operation) =>
        operation.method === 'get' && operation.pathParameters.length === 0 && this.#speaksForKey(operation),
    );
    const callable = plain.filter((operation) => mayCall(readCase(operation, {}, 'control')));
    const list = callable.find((operation) => listShape(operation, contract.resolve)) ?? callable[0];
    return list ? [readCase(list, {}, 'control')] : [];
  }

  /** Whether a read that succeeds with the key does not without it; found out once for each operation. */
  async #isGuarded(testCase: TestCase): Promise<boolean> {
    const { operationId, request } = testCase;
    if (!this.#hasKeys || this.#guarded.has(operationId)) return true;
    const { response } = await this.#send({ ...testCase, request: { ...request, key: 'none' } });
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

  /** Whether a success of the operation says anything of the key. */
  #speaksForKey({ id, security, isKeyOptional }: CheckedOperation): boolean {
    return !this.#hasKeys || (security.kind !== 'none' && isKeyOptional !== true && !this.#public.has(id));
  }
}

function isSuccess(response: ReceivedResponse | undefined): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

function isRefusal(response: ReceivedResponse | undefined): boolean {
  return response?.status === 401 || response?.status === 403;
}
