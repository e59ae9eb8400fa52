import { isObject, sameJson } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';
import type { OverlayAction } from './overlay.js';

/** What says on what a part rests; several answers may add to it. */
const notes: ReadonlySet<string> = new Set(['x-unknown', 'x-answered', 'x-provenance', 'x-invented', 'x-unknowns']);

/** Finds places that two answers set to different values. */
export class Conflicts {
  readonly #set = new Map<string, { question: string; value: unknown }>();

  /** Notes what an answer sets. @returns a place that an earlier answer set to another value */
  with(question: string, actions: readonly OverlayAction[]): { question: string; target: string } | undefined {
    for (const { target, update } of actions) {
      for (const [place, value] of leavesOf(update, target)) {
        const before = this.#set.get(place);
        if (before && before.question !== question && !keeps(value, before.value))
          return { question: before.question, target: place };
        this.#set.set(place, { question, value });
      }
    }
    return undefined;
  }
}

/** Whether a place still has what an earlier answer set: the same value, or a list to which more was added. */
function keeps(value: unknown, before: unknown): boolean {
  if (sameJson(value, before)) return true;
  return Array.isArray(value) && [before].flat().every((old) => value.some((item) => sameJson(item, old)));
}

function* leavesOf(value: unknown, place: string): Iterable<[place: string, value: unknown]> {
  if (!isObject(value)) {
    if (value !== undefined) yield [place, value];
    return;
  }
  for (const [key, below] of Object.entries(value))
    if (!notes.has(key)) yield* leavesOf(below, `${place}/${escapeToken(key)}`);
}
