import type { OpenApiDocument } from '../../contract/document.js';
import type { ReceivedResponse } from '../model/exchange.js';
import type { Seen } from '../model/seen.js';
import type { Marked } from './marked.js';
import type { Presence } from './presence.js';

export type JsonObject = Record<string, unknown>;

/** An answer, with what several rules ask of it. */
export interface Sight extends Seen {
  response: ReceivedResponse;
  status: number;
  /** It is a 2xx. */
  isSuccess: boolean;
  /** It is a 4xx that is about what was sent: not about the key, the path, the method or the rate. */
  refusesContent: boolean;
  /** Name of the schema that the contract shows for the thing, or for each item of the list. */
  shown: string | undefined;
  /** Name of the schema of the request body. */
  asked: string | undefined;
  /** The thing in a success answer, or the first 200 of a list; empty for other answers. */
  readonly resources: readonly JsonObject[];
  /** The request body, where it is a JSON object. */
  readonly sent: JsonObject | undefined;
}

/** What is gathered on one question in one run. Its memory is bounded, whatever comes. */
export interface Watch {
  /** Takes in an answer; true where it bears on the question. */
  see?(sight: Sight): boolean;
  /** What was seen, the most telling first; empty where nothing was. */
  sentences(): string[];
  /** How many answers the sentences rest on, where `see` does not tell. */
  answers?(): number;
}

export interface Subject {
  document: OpenApiDocument;
  presence: Presence;
  /** Where the contract names the unknown. */
  marked: Marked;
}

/** How to gather evidence on one entry of the register. */
export interface Rule {
  unknown: string;
  watch(subject: Subject): Watch;
}
