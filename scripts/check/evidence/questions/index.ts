import { nullableFields } from '../nullable-fields.js';
import { requiredFields } from '../required-fields.js';
import type { Rule } from '../rule.js';
import { valueSet } from '../value-set.js';
import { authRefusalStatus } from './auth-refusal-status.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { errorsBody } from './errors-body.js';
import { errorsOtherStatuses } from './errors-other-statuses.js';
import { filterOptionShape } from './filter-option-shape.js';
import { filterUpdateRequest } from './filter-update-request.js';
import { questionsForPeople } from './for-people.js';
import { listsEnvelope } from './lists-envelope.js';
import { operationsParameters } from './operations-parameters.js';
import { operationsPaths } from './operations-paths.js';
import { operationsPayloads } from './operations-payloads.js';
import { operationsSuccessStatus } from './operations-success-status.js';
import { partnerEntryFields } from './partner-entry-fields.js';
import { partnerEntryUpdateRequired } from './partner-entry-update-required.js';
import { partnerEntryUpdateReflection, partnerEntryUpdateUnshownFields } from './reflections.js';
import { requestBodyRequired } from './request-body-required.js';
import { resourcesFields } from './resources-fields.js';
import { theServiceName } from './the-service-name.js';
import { updatesNull } from './updates-null.js';

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
