import type { Rule } from '../rule.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { errorsBody } from './errors-body.js';
import { nullableFields, requiredFields } from './field-presence.js';
import { questionsForPeople } from './for-people.js';
import { filterOptionShape, partnerEntryFields, resourcesFields } from './further-fields.js';
import { listsEnvelope } from './lists-envelope.js';
import { operationsParameters } from './operations-parameters.js';
import { operationsPaths } from './operations-paths.js';
import { operationsPayloads } from './operations-payloads.js';
import { partnerEntryUpdateReflection, partnerEntryUpdateUnshownFields } from './reflections.js';
import { authRefusalStatus, errorsOtherStatuses, operationsSuccessStatus, requestBodyRequired } from './statuses.js';
import { theServiceName } from './the-service-name.js';
import { filterUpdateRequest, partnerEntryUpdateRequired } from './update-requests.js';
import { updatesNull } from './updates-null.js';
import { valueSet } from './value-set.js';

/** How to collect evidence about each question. */
export const questionRules: readonly Rule[] = [
  authRefusalStatus,
  authSchemePrefix,
  errorsBody,
  errorsOtherStatuses,
  listsEnvelope,
  operationsParameters,
  operationsPaths,
  operationsPayloads,
  operationsSuccessStatus,
  requestBodyRequired,
  theServiceName,
  partnerEntryFields,
  requiredFields('partner-entry.required'),
  valueSet('partner-entry.status-values'),
  valueSet('partner-entry.type-values'),
  valueSet('media.type-values'),
  nullableFields('partner-entry.nullability'),
  filterOptionShape,
  requiredFields('filter.required'),
  nullableFields('filter.nullability'),
  valueSet('filter.type-values'),
  resourcesFields,
  updatesNull,
  partnerEntryUpdateRequired,
  partnerEntryUpdateReflection,
  partnerEntryUpdateUnshownFields,
  filterUpdateRequest,
  ...questionsForPeople,
];
