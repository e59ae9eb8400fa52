import { nullableFields } from '../nullable-fields.js';
import { requiredFields } from '../required-fields.js';
import { single } from '../single.js';
import type { Teach } from '../teaching.js';
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
import { partnerEntryUpdateReflection } from './partner-entry-update-reflection.js';
import { partnerEntryUpdateUnshownFields } from './partner-entry-update-unshown-fields.js';
import { requestBodyRequired } from './request-body-required.js';
import { requestExtraFields } from './request-extra-fields.js';
import { resourceItemsTypes } from './resource-items-types.js';
import { resourcesFields } from './resources-fields.js';
import { reviewExportFormat } from './review-export-format.js';
import { serviceAddress } from './service-address.js';
import { theServiceName } from './the-service-name.js';

/** The questions whose answers change the contract, by id; the answers to all others only show in the docs. */
export const compiled: Readonly<Record<string, Teach<never>>> = {
  'links.leading-slash': linksLeadingSlash,
  'the-service.name': theServiceName,
  'partner-entry.fields': partnerEntryFields,
  'partner-entry.required': requiredFields('PartnerEntry'),
  'partner-entry.status-values': valueSet,
  'partner-entry.type-values': valueSet,
  'media.type-values': valueSet,
  'partner-entry.nullability': nullableFields('PartnerEntry'),
  'resource-items.types': resourceItemsTypes,
  'order.presence': orderPresence,
  'certifications.position': certificationsPosition,
  'colour.digits': colourDigits,
  'filter.option-shape': filterOptionShape,
  'filter.required': requiredFields('Filter'),
  'filter.nullability': nullableFields('Filter'),
  'filter.type-values': valueSet,
  'resources.fields': resourcesFields,
  'service.address': single(serviceAddress),
  'request.body-required': requestBodyRequired,
  'partner-entry-update.required': requiredFields('PartnerEntryUpdate'),
  'updates.null': nullableFields('PartnerEntryUpdate'),
  'partner-entry-update.reflection': single(partnerEntryUpdateReflection),
  'partner-entry-update.unshown-fields': single(partnerEntryUpdateUnshownFields),
  'partner-entry-update.owner-keys': partnerEntryUpdateOwnerKeys,
  'request.extra-fields': single(requestExtraFields),
  'filter-update.request': single(filterUpdateRequest),
  'operations.paths': single(operationsPaths),
  'operations.parameters': single(operationsParameters),
  'operations.payloads': single(operationsPayloads),
  'operations.success-status': single(operationsSuccessStatus),
  'contact-request-form.active': single(contactRequestFormActive),
  'lists.envelope': listsEnvelope,
  'review-export.format': single(reviewExportFormat),
  'auth.scheme-prefix': single(authSchemePrefix),
  'auth.refusal-status': single(authRefusalStatus),
  'errors.body': errorsBody,
  'errors.other-statuses': single(errorsOtherStatuses),
  'limits.rate': single(limitsRate),
  'limits.field-lengths': limitsFieldLengths,
};
