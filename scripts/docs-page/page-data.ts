import type { OpenApiDocument } from '../contract/document.js';

/** The data that `search-index.js` and `try-contract.js` provide for later scripts. */
export interface PageData {
  /** The search index, as JSON. */
  readonly index?: string;
  readonly contract?: PageContract;
}

export interface PageContract {
  readonly document: OpenApiDocument;
  /** This package's contract without answers; missing if `document` itself contains none. */
  readonly own?: OpenApiDocument;
}

interface GlobalData {
  directoryContract?: PageData;
}

export function readPageData(): PageData {
  return (globalThis as GlobalData).directoryContract ?? {};
}

/** Makes the functions of a script available to `site.ts`. */
export function addPageData(data: object): void {
  (globalThis as GlobalData).directoryContract = { ...readPageData(), ...data };
}
