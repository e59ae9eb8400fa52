import type { OpenApiDocument } from '../contract/document.js';
import type { Validators } from '../sandbox/model/judge.js';

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
  /** The validators call the function for parts of Ajv's run time. */
  validators(require: (name: string) => unknown): Validators;
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
