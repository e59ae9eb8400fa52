import { isObject, sameJson } from '../contract/json.js';
import { escapeToken, toPointer } from '../contract/pointer.js';
import type { Change } from './overlay.js';

/** What says on what a part rests; several answers may add to it. */
const notes: ReadonlySet<string> = new Set(['x-unknown', 'x-answered', 'x-provenance', 'x-invented', 'x-unknowns']);

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
      for (const [pointer, value] of leavesOf(update, toPointer(path))) {
        const before = this.#set.get(pointer);
        if (before && before.question !== question && !sameJson(before.value, value))
          return { question: before.question, place: pointer };
        this.#set.set(pointer, { question, value });
      }
    }
    return undefined;
  }
}

function* leavesOf(value: unknown, pointer: string): Iterable<[pointer: string, value: unknown]> {
  if (!isObject(value)) {
    if (value !== undefined) yield [pointer, value];
    return;
  }
  for (const [key, below] of Object.entries(value))
    if (!notes.has(key)) yield* leavesOf(below, `${pointer}/${escapeToken(key)}`);
}
