import type { OpenApiDocument } from '../contract/document.js';

/** The data that `search-index.js` and `try-contract.js` provide for the scripts that are loaded after them. */
export interface PageData {
  /** The index of the search, as JSON. */
  readonly index?: string;
  readonly contract?: PageContract;
}

export interface PageContract {
  readonly document: OpenApiDocument;
  /** The contract of this package, if answers were added to the document. */
  readonly own?: OpenApiDocument;
}

interface GlobalData {
  directoryContract?: PageData;
}

export function readPageData(): PageData {
  return (globalThis as GlobalData).directoryContract ?? {};
}

/** Adds the functions that a script provides for `site.ts`. */
export function addPageData(data: object): void {
  (globalThis as GlobalData).directoryContract = { ...readPageData(), ...data };
}
