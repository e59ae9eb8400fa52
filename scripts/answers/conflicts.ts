import { isObject, sameJson } from '../contract/json.js';
import { toPointer } from '../contract/pointer.js';
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
    for (const { path, update } of changes) {
      for (const [place, value] of leavesOf(update, path)) {
        const pointer = toPointer(place);
        const before = this.#set.get(pointer);
        if (before && before.question !== question && !isKept(before.value, value))
          return { question: before.question, place: pointer };
        this.#set.set(pointer, { question, value });
      }
    }
    return undefined;
  }
}

/** Whether a value is still there after a later answer, which may add to a list such as `required` or `type`. */
function isKept(before: unknown, after: unknown): boolean {
  return [before].flat().every((each) => [after].flat().some((other) => sameJson(each, other)));
}

type Path = Change['path'];

function* leavesOf(value: unknown, path: Path): Iterable<[path: Path, value: unknown]> {
  if (path.includes('examples')) return;
  if (!isObject(value)) {
    if (value !== undefined) yield [path, value];
    return;
  }
  for (const [key, below] of Object.entries(value)) if (!notes.has(key)) yield* leavesOf(below, [...path, key]);
}
