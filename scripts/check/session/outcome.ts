import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import { type Exchange, unsentExchange } from '../model/exchange.js';

export interface Outcome {
  case: TestCase;
  exchange: Exchange;
  /** 0 if there was no response. */
  status: number;
  /** Whether the status is 2xx. */
  ok: boolean;
  /** The JSON value in the response. */
  value?: unknown;
  /** The deviations that the response shows by itself. */
  deviations: readonly Deviation[];
}

/** The use of a response: for findings and counts, only for counts, or for neither because it prepares other cases. */
export type ResponseUse = 'judged' | 'counted' | 'preparing';

export function outcomeOf(
  testCase: TestCase,
  exchange: Exchange,
  { value, deviations }: Pick<Outcome, 'value' | 'deviations'>,
): Outcome {
  const status = exchange.response?.status ?? 0;
  return {
    case: testCase,
    exchange,
    status,
    ok: status >= 200 && status < 300,
    deviations,
    ...(value !== undefined && { value }),
  };
}

export function unsentOutcome(testCase: TestCase): Outcome {
  return outcomeOf(testCase, unsentExchange(testCase.request), { value: undefined, deviations: [] });
}
