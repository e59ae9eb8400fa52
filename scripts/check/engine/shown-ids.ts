import { isObject } from '../../contract/json.js';
import { mayNameOne, type ResourceType } from '../model/contract/resources.js';

/** Texts of this length are hardly counts, sizes or words. */
const telling = 8;

/** Remembers which ids the responses of a replay have shown. */
export class ShownIds {
  /** The names of the members that had each value; an empty one for an item, a key, or a part of a path. */
  readonly #names = new Map<string, Set<string>>();

  /** Notes everything that a response shows, and what its request names. */
  add(value: unknown, path: string): void {
    for (const part of path.split(/[/?&=]/)) this.#note(part, '');
    this.#addAll(value, '');
  }

  /** Whether a value was shown that may be the id of a resource of this kind. */
  has(id: string, type: ResourceType): boolean {
    const names = this.#names.get(id);
    if (!names) return false;
    const isId = (name: string): boolean =>
      name === '' || /id$/i.test(name) || type.idFields.includes(name) || mayNameOne(type, name);
    return id.length >= telling || [...names].some(isId);
  }

  #addAll(value: unknown, name: string): void {
    if (Array.isArray(value)) for (const item of value) this.#addAll(item, '');
    else if (isObject(value))
      for (const [member, below] of Object.entries(value)) {
        this.#note(member, '');
        this.#addAll(below, member);
      }
    else if (typeof value === 'string' || typeof value === 'number') this.#note(String(value), name);
  }

  #note(text: string, name: string): void {
    const names = this.#names.get(text) ?? new Set();
    this.#names.set(text, names.add(name));
  }
}
