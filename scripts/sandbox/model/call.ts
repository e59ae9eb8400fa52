import type { Json, JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import type { Judge } from './judge.js';
import type { SandboxOperation } from './operations.js';
import type { Present } from './present.js';
import type { Schemas } from './schemas.js';
import type { Change, Store, Stored } from './store.js';

/** A request that was found, let in and understood: what is left is to do it. */
export interface Call {
  operation: SandboxOperation;
  /** The value of each path parameter; each names a thing that exists. */
  parameters: Readonly<Record<string, string>>;
  /** The JSON of the request, which fits its schema; undefined where the operation takes none. */
  body: Json | undefined;
  /** The schema of the request; an empty one where there is none. */
  request: Schema;
  schemas: Schemas;
  store: Store;
  present: Present;
  judge: Judge;
  newId(): string;
  /** An ISO date-time in UTC. */
  now(): string;
}

/**
 * What a call comes to. Nothing has happened yet: the changes are made when the answer is known to fit the contract.
 */
export interface CallOutcome {
  changes: Change[];
  /** The body of the answer: JSON, a text, or undefined for none. A list may be long, and is made piece by piece. */
  show(): Json | undefined | Iterable<Json>;
}

/** What an operation does beyond the convention, or instead of it. */
export type Effect = (call: Call, byConvention: (call: Call) => CallOutcome) => CallOutcome;

/** The collection and the id of the thing that the last parameter names, for an operation below it. */
export function parentOf(call: Call): { collection: string; id: string } | undefined {
  const last = call.operation.parameters.at(-1);
  return last && { collection: last.collection, id: call.parameters[last.name] ?? '' };
}

/** The thing that the last parameter names. The sandbox has made sure that it is there. */
export function namedResource(call: Call): Stored {
  const parent = parentOf(call);
  const record = parent && call.store.get(parent.collection, parent.id);
  if (!record) throw new Error(`${call.operation.id} was called for a thing that is not there.`);
  return record;
}

/** The JSON object of the request; empty where there is none. */
export function bodyObject(call: Call): JsonObject {
  const { body } = call;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}
