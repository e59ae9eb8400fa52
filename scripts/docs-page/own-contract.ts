// Stands in for `generated/contract.js` and `generated/body-validators.js` in `try.js`, so that the page has the
// contract once: from `try-contract.js`, which is loaded before.

import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import * as formats from 'ajv-formats/dist/formats.js';
import type { OpenApiDocument } from '../contract/document.js';
import type { Validators } from '../sandbox/model/judge.js';
import { loadedData } from './loaded.js';

const { contract: given } = loadedData();
if (!given) throw new Error('try-contract.js must be loaded before try.js.');

/** What the validators of any contract may call, by the name under which Ajv knows it. */
const runTime: Readonly<Record<string, unknown>> = {
  'ajv-formats/dist/formats': formats,
  'ajv/dist/runtime/equal': equal,
  'ajv/dist/runtime/ucs2length': ucs2length,
};

/** The contract of the page. */
export const shownDocument: OpenApiDocument = given.document;
export const shownValidators: Validators = given.validators((name) => {
  if (!(name in runTime)) throw new Error(`try.js has no ${name}. Add it in scripts/docs-page/own-contract.ts.`);
  return runTime[name];
});

/** The contract of this package. Its validators are used only if the page shows it. */
export const contract: OpenApiDocument = given.own ?? given.document;
export const { requests, answers } = given.own ? { requests: {}, answers: {} } : shownValidators;
