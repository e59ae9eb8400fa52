import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import type { RequestMistake } from './response.js';
import type { Stored } from './store.js';

/** A record has at most this many values that no response can show; one with more is refused. */
const mostValues = 1_000;

/**
 * A request may send text where responses have a colour, an address or a code: a body that fits its schema is accepted,
 * and a value that no response can show is left out of the record.
 *
 * @param mistakesOf lists how the response with this record would not fit the contract, with pointers into its value
 */
export function showable(record: Stored, mistakesOf: (record: Stored) => readonly RequestMistake[]): Stored {
  let shown = record;
  for (let left = mostValues; left > 0; left -= 1) {
    const [mistake] = mistakesOf(shown);
    const value = mistake && without(shown.value, parsePointer(mistake.pointer));
    if (value === undefined) return shown;
    shown = { ...shown, value: value as JsonObject };
  }
  return shown;
}

/** A copy without the value at a path inside it; undefined if nothing is there. */
function without(at: Json | undefined, [first, ...rest]: readonly string[]): Json | undefined {
  if (first === undefined || (!isObject(at) && !Array.isArray(at)) || !Object.hasOwn(at, first)) return undefined;
  const inner = rest.length === 0 ? undefined : without((at as JsonObject)[first], rest);
  if (rest.length > 0 && inner === undefined) return undefined;
  if (Array.isArray(at)) return at.flatMap((item, index) => (String(index) !== first ? [item] : (inner ?? [])));
  const { [first]: _, ...others } = at;
  return inner === undefined ? others : { ...at, [first]: inner };
}
