import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from './contract.js';
import type { Json, JsonObject, Kind, Store } from './store.js';

/** A request while the service handles it. */
export interface Call {
  method: string;
  /** Path and query, as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
  /** Names and values of headers, as they were sent. */
  rawHeaders: readonly string[];
  bytes: Buffer;
  store: Store;
  /** Such as `http://127.0.0.1:4711`. */
  origin: string;
  /** The template that the path matches. */
  template?: string;
  parameters: Record<string, string>;
  operation?: Operation;
  /** The query parameters, with their defaults. The stage `query` sets them. */
  query: Record<string, Json>;
  /** The stage `body` sets it. */
  body: Json;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: Json;
  /** Sent in place of `body`. */
  text?: string | Buffer;
  /** Closes the connection after this response. */
  closes?: boolean;
}

/** A step that may refuse the request. */
export type StageName = 'key' | 'route' | 'query' | 'body' | 'resource' | 'schema';
export type Stage = (call: Call) => Reply | undefined;

/** The service as parts that a fault can replace. A part calls other parts through the complete behaviour. */
export interface Behaviour extends Record<StageName, Stage> {
  stages: readonly StageName[];
  /** Performs an operation whose request all stages accepted. */
  act(call: Call): Reply;

  /** The resources of a list before filtering, sorting and paging. */
  collection(call: Call): JsonObject[];
  matches(call: Call, resource: JsonObject): boolean;
  sorted(call: Call, resources: JsonObject[]): JsonObject[];
  /** The resources of one page. */
  paged(call: Call, resources: JsonObject[]): JsonObject[];
  total(call: Call, counts: { all: number; matching: number; shown: number }): number;
  listed(call: Call): { resources: JsonObject[]; total: number };

  /** Returns the fields of a request to store, without nulls and read-only fields. */
  taken(call: Call, kind: Kind, body: JsonObject): JsonObject;
  created(call: Call, kind: Kind, fields: JsonObject): JsonObject;
  replaced(call: Call, kind: Kind, resource: JsonObject, fields: JsonObject): JsonObject;
  /** Applies a merge patch (RFC 7396 §2). */
  merged(call: Call, kind: Kind, target: JsonObject, patch: JsonObject): JsonObject;
  keep(call: Call, kind: Kind, resource: JsonObject): void;
  remove(call: Call, kind: Kind, id: string): void;

  /** Returns a resource in the form of responses. */
  show(call: Call, kind: Kind, resource: JsonObject): JsonObject;
  /** Edits any response before it is sent. */
  send(call: Call, response: Reply): Reply;
}

/** Returns the replaced parts, from the parts before. Called again at each start and reset of the service. */
export type Replacement = (before: Behaviour) => Partial<Behaviour>;

/** A behaviour of the service that differs from the usual one. */
export interface Variant {
  name: string;
  /** One sentence about the behaviour. */
  about: string;
  change: Replacement;
}

/** A behaviour that breaks the contract. */
export interface ShelfFault extends Variant {
  /** `d` shows in reads, or in writes to unknown ids; `w` only in real writes; `o` is allowed by the contract. */
  mode: 'd' | 'w' | 'o';
  /** An operation in which it shows. */
  operationId: string;
}
