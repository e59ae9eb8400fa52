import type { MenuOperation } from '../build/docs/site/menu.js';
import type { OpenApiDocument } from '../contract/document.js';

/** The data that `search-index.js`, `try-contract.js` and `menu.js` provide for later scripts. */
export interface PageData {
  /** The search index, as JSON. */
  readonly index?: string;
  readonly contract?: PageContract;
  /** The operations of each group, by the address of the group. */
  readonly menu?: Readonly<Record<string, readonly MenuOperation[]>>;
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
