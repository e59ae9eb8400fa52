import type { TestCase } from '../case.js';
import type { Exchange } from '../exchange.js';

/** The purpose of a recorded request: its test case. */
export interface Purpose extends Omit<TestCase, 'about' | 'request'> {
  /** Whether the run had begun to write. */
  isWriting?: boolean;
}

/** A recorded exchange, with its origin and the purpose of its request. */
export interface RecordedExchange {
  /** The exchange. Its path is complete but without origin, and credentials were removed. */
  exchange: Exchange;
  /** The origin of the request's address; set if the recording may also contain requests to other services. */
  origin?: string;
  /** The purpose for which a run of the check sent the request; absent if another program sent it. */
  purpose?: Purpose;
}

export interface RecordedTraffic {
  /** The names of the files, as readable text. */
  name: string;
  /** The origin of the service. If unknown, the first exchange of an operation of the contract sets it. */
  origin?: string | undefined;
  /** Whether the traffic comes from a run of this process, which has removed the key and collected the evidence. */
  isOfRun?: boolean;
  /** Reads the exchanges in order. It can be called several times. */
  exchanges(): Iterable<RecordedExchange>;
  /** Returns sentences about the entries that the last reading skipped. */
  notes(): string[];
}
