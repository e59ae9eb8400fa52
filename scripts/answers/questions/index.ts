import { nullableFields, requiredFields } from '../fields.js';
import { single, type Teach } from '../teaching.js';
import { authRefusalStatus, errorsBody, errorsOtherStatuses, limitsRate } from './errors.js';
import { listsEnvelope } from './lists-envelope.js';
import { operationsPaths } from './operations-paths.js';
import { operationsPayloads } from './operations-payloads.js';
import {
  partnerEntryUpdateOwnerKeys,
  partnerEntryUpdateReflection,
  partnerEntryUpdateUnshownFields,
} from './partner-entry-update.js';
import {
  authSchemePrefix,
  filterUpdateRequest,
  operationsParameters,
  requestBodyRequired,
  requestExtraFields,
} from './requests.js';
import {
  certificationsPosition,
  filterOptionShape,
  orderPresence,
  partnerEntryFields,
  resourceItemsTypes,
  resourcesFields,
} from './resource-fields.js';
import { contactRequestFormActive, operationsSuccessStatus, reviewExportFormat } from './responses.js';
import { serviceAddress, theServiceName } from './service.js';
import { colourDigits, limitsFieldLengths, linksLeadingSlash, valueSet } from './texts.js';

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
