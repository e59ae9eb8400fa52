import type { Exchange } from './exchange.js';

/** An exchange that was recorded. */
export interface RecordedExchange {
  /** Its path is complete, without origin; credentials were removed. */
  exchange: Exchange;
  /** The origin of its address, if the recording may have other services. */
  origin?: string;
}

/** Recorded traffic. */
export interface RecordedTraffic {
  /** Its files, for people. */
  name: string;
  /** The origin of the service. If it is not known, the first exchange of an operation of the contract sets it. */
  origin?: string | undefined;
  /** Reads the exchanges in their order. It can be called again. */
  exchanges(): Iterable<RecordedExchange>;
  /** Sentences about what was left out in the last reading. */
  notes(): string[];
}
