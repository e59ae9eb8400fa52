import type { OpenApiDocument } from '../contract/document.js';

/** What `search-index.js` and `try-contract.js` leave for the scripts that are loaded after them. */
export interface LoadedData {
  /** The index of the search, as JSON. */
  readonly index?: string;
  readonly contract?: GivenContract;
}

export interface GivenContract {
  readonly document: OpenApiDocument;
  /** The contract of this package, if the document is a taught one. */
  readonly own?: OpenApiDocument;
}

interface Shared {
  directoryContract?: LoadedData;
}

export function loadedData(): LoadedData {
  return (globalThis as Shared).directoryContract ?? {};
}

/** Adds what a script provides for `site.ts`. */
export function provide(provided: object): void {
  (globalThis as Shared).directoryContract = { ...loadedData(), ...provided };
}
