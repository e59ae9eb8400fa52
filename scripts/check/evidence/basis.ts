import type { Support } from '../model/proposal.js';
import { exampleOf } from './example.js';
import type { Sight } from './sighted.js';

/** Counts the responses that show something, and keeps the first as an example. */
export class Basis {
  readonly #operations = new Set<string>();
  #responses = 0;
  /** The number of the last response. */
  #last = 0;
  #example: Support['example'] | undefined;

  /** @param pointer JSON pointer into the body of the response */
  see(sight: Sight, pointer: string, value: unknown): void {
    if (this.#last === sight.number) return;
    this.#last = sight.number;
    this.#responses += 1;
    const { id } = sight.operation;
    this.#operations.add(id);
    this.#example ??= { operationId: id, pointer, value: exampleOf(value) };
  }

  get isSeen(): boolean {
    return this.#responses > 0;
  }

  get responses(): number {
    return this.#responses;
  }

  get operations(): Iterable<string> {
    return this.#operations;
  }

  get example(): Support['example'] {
    return this.#example ?? { operationId: '', pointer: '', value: '' };
  }
}

/**
 * What a claim rests on that several things show together. One response may show them all, so the number is that of the
 * thing that most responses show.
 */
export function supportOf(shown: readonly Basis[], against: string): Support {
  const seen = shown.filter(({ isSeen }) => isSeen);
  const operations = [...new Set(seen.flatMap((each) => [...each.operations]))].sort();
  const responses = Math.max(1, ...seen.map((each) => each.responses));
  return { responses, operations, example: (seen[0] ?? new Basis()).example, against };
}
