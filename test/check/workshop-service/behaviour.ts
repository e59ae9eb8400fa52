import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject, ServiceOperation } from '../service-contract.js';
import type { House } from './house.js';

/** A request on its way through the service. */
export interface Call {
  method: string;
  /** Path and query as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  house: House;
  template?: string;
  operation?: ServiceOperation;
  /** The parameters of the path, decoded. */
  place: Record<string, string>;
  /** The query with defaults; known after the stage `parameters`. */
  query: Record<string, Json>;
  /** Known after the stage `body`. */
  body: Json;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: Json;
  /** Sent in place of `body`. */
  text?: string | Buffer;
  /** Closes the connection after this response; `unsaid` without saying so. */
  closes?: 'said' | 'unsaid';
  /** Milliseconds to wait before the response. */
  delay?: number;
  /** Sends the body in chunks, without a length. */
  isChunked?: boolean;
}

/** A mistake in a request: where it is, and what it is. */
export interface Mistake {
  at: string[];
  text: string;
}

export type Kind = 'studio' | 'kiln' | 'firing' | 'glaze' | 'queue item';

/** The service, in parts that a variant can replace. Parts call each other through the complete behaviour. */
export interface Behaviour {
  stages: readonly ('route' | 'key' | 'parameters' | 'body')[];
  route(call: Call): Reply | undefined;
  key(call: Call): Reply | undefined;
  parameters(call: Call): Reply | undefined;
  body(call: Call): Reply | undefined;
  /** Reads a text of a path, a query or a form as its type; a text that is not of the type stays as it is. */
  typed(type: string | undefined, text: string): Json;
  /** The body before it is validated. */
  taken(call: Call, body: Json): Json;
  /** Performs an operation whose request is valid. */
  act(call: Call): Reply;
  /** A resource as in responses. */
  show(call: Call, kind: Kind, resource: JsonObject): JsonObject;
  refuse(call: Call, status: number, mistakes: string | Mistake[]): Reply;
  /** Edits any response before it is sent. */
  send(call: Call, response: Reply): Reply;
  /** Milliseconds until an idle connection is closed; never if undefined. */
  keepsAlive?: number;
}

/** Returns the parts to replace, given the parts before. Called again at each start of the service. */
export type Replacement = (before: Behaviour) => Partial<Behaviour>;

export interface Variant {
  name: string;
  /** One sentence about the behaviour. */
  about: string;
  change: Replacement;
}
