import { cut, each, list, tallied, verb } from './words.js';

/** Counts how often each word occurs. After 50 different words, new ones are counted together in `others`. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** Occurrences of words that have no count of their own. */
  others = 0;
  total = 0;

  add(word: string | number): void {
    const key = cut(String(word));
    this.total += 1;
    const count = this.#counts.get(key);
    if (count === undefined && this.#counts.size >= 50) this.others += 1;
    else this.#counts.set(key, (count ?? 0) + 1);
  }

  /** Sorted by frequency, then by name. */
  entries(): [word: string, count: number][] {
    return [...this.#counts].sort(([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1));
  }

  words(): string[] {
    return this.entries().map(([word]) => word);
  }
}

/** One tally for each name: an operation, a kind of test case, a verb. */
export class Tallies {
  readonly #tallies = new Map<string, Tally>();

  /** Returns the tally of a name. After 500 names, a new name gets a tally that is not kept. */
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

/** Counts the fields of similar objects: the first 5,000 objects, and 200 fields of each. */
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

  /** Fields that every object has. */
  always(): string[] {
    return [...this.#counts].filter(([, count]) => count === this.count).map(([name]) => name);
  }

  /** Fields that only some objects have. */
  sometimes(): [name: string, count: number][] {
    return [...this.#counts].filter(([, count]) => count < this.count);
  }
}

/** Describes the fields that objects have, and names those that the contract does not list. */
export function shapeSentences(fields: Fields, noun: string, documented?: readonly string[]): string[] {
  if (fields.count === 0) return [];
  const undocumented = documented ? fields.always().filter((name) => !documented.includes(name)) : [];
  const some = fields.sometimes();
  const unlisted = undocumented.length > 0 ? `; the contract does not list ${list(undocumented)}` : '';
  const partly = some.length > 0 ? `; some have ${tallied(some)}` : '';
  const always = fields.always().length > 0 ? list(fields.always()) : 'no field in common';
  return [`${each(fields.count, noun)} read ${verb(fields.count, 'has', 'have')} ${always}${unlisted}${partly}.`];
}
