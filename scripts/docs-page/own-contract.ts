// In the bundle `try.js`, this file replaces `generated/contract.js`, so that a page loads the contract only once: from
// `try-contract.js`, which must be loaded before.

import type { OpenApiDocument } from '../contract/document.js';
import { readPageData } from './page-data.js';

const { contract: pageContract } = readPageData();
if (!pageContract) throw new Error('try-contract.js must be loaded before try.js.');

export const pageDocument: OpenApiDocument = pageContract.document;

/** The contract of this package, without the answers that `pageDocument` may contain. */
export const contract: OpenApiDocument = pageContract.own ?? pageContract.document;
