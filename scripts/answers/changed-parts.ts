import { isObject, type Node, sameJson } from '../contract/json.js';
import { type Change, changesBetween } from './overlay.js';

/** The member with the questions. Teaching changes it in one known place, and it is large. */
const register = 'x-unknowns';

/** Finds what has changed in a document since it was last asked, but for its register of questions. */
export class ChangedParts {
  readonly #document: object;
  /** The document as it was. Only what has changed is copied. */
  #before: Node;

  /** @param original what the document is a copy of; it must not change */
  constructor(document: object, original: object) {
    this.#document = document;
    this.#before = original as Node;
  }

  /** The changes since the last call, or since the beginning. */
  next(): Change[] {
    const { old, now, all } = compared(this.#before, this.#document as Node, '');
    this.#before = all;
    return changesBetween(old, now);
  }
}

interface Compared {
  /** The members that differ, before and after. */
  old: Record<string, unknown>;
  now: Record<string, unknown>;
  /** All members after. */
  all: Node;
}

/**
 * Compares the path items, the components and the other members of two documents, each as a whole.
 *
 * @param name of the member that these objects are; '' for the documents
 */
function compared(before: Node, after: Node, name: string): Compared {
  const result = { old: {}, now: {}, all: { ...before } } as Compared & { all: Record<string, unknown> };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[key], after[key]];
    const hasParts = name === '' ? key === 'paths' || key === 'components' : name === 'components';
    if (hasParts && isObject(was) && isObject(is)) {
      const inside = compared(was, is, key);
      result.old[key] = inside.old;
      result.now[key] = inside.now;
      result.all[key] = inside.all;
    } else if (key !== register && !sameJson(was, is)) {
      if (was !== undefined) result.old[key] = was;
      if (is === undefined) delete result.all[key];
      // A copy without members that are undefined, which no document has.
      else result.now[key] = result.all[key] = JSON.parse(JSON.stringify(is));
    }
  }
  return result;
}
