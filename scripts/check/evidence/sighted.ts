import type { ReceivedResponse } from '../model/exchange.js';
import type { Seen } from '../model/seen.js';

export type JsonObject = Record<string, unknown>;

/** A response, with the facts that several rules need. */
export interface Sight extends Seen {
  /** Counts the responses of a run, from 1. */
  number: number;
  response: ReceivedResponse;
  status: number;
  /** Whether the run has begun to write. */
  isWriting: boolean;
  /** The status is 2xx. */
  isSuccess: boolean;
  /** The status is a 4xx about the content of the request: not about the key, the path, the method or the rate. */
  refusesContent: boolean;
  /** Name of the schema of the resource in the response, or of each item of the list. */
  shown: string | undefined;
  /** Name of the schema of the request body. */
  asked: string | undefined;
  /** The resource in a success response, or the first 200 of a list; of a list while the run writes, none. */
  readonly resources: readonly JsonObject[];
  /** The same, if they are where the contract says; with the JSON pointer of the list, undefined without a list. */
  readonly documented: { pointer: string | undefined; items: readonly JsonObject[] };
  /** The request body, if it is a JSON object. */
  readonly sent: JsonObject | undefined;
}
