// Stands in for `generated/contract.js` in `try.js`, so that the page has the contract once: from `try-contract.js`,
// which is loaded before.

import type { OpenApiDocument } from '../contract/document.js';
import { loadedData } from './loaded.js';

const { contract: given } = loadedData();
if (!given) throw new Error('try-contract.js must be loaded before try.js.');

/** The contract of the page. */
export const shownDocument: OpenApiDocument = given.document;

/** The contract of this package. */
export const contract: OpenApiDocument = given.own ?? given.document;
