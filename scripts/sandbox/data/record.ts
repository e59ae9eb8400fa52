import type { JsonObject } from '../../contract/json.js';
import type { Stored } from '../model/store.js';

/** Creates one resource of the initial state, in its stored form. */
export function record(id: string, parents: Stored['parents'], value: JsonObject, hidden?: JsonObject): Stored {
  return hidden ? { id, parents, value, hidden } : { id, parents, value };
}
