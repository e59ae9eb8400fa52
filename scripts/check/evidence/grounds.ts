import type { Support } from '../model/proposal.js';
import { exampleOf } from './example.js';
import type { Sight } from './sight.js';

/** Collects what a claim rests on: how many responses of which operations, and the first of them as the example. */
export class Grounds {
  responses = 0;
  readonly #operations = new Set<string>();
  /** The number of the last response. */
  #last = 0;
  #example: Support['example'] | undefined;

  /** @param pointer JSON pointer into the body; empty for the whole, and for a header or the status */
  add(operationId: string, pointer: string, value: unknown, responses = 1): void {
    this.responses += responses;
    this.#operations.add(operationId);
    this.#example ??= { operationId, pointer, value: exampleOf(value) };
  }

  /** Adds a response, once if it shows the same at several places. */
  see({ number, operation }: Sight, pointer: string, value: unknown): void {
    if (this.#last === number) return;
    this.#last = number;
    this.add(operation.id, pointer, value);
  }

  get isSeen(): boolean {
    return this.responses > 0;
  }

  /** Adds what another claim rests on; `responses` counts those that the other does not share. */
  join(other: Grounds, responses = other.responses): void {
    this.responses += responses;
    for (const id of other.#operations) this.#operations.add(id);
    this.#example ??= other.#example;
  }

  /** @param against what would have contradicted the claim, as a sentence */
  rests(against: string): Support {
    const example = this.#example ?? { operationId: '', pointer: '', value: '' };
    return { responses: this.responses, operations: [...this.#operations].sort(), example, against };
  }
}

/** All of them together; no response is in two of them. */
export function joined(all: Iterable<Grounds>): Grounds {
  const together = new Grounds();
  for (const each of all) together.join(each);
  return together;
}

/**
 * What a claim rests on that several things show together. One response may show them all, so the number is that of the
 * thing that most responses show.
 */
export function supportOf(shown: readonly Grounds[], against: string): Support {
  const together = new Grounds();
  for (const each of shown) if (each.isSeen) together.join(each, 0);
  together.responses = Math.max(1, ...shown.map(({ responses }) => responses));
  return together.rests(against);
}
