import type { Json, JsonObject } from '../service/contract.js';
import type * as service from '../service/service.js';
import type { House } from './house.js';

/** A request while the service handles it. */
export interface Call extends service.Call {
  house: House;
}

export type Kind = 'studio' | 'kiln' | 'firing' | 'glaze' | 'queue item';

/** The service as parts that a variant can replace. A part calls other parts through the complete behaviour. */
export interface Behaviour extends service.Behaviour<Call> {
  /** Returns the body that is to be validated. */
  taken(call: Call, body: Json): Json;
  /** Returns a resource in the form of responses. */
  show(call: Call, kind: Kind, resource: JsonObject): JsonObject;
}

export type { Mistake, Reply } from '../service/service.js';
export type Replacement = service.Replacement<Behaviour>;
export type Variant = service.Variant<Behaviour>;
