// Replaces `generated/contract.js` in `try.js`, so that the page loads the contract only once: in `try-contract.js`,
// which must be loaded first.

import type { OpenApiDocument } from '../contract/document.js';
import { readPageData } from './page-data.js';

const { contract: pageContract } = readPageData();
if (!pageContract) throw new Error('try-contract.js must be loaded before try.js.');

export const pageDocument: OpenApiDocument = pageContract.document;

/** The contract of this package. */
export const contract: OpenApiDocument = pageContract.own ?? pageContract.document;
