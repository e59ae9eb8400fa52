import { nullableFields } from '../nullable-fields.js';
import { requiredFields } from '../required-fields.js';
import type { Rule } from '../rule.js';
import { valueSet } from '../value-set.js';
import { authRefusalStatus } from './auth-refusal-status.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { certificationsPosition } from './certifications-position.js';
import { colourDigits } from './colour-digits.js';
import { contactRequestFormActive } from './contact-request-form-active.js';
import { errorsBody } from './errors-body.js';
import { errorsOtherStatuses } from './errors-other-statuses.js';
import { filterOptionShape } from './filter-option-shape.js';
import { filterUpdateRequest } from './filter-update-request.js';
import { limitsFieldLengths } from './limits-field-lengths.js';
import { limitsRate } from './limits-rate.js';
import { linksLeadingSlash } from './links-leading-slash.js';
import { listsEnvelope } from './lists-envelope.js';
import { operationsParameters } from './operations-parameters.js';
import { operationsPaths } from './operations-paths.js';
import { operationsPayloads } from './operations-payloads.js';
import { operationsSuccessStatus } from './operations-success-status.js';
import { orderPresence } from './order-presence.js';
import { partnerEntryFields } from './partner-entry-fields.js';
import { partnerEntryUpdateOwnerKeys } from './partner-entry-update-owner-keys.js';
import { partnerEntryUpdateRequired } from './partner-entry-update-required.js';
import { partnerEntryUpdateReflection, partnerEntryUpdateUnshownFields } from './reflections.js';
import { requestBodyRequired } from './request-body-required.js';
import { requestExtraFields } from './request-extra-fields.js';
import { resourceItemsTypes } from './resource-items-types.js';
import { resourcesFields } from './resources-fields.js';
import { reviewExportFormat } from './review-export-format.js';
import { theServiceName } from './the-service-name.js';
import { updatesNull } from './updates-null.js';

/** How to collect evidence about each question. */
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
  linksLeadingSlash,
  theServiceName,
  partnerEntryFields,
  requiredFields('partner-entry.required'),
  valueSet('partner-entry.status-values'),
  valueSet('partner-entry.type-values'),
  valueSet('media.type-values'),
  nullableFields('partner-entry.nullability'),
  resourceItemsTypes,
  orderPresence,
  certificationsPosition,
  colourDigits,
  filterOptionShape,
  requiredFields('filter.required'),
  nullableFields('filter.nullability'),
  valueSet('filter.type-values'),
  resourcesFields,
  updatesNull,
  partnerEntryUpdateRequired,
  partnerEntryUpdateReflection,
  partnerEntryUpdateUnshownFields,
  partnerEntryUpdateOwnerKeys,
  requestExtraFields,
  filterUpdateRequest,
];
