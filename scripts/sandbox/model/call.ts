import type { Json, JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import type { SandboxOperation } from './operations.js';
import type { Presenter } from './present.js';
import type { ContractJudge } from './read-contract.js';
import type { Schemas } from './schemas.js';
import type { Store, StoreChange, StoredRecord } from './store.js';

/** A request that passed routing, authentication and validation, ready to be performed. */
export interface Call {
  operation: SandboxOperation;
  /** The response's media type that the request prefers; null if the response has no body. */
  mediaType: string | null;
  /** The value of each path parameter; each names an existing resource. */
  parameters: Readonly<Record<string, string>>;
  /** The JSON body of the request, which fits the schema `requestSchema`; undefined if the operation takes no body. */
  body: Json | undefined;
  /** The schema of the request body; empty if the operation takes no body. */
  requestSchema: Schema;
  schemas: Schemas;
  store: Store;
  present: Presenter;
  judge: ContractJudge;
  newId(): string;
  /** The time of the call, as an ISO date-time in UTC. */
  now(): string;
}

/** The outcome of a call. The sandbox commits the changes only if the response fits the contract. */
export interface CallOutcome {
  changes: StoreChange[];
  /** The body of the response: JSON, text, or undefined for none. */
  toBody(): Json | undefined;
}

/** The behaviour of one operation, which extends or replaces the behaviour of `applyConvention`. */
export type CallEffect = (call: Call, followConvention: (call: Call) => CallOutcome) => CallOutcome;

export function readOnly(toBody: (call: Call) => Json | undefined): CallEffect {
  return (call) => ({ changes: [], toBody: () => toBody(call) });
}

/** Creates an outcome that stores and returns a record. @param schema the response's schema, if not the collection's */
export function storeRecord({ present }: Call, collection: string, record: StoredRecord, schema?: string): CallOutcome {
  return { changes: [['put', collection, record]], toBody: () => present(collection, record, schema) };
}

/** Collection and id of the last resource that the path names: the resource of the operation, or its parent. */
export function lastResourceInPath(call: Call): { collection: string; id: string } | undefined {
  const { subject } = call.operation;
  return subject && { collection: subject.collection, id: call.parameters[subject.name] ?? '' };
}

/** The record of the last resource that the path names. The sandbox has already checked that it exists. */
export function namedResource(call: Call): StoredRecord {
  const parent = lastResourceInPath(call);
  const record = parent && call.store.get(parent.collection, parent.id);
  if (!record) throw new Error(`${call.operation.id} was called for a resource that does not exist.`);
  return record;
}

/** Finds a field of the request by its name in the contract without answers; this contract may rename it. */
export function fieldOfRequest(call: Call, name: string): [name: string, value: Json | undefined] {
  const nameInRequest = call.schemas.fieldName(call.requestSchema, name);
  return [nameInRequest, bodyObject(call)[nameInRequest]];
}

/** The JSON object of the request; empty if the body is absent or not an object. */
export function bodyObject(call: Call): JsonObject {
  const { body } = call;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}
