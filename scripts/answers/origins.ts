import { parsePointer, toPointer } from '../contract/pointer.js';
import type { Correction } from './answers.js';
import type { Change } from './overlay.js';

/** What set a value of a taught contract: the answer to a question, or an overlay that was applied last. */
export type Origin = { question: string; correction?: undefined } | { correction: Correction; question?: undefined };

/** Remembers which answer or correction set which values. */
export class Origins {
  readonly #changes: [Origin, readonly Change[]][] = [];
  /** By JSON pointer; made when somebody asks. */
  #set: Map<string, Origin> | undefined;

  add(origin: Origin, changes: readonly Change[]): void {
    this.#changes.push([origin, changes]);
    this.#set = undefined;
  }

  #byPointer(): ReadonlyMap<string, Origin> {
    if (this.#set) return this.#set;
    this.#set = new Map();
    for (const [origin, changes] of this.#changes)
      for (const { path, update = {} } of changes)
        for (const key of Object.keys(update)) this.#set.set(toPointer([...path, key]), origin);
    return this.#set;
  }

  /** What set the value at a JSON pointer; undefined if it is as in the contract without answers. */
  of(pointer: string): Origin | undefined {
    const tokens = parsePointer(pointer);
    const set = this.#byPointer();
    for (let length = tokens.length; length > 0; length -= 1) {
      const origin = set.get(toPointer(tokens.slice(0, length)));
      if (origin) return origin;
    }
    return undefined;
  }
}
