import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from './contract.js';
import type { Json, JsonObject, Kind, Store } from './store.js';

/** A request on its way through the service. */
export interface Call {
  method: string;
  /** Path and query as they came. */
  target: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  store: Store;
  /** `http://127.0.0.1:4711`. */
  origin: string;
  /** The template that the path matches. */
  template?: string;
  parameters: Record<string, string>;
  operation?: Operation;
  /** What the query asks for, with defaults; known after the stage `query`. */
  query: Record<string, Json>;
  /** Known after the stage `body`. */
  body: Json;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body?: Json;
  /** Sent in place of `body`. */
  text?: string | Buffer;
  /** The connection ends with this answer. */
  closes?: boolean;
}

/** A step that may refuse the request. */
export type StageName = 'key' | 'route' | 'query' | 'body' | 'thing' | 'schema';
export type Stage = (call: Call) => Answer | undefined;

/**
 * What the service does, in parts that a fault can replace. A part calls the others as they are in the end, through the
 * behaviour that it was made for.
 */
export interface Behaviour extends Record<StageName, Stage> {
  stages: readonly StageName[];
  /** Does what an operation says, once the stages let the request pass. */
  act(call: Call): Answer;

  /** The things of a list before anything is asked of it. */
  collection(call: Call): JsonObject[];
  matches(call: Call, thing: JsonObject): boolean;
  sorted(call: Call, resources: JsonObject[]): JsonObject[];
  /** The things of one page. */
  paged(call: Call, resources: JsonObject[]): JsonObject[];
  total(call: Call, counts: { all: number; matching: number; shown: number }): number;
  listed(call: Call): { resources: JsonObject[]; total: number };

  /** Of what a request sends, what is kept: without null, and without what a client cannot set. */
  taken(call: Call, kind: Kind, body: JsonObject): JsonObject;
  created(call: Call, kind: Kind, fields: JsonObject): JsonObject;
  replaced(call: Call, kind: Kind, thing: JsonObject, fields: JsonObject): JsonObject;
  /** RFC 7396 §2. */
  merged(call: Call, kind: Kind, target: JsonObject, patch: JsonObject): JsonObject;
  keep(call: Call, kind: Kind, thing: JsonObject): void;
  remove(call: Call, kind: Kind, id: string): void;

  /** A thing as an answer shows it. */
  show(call: Call, kind: Kind, thing: JsonObject): JsonObject;
  /** The last look at an answer before it leaves. */
  send(call: Call, answer: Answer): Answer;
}

/** The parts that are otherwise, made from those that were there before. Called anew for each start of the service. */
export type Replacement = (before: Behaviour) => Partial<Behaviour>;

/** One way in which the service is other than usual. */
export interface Variant {
  name: string;
  /** What it does then, one sentence. */
  about: string;
  change: Replacement;
}

/** One way to be wrong. */
export interface ShelfFault extends Variant {
  /**
   * `d` shows to reads, and to writes at ids that are not there; `w` needs real writes; `o` is nothing that the
   * contract forbids.
   */
  mode: 'd' | 'w' | 'o';
  /** An operation at which it shows. */
  operationId: string;
}
