import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject, ServiceOperation } from '../service-contract.js';
import type { House } from './house.js';

/** A request while the service handles it. */
export interface Call {
  method: string;
  /** Path and query, as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  house: House;
  template?: string;
  operation?: ServiceOperation;
  /** The parameters in the path, decoded. */
  place: Record<string, string>;
  /** The query parameters, with their defaults. The stage `parameters` sets them. */
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
  /** Closes the connection after this response; `unsaid` does so without announcing it. */
  closes?: 'said' | 'unsaid';
  /** Milliseconds to wait before the response. */
  delay?: number;
  /** Sends the body in chunks, without a length. */
  isChunked?: boolean;
}

/** A mistake in a request: its place, and a text about it. */
export interface Mistake {
  at: string[];
  text: string;
}

export type Kind = 'studio' | 'kiln' | 'firing' | 'glaze' | 'queue item';

/** The service as parts that a variant can replace. A part calls other parts through the complete behaviour. */
export interface Behaviour {
  stages: readonly ('route' | 'key' | 'parameters' | 'body')[];
  route(call: Call): Reply | undefined;
  key(call: Call): Reply | undefined;
  parameters(call: Call): Reply | undefined;
  body(call: Call): Reply | undefined;
  /** Converts a text in a path, a query or a form to its type. A text that does not fit stays as it is. */
  typed(type: string | undefined, text: string): Json;
  /** Returns the body that is to be validated. */
  taken(call: Call, body: Json): Json;
  /** Performs an operation after its request was found valid. */
  act(call: Call): Reply;
  /** Returns a resource in the form of responses. */
  show(call: Call, kind: Kind, resource: JsonObject): JsonObject;
  refuse(call: Call, status: number, mistakes: string | Mistake[]): Reply;
  /** Edits any response before it is sent. */
  send(call: Call, response: Reply): Reply;
  /** Milliseconds until an idle connection is closed; undefined for never. */
  keepsAlive?: number;
}

/** Returns the replaced parts, from the parts before. Called again at each start of the service. */
export type Replacement = (before: Behaviour) => Partial<Behaviour>;

export interface Variant {
  name: string;
  /** One sentence about the behaviour. */
  about: string;
  change: Replacement;
}
