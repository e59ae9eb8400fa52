import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { errorsBody } from './errors-body.js';
import { nullableFields, requiredFields } from './field-presence.js';
import { filterOptionShape, partnerEntryFields, resourcesFields } from './further-fields.js';
import { listsEnvelope } from './lists-envelope.js';
import { operationsMediaTypes } from './media-types.js';
import { objectsEnvelope } from './objects-envelope.js';
import { operationsPaths } from './operations-paths.js';
import { operationsPayloads } from './operations-payloads.js';
import { partnerEntryUpdateReflection, partnerEntryUpdateUnshownFields } from './reflections.js';
import { authRefusalStatus, errorsOtherStatuses, operationsSuccessStatus } from './statuses.js';
import { theServiceName } from './the-service-name.js';
import { filterUpdateRequest, partnerEntryUpdateRequired } from './update-requests.js';
import { updatesNull } from './updates-null.js';
import { valueSet } from './value-set.js';

type Collector = (subject: QuestionSubject) => QuestionWatch;

/** Collectors for questions that responses to reads can answer. */
const readCollectors: Readonly<Record<string, Collector>> = {
  'auth.refusal-status': authRefusalStatus,
  'auth.scheme-prefix': authSchemePrefix,
  'errors.body': errorsBody,
  'errors.other-statuses': errorsOtherStatuses,
  'lists.envelope': listsEnvelope,
  'objects.envelope': objectsEnvelope,
  'operations.media-types': operationsMediaTypes,
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
};

/** Collectors for questions that only responses to writes can answer. */
const writeCollectors: Readonly<Record<string, Collector>> = {
  'operations.payloads': operationsPayloads,
  'operations.success-status': operationsSuccessStatus,
  'updates.null': updatesNull,
  'partner-entry-update.required': partnerEntryUpdateRequired,
  'partner-entry-update.reflection': partnerEntryUpdateReflection,
  'partner-entry-update.unshown-fields': partnerEntryUpdateUnshownFields,
  'filter-update.request': filterUpdateRequest,
};

/** Collectors for questions that only recorded traffic can answer: a run sends no request whose form is unknown. */
const trafficCollectors: Readonly<Record<string, Collector>> = {
  'operations.paths': operationsPaths,
};

export const collectors = new Map(Object.entries({ ...readCollectors, ...writeCollectors, ...trafficCollectors }));

/** Returns the exchanges that can answer a question; undefined for a question that is left to people. */
export function sourceOf(question: string): 'reads' | 'writes' | 'traffic' | undefined {
  if (Object.hasOwn(readCollectors, question)) return 'reads';
  if (Object.hasOwn(writeCollectors, question)) return 'writes';
  return Object.hasOwn(trafficCollectors, question) ? 'traffic' : undefined;
}
