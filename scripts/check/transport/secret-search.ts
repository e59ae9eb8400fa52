import { type KeyFormSearch, searchesFor } from './key-forms.js';

/** A search for several texts at once. */
export class SecretSearch {
  readonly #texts = new Set<string>();
  readonly #searches: KeyFormSearch[] = [];
  readonly #mayBeCut: boolean;
  /** The beginnings of each text. V8 does not compile a pattern of all of them, which is fifty times as slow. */
  readonly #beginnings: RegExp[] = [];

  /** @param mayBeCut whether to redact also a beginning before `…` */
  constructor(texts: readonly string[], mayBeCut = false) {
    this.#mayBeCut = mayBeCut;
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    const known = new Set(this.#searches.map(({ beginning }) => beginning));
    const added = searchesFor(text, this.#mayBeCut);
    this.#searches.push(...added);
    const beginnings = new Set(added.map(({ beginning }) => beginning).filter((each) => !known.has(each)));
    if (beginnings.size > 0) this.#beginnings.push(new RegExp([...beginnings].join('|'), 'i'));
  }

  isIn(text: string): boolean {
    return this.#mayBeIn(text) && this.#searches.some((each) => each.isIn(text));
  }

  redact(text: string): string {
    return this.#mayBeIn(text) ? this.#searches.reduce((rest, each) => each.redact(rest), text) : text;
  }

  /** Very few texts contain even the beginning of a key. */
  #mayBeIn(text: string): boolean {
    return this.#beginnings.some((beginning) => beginning.test(text));
  }
}
