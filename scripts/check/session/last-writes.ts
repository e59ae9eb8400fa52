import { visible } from '../../text/escape.js';
import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import type { Moment } from '../model/no-verdict.js';

/** Operations to name. */
const most = 3;
/** Characters of a path to show. */
const pathLength = 100;

interface AcceptedWrite {
  method: string;
  path: string;
  status: number;
  at: Moment;
}

/** The last write of each operation that the server has accepted: one of them may have switched the key off. */
export class LastWrites {
  readonly #writes = new Map<string, AcceptedWrite>();

  /** Notes the result of a request. @param at the point that the run has reached */
  note({ operationId, request: { method, path } }: TestCase, { response }: Exchange, at: Moment): void {
    const { status = 0 } = response ?? {};
    if (!/^(?:POST|PUT|PATCH|DELETE)$/.test(method) || status < 200 || status > 299) return;
    this.#writes.delete(operationId);
    this.#writes.set(operationId, { method, path, status, at });
    const [oldest] = this.#writes.keys();
    if (oldest !== undefined && this.#writes.size > most) this.#writes.delete(oldest);
  }

  /** Returns a sentence for people about the writes before a moment, the last one first; empty if there are none. */
  before({ seconds }: Moment): string {
    const writes = [...this.#writes.values()].reverse().map(({ method, path, status, at }) => {
      const earlier = Math.max(0, seconds - at.seconds).toFixed(1);
      return `${method} ${visible(path, pathLength)} (${at.operationId}, ${status}) ${earlier} s before`;
    });
    return writes.length === 0 ? '' : `The last accepted writes before it: ${writes.join('; ')}.`;
  }
}
