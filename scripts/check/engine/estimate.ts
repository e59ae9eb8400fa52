import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type CheckProgress, isPutBack, type WriteMode } from '../model/options.js';
import type { Scope } from '../model/scope.js';

/** Requests to one operation without real writes, as runs against several services have needed them. */
const usual = { get: 16, write: 3, disposable: 45 };

/** Requests for each field of an update that is undone, with the reads around it. */
const perField: Partial<Record<WriteMode, number>> = { noop: 4, roundtrip: 17 };

/** The share of these requests that are writes, which keep `--write-interval`. */
const writeShare = 0.25;

/** Requests after which their own pace is known. */
const telling = 20;

export interface EstimateOptions {
  contract: CheckedContract;
  scope: Scope;
  writes: WriteMode;
  /** Milliseconds between two writes. */
  interval: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * How many requests a run sends, and for updates that are undone, how long they take: they go one after another, slower
 * than the reads before them, so that the pace of the reads says nothing about them.
 */
export class Estimate {
  readonly #options: EstimateOptions;
  readonly #now: () => number;
  readonly #base: number;
  /** The requests for each update that is undone, by the id of its operation. */
  readonly #updates = new Map<string, number>();
  readonly #began: number;
  /** Where the updates began, and where the one that is running began. */
  #first: { sent: number; at: number } | undefined;
  #last: { sent: number; planned: number } | undefined;

  constructor(options: EstimateOptions) {
    const { contract, scope, writes, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#began = now();
    const inScope = contract.operations.filter(scope.has);
    const write = writes === 'disposable' ? usual.disposable : usual.write;
    this.#base = inScope.reduce((sum, { method }) => sum + (method === 'get' ? usual.get : write), 0);
    for (const operation of isPutBack(writes) ? inScope : []) {
      const fields = operation.method === 'patch' ? fieldCount(contract, operation) : 0;
      if (fields > 0) this.#updates.set(operation.id, fields * (perField[writes] ?? 0));
    }
  }

  /** Call this when the run begins with something else, with the requests so far. */
  begin(what: string, sent: number): void {
    const planned = this.#updates.get(what);
    if (planned === undefined) {
      if (this.#first) this.#last = undefined;
      return;
    }
    this.#first ??= { sent, at: this.#now() };
    this.#last = { sent, planned };
    this.#updates.delete(what);
  }

  /** @returns the estimated total, and the milliseconds that are left where the pace so far does not tell them */
  at(sent: number): Pick<CheckProgress, 'expected' | 'left'> {
    const later = [...this.#updates.values()].reduce((sum, each) => sum + each, 0);
    const running = this.#last ? Math.max(0, this.#last.planned - (sent - this.#last.sent)) : 0;
    const before = this.#first ? 0 : Math.max(0, this.#base - sent);
    const expected = sent + before + running + later;
    if (!isPutBack(this.#options.writes) || sent < telling) return { expected };
    const pace = (this.#now() - this.#began) / sent;
    return { expected, left: before * pace + (running + later) * this.#writePace(sent, pace) };
  }

  /** Milliseconds for each request of an update. */
  #writePace(sent: number, pace: number): number {
    const own = this.#first ? sent - this.#first.sent : 0;
    return this.#first && own >= telling
      ? (this.#now() - this.#first.at) / own
      : Math.max(pace, this.#options.interval * writeShare);
  }
}

function fieldCount(contract: CheckedContract, { body }: CheckedOperation): number {
  return body ? fieldsOf(contract, body.schema).properties.size : 0;
}
