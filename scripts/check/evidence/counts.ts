import { cut } from './words.js';

/** How often each of a few words came. What comes after the 50th different one is counted, not named. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** How often words came that are not named. */
  others = 0;
  total = 0;

  add(word: string | number): void {
    const key = cut(String(word));
    this.total += 1;
    const count = this.#counts.get(key);
    if (count === undefined && this.#counts.size >= 50) this.others += 1;
    else this.#counts.set(key, (count ?? 0) + 1);
  }

  /** The most frequent first, then by name. */
  entries(): [word: string, count: number][] {
    return [...this.#counts].sort(([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1));
  }

  words(): string[] {
    return this.entries().map(([word]) => word);
  }
}

/** A tally for each of a few names: operations, kinds of case, verbs. */
export class Tallies {
  readonly #tallies = new Map<string, Tally>();

  /** The tally of a name; after 500 names all others share one that nobody reads. */
  of(name: string): Tally {
    let tally = this.#tallies.get(name);
    if (!tally) {
      tally = new Tally();
      if (this.#tallies.size < 500) this.#tallies.set(name, tally);
    }
    return tally;
  }

  entries(): [name: string, tally: Tally][] {
    return [...this.#tallies].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  get size(): number {
    return this.#tallies.size;
  }
}

/**
 * Which fields the objects of one kind have. Of more than 5,000 objects the first are looked at, of their fields 200.
 */
export class Fields {
  readonly #counts = new Map<string, number>();
  count = 0;

  see(object: Readonly<Record<string, unknown>>): void {
    if (this.count >= 5000) return;
    this.count += 1;
    let looked = 0;
    for (const name in object) {
      if (++looked > 200) return;
      const key = cut(name);
      const count = this.#counts.get(key);
      if (count !== undefined || this.#counts.size < 200) this.#counts.set(key, (count ?? 0) + 1);
    }
  }

  /** Fields that each object had. */
  always(): string[] {
    return [...this.#counts].filter(([, count]) => count === this.count).map(([name]) => name);
  }

  /** Fields that some had. */
  sometimes(): [name: string, count: number][] {
    return [...this.#counts].filter(([, count]) => count < this.count);
  }
}
