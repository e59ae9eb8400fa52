import { formatCount } from '../../text/numbers.js';
import kinds from './repairs.json' with { type: 'json' };

export type RepairKind = keyof typeof kinds;

/** Counts repairs by kind, and keeps the first place of each kind. */
export class Repairs {
  readonly #repairs = new Map<RepairKind, { count: number; pointer: string; example: string }>();

  /** @param example the text at the pointer, safe to print */
  add(kind: RepairKind, pointer: string, example: string): void {
    const earlierRepair = this.#repairs.get(kind);
    if (earlierRepair) earlierRepair.count += 1;
    else this.#repairs.set(kind, { count: 1, pointer, example });
  }

  sentences(placeOf: (pointer: string) => string): string[] {
    return [...this.#repairs].map(([kind, { count, pointer, example }]) => {
      const { noun, fault, action } = kinds[kind];
      const first = count === 1 ? example : `the first is ${example}`;
      const all = formatCount(count, noun, kind === 'example' ? 'examples or defaults' : `${noun}s`);
      const consequence = count === 1 ? `It is ${action}.` : `They are ${action}.`;
      return `The contract has ${all} ${fault}: ${first} (${placeOf(pointer)}). ${consequence}`;
    });
  }
}
