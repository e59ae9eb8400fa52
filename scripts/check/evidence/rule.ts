import type { OpenApiDocument, Unknown } from '../../contract/document.js';
import type { ReceivedResponse } from '../model/exchange.js';
import type { Proposal } from '../model/proposal.js';
import type { Seen } from '../model/seen.js';
import type { Marked } from './marked.js';
import type { Presence } from './presence.js';
import type { ReflectedSeen } from './reflected-seen.js';
import type { ResourcesSeen } from './resources-seen.js';

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
  /** The resource in a success response, or the first 200 of a list; empty for other responses. */
  readonly resources: readonly JsonObject[];
  /** The same, if they are where the contract says; with the JSON pointer of the list, undefined without a list. */
  readonly documented: { pointer: string | undefined; items: readonly JsonObject[] };
  /** The request body, if it is a JSON object. */
  readonly sent: JsonObject | undefined;
}

/** Collects the evidence about one question in one run. Its memory use is bounded. */
export interface Watch {
  /** Reads a response; returns whether it bears on the question. */
  see?(sight: Sight): boolean;
  /** The evidence in sentences, the most important first; empty without evidence. */
  sentences(): string[];
  /** How many responses the sentences rest on, if `see` does not count them. */
  answers?(): number;
  /** The answers that the evidence supports: at most one that is shown, and one that adds what is likely. */
  proposals?(): Proposal[];
}

export interface Subject {
  document: OpenApiDocument;
  presence: Presence;
  /** The places in the contract that name the unknown, open or answered. */
  marked: Marked;
  /** What is answered already. */
  answered: Unknown['answered'];
  /** What responses showed of the fields of resources. */
  resources: ResourcesSeen;
  /** Where responses showed what updates had sent. */
  reflected: ReflectedSeen;
}

/** How to collect evidence about one entry of the register. */
export interface Rule {
  unknown: string;
  watch(subject: Subject): Watch;
}
