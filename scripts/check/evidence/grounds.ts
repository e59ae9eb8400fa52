import type { Support } from '../model/proposal.js';
import { exampleOf } from './example.js';

/** Collects what a claim rests on: how many responses of which operations, and the first of them as the example. */
export class Grounds {
  responses = 0;
  readonly #operations = new Set<string>();
  #example: Support['example'] | undefined;

  /** @param pointer JSON pointer into the body; empty for the whole, and for a header or the status */
  add(operationId: string, pointer: string, value: unknown, responses = 1): void {
    this.responses += responses;
    this.#operations.add(operationId);
    this.#example ??= { operationId, pointer, value: exampleOf(value) };
  }

  /** Adds what another claim rests on. */
  join(other: Grounds): void {
    this.responses += other.responses;
    for (const id of other.#operations) this.#operations.add(id);
    this.#example ??= other.#example;
  }

  get operations(): readonly string[] {
    return [...this.#operations].sort();
  }

  /** @param against what would have contradicted the claim, as a sentence */
  rests(against: string): Support {
    const example = this.#example ?? { operationId: '', pointer: '', value: '' };
    return { responses: this.responses, operations: [...this.operations], example, against };
  }
}

/** All of them together. */
export function joined(all: Iterable<Grounds>): Grounds {
  const together = new Grounds();
  for (const each of all) together.join(each);
  return together;
}
