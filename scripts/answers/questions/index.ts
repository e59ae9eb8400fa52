import { shapeTeacher } from '../object-shape.js';
import { type Teacher, withSingleAnswer } from '../teaching.js';
import { authRefusalStatus, errorsBody, errorsOtherStatuses, limitsRate } from './errors.js';
import { listsEnvelope } from './lists-envelope.js';
import { operationsMediaTypes } from './media-types.js';
import { objectsEnvelope } from './objects-envelope.js';
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
  schemas,
} from './resource-fields.js';
import { contactRequestFormActive, operationsSuccessStatus, reviewExportFormat } from './responses.js';
import { serviceAddress, theServiceName } from './service.js';
import { colourDigits, limitsFieldLengths, linksLeadingSlash, valueSet } from './texts.js';

/** Teachers by id of their question, for answers that change the contract. All other answers change only the docs. */
export const teachers: Readonly<Record<string, Teacher<never>>> = {
  'links.leading-slash': linksLeadingSlash,
  schemas,
  'the-service.name': theServiceName,
  'partner-entry.fields': partnerEntryFields,
  'partner-entry.required': shapeTeacher('PartnerEntry', 'required'),
  'partner-entry.status-values': valueSet,
  'partner-entry.type-values': valueSet,
  'media.type-values': valueSet,
  'partner-entry.nullability': shapeTeacher('PartnerEntry', 'nullable'),
  'resource-items.types': resourceItemsTypes,
  'order.presence': orderPresence,
  'certifications.position': certificationsPosition,
  'colour.digits': colourDigits,
  'filter.option-shape': filterOptionShape,
  'filter.required': shapeTeacher('Filter', 'required'),
  'filter.nullability': shapeTeacher('Filter', 'nullable'),
  'filter.type-values': valueSet,
  'resources.fields': resourcesFields,
  'service.address': withSingleAnswer(serviceAddress),
  'request.body-required': requestBodyRequired,
  'partner-entry-update.required': shapeTeacher('PartnerEntryUpdate', 'required'),
  'updates.null': shapeTeacher('PartnerEntryUpdate', 'nullable'),
  'partner-entry-update.reflection': withSingleAnswer(partnerEntryUpdateReflection),
  'partner-entry-update.unshown-fields': withSingleAnswer(partnerEntryUpdateUnshownFields),
  'partner-entry-update.owner-keys': partnerEntryUpdateOwnerKeys,
  'request.extra-fields': withSingleAnswer(requestExtraFields),
  'filter-update.request': withSingleAnswer(filterUpdateRequest),
  'operations.paths': withSingleAnswer(operationsPaths),
  'operations.parameters': withSingleAnswer(operationsParameters),
  'operations.payloads': withSingleAnswer(operationsPayloads),
  'operations.success-status': withSingleAnswer(operationsSuccessStatus),
  'contact-request-form.active': withSingleAnswer(contactRequestFormActive),
  'lists.envelope': listsEnvelope,
  'objects.envelope': objectsEnvelope,
  'review-export.format': withSingleAnswer(reviewExportFormat),
  'auth.scheme-prefix': withSingleAnswer(authSchemePrefix),
  'auth.refusal-status': withSingleAnswer(authRefusalStatus),
  'errors.body': errorsBody,
  'errors.other-statuses': withSingleAnswer(errorsOtherStatuses),
  'operations.media-types': withSingleAnswer(operationsMediaTypes),
  'limits.rate': withSingleAnswer(limitsRate),
  'limits.field-lengths': limitsFieldLengths,
};
