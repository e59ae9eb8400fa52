import { isOfUnknownMethod } from '../judge/status.js';
import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import { faultOf } from '../model/fault.js';
import type { CheckedOperation } from '../model/operations.js';
import { isBusy } from './control-verdict.js';

/** Milliseconds after which a failed read is repeated: a stall may last a moment. */
export const stallPause = 120;

/**
 * Finds stalls: a read that got a 5xx once, and not again when it was repeated. Only the first 5xx of each operation is
 * doubted: two in a run are no accident, and a server that always fails must not get twice as many requests.
 */
export class Stalls {
  readonly #failing = new Set<string>();

  /** Notes a response. @returns whether it may be a stall, so that the request is to be repeated */
  note(testCase: TestCase, { response }: Exchange): boolean {
    const { operationId, request } = testCase;
    if (!response || response.status < 500 || isBusy(response) || isOfUnknownMethod(testCase, response.status))
      return false;
    if (this.#failing.has(operationId)) return false;
    this.#failing.add(operationId);
    return request.method === 'GET' || request.method === 'HEAD';
  }
}

/** Whether the repeated request shows that the failure has passed. */
export function hasPassed(again: Exchange | undefined): boolean {
  return again?.response !== undefined && again.response.status < 500 && !isBusy(again.response);
}

/** Lowers the weight of a failure that has passed. */
export function asStall(operation: CheckedOperation, deviation: Deviation): Deviation {
  if (deviation.rule !== 'status.server-error') return deviation;
  const { message, ...found } = deviation;
  const once = `${message} It was seen once in the run, and not again when the request was repeated.`;
  return faultOf(operation, { ...found, message: once }, { isStall: true });
}
