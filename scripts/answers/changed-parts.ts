import { isObject, type Node } from '../contract/json.js';
import { type Change, changesBetween } from './overlay.js';

/** The member with the questions. Teaching changes it in one known place, and it is large. */
const register = 'x-unknowns';

/**
 * Finds what has changed in a document since it was last asked, but for its register of questions. It compares the
 * texts of path items, components and other members, which takes a quarter of the time of a comparison of all values.
 */
export class ChangedParts {
  readonly #document: object;
  /** The document as it was. Only what has changed is copied. */
  #before: Node;
  /** The JSON of each part of it. */
  readonly #texts = new Map<unknown, string>();

  /** @param original what the document is a copy of; it must not change */
  constructor(document: object, original: object) {
    this.#document = document;
    this.#before = original as Node;
  }

  /** The changes since the last call, or since the beginning. */
  next(): Change[] {
    const { old, now, all } = this.#compared(this.#before, this.#document as Node, '');
    this.#before = all;
    return changesBetween(old, now);
  }

  /** @param name of the member that the objects are; '' for the documents */
  #compared(before: Node, after: Node, name: string): Compared {
    const result: Compared = { old: {}, now: {}, all: { ...before } };
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [was, is] = [before[key], after[key]];
      if (was === is || key === register) continue;
      const hasParts = name === '' ? key === 'paths' || key === 'components' : name === 'components';
      if (hasParts && isObject(was) && isObject(is)) {
        const inside = this.#compared(was, is, key);
        for (const part of ['old', 'now', 'all'] as const) result[part][key] = inside[part];
        continue;
      }
      const text = JSON.stringify(is) as string | undefined;
      if (text === this.#textOf(was)) continue;
      if (was !== undefined) result.old[key] = was;
      if (text === undefined) delete result.all[key];
      else {
        const copy = JSON.parse(text) as unknown;
        result.now[key] = copy;
        result.all[key] = copy;
        this.#texts.set(copy, text);
      }
    }
    return result;
  }

  #textOf(part: unknown): string | undefined {
    const text = this.#texts.get(part) ?? (JSON.stringify(part) as string | undefined);
    if (text !== undefined) this.#texts.set(part, text);
    return text;
  }
}

/** The members that differ, before and after, and all members after. */
type Compared = Record<'old' | 'now' | 'all', Record<string, unknown>>;
