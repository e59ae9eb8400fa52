import { type KeyFormSearch, searchesFor } from './key-forms.js';

/** A search for several texts at once. */
export class SecretSearch {
  readonly #texts = new Set<string>();
  readonly #searches: KeyFormSearch[] = [];
  readonly #mayBeCut: boolean;
  #beginning = /(?!)/;

  /** @param mayBeCut whether to redact also a beginning before `…` */
  constructor(texts: readonly string[], mayBeCut = false) {
    this.#mayBeCut = mayBeCut;
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    this.#searches.push(...searchesFor(text, this.#mayBeCut));
    const beginnings = new Set(this.#searches.map(({ beginning }) => beginning));
    this.#beginning = new RegExp([...beginnings].join('|'), 'i');
  }

  isIn(text: string): boolean {
    return this.#mayBeIn(text) && this.#searches.some((each) => each.isIn(text));
  }

  redact(text: string): string {
    return this.#mayBeIn(text) ? this.#searches.reduce((rest, each) => each.redact(rest), text) : text;
  }

  /** Very few texts contain even the beginning of a key. */
  #mayBeIn(text: string): boolean {
    return this.#beginning.test(text);
  }
}
