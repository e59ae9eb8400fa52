import { hasFormat } from '../values/fits.js';

/** The formats that are proposed, each before those that its values also have. */
const formats = ['date-time', 'date', 'uuid', 'email', 'uri'] as const;

const limits = { length: 2000, texts: 20, kept: 100 };

/** The formats that all of many texts have. Its memory use is bounded. */
export class TextFormats {
  #left: readonly string[] = formats;
  readonly #texts = new Set<string>();

  see(text: string): void {
    if (this.#left.length > 0)
      this.#left = this.#left.filter((each) => text.length <= limits.length && hasFormat(each, text));
    if (this.#left.length > 0 && this.#texts.size < limits.texts)
      this.#texts.add(Buffer.from(text.slice(0, limits.kept)).toString());
  }

  /**
   * The format of all texts.
   *
   * @param least how many different ones must have it, at most 20
   */
  formatOf(least: number): string | undefined {
    return this.#texts.size >= least ? this.#left[0] : undefined;
  }

  /** Whether all texts can have this format; true before the first text, and for a format that is not looked for. */
  canHave(format: string): boolean {
    return this.#left.includes(format) || !(formats as readonly string[]).includes(format);
  }
}
