import type { Rule } from '../rule.js';
import { authRefusalStatus } from './auth-refusal-status.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { contactRequestFormActive } from './contact-request-form-active.js';
import { errorsBody } from './errors-body.js';
import { errorsOtherStatuses } from './errors-other-statuses.js';
import { limitsFieldLengths } from './limits-field-lengths.js';
import { limitsRate } from './limits-rate.js';
import { listsEnvelope } from './lists-envelope.js';
import { operationsParameters } from './operations-parameters.js';
import { operationsPaths } from './operations-paths.js';
import { operationsPayloads } from './operations-payloads.js';
import { operationsSuccessStatus } from './operations-success-status.js';
import { requestBodyRequired } from './request-body-required.js';
import { reviewExportFormat } from './review-export-format.js';

/** One rule of evidence a question. */
export const questionRules: readonly Rule[] = [
  authRefusalStatus,
  authSchemePrefix,
  contactRequestFormActive,
  errorsBody,
  errorsOtherStatuses,
  limitsFieldLengths,
  limitsRate,
  listsEnvelope,
  operationsParameters,
  operationsPaths,
  operationsPayloads,
  operationsSuccessStatus,
  requestBodyRequired,
  reviewExportFormat,
];
