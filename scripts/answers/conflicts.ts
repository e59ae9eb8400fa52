import { isObject, sameJson } from '../contract/json.js';
import { escapeToken, toPointer } from '../contract/pointer.js';
import type { Change } from './overlay.js';

/** Says on what a part rests; several answers may add to it. Examples follow from the rest. */
const notes: ReadonlySet<string> = new Set([
  ...['x-unknown', 'x-answered', 'x-provenance', 'x-invented', 'x-unknowns'],
  'examples',
]);

/** A place that two answers set to different values. */
export interface Conflict {
  /** The question whose answer set it first. */
  question: string;
  /** JSON pointer of the place in the contract. */
  place: string;
}

/** Finds places that two answers set to different values. */
export class Conflicts {
  readonly #set = new Map<string, { question: string; value: unknown }>();

  /** Notes what an answer sets. */
  with(question: string, changes: readonly Change[]): Conflict | undefined {
    for (const change of changes) {
      for (const [place, value] of placesOf(change)) {
        const other = this.#set.get(place);
        if (other && other.question !== question && !isKept(other.value, value))
          return { question: other.question, place };
        this.#set.set(place, { question, value });
      }
    }
    return undefined;
  }
}

/** Whether a value is still there after a later answer, which may add to a list such as `required` or `type`. */
function isKept(before: unknown, after: unknown): boolean {
  return [before].flat().every((each) => [after].flat().some((other) => sameJson(each, other)));
}

type Place = [pointer: string, value: unknown];

function placesOf({ path, update = {} }: Change): Place[] {
  const [first, , , part] = path;
  if (path.some((key) => notes.has(String(key)))) return [];
  // An answer that moves an operation, or gives it another status, sets nothing inside of it.
  if (first === 'paths' && path.length < 3) return [];
  const pointer = toPointer(path);
  if (part !== 'responses' || path.length !== 4) return leavesOf(update, pointer);
  return Object.entries(update).flatMap(([status, response]): Place[] =>
    /^2\d\d$/.test(status) ? [[`${pointer}/2XX`, status]] : leavesOf(response, `${pointer}/${status}`),
  );
}

/** @param found what they are added to */
function leavesOf(value: unknown, pointer: string, found: Place[] = []): Place[] {
  if (!isObject(value)) {
    if (value !== undefined) found.push([pointer, value]);
    return found;
  }
  for (const key of Object.keys(value))
    if (!notes.has(key)) leavesOf(value[key], `${pointer}/${escapeToken(key)}`, found);
  return found;
}
