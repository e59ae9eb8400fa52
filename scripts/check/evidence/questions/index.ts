import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { errorsBody } from './errors-body.js';
import { nullableFields, requiredFields } from './field-presence.js';
import { filterOptionShape, partnerEntryFields, resourcesFields } from './further-fields.js';
import { listsEnvelope } from './lists-envelope.js';
import { objectsEnvelope } from './objects-envelope.js';
import { operationsPaths } from './operations-paths.js';
import { operationsPayloads } from './operations-payloads.js';
import { partnerEntryUpdateReflection, partnerEntryUpdateUnshownFields } from './reflections.js';
import { authRefusalStatus, errorsOtherStatuses, operationsSuccessStatus, requestBodyRequired } from './statuses.js';
import { theServiceName } from './the-service-name.js';
import { filterUpdateRequest, partnerEntryUpdateRequired } from './update-requests.js';
import { updatesNull } from './updates-null.js';
import { valueSet } from './value-set.js';

export const collectors: ReadonlyMap<string, (subject: QuestionSubject) => QuestionWatch> = new Map(
  Object.entries({
    'auth.refusal-status': authRefusalStatus,
    'auth.scheme-prefix': authSchemePrefix,
    'errors.body': errorsBody,
    'errors.other-statuses': errorsOtherStatuses,
    'lists.envelope': listsEnvelope,
    'objects.envelope': objectsEnvelope,
    'operations.paths': operationsPaths,
    'operations.payloads': operationsPayloads,
    'operations.success-status': operationsSuccessStatus,
    'request.body-required': requestBodyRequired,
    'the-service.name': theServiceName,
    'partner-entry.fields': partnerEntryFields,
    'partner-entry.required': requiredFields,
    'partner-entry.status-values': valueSet,
    'partner-entry.type-values': valueSet,
    'media.type-values': valueSet,
    'partner-entry.nullability': nullableFields,
    'filter.option-shape': filterOptionShape,
    'filter.required': requiredFields,
    'filter.nullability': nullableFields,
    'filter.type-values': valueSet,
    'resources.fields': resourcesFields,
    'updates.null': updatesNull,
    'partner-entry-update.required': partnerEntryUpdateRequired,
    'partner-entry-update.reflection': partnerEntryUpdateReflection,
    'partner-entry-update.unshown-fields': partnerEntryUpdateUnshownFields,
    'filter-update.request': filterUpdateRequest,
  }),
);
