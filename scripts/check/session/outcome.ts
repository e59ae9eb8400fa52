import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';

/** What came of one case. */
export interface Outcome {
  case: TestCase;
  exchange: Exchange;
  /** 0 where there was no answer. */
  status: number;
  /** A 2xx. */
  ok: boolean;
  /** The JSON of the answer. */
  value?: unknown;
  /** What is wrong with the answer by itself. */
  deviations: readonly Deviation[];
}

/**
 * What becomes of an answer: findings are made of it; or it is only counted; or it prepares something, and is neither.
 */
export type Use = 'judged' | 'counted' | 'preparing';

/** What came of a case whose answer has been judged, or that was not sent. */
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
