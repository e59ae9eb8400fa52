import type { Judge } from '../judge/response.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Tally } from '../model/tally.js';
import type { WaitBudget } from '../transport/wait-budget.js';

/** What a session is told when it begins. */
export interface SessionOptions {
  contract: CheckedContract;
  /** `isProof`: it shows whether other answers can be believed. */
  send: (testCase: TestCase, operation: CheckedOperation, isProof?: boolean) => Promise<Exchange>;
  judge: Judge;
  tally: Tally;
  /** Why a case is not sent, whoever asks for it; undefined where it may be. */
  whyNotSent?: (testCase: TestCase) => string | undefined;
  /** Told what is wrong with an answer. @throws NoVerdict where it may be none to this request */
  accuse?: (exchange: Exchange, deviation: Deviation) => void;
  /** Told of each exchange. */
  see?: (testCase: TestCase, operation: CheckedOperation, exchange: Exchange, value: unknown) => void;
  /** Milliseconds that reads may lag behind writes. */
  settle: number;
  /** Reads at a time. */
  concurrency: number;
  signal?: AbortSignal | undefined;
  /** `performance.now()` at which the run has to end. */
  endsAt?: number | undefined;
  /** What is left for waits that the server asks for. */
  waits?: WaitBudget | undefined;
}
