import type { TestCase } from '../case.js';
import type { Exchange } from '../exchange.js';

/** The purpose of a request: its test case. */
export interface Purpose extends Omit<TestCase, 'about' | 'request'> {
  /** Whether the run had begun to write. */
  isWriting?: boolean;
}

/** An exchange that was recorded. */
export interface RecordedExchange {
  /** Its path is complete, without origin; credentials were removed. */
  exchange: Exchange;
  /** The origin of its address, if the recording may contain requests to other services. */
  origin?: string;
  /** The purpose for which a run of the check sent it; absent if somebody else sent it. */
  purpose?: Purpose;
}

export interface RecordedTraffic {
  /** The names of its files, for people. */
  name: string;
  /** The origin of the service. If it is not known, the first exchange of an operation of the contract sets it. */
  origin?: string | undefined;
  /** Reads the exchanges in their order. It can be called again. */
  exchanges(): Iterable<RecordedExchange>;
  /** Sentences about what was left out in the last reading. */
  notes(): string[];
}
