import type { RuleId } from '../../../scripts/check/model/rules/index.js';
import type { JsonObject } from '../service/contract.js';
import type * as service from '../service/service.js';
import type { Kind, Store } from './store.js';

/** A request while the service handles it. */
export interface Call extends service.Call {
  store: Store;
}

/** The service as parts that a fault can replace. A part calls other parts through the complete behaviour. */
export interface Behaviour extends service.Behaviour<Call> {
  /** The resources of a list before filtering, sorting and paging. */
  collection(call: Call): JsonObject[];
  matches(call: Call, resource: JsonObject): boolean;
  sorted(call: Call, resources: JsonObject[]): JsonObject[];
  /** The resources of one page. */
  paged(call: Call, resources: JsonObject[]): JsonObject[];
  total(call: Call, counts: { all: number; matching: number; onPage: number }): number;
  listResources(call: Call): { resources: JsonObject[]; total: number };

  /** Returns the fields of a request to store, without nulls and read-only fields. */
  acceptBody(call: Call, kind: Kind, body: JsonObject): JsonObject;
  createResource(call: Call, kind: Kind, fields: JsonObject): JsonObject;
  replaced(call: Call, kind: Kind, resource: JsonObject, fields: JsonObject): JsonObject;
  /** Applies a merge patch (RFC 7396 §2). */
  mergePatch(call: Call, kind: Kind, target: JsonObject, patch: JsonObject): JsonObject;
  keep(call: Call, kind: Kind, resource: JsonObject): void;
  remove(call: Call, kind: Kind, id: string): void;

  /** Returns a resource in the form of responses. */
  show(call: Call, kind: Kind, resource: JsonObject): JsonObject;
}

export type { Reply, StageName } from '../service/service.js';
export type Replacement = service.Replacement<Behaviour>;
export type Variant = service.Variant<Behaviour>;

/** A behaviour that breaks the contract, with the rule and the operation that report it. */
export interface ShelfFault extends Variant {
  /** `d` shows in reads, or in writes to unknown ids; `w` only in real writes. */
  mode: 'd' | 'w';
  operationId: string;
  rule: RuleId;
}
