import type { Json, JsonObject } from '../service/contract.js';
import { authorIdOf, bookIdOf, seed } from './seed.js';

export type { Json, JsonObject };

export type Kind = 'author' | 'book' | 'review';

/** The stored resources, in order of creation. Fields without a value are not stored. */
export class Store {
  readonly author = new Map<string, JsonObject>();
  readonly book = new Map<string, JsonObject>();
  readonly review = new Map<string, JsonObject>();
  /** Ids of deleted resources. */
  readonly gone = new Set<string>();
  #changes = 0;
  #reviews: number;

  constructor() {
    const { authors, books, reviews } = seed();
    this.#reviews = reviews.length;
    for (const author of authors) this.put('author', author);
    for (const book of books) this.put('book', book);
    for (const review of reviews) this.put('review', review);
  }

  all(kind: Kind): JsonObject[] {
    return [...this[kind].values()];
  }

  /** Stores a resource by its id: at its previous position, or at the end if it is new. */
  put(kind: Kind, resource: JsonObject): void {
    this[kind].set(String(resource['id']), resource);
  }

  remove(kind: Kind, id: string): void {
    this[kind].delete(id);
    this.gone.add(id);
  }

  reviewsOf(bookId: string): JsonObject[] {
    return this.all('review').filter((review) => review['bookId'] === bookId);
  }

  /** Returns an unused id. It depends only on the number of changes, so the same requests return the same responses. */
  nextId(kind: Kind): string | number {
    this.#changes += 1;
    if (kind === 'review') return ++this.#reviews;
    return kind === 'author' ? authorIdOf(1000 + this.#changes) : bookIdOf(1000 + this.#changes);
  }

  /** The time of a change, 17 seconds later for each one. */
  now(): string {
    this.#changes += 1;
    return new Date(Date.UTC(2025, 8, 1, 9) + this.#changes * 17_000).toISOString();
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function without(resource: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !names.includes(name)));
}
