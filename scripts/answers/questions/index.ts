import type { Teach } from '../teaching.js';
import { authRefusalStatus } from './auth-refusal-status.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { contactRequestFormActive } from './contact-request-form-active.js';
import { errorsOtherStatuses } from './errors-other-statuses.js';
import { filterUpdateRequest } from './filter-update-request.js';
import { limitsRate } from './limits-rate.js';
import { listsEnvelope } from './lists-envelope.js';
import { operationsParameters } from './operations-parameters.js';
import { operationsPaths } from './operations-paths.js';
import { operationsPayloads } from './operations-payloads.js';
import { operationsSuccessStatus } from './operations-success-status.js';
import { partnerEntryUpdateReflection } from './partner-entry-update-reflection.js';
import { partnerEntryUpdateRequired } from './partner-entry-update-required.js';
import { partnerEntryUpdateUnshownFields } from './partner-entry-update-unshown-fields.js';
import { requestBodyRequired } from './request-body-required.js';
import { requestExtraFields } from './request-extra-fields.js';
import { reviewExportFormat } from './review-export-format.js';
import { serviceAddress } from './service-address.js';
import { updatesNull } from './updates-null.js';

/** The questions whose answers change the contract, by id; the answers to all others only show in the docs. */
export const compiled: Readonly<Record<string, Teach<never>>> = {
  'auth.refusal-status': authRefusalStatus,
  'auth.scheme-prefix': authSchemePrefix,
  'contact-request-form.active': contactRequestFormActive,
  'errors.other-statuses': errorsOtherStatuses,
  'filter-update.request': filterUpdateRequest,
  'limits.rate': limitsRate,
  'lists.envelope': listsEnvelope,
  'operations.parameters': operationsParameters,
  'operations.paths': operationsPaths,
  'operations.payloads': operationsPayloads,
  'operations.success-status': operationsSuccessStatus,
  'partner-entry-update.reflection': partnerEntryUpdateReflection,
  'partner-entry-update.required': partnerEntryUpdateRequired,
  'partner-entry-update.unshown-fields': partnerEntryUpdateUnshownFields,
  'request.body-required': requestBodyRequired,
  'request.extra-fields': requestExtraFields,
  'review-export.format': reviewExportFormat,
  'service.address': serviceAddress,
  'updates.null': updatesNull,
};

/** Questions whose answers name operations or fields themselves, or are about one thing: `except` has no place there. */
export const withoutExcept: ReadonlySet<string> = new Set([
  'auth.refusal-status',
  'auth.scheme-prefix',
  'contact-request-form.active',
  'errors.other-statuses',
  'filter-update.request',
  'limits.rate',
  'operations.parameters',
  'operations.paths',
  'operations.payloads',
  'operations.success-status',
  'partner-entry-update.reflection',
  'partner-entry-update.required',
  'partner-entry-update.unshown-fields',
  'request.extra-fields',
  'review-export.format',
  'service.address',
  'updates.null',
]);
