import { isObject } from '../contract/json.js';
import { type Change, changesBetween } from './overlay.js';

type Node = Record<string, unknown>;
type Path = readonly string[];

/**
 * Finds what has changed in a document since it was last asked. It compares the texts of the parts first, which takes a
 * tenth of the time of a comparison of all values.
 */
export class ChangedParts {
  readonly #document: object;
  #texts: Map<string, string>;

  constructor(document: object) {
    this.#document = document;
    this.#texts = textsOf(document);
  }

  /** The changes since the last call, or since the beginning. */
  next(): Change[] {
    const [before, after] = [this.#texts, textsOf(this.#document)];
    this.#texts = after;
    const [old, now] = [{}, {}];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(key), after.get(key)];
      if (was === is && was !== container) continue;
      put(old, key, was);
      put(now, key, is);
    }
    return changesBetween(old, now);
  }
}

/** Stands for an object whose entries are parts of their own. */
const container = '{}';

/** The JSON of each path item, each component and each other member of a document, by the JSON of its path. */
function textsOf(document: object): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (node: object, path: Path): void => {
    for (const [key, value] of Object.entries(node)) {
      const below = [...path, key];
      const isContainer = isObject(value) && (key === 'paths' || key === 'components' || path[0] === 'components');
      if (isContainer && below.length < 3) {
        texts.set(JSON.stringify(below), container);
        add(value, below);
      } else {
        const text = JSON.stringify(value) as string | undefined;
        if (text !== undefined) texts.set(JSON.stringify(below), text);
      }
    }
  };
  add(document, []);
  return texts;
}

function put(root: Node, key: string, text: string | undefined): void {
  if (text === undefined) return;
  const path = JSON.parse(key) as string[];
  let node = root;
  for (const name of path.slice(0, -1)) node = node[name] as Node;
  node[path.at(-1) as string] = JSON.parse(text);
}
