import type { Listener } from './types.js';

/** A request body that a form builds field by field. */
export class Draft<Body extends object> {
  readonly #fields: Partial<Body> = {};
  readonly #listeners: Listener<Partial<Body>>[] = [];

  set<Key extends keyof Body>(key: Key, value: Body[Key] | undefined): this {
    if (value === undefined) delete this.#fields[key];
    else this.#fields[key] = value;
    for (const listener of this.#listeners) listener(this.#fields);
    return this;
  }

  watch(listener: Listener<Partial<Body>>): void {
    this.#listeners.push(listener);
  }

  get body(): Partial<Body> {
    return { ...this.#fields };
  }
}
