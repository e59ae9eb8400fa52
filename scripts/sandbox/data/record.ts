import type { JsonObject } from '../../contract/json.js';
import type { Stored } from '../model/store.js';

/** One thing of the first state, in the form in which the sandbox stores it. */
export function record(id: string, parents: Stored['parents'], value: JsonObject, hidden?: JsonObject): Stored {
  return hidden ? { id, parents, value, hidden } : { id, parents, value };
}
