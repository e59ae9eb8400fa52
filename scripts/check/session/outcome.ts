import type { Judgement } from '../judge/content.js';
import type { WrappedPart } from '../judge/read-through.js';
import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import { type Exchange, unsentExchange } from '../model/exchange.js';

export interface Outcome {
  case: TestCase;
  exchange: Exchange;
  /** The status of the response; 0 if no response arrived. */
  status: number;
  /** Whether the status is 2xx. */
  ok: boolean;
  /** The JSON value in the response; undefined if it has none. */
  value?: unknown;
  /** The whole body, if `value` was inside an envelope. */
  wholeBody?: unknown;
  /** The list or the resource inside an object that the contract does not describe. Such a list may have more pages. */
  guess?: WrappedPart;
  /** The deviations that this response alone shows. */
  deviations: readonly Deviation[];
}

/**
 * How a response is used. `judged`: for findings and counts. `counted`: only for counts. `preparing`: for neither,
 * since its request only finds, creates or deletes resources for other requests.
 */
export type ResponseUse = 'judged' | 'counted' | 'preparing';

export function outcomeOf(
  testCase: TestCase,
  exchange: Exchange,
  { value, wholeBody, guess, deviations }: Judgement,
): Outcome {
  const status = exchange.response?.status ?? 0;
  return {
    case: testCase,
    exchange,
    status,
    ok: status >= 200 && status < 300,
    ...(wholeBody !== undefined && { wholeBody }),
    ...(guess && { guess }),
    deviations,
    ...(value !== undefined && { value }),
  };
}

export function unsentOutcome(testCase: TestCase): Outcome {
  return outcomeOf(testCase, unsentExchange(testCase.request), { value: undefined, deviations: [] });
}

/** Whether the bodies of two responses are the same, byte by byte. */
export function hasSameBytes(a: Outcome, b: Outcome): boolean {
  const [bytes, others] = [a, b].map(({ exchange: { response } }) => response && Buffer.from(response.bytes));
  return bytes !== undefined && others !== undefined && bytes.equals(others);
}
