import { nullableFields } from '../nullable-fields.js';
import { requiredFields } from '../required-fields.js';
import type { Teach } from '../teaching.js';
import { valueSet } from '../value-set.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { certificationsPosition } from './certifications-position.js';
import { colourDigits } from './colour-digits.js';
import { errorsBody } from './errors-body.js';
import { filterOptionShape } from './filter-option-shape.js';
import { limitsFieldLengths } from './limits-field-lengths.js';
import { linksLeadingSlash } from './links-leading-slash.js';
import { listsEnvelope } from './lists-envelope.js';
import { orderPresence } from './order-presence.js';
import { partnerEntryFields } from './partner-entry-fields.js';
import { partnerEntryUpdateOwnerKeys } from './partner-entry-update-owner-keys.js';
import { resourceItemsTypes } from './resource-items-types.js';
import { resourcesFields } from './resources-fields.js';
import { theServiceName } from './the-service-name.js';

/** The questions whose answers change the contract, by id; the answers to all others only show in the docs. */
export const compiled: Readonly<Record<string, Teach<never>>> = {
  'links.leading-slash': linksLeadingSlash,
  'partner-entry.fields': partnerEntryFields,
  'the-service.name': theServiceName,
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
  'partner-entry-update.owner-keys': partnerEntryUpdateOwnerKeys,
  'lists.envelope': listsEnvelope,
  'auth.scheme-prefix': authSchemePrefix,
  'errors.body': errorsBody,
  'limits.field-lengths': limitsFieldLengths,
};
