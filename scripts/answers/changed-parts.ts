import { isObject, jsonCopy, type Node } from '../contract/json.js';
import { type Change, changesBetween } from './overlay.js';

/**
 * Finds what has changed in a document since it was last asked, but for its register of questions, which teaching
 * changes in one known place.
 */
export class ChangedParts {
  readonly #document: Node;
  /** The document as it was, which shares with the original all that has not changed. */
  readonly #before: Record<string, unknown>;
  /** The objects and lists of it that are not those of the original. */
  readonly #own = new Set<unknown>();

  /** @param original what the document is a copy of; it must not change */
  constructor(document: object, original: object) {
    this.#document = document as Node;
    this.#before = withoutRegister(original as Node);
  }

  /** The changes since the last call, or since the beginning. */
  next(): Change[] {
    const found = changesBetween(this.#before, withoutRegister(this.#document));
    // The document goes on to change.
    const changes = found.map(({ path, update }) => (update ? { path, update: jsonCopy(update) } : { path }));
    for (const change of changes) this.#apply(change);
    return changes;
  }

  #apply({ path, update }: Change): void {
    let at = this.#before;
    for (const key of update ? path : path.slice(0, -1)) {
      if (!this.#own.has(at[key])) {
        at[key] = isObject(at[key]) ? { ...at[key] } : [...(at[key] as unknown[])];
        this.#own.add(at[key]);
      }
      at = at[key] as Record<string, unknown>;
    }
    if (update) Object.assign(at, update);
    else delete at[path.at(-1) ?? ''];
  }
}

function withoutRegister({ 'x-unknowns': _, ...others }: Node): Record<string, unknown> {
  return others;
}
