import type { Judge } from '../judge/response.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Tally } from '../model/tally.js';
import type { WaitBudget } from '../transport/wait-budget.js';

export interface SessionOptions {
  contract: CheckedContract;
  /** @param isProof whether other responses are judged by this one: a control read, or a repeated one */
  send: (testCase: TestCase, operation: CheckedOperation, isProof?: boolean) => Promise<Exchange>;
  judge: Judge;
  tally: Tally;
  /** Returns why a test case must not be sent; undefined if it may be. */
  whyNotSent?: (testCase: TestCase) => string | undefined;
  /** Called for each deviation. @throws NoVerdict if the response may belong to another request */
  accuse?: (exchange: Exchange, deviation: Deviation) => void;
  /** Called for each exchange. */
  see?: (testCase: TestCase, operation: CheckedOperation, exchange: Exchange, value: unknown) => void;
  /** Milliseconds that a write may take to show in reads. */
  settle: number;
  /** Whether responses are made up, so that each creation counts as a new resource. */
  areCreationsSure?: boolean;
  /** Number of requests at a time; without it the session finds it. */
  concurrency?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The value of `performance.now()` at which the run must end. */
  endsAt?: number | undefined;
  /** The time left for waits that the server asks for. */
  waits?: WaitBudget | undefined;
}
