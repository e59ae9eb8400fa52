import type { Json, JsonObject } from '../service/contract.js';
import type * as service from '../service/service.js';
import type { Version } from './archive/conditions.js';
import type { Job, Numbered, Scan } from './archive/store.js';
import type { Store } from './house.js';

/** A request while the service handles it. */
export interface Call extends service.Call {
  store: Store;
}

export type Kind = 'studio' | 'kiln' | 'firing' | 'glaze' | 'queue item' | 'job' | 'export' | Numbered;

/** The service as parts that a variant can replace. A part calls other parts through the complete behaviour. */
export interface Behaviour extends service.Behaviour<Call>, Habits {
  /** Returns the body to validate. */
  acceptBody(call: Call, body: Json): Json;
  /** Returns a resource in the form of responses. */
  show(call: Call, kind: Kind, resource: JsonObject): JsonObject;
}

/** The parts of the behaviour that only the archive has. */
export interface Habits {
  /** Returns the ETag of a resource in the form of responses. */
  tag(call: Call, kind: Kind, view: JsonObject): string;
  /** Returns a refusal, or 304, if the conditions of a request forbid performing it. */
  allows(call: Call, version: Version): service.Reply | undefined;
  /** Returns a file, or the part that a request asks for. */
  part(call: Call, scan: Scan): service.Reply;
  merge(call: Call, target: JsonObject, patch: JsonObject): JsonObject;
  /** Returns the result of a JSON Patch. @throws Inapplicable */
  patch(call: Call, target: JsonObject, operations: readonly JsonObject[]): Json;
  /** Performs a request, or returns the response that the same request got before. */
  once(call: Call, make: () => service.Reply): service.Reply;
  stateOf(job: Job): { state: string; progress: number };
}

export type { Mistake, Reply } from '../service/service.js';
export type Replacement = service.Replacement<Behaviour>;
export type Variant = service.Variant<Behaviour>;
