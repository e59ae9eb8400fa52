// Made by "npm run build" from openapi/; do not edit.
import type { Client } from 'openapi-fetch';
import { buildClient, ResponseError } from '../scripts/client/index.js';
import type {
  CallArgument,
  CallData,
  CallItem,
  CallRefusal,
  CallResult,
  DirectoryClientOptions,
} from '../scripts/client/index.js';
import { operationTable } from './operation-table.js';
import type { components, operations, paths } from './types.js';

export { DirectoryRequestError } from '../scripts/client/index.js';
export type {
  Complete,
  DirectoryClientOptions,
  DirectoryRequestErrorCode,
} from '../scripts/client/index.js';

/**
 * The argument of a method: `path`, `query` and `body` as declared; `signal`, `headers`, `timeout`;
 * `extraQuery` for parameters that are not declared; `idempotent` for a write that may be sent twice.
 */
export type DirectoryCall<Id extends keyof operations> = CallArgument<operations[Id]>;

/**
 * The result of a method, for any HTTP status: `{ ok: true, status, data, headers }` or
 * `{ ok: false, status, error, headers }`. Without a response it rejects with a `DirectoryRequestError`.
 */
export type DirectoryResult<Id extends keyof operations> = CallResult<
  operations[Id],
  components['schemas']['ApiError']
>;

/** The result of a method for a response that is not a success. */
export type DirectoryRefusal = CallRefusal<components['schemas']['ApiError']>;

/**
 * The error of the methods of `orThrow` for a response that is not a success. `error` has the JSON of its
 * body, or the text; it is empty if it could hold the key.
 */
export interface DirectoryResponseError extends Error {
  /** The HTTP status: 4xx, 5xx or 304. */
  readonly status: number;
  /** The JSON value of the body, or its text. */
  readonly error: DirectoryRefusal['error'];
  /** The headers of the response: `Retry-After` and others. */
  readonly headers: Headers;
  /** The operation that was called. */
  readonly operationId: string;
}
export const DirectoryResponseError = ResponseError as unknown as new () => DirectoryResponseError;

type Items<
  Id extends keyof operations,
  Place extends readonly string[] = [],
> = AsyncGenerator<CallItem<operations[Id], Place>, void, undefined>;

/**
 * One method per operation that returns a list. It generates the items of all pages. It asks for a page when
 * the items of the previous page have been read, with the same `headers`, `signal` and deadline.
 *
 * It throws a `DirectoryRequestError`: with the code `refused` for a response that is not a success, and
 * with the result as its `cause`, a `DirectoryRefusal`; with `invalid-body` for a page without a list; and
 * with the codes of any call.
 */
export interface DirectoryPages {
  /** The items of {@link DirectoryClient.listDirectories}. */
  listDirectories(call?: DirectoryCall<'listDirectories'>): Items<'listDirectories'>;
  /** The items of {@link DirectoryClient.listCustomForms}. */
  listCustomForms(call: DirectoryCall<'listCustomForms'>): Items<'listCustomForms'>;
  /** The items of {@link DirectoryClient.listCurrencyFieldOptions}. */
  listCurrencyFieldOptions(call?: DirectoryCall<'listCurrencyFieldOptions'>):
    Items<'listCurrencyFieldOptions'>;
  /** The items of {@link DirectoryClient.listContactRequestForms}. */
  listContactRequestForms(call: DirectoryCall<'listContactRequestForms'>): Items<'listContactRequestForms'>;
  /** The items of {@link DirectoryClient.listCallouts}. */
  listCallouts(call: DirectoryCall<'listCallouts'>): Items<'listCallouts'>;
  /** The items of {@link DirectoryClient.listBadges}. */
  listBadges(call: DirectoryCall<'listBadges'>): Items<'listBadges'>;
  /** The items of {@link DirectoryClient.listCertifications}. */
  listCertifications(call: DirectoryCall<'listCertifications'>): Items<'listCertifications'>;
  /** The items of {@link DirectoryClient.listVerifications}. */
  listVerifications(call: DirectoryCall<'listVerifications'>): Items<'listVerifications'>;
  /** The items of {@link DirectoryClient.listFilters}. */
  listFilters(call: DirectoryCall<'listFilters'>): Items<'listFilters'>;
  /** The items of {@link DirectoryClient.listInternalFilters}. */
  listInternalFilters(call: DirectoryCall<'listInternalFilters'>): Items<'listInternalFilters'>;
  /** The items of {@link DirectoryClient.listExternalDirectoryFilters}. */
  listExternalDirectoryFilters(call: DirectoryCall<'listExternalDirectoryFilters'>):
    Items<'listExternalDirectoryFilters'>;
  /** The items of {@link DirectoryClient.listFilterOptions}. */
  listFilterOptions(call: DirectoryCall<'listFilterOptions'>): Items<'listFilterOptions'>;
  /** The items of {@link DirectoryClient.listFilterOptionMappings}. */
  listFilterOptionMappings(call: DirectoryCall<'listFilterOptionMappings'>):
    Items<'listFilterOptionMappings'>;
  /** The items of {@link DirectoryClient.listExternalDirectoryFilterOptionMappings}. */
  listExternalDirectoryFilterOptionMappings(call: DirectoryCall<'listExternalDirectoryFilterOptionMappings'>):
    Items<'listExternalDirectoryFilterOptionMappings'>;
  /** The items of {@link DirectoryClient.listTiers}. */
  listTiers(call: DirectoryCall<'listTiers'>): Items<'listTiers'>;
  /** The items of {@link DirectoryClient.listTierEntries}. */
  listTierEntries(call: DirectoryCall<'listTierEntries'>): Items<'listTierEntries'>;
  /** The items of {@link DirectoryClient.listEntries}. */
  listEntries(call: DirectoryCall<'listEntries'>): Items<'listEntries'>;
  /** The items of {@link DirectoryClient.listAppEntryCallouts}. */
  listAppEntryCallouts(call: DirectoryCall<'listAppEntryCallouts'>): Items<'listAppEntryCallouts'>;
  /** The items of {@link DirectoryClient.listPartnerEntries}. */
  listPartnerEntries(call: DirectoryCall<'listPartnerEntries'>): Items<'listPartnerEntries'>;
  /** The items of {@link DirectoryClient.listPartnerEntryBadges}. */
  listPartnerEntryBadges(call: DirectoryCall<'listPartnerEntryBadges'>): Items<'listPartnerEntryBadges'>;
  /** The items of {@link DirectoryClient.listPartnerEntryCallouts}. */
  listPartnerEntryCallouts(call: DirectoryCall<'listPartnerEntryCallouts'>):
    Items<'listPartnerEntryCallouts'>;
  /** The items of {@link DirectoryClient.listPartnerEntryCertifications}. */
  listPartnerEntryCertifications(call: DirectoryCall<'listPartnerEntryCertifications'>):
    Items<'listPartnerEntryCertifications'>;
  /** The items of {@link DirectoryClient.listPartnerEntryIndustryCertifications}. */
  listPartnerEntryIndustryCertifications(call: DirectoryCall<'listPartnerEntryIndustryCertifications'>):
    Items<'listPartnerEntryIndustryCertifications'>;
  /** The items of {@link DirectoryClient.listPartnerEntrySegmentCertifications}. */
  listPartnerEntrySegmentCertifications(call: DirectoryCall<'listPartnerEntrySegmentCertifications'>):
    Items<'listPartnerEntrySegmentCertifications'>;
  /** The items of {@link DirectoryClient.listPartnerEntryClients}. */
  listPartnerEntryClients(call: DirectoryCall<'listPartnerEntryClients'>): Items<'listPartnerEntryClients'>;
  /** The items of {@link DirectoryClient.listPartnerEntryKeywords}. */
  listPartnerEntryKeywords(call: DirectoryCall<'listPartnerEntryKeywords'>):
    Items<'listPartnerEntryKeywords'>;
  /** The items of {@link DirectoryClient.listPartnerEntryLocations}. */
  listPartnerEntryLocations(call: DirectoryCall<'listPartnerEntryLocations'>):
    Items<'listPartnerEntryLocations'>;
  /** The items of {@link DirectoryClient.listPartnerEntryMedia}. */
  listPartnerEntryMedia(call: DirectoryCall<'listPartnerEntryMedia'>): Items<'listPartnerEntryMedia'>;
  /** The items of {@link DirectoryClient.listPartnerEntryResources}. */
  listPartnerEntryResources(call: DirectoryCall<'listPartnerEntryResources'>):
    Items<'listPartnerEntryResources'>;
  /** The items of {@link DirectoryClient.listPartnerEntryInternalResources}. */
  listPartnerEntryInternalResources(call: DirectoryCall<'listPartnerEntryInternalResources'>):
    Items<'listPartnerEntryInternalResources'>;
  /** The items of {@link DirectoryClient.listPartnerEntrySpecialOffers}. */
  listPartnerEntrySpecialOffers(call: DirectoryCall<'listPartnerEntrySpecialOffers'>):
    Items<'listPartnerEntrySpecialOffers'>;
  /** The items of {@link DirectoryClient.listPartnerEntryTestimonials}. */
  listPartnerEntryTestimonials(call: DirectoryCall<'listPartnerEntryTestimonials'>):
    Items<'listPartnerEntryTestimonials'>;
  /** The items of {@link DirectoryClient.listPartnerEntryInternalTestimonials}. */
  listPartnerEntryInternalTestimonials(call: DirectoryCall<'listPartnerEntryInternalTestimonials'>):
    Items<'listPartnerEntryInternalTestimonials'>;
  /** The items of {@link DirectoryClient.listPartnerEntryUseCases}. */
  listPartnerEntryUseCases(call: DirectoryCall<'listPartnerEntryUseCases'>):
    Items<'listPartnerEntryUseCases'>;
  /** The items of {@link DirectoryClient.listPartnerEntryInternalUseCases}. */
  listPartnerEntryInternalUseCases(call: DirectoryCall<'listPartnerEntryInternalUseCases'>):
    Items<'listPartnerEntryInternalUseCases'>;
  /** The items of {@link DirectoryClient.listPartnerEntryVerifications}. */
  listPartnerEntryVerifications(call: DirectoryCall<'listPartnerEntryVerifications'>):
    Items<'listPartnerEntryVerifications'>;
  /** The items of {@link DirectoryClient.listOrganizationMatches}. */
  listOrganizationMatches(call: DirectoryCall<'listOrganizationMatches'>): Items<'listOrganizationMatches'>;
  /** The items of {@link DirectoryClient.listContactRequests}. */
  listContactRequests(call: DirectoryCall<'listContactRequests'>): Items<'listContactRequests'>;
  /** The items of {@link DirectoryClient.listContactRequestAttachments}. */
  listContactRequestAttachments(call: DirectoryCall<'listContactRequestAttachments'>):
    Items<'listContactRequestAttachments'>;
  /** The items of {@link DirectoryClient.listDirectoryMatchmakingRequests}. */
  listDirectoryMatchmakingRequests(call: DirectoryCall<'listDirectoryMatchmakingRequests'>):
    Items<'listDirectoryMatchmakingRequests'>;
  /** The items of {@link DirectoryClient.listMatchmakingRequests}. */
  listMatchmakingRequests(call?: DirectoryCall<'listMatchmakingRequests'>): Items<'listMatchmakingRequests'>;
  /** The items of {@link DirectoryClient.listMatchmakingRequestPartners}. */
  listMatchmakingRequestPartners(call: DirectoryCall<'listMatchmakingRequestPartners'>):
    Items<'listMatchmakingRequestPartners'>;
  /** The items of {@link DirectoryClient.listReviews}. */
  listReviews(call: DirectoryCall<'listReviews'>): Items<'listReviews'>;
}

/** One method per operation. */
export interface DirectoryMethods {
  /**
   * List directories.
   *
   * Returns all directories that the key can read.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope, auth.permissions. In the source: "List directories".
   *
   * @example
   * const result = await client.listDirectories();
   * @see GET /api/directory/private/v1alpha/directories/
   */
  listDirectories(call?: DirectoryCall<'listDirectories'>): Promise<DirectoryResult<'listDirectories'>>;

  /**
   * Create a directory.
   *
   * Creates a directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required. In the source: "Create a directory".
   *
   * @example
   * const result = await client.createDirectory({ body: { name: 'Training partners' } });
   * @see POST /api/directory/private/v1alpha/directories/
   */
  createDirectory(call: DirectoryCall<'createDirectory'>): Promise<DirectoryResult<'createDirectory'>>;

  /**
   * Get a directory.
   *
   * Returns one directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: objects.envelope. In the source: "Get a directory".
   *
   * @example
   * const result = await client.getDirectory({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/
   */
  getDirectory(call: DirectoryCall<'getDirectory'>): Promise<DirectoryResult<'getDirectory'>>;

  /**
   * Update a directory.
   *
   * Updates one directory. The request sends the fields to change.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, updates.partial. In the source: "Update a directory".
   *
   * @example
   * const result = await client.updateDirectory({
   *   path: { directory_id },
   *   body: { name: 'Certified partners' },
   * });
   * @see PATCH /api/directory/private/v1alpha/directories/{directory_id}/
   */
  updateDirectory(call: DirectoryCall<'updateDirectory'>): Promise<DirectoryResult<'updateDirectory'>>;

  /**
   * Get the settings of a directory.
   *
   * Returns the settings of one directory.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getDirectorySettings({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/settings/
   */
  getDirectorySettings(call: DirectoryCall<'getDirectorySettings'>):
    Promise<DirectoryResult<'getDirectorySettings'>>;

  /**
   * Update the settings of a directory.
   *
   * Updates the settings of one directory. The request sends the settings to change.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required,
   * updates.partial.
   *
   * @example
   * const result = await client.updateDirectorySettings({
   *   path: { directory_id },
   *   body: { reviewsEnabled: false },
   * });
   * @see PATCH /api/directory/private/v1alpha/directories/{directory_id}/settings/
   */
  updateDirectorySettings(call: DirectoryCall<'updateDirectorySettings'>):
    Promise<DirectoryResult<'updateDirectorySettings'>>;

  /**
   * List custom forms.
   *
   * Returns all custom forms of a directory.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listCustomForms({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/forms/
   */
  listCustomForms(call: DirectoryCall<'listCustomForms'>): Promise<DirectoryResult<'listCustomForms'>>;

  /**
   * List currency field options.
   *
   * Returns the currencies that a form can offer in a currency field.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed. Open questions: lists.envelope, operation.purpose.
   *
   * @example
   * const result = await client.listCurrencyFieldOptions();
   * @see GET /api/directory/private/v1alpha/forms/currency-field-options/
   */
  listCurrencyFieldOptions(call?: DirectoryCall<'listCurrencyFieldOptions'>):
    Promise<DirectoryResult<'listCurrencyFieldOptions'>>;

  /**
   * List contact request forms.
   *
   * Returns the contact request forms of a directory, as a list. The public reference of the service speaks
   * of one form, the currently active one.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed. Open questions: lists.envelope, contact-request-form.active.
   *
   * @example
   * const result = await client.listContactRequestForms({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/forms/contact-request/
   */
  listContactRequestForms(call: DirectoryCall<'listContactRequestForms'>):
    Promise<DirectoryResult<'listContactRequestForms'>>;

  /**
   * Set the custom contact request form.
   *
   * Creates the custom contact request form of a directory, or replaces the existing one.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required,
   * operation.purpose.
   *
   * @example
   * const result = await client.setContactRequestForm({
   *   path: { directory_id },
   *   body: { name: 'Ask a partner' },
   * });
   * @see PUT /api/directory/private/v1alpha/directories/{directory_id}/forms/contact-request/
   */
  setContactRequestForm(call: DirectoryCall<'setContactRequestForm'>):
    Promise<DirectoryResult<'setContactRequestForm'>>;

  /**
   * Reset the contact request form.
   *
   * Deletes the custom contact request form of a directory. The directory then uses the default form.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed. Open questions: deletes.cascade, operation.purpose.
   *
   * @example
   * const result = await client.resetContactRequestForm({ path: { directory_id } });
   * @see DELETE /api/directory/private/v1alpha/directories/{directory_id}/forms/contact-request/
   */
  resetContactRequestForm(call: DirectoryCall<'resetContactRequestForm'>):
    Promise<DirectoryResult<'resetContactRequestForm'>>;

  /**
   * Get the default contact request form.
   *
   * Returns the default contact request form. A directory without a custom form uses it.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed. Open questions: objects.envelope, operation.purpose.
   *
   * @example
   * const result = await client.getDefaultContactRequestForm();
   * @see GET /api/directory/private/v1alpha/forms/contact-request/default/
   */
  getDefaultContactRequestForm(call?: DirectoryCall<'getDefaultContactRequestForm'>):
    Promise<DirectoryResult<'getDefaultContactRequestForm'>>;

  /**
   * List callouts.
   *
   * Returns all callouts of a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listCallouts({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/callouts/
   */
  listCallouts(call: DirectoryCall<'listCallouts'>): Promise<DirectoryResult<'listCallouts'>>;

  /**
   * Create a callout.
   *
   * Creates a callout in a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required.
   *
   * @example
   * const result = await client.createCallout({
   *   path: { directory_id },
   *   body: { name: 'Award winner', order: 4, text_color: '1B1B1B' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/callouts/
   */
  createCallout(call: DirectoryCall<'createCallout'>): Promise<DirectoryResult<'createCallout'>>;

  /**
   * Get a callout.
   *
   * Returns one callout.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getCallout({ path: { callout_id } });
   * @see GET /api/directory/private/v1alpha/callouts/{callout_id}/
   */
  getCallout(call: DirectoryCall<'getCallout'>): Promise<DirectoryResult<'getCallout'>>;

  /**
   * Update a callout.
   *
   * Updates one callout. The request sends the fields to change.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required,
   * updates.partial.
   *
   * @example
   * const result = await client.updateCallout({
   *   path: { callout_id },
   *   body: { background_color: '0B5D8A' },
   * });
   * @see PATCH /api/directory/private/v1alpha/callouts/{callout_id}/
   */
  updateCallout(call: DirectoryCall<'updateCallout'>): Promise<DirectoryResult<'updateCallout'>>;

  /**
   * Delete a callout.
   *
   * Deletes one callout. What happens to the entries that have it is not documented.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteCallout({ path: { callout_id } });
   * @see DELETE /api/directory/private/v1alpha/callouts/{callout_id}/
   */
  deleteCallout(call: DirectoryCall<'deleteCallout'>): Promise<DirectoryResult<'deleteCallout'>>;

  /**
   * List badges.
   *
   * Returns all badges of a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listBadges({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/badges/
   */
  listBadges(call: DirectoryCall<'listBadges'>): Promise<DirectoryResult<'listBadges'>>;

  /**
   * Create a badge.
   *
   * Creates a badge in a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required.
   *
   * @example
   * const result = await client.createBadge({
   *   path: { directory_id },
   *   body: { title: 'Fast responder' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/badges/
   */
  createBadge(call: DirectoryCall<'createBadge'>): Promise<DirectoryResult<'createBadge'>>;

  /**
   * Get a badge.
   *
   * Returns one badge.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getBadge({ path: { badge_id } });
   * @see GET /api/directory/private/v1alpha/badges/{badge_id}/
   */
  getBadge(call: DirectoryCall<'getBadge'>): Promise<DirectoryResult<'getBadge'>>;

  /**
   * Update a badge.
   *
   * Updates one badge. The request sends the fields to change.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required,
   * updates.partial.
   *
   * @example
   * const result = await client.updateBadge({
   *   path: { badge_id },
   *   body: { title: 'Founding partner' },
   * });
   * @see PATCH /api/directory/private/v1alpha/badges/{badge_id}/
   */
  updateBadge(call: DirectoryCall<'updateBadge'>): Promise<DirectoryResult<'updateBadge'>>;

  /**
   * Delete a badge.
   *
   * Deletes one badge. What happens to the entries that have it is not documented.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteBadge({ path: { badge_id } });
   * @see DELETE /api/directory/private/v1alpha/badges/{badge_id}/
   */
  deleteBadge(call: DirectoryCall<'deleteBadge'>): Promise<DirectoryResult<'deleteBadge'>>;

  /**
   * List certifications.
   *
   * Returns all certifications of a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listCertifications({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/certifications/
   */
  listCertifications(call: DirectoryCall<'listCertifications'>):
    Promise<DirectoryResult<'listCertifications'>>;

  /**
   * Create a certification.
   *
   * Creates a certification in a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required.
   *
   * @example
   * const result = await client.createCertification({
   *   path: { directory_id },
   *   body: { title: 'Certified data analyst' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/certifications/
   */
  createCertification(call: DirectoryCall<'createCertification'>):
    Promise<DirectoryResult<'createCertification'>>;

  /**
   * Get a certification.
   *
   * Returns one certification.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getCertification({ path: { certification_id } });
   * @see GET /api/directory/private/v1alpha/certifications/{certification_id}/
   */
  getCertification(call: DirectoryCall<'getCertification'>): Promise<DirectoryResult<'getCertification'>>;

  /**
   * Update a certification.
   *
   * Updates one certification. The request sends the fields to change.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required,
   * updates.partial.
   *
   * @example
   * const result = await client.updateCertification({
   *   path: { certification_id },
   *   body: { title: 'Senior data engineer' },
   * });
   * @see PATCH /api/directory/private/v1alpha/certifications/{certification_id}/
   */
  updateCertification(call: DirectoryCall<'updateCertification'>):
    Promise<DirectoryResult<'updateCertification'>>;

  /**
   * Delete a certification.
   *
   * Deletes one certification. What happens to the entries that have it is not documented.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteCertification({ path: { certification_id } });
   * @see DELETE /api/directory/private/v1alpha/certifications/{certification_id}/
   */
  deleteCertification(call: DirectoryCall<'deleteCertification'>):
    Promise<DirectoryResult<'deleteCertification'>>;

  /**
   * List verifications.
   *
   * Returns all verifications of a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listVerifications({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/verifications/
   */
  listVerifications(call: DirectoryCall<'listVerifications'>): Promise<DirectoryResult<'listVerifications'>>;

  /**
   * Create a verification.
   *
   * Creates a verification in a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required.
   *
   * @example
   * const result = await client.createVerification({
   *   path: { directory_id },
   *   body: { title: 'Data protection verified' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/verifications/
   */
  createVerification(call: DirectoryCall<'createVerification'>):
    Promise<DirectoryResult<'createVerification'>>;

  /**
   * Get a verification.
   *
   * Returns one verification.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getVerification({ path: { verification_id } });
   * @see GET /api/directory/private/v1alpha/verifications/{verification_id}/
   */
  getVerification(call: DirectoryCall<'getVerification'>): Promise<DirectoryResult<'getVerification'>>;

  /**
   * Update a verification.
   *
   * Updates one verification. The request sends the fields to change.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters, body and responses are
   * guessed. Open questions: objects.envelope, request.body-required, updates.partial.
   *
   * @example
   * const result = await client.updateVerification({
   *   path: { verification_id },
   *   body: { title: 'Company registration verified' },
   * });
   * @see PATCH /api/directory/private/v1alpha/verifications/{verification_id}/
   */
  updateVerification(call: DirectoryCall<'updateVerification'>):
    Promise<DirectoryResult<'updateVerification'>>;

  /**
   * Delete a verification.
   *
   * Deletes one verification. What happens to the entries that have it is not documented.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteVerification({ path: { verification_id } });
   * @see DELETE /api/directory/private/v1alpha/verifications/{verification_id}/
   */
  deleteVerification(call: DirectoryCall<'deleteVerification'>):
    Promise<DirectoryResult<'deleteVerification'>>;

  /**
   * List filters.
   *
   * Returns all filters of a directory, internal and external.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope, operation.purpose. In the source: "Get all filters".
   *
   * @example
   * const result = await client.listFilters({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/filters/
   */
  listFilters(call: DirectoryCall<'listFilters'>): Promise<DirectoryResult<'listFilters'>>;

  /**
   * Create a filter.
   *
   * Creates a filter in a directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required. In the source: "Create a filter".
   *
   * @example
   * const result = await client.createFilter({
   *   path: { directory_id },
   *   body: { name: 'Language', slug: 'language', order: 4 },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/filters/
   */
  createFilter(call: DirectoryCall<'createFilter'>): Promise<DirectoryResult<'createFilter'>>;

  /**
   * Get a filter.
   *
   * Returns one filter.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: objects.envelope. In the source: "Get a filter".
   *
   * @example
   * const result = await client.getFilter({ path: { filter_id } });
   * @see GET /api/directory/private/v1alpha/filters/{filter_id}/
   */
  getFilter(call: DirectoryCall<'getFilter'>): Promise<DirectoryResult<'getFilter'>>;

  /**
   * Update a filter.
   *
   * Updates one filter. The request body is not documented; the path and the responses are.
   *
   * Stated: name, method, path and responses are documented (§4.2); the body is guessed. Open questions:
   * request.body-required, updates.partial, filter-update.request. In the source: "Update a filter".
   *
   * @example
   * const result = await client.updateFilter({
   *   path: { filter_id },
   *   body: { displayInDirectory: false },
   * });
   * @see PATCH /api/directory/private/v1alpha/filters/{filter_id}/
   */
  updateFilter(call: DirectoryCall<'updateFilter'>): Promise<DirectoryResult<'updateFilter'>>;

  /**
   * Delete a filter.
   *
   * Deletes one filter. What happens to its options is not documented.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: deletes.cascade. In the source: "Delete a filter".
   *
   * @example
   * const result = await client.deleteFilter({ path: { filter_id } });
   * @see DELETE /api/directory/private/v1alpha/filters/{filter_id}/
   */
  deleteFilter(call: DirectoryCall<'deleteFilter'>): Promise<DirectoryResult<'deleteFilter'>>;

  /**
   * List internal filters.
   *
   * Returns the filters that the internal directory shows.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope, operation.purpose. In the source: "Get all internal filters".
   *
   * @example
   * const result = await client.listInternalFilters({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/filters/internal/
   */
  listInternalFilters(call: DirectoryCall<'listInternalFilters'>):
    Promise<DirectoryResult<'listInternalFilters'>>;

  /**
   * List filters for the external directory.
   *
   * Returns the filters that the external directory shows.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope, operation.purpose. In the source: "Get all filters for external directory".
   *
   * @example
   * const result = await client.listExternalDirectoryFilters({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/filters/external/
   */
  listExternalDirectoryFilters(call: DirectoryCall<'listExternalDirectoryFilters'>):
    Promise<DirectoryResult<'listExternalDirectoryFilters'>>;

  /**
   * List the options of a filter.
   *
   * Returns all options of one filter.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listFilterOptions({ path: { filter_id } });
   * @see GET /api/directory/private/v1alpha/filters/{filter_id}/options/
   */
  listFilterOptions(call: DirectoryCall<'listFilterOptions'>): Promise<DirectoryResult<'listFilterOptions'>>;

  /**
   * Create a filter option.
   *
   * Creates an option of one filter.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required.
   *
   * @example
   * const result = await client.createFilterOption({
   *   path: { filter_id },
   *   body: { name: 'Benelux', order: 3 },
   * });
   * @see POST /api/directory/private/v1alpha/filters/{filter_id}/options/
   */
  createFilterOption(call: DirectoryCall<'createFilterOption'>):
    Promise<DirectoryResult<'createFilterOption'>>;

  /**
   * Get a filter option.
   *
   * Returns one filter option.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getFilterOption({ path: { filter_option_id } });
   * @see GET /api/directory/private/v1alpha/filter-options/{filter_option_id}/
   */
  getFilterOption(call: DirectoryCall<'getFilterOption'>): Promise<DirectoryResult<'getFilterOption'>>;

  /**
   * Update a filter option.
   *
   * Updates one filter option. The request sends the fields to change.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required,
   * updates.partial.
   *
   * @example
   * const result = await client.updateFilterOption({
   *   path: { filter_option_id },
   *   body: { name: 'Nordic countries' },
   * });
   * @see PATCH /api/directory/private/v1alpha/filter-options/{filter_option_id}/
   */
  updateFilterOption(call: DirectoryCall<'updateFilterOption'>):
    Promise<DirectoryResult<'updateFilterOption'>>;

  /**
   * Delete a filter option.
   *
   * Deletes one filter option. What happens to the entries that use it is not documented.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteFilterOption({ path: { filter_option_id } });
   * @see DELETE /api/directory/private/v1alpha/filter-options/{filter_option_id}/
   */
  deleteFilterOption(call: DirectoryCall<'deleteFilterOption'>):
    Promise<DirectoryResult<'deleteFilterOption'>>;

  /**
   * List filter option mappings.
   *
   * Returns all filter option mappings of a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listFilterOptionMappings({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/filter-option-mappings/
   */
  listFilterOptionMappings(call: DirectoryCall<'listFilterOptionMappings'>):
    Promise<DirectoryResult<'listFilterOptionMappings'>>;

  /**
   * Create a filter option mapping.
   *
   * Creates a filter option mapping in a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required.
   *
   * @example
   * const result = await client.createFilterOptionMapping({
   *   path: { directory_id },
   *   body: { filterOption: '075dc0b6-fa59-47f6-b30b-39499540dbf9', externalValue: 'RETAIL' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/filter-option-mappings/
   */
  createFilterOptionMapping(call: DirectoryCall<'createFilterOptionMapping'>):
    Promise<DirectoryResult<'createFilterOptionMapping'>>;

  /**
   * Get a filter option mapping.
   *
   * Returns one filter option mapping.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getFilterOptionMapping({ path: { filter_option_mapping_id } });
   * @see GET /api/directory/private/v1alpha/filter-option-mappings/{filter_option_mapping_id}/
   */
  getFilterOptionMapping(call: DirectoryCall<'getFilterOptionMapping'>):
    Promise<DirectoryResult<'getFilterOptionMapping'>>;

  /**
   * Update a filter option mapping.
   *
   * Updates one filter option mapping. The request sends the fields to change.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required,
   * updates.partial.
   *
   * @example
   * const result = await client.updateFilterOptionMapping({
   *   path: { filter_option_mapping_id },
   *   body: { externalValue: 'NO, SE, DK, FI, IS' },
   * });
   * @see PATCH /api/directory/private/v1alpha/filter-option-mappings/{filter_option_mapping_id}/
   */
  updateFilterOptionMapping(call: DirectoryCall<'updateFilterOptionMapping'>):
    Promise<DirectoryResult<'updateFilterOptionMapping'>>;

  /**
   * Delete a filter option mapping.
   *
   * Deletes one filter option mapping.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteFilterOptionMapping({ path: { filter_option_mapping_id } });
   * @see DELETE /api/directory/private/v1alpha/filter-option-mappings/{filter_option_mapping_id}/
   */
  deleteFilterOptionMapping(call: DirectoryCall<'deleteFilterOptionMapping'>):
    Promise<DirectoryResult<'deleteFilterOptionMapping'>>;

  /**
   * List mappings for the external directory.
   *
   * Returns the filter option mappings that the external directory uses.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope, operation.purpose.
   *
   * @example
   * const result = await client.listExternalDirectoryFilterOptionMappings({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/filter-option-mappings/external/
   */
  listExternalDirectoryFilterOptionMappings(call: DirectoryCall<'listExternalDirectoryFilterOptionMappings'>):
    Promise<DirectoryResult<'listExternalDirectoryFilterOptionMappings'>>;

  /**
   * List tiers.
   *
   * Returns all tiers of a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listTiers({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/tiers/
   */
  listTiers(call: DirectoryCall<'listTiers'>): Promise<DirectoryResult<'listTiers'>>;

  /**
   * Create a tier.
   *
   * Creates a tier in a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required.
   *
   * @example
   * const result = await client.createTier({
   *   path: { directory_id },
   *   body: { title: 'Platinum', default: false, order: 4 },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/tiers/
   */
  createTier(call: DirectoryCall<'createTier'>): Promise<DirectoryResult<'createTier'>>;

  /**
   * Get a tier.
   *
   * Returns one tier.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getTier({ path: { tier_id } });
   * @see GET /api/directory/private/v1alpha/tiers/{tier_id}/
   */
  getTier(call: DirectoryCall<'getTier'>): Promise<DirectoryResult<'getTier'>>;

  /**
   * Update a tier.
   *
   * Updates one tier. The request sends the fields to change.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: objects.envelope, request.body-required,
   * updates.partial.
   *
   * @example
   * const result = await client.updateTier({
   *   path: { tier_id },
   *   body: { image: 'https://cdn.example.com/tiers/gold-2026.svg' },
   * });
   * @see PATCH /api/directory/private/v1alpha/tiers/{tier_id}/
   */
  updateTier(call: DirectoryCall<'updateTier'>): Promise<DirectoryResult<'updateTier'>>;

  /**
   * Delete a tier.
   *
   * Deletes one tier. What happens to its entries is not documented.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteTier({ path: { tier_id } });
   * @see DELETE /api/directory/private/v1alpha/tiers/{tier_id}/
   */
  deleteTier(call: DirectoryCall<'deleteTier'>): Promise<DirectoryResult<'deleteTier'>>;

  /**
   * List the entries of a tier.
   *
   * Returns all entries that are assigned to one tier. We assume that the link 'entriesListUrl' of a tier
   * leads to this list.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope, operation.purpose.
   *
   * @example
   * const result = await client.listTierEntries({ path: { tier_id } });
   * @see GET /api/directory/private/v1alpha/tiers/{tier_id}/entries/
   */
  listTierEntries(call: DirectoryCall<'listTierEntries'>): Promise<DirectoryResult<'listTierEntries'>>;

  /**
   * Assign or unassign entries of a tier.
   *
   * Assigns entries to one tier, or removes entries from it.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: lists.envelope, request.body-required.
   *
   * @example
   * const result = await client.assignTierEntries({
   *   path: { tier_id },
   *   body: { assign: ['a69c22b4-f669-41a3-8f5d-ed505d820764'] },
   * });
   * @see POST /api/directory/private/v1alpha/tiers/{tier_id}/entries/
   */
  assignTierEntries(call: DirectoryCall<'assignTierEntries'>): Promise<DirectoryResult<'assignTierEntries'>>;

  /**
   * List all entries.
   *
   * Returns all entries of a directory: partner entries and app entries.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope. In the source: "Get all entries".
   *
   * @example
   * const result = await client.listEntries({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/
   */
  listEntries(call: DirectoryCall<'listEntries'>): Promise<DirectoryResult<'listEntries'>>;

  /**
   * Get an app entry.
   *
   * Returns one app entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: objects.envelope. In the source: "App entry: get".
   *
   * @example
   * const result = await client.getAppEntry({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/
   */
  getAppEntry(call: DirectoryCall<'getAppEntry'>): Promise<DirectoryResult<'getAppEntry'>>;

  /**
   * Update an app entry.
   *
   * Updates one app entry. The request sends the fields to change.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, updates.partial. In the source: "App entry: update".
   *
   * @example
   * const result = await client.updateAppEntry({
   *   path: { directory_id, entry_id },
   *   body: { title: 'Ledgerly Books' },
   * });
   * @see PATCH /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/
   */
  updateAppEntry(call: DirectoryCall<'updateAppEntry'>): Promise<DirectoryResult<'updateAppEntry'>>;

  /**
   * Delete an app entry.
   *
   * Deletes one app entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: deletes.cascade. In the source: "App entry: delete".
   *
   * @example
   * const result = await client.deleteAppEntry({ path: { directory_id, entry_id } });
   * @see DELETE /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/
   */
  deleteAppEntry(call: DirectoryCall<'deleteAppEntry'>): Promise<DirectoryResult<'deleteAppEntry'>>;

  /**
   * Create an app entry.
   *
   * Creates an app entry in a directory.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required. In the source: "App entry: create".
   *
   * @example
   * const result = await client.createAppEntry({
   *   path: { directory_id },
   *   body: { title: 'Tallybook', headline: 'Counts what is left on the shelf' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/
   */
  createAppEntry(call: DirectoryCall<'createAppEntry'>): Promise<DirectoryResult<'createAppEntry'>>;

  /**
   * Update the recommended order.
   *
   * Updates the position of one app entry in the recommended order of the entries of a directory.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, operation.purpose. In the source: "App entry: update
   * the recommended order".
   *
   * @example
   * const result = await client.updateAppEntryRecommendedOrder({
   *   path: { directory_id, entry_id },
   *   body: { order: 1 },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/recommended-order/
   */
  updateAppEntryRecommendedOrder(call: DirectoryCall<'updateAppEntryRecommendedOrder'>):
    Promise<DirectoryResult<'updateAppEntryRecommendedOrder'>>;

  /**
   * List the callouts of an app entry.
   *
   * Returns the callouts of one app entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listAppEntryCallouts({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/callouts/
   */
  listAppEntryCallouts(call: DirectoryCall<'listAppEntryCallouts'>):
    Promise<DirectoryResult<'listAppEntryCallouts'>>;

  /**
   * List partner entries.
   *
   * Returns all partner entries of a directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope. In the source: "Get all partner entries".
   *
   * @example
   * const result = await client.listPartnerEntries({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/
   */
  listPartnerEntries(call: DirectoryCall<'listPartnerEntries'>):
    Promise<DirectoryResult<'listPartnerEntries'>>;

  /**
   * Create a partner entry.
   *
   * Creates a partner entry in a directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required. In the source: "Create a partner entry".
   *
   * @example
   * const result = await client.createPartnerEntry({
   *   path: { directory_id },
   *   body: { title: 'Tidewell Partners', headline: 'Port software that waits for no ship' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/
   */
  createPartnerEntry(call: DirectoryCall<'createPartnerEntry'>):
    Promise<DirectoryResult<'createPartnerEntry'>>;

  /**
   * Get a partner entry.
   *
   * Returns one partner entry.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: objects.envelope. In the source: "Get a partner entry".
   *
   * @example
   * const result = await client.getPartnerEntry({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/
   */
  getPartnerEntry(call: DirectoryCall<'getPartnerEntry'>): Promise<DirectoryResult<'getPartnerEntry'>>;

  /**
   * Update a partner entry.
   *
   * Updates one partner entry. The request sends the fields to change. Some fields have one name in the
   * request and another in the response: an update sends 'customSlug', and the response contains
   * 'custom_slug'.
   *
   * Stated in full (§4.1). Open questions: request.body-required, updates.partial. In the source: "Update a
   * partner entry".
   *
   * @example
   * const result = await client.updatePartnerEntry({
   *   path: { directory_id, entry_id },
   *   body: { status: 'hidden' },
   * });
   * @see PATCH /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/
   */
  updatePartnerEntry(call: DirectoryCall<'updatePartnerEntry'>):
    Promise<DirectoryResult<'updatePartnerEntry'>>;

  /**
   * Delete a partner entry.
   *
   * Deletes one partner entry.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: deletes.cascade. In the source: "Delete a partner entry".
   *
   * @example
   * const result = await client.deletePartnerEntry({ path: { directory_id, entry_id } });
   * @see DELETE /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/
   */
  deletePartnerEntry(call: DirectoryCall<'deletePartnerEntry'>):
    Promise<DirectoryResult<'deletePartnerEntry'>>;

  /**
   * Create or update many partner entries.
   *
   * Creates and updates many partner entries in one request. An item with the 'id' of an existing entry
   * updates that entry; any other item creates an entry.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: lists.envelope, request.body-required, operation.purpose. In the source: "Bulk upsert partner
   * entries".
   *
   * @example
   * const result = await client.bulkUpsertPartnerEntries({
   *   path: { directory_id },
   *   body: [{ headline: 'Training that stays', featured: true }],
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/bulk-upsert/
   */
  bulkUpsertPartnerEntries(call: DirectoryCall<'bulkUpsertPartnerEntries'>):
    Promise<DirectoryResult<'bulkUpsertPartnerEntries'>>;

  /**
   * Update the recommended order.
   *
   * Updates the position of one partner entry in the recommended order of the entries of a directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, operation.purpose. In the source: "Update the
   * recommended order of a partner entry".
   *
   * @example
   * const result = await client.updatePartnerEntryRecommendedOrder({
   *   path: { directory_id, entry_id },
   *   body: { order: 1 },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/recommended-order/
   */
  updatePartnerEntryRecommendedOrder(call: DirectoryCall<'updatePartnerEntryRecommendedOrder'>):
    Promise<DirectoryResult<'updatePartnerEntryRecommendedOrder'>>;

  /**
   * List the badges of an entry.
   *
   * Returns the badges of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryBadges({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/badges/
   */
  listPartnerEntryBadges(call: DirectoryCall<'listPartnerEntryBadges'>):
    Promise<DirectoryResult<'listPartnerEntryBadges'>>;

  /**
   * List the callouts of an entry.
   *
   * Returns the callouts of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryCallouts({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/callouts/
   */
  listPartnerEntryCallouts(call: DirectoryCall<'listPartnerEntryCallouts'>):
    Promise<DirectoryResult<'listPartnerEntryCallouts'>>;

  /**
   * List the general certifications of an entry.
   *
   * Returns the general certifications of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryCertifications({ path: { directory_id, entry_id } });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/certifications/
   */
  listPartnerEntryCertifications(call: DirectoryCall<'listPartnerEntryCertifications'>):
    Promise<DirectoryResult<'listPartnerEntryCertifications'>>;

  /**
   * List the industry certifications of an entry.
   *
   * Returns the industry certifications of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryIndustryCertifications({
   *   path: { directory_id, entry_id },
   * });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/industry-certifications/
   */
  listPartnerEntryIndustryCertifications(call: DirectoryCall<'listPartnerEntryIndustryCertifications'>):
    Promise<DirectoryResult<'listPartnerEntryIndustryCertifications'>>;

  /**
   * List the segment certifications of an entry.
   *
   * Returns the segment certifications of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntrySegmentCertifications({
   *   path: { directory_id, entry_id },
   * });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/segment-certifications/
   */
  listPartnerEntrySegmentCertifications(call: DirectoryCall<'listPartnerEntrySegmentCertifications'>):
    Promise<DirectoryResult<'listPartnerEntrySegmentCertifications'>>;

  /**
   * List the clients of an entry.
   *
   * Returns the clients of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryClients({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/clients/
   */
  listPartnerEntryClients(call: DirectoryCall<'listPartnerEntryClients'>):
    Promise<DirectoryResult<'listPartnerEntryClients'>>;

  /**
   * List the keywords of an entry.
   *
   * Returns the keywords of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryKeywords({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/keywords/
   */
  listPartnerEntryKeywords(call: DirectoryCall<'listPartnerEntryKeywords'>):
    Promise<DirectoryResult<'listPartnerEntryKeywords'>>;

  /**
   * List the locations of an entry.
   *
   * Returns the locations of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryLocations({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/locations/
   */
  listPartnerEntryLocations(call: DirectoryCall<'listPartnerEntryLocations'>):
    Promise<DirectoryResult<'listPartnerEntryLocations'>>;

  /**
   * List the media of an entry.
   *
   * Returns the media of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryMedia({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/media/
   */
  listPartnerEntryMedia(call: DirectoryCall<'listPartnerEntryMedia'>):
    Promise<DirectoryResult<'listPartnerEntryMedia'>>;

  /**
   * List the resources of an entry.
   *
   * Returns the resources of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryResources({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/resources/
   */
  listPartnerEntryResources(call: DirectoryCall<'listPartnerEntryResources'>):
    Promise<DirectoryResult<'listPartnerEntryResources'>>;

  /**
   * List the internal resources of an entry.
   *
   * Returns the internal resources of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryInternalResources({ path: { directory_id, entry_id } });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/internal-resources/
   */
  listPartnerEntryInternalResources(call: DirectoryCall<'listPartnerEntryInternalResources'>):
    Promise<DirectoryResult<'listPartnerEntryInternalResources'>>;

  /**
   * List the special offers of an entry.
   *
   * Returns the special offers of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntrySpecialOffers({ path: { directory_id, entry_id } });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/special-offers/
   */
  listPartnerEntrySpecialOffers(call: DirectoryCall<'listPartnerEntrySpecialOffers'>):
    Promise<DirectoryResult<'listPartnerEntrySpecialOffers'>>;

  /**
   * List the testimonials of an entry.
   *
   * Returns the testimonials of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryTestimonials({ path: { directory_id, entry_id } });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/testimonials/
   */
  listPartnerEntryTestimonials(call: DirectoryCall<'listPartnerEntryTestimonials'>):
    Promise<DirectoryResult<'listPartnerEntryTestimonials'>>;

  /**
   * List the internal testimonials of an entry.
   *
   * Returns the internal testimonials of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryInternalTestimonials({
   *   path: { directory_id, entry_id },
   * });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/internal-testimonials/
   */
  listPartnerEntryInternalTestimonials(call: DirectoryCall<'listPartnerEntryInternalTestimonials'>):
    Promise<DirectoryResult<'listPartnerEntryInternalTestimonials'>>;

  /**
   * List the use cases of an entry.
   *
   * Returns the use cases of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryUseCases({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/use-cases/
   */
  listPartnerEntryUseCases(call: DirectoryCall<'listPartnerEntryUseCases'>):
    Promise<DirectoryResult<'listPartnerEntryUseCases'>>;

  /**
   * List the internal use cases of an entry.
   *
   * Returns the internal use cases of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryInternalUseCases({ path: { directory_id, entry_id } });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/internal-use-cases/
   */
  listPartnerEntryInternalUseCases(call: DirectoryCall<'listPartnerEntryInternalUseCases'>):
    Promise<DirectoryResult<'listPartnerEntryInternalUseCases'>>;

  /**
   * List the verifications of an entry.
   *
   * Returns the verifications of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listPartnerEntryVerifications({ path: { directory_id, entry_id } });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/verifications/
   */
  listPartnerEntryVerifications(call: DirectoryCall<'listPartnerEntryVerifications'>):
    Promise<DirectoryResult<'listPartnerEntryVerifications'>>;

  /**
   * Get the contact information of an entry.
   *
   * Returns the contact information of one partner entry.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
   * Open questions: objects.envelope.
   *
   * @example
   * const result = await client.getPartnerEntryContactInformation({ path: { directory_id, entry_id } });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/contact-information/
   */
  getPartnerEntryContactInformation(call: DirectoryCall<'getPartnerEntryContactInformation'>):
    Promise<DirectoryResult<'getPartnerEntryContactInformation'>>;

  /**
   * List matching organizations.
   *
   * Returns the organizations that match one partner entry. One of them can then be invited.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope, operation.purpose. In the source: "Organization matches".
   *
   * @example
   * const result = await client.listOrganizationMatches({ path: { directory_id, entry_id } });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/organization-matches/
   */
  listOrganizationMatches(call: DirectoryCall<'listOrganizationMatches'>):
    Promise<DirectoryResult<'listOrganizationMatches'>>;

  /**
   * Invite an organization as owner.
   *
   * Invites an organization to become the owner of one partner entry.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, operation.purpose. In the source: "Owner organization
   * invite".
   *
   * @example
   * const result = await client.inviteOwnerOrganization({
   *   path: { directory_id, entry_id },
   *   body: { organization: '579b08ae-598b-46d1-af9a-fca2b8862132' },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/owner-organization/
   */
  inviteOwnerOrganization(call: DirectoryCall<'inviteOwnerOrganization'>):
    Promise<DirectoryResult<'inviteOwnerOrganization'>>;

  /**
   * Invite users of the owner.
   *
   * Invites users of the organization that owns one partner entry. We assume one invite for all users of a
   * request. The source does not say whether each user gets an invite of their own.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, operation.purpose. In the source: "Owner user
   * invites".
   *
   * @example
   * const result = await client.inviteOwnerUsers({ path: { directory_id, entry_id }, body: {} });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/owner-users/
   */
  inviteOwnerUsers(call: DirectoryCall<'inviteOwnerUsers'>): Promise<DirectoryResult<'inviteOwnerUsers'>>;

  /**
   * Invite an organization.
   *
   * Invites an organization to one partner entry.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required. In the source: "Invite organization".
   *
   * @example
   * const result = await client.inviteOrganization({
   *   path: { directory_id, entry_id },
   *   body: { name: 'Fjordline Data AS', email: 'ines@fjordline.example' },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/organization/
   */
  inviteOrganization(call: DirectoryCall<'inviteOrganization'>):
    Promise<DirectoryResult<'inviteOrganization'>>;

  /**
   * Invite users.
   *
   * Invites users to one partner entry. We assume one invite for all users of a request. The source does not
   * say whether each user gets an invite of their own.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, operation.purpose. In the source: "Invite users".
   *
   * @example
   * const result = await client.inviteUsers({
   *   path: { directory_id, entry_id },
   *   body: { emails: ['ines@fjordline.example'] },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/users/
   */
  inviteUsers(call: DirectoryCall<'inviteUsers'>): Promise<DirectoryResult<'inviteUsers'>>;

  /**
   * Submit changes for approval.
   *
   * Submits edits of one partner entry for approval.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, approval.states. In the source: "Submit review".
   *
   * @example
   * const result = await client.submitPartnerEntryReview({
   *   path: { directory_id, entry_id },
   *   body: { headline: 'Data pipelines that never sleep' },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/edits/submit/
   */
  submitPartnerEntryReview(call: DirectoryCall<'submitPartnerEntryReview'>):
    Promise<DirectoryResult<'submitPartnerEntryReview'>>;

  /**
   * Approve submitted changes.
   *
   * Approves the submitted edits of one partner entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: objects.envelope, approval.states. In the source: "Approve review".
   *
   * @example
   * const result = await client.approvePartnerEntryReview({ path: { directory_id, entry_id } });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/edits/approve/
   */
  approvePartnerEntryReview(call: DirectoryCall<'approvePartnerEntryReview'>):
    Promise<DirectoryResult<'approvePartnerEntryReview'>>;

  /**
   * Reject submitted changes.
   *
   * Rejects the submitted edits of one partner entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: objects.envelope, approval.states. In the source: "Reject changes".
   *
   * @example
   * const result = await client.rejectPartnerEntryChanges({ path: { directory_id, entry_id } });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/edits/reject/
   */
  rejectPartnerEntryChanges(call: DirectoryCall<'rejectPartnerEntryChanges'>):
    Promise<DirectoryResult<'rejectPartnerEntryChanges'>>;

  /**
   * Discard submitted changes.
   *
   * Discards the submitted edits of one partner entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: objects.envelope, approval.states. In the source: "Discard review".
   *
   * @example
   * const result = await client.discardPartnerEntryReview({ path: { directory_id, entry_id } });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/edits/discard/
   */
  discardPartnerEntryReview(call: DirectoryCall<'discardPartnerEntryReview'>):
    Promise<DirectoryResult<'discardPartnerEntryReview'>>;

  /**
   * List contact requests.
   *
   * Returns all contact requests of a directory.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope. In the source: "Contact request: list".
   *
   * @example
   * const result = await client.listContactRequests({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/
   */
  listContactRequests(call: DirectoryCall<'listContactRequests'>):
    Promise<DirectoryResult<'listContactRequests'>>;

  /**
   * Create a contact request.
   *
   * Creates a contact request in a directory.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required. In the source: "Contact request: create".
   *
   * @example
   * const result = await client.createContactRequest({
   *   path: { directory_id },
   *   body: { email: 'ilse@larkhollow.example', message: 'Can you start in January?' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/
   */
  createContactRequest(call: DirectoryCall<'createContactRequest'>):
    Promise<DirectoryResult<'createContactRequest'>>;

  /**
   * Get a contact request.
   *
   * Returns one contact request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: objects.envelope. In the source: "Contact request: get".
   *
   * @example
   * const result = await client.getContactRequest({ path: { directory_id, contact_request_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/
   */
  getContactRequest(call: DirectoryCall<'getContactRequest'>): Promise<DirectoryResult<'getContactRequest'>>;

  /**
   * List the attachments of a contact request.
   *
   * Returns all attachments of one contact request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope. In the source: "Contact request: attachments (list)".
   *
   * @example
   * const result = await client.listContactRequestAttachments({
   *   path: { directory_id, contact_request_id },
   * });
   * @see GET
   * /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/attachments/
   */
  listContactRequestAttachments(call: DirectoryCall<'listContactRequestAttachments'>):
    Promise<DirectoryResult<'listContactRequestAttachments'>>;

  /**
   * Create an attachment of a contact request.
   *
   * Adds an attachment to one contact request. How the file is uploaded is not documented.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, files.upload. In the source: "Contact request:
   * attachments (create)".
   *
   * @example
   * const result = await client.createContactRequestAttachment({
   *   path: { directory_id, contact_request_id },
   *   body: { name: 'figures.xlsx' },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/attachments/
   */
  createContactRequestAttachment(call: DirectoryCall<'createContactRequestAttachment'>):
    Promise<DirectoryResult<'createContactRequestAttachment'>>;

  /**
   * Delete an attachment of a contact request.
   *
   * Deletes one attachment of a contact request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: deletes.cascade. In the source: "Contact request: attachments (delete)".
   *
   * @example
   * const result = await client.deleteContactRequestAttachment({
   *   path: { directory_id, contact_request_id, attachment_id },
   * });
   * @see DELETE
   * /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/attachments/{attachment_id}/
   */
  deleteContactRequestAttachment(call: DirectoryCall<'deleteContactRequestAttachment'>):
    Promise<DirectoryResult<'deleteContactRequestAttachment'>>;

  /**
   * List the matchmaking requests of a directory.
   *
   * Returns the matchmaking requests of one directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope, matchmaking.scope.
   *
   * @example
   * const result = await client.listDirectoryMatchmakingRequests({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/matchmaking/
   */
  listDirectoryMatchmakingRequests(call: DirectoryCall<'listDirectoryMatchmakingRequests'>):
    Promise<DirectoryResult<'listDirectoryMatchmakingRequests'>>;

  /**
   * Create a matchmaking request.
   *
   * Creates a matchmaking request for a directory.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required. In the source: "Matchmaking: create for a directory".
   *
   * @example
   * const result = await client.createMatchmakingRequest({
   *   path: { directory_id },
   *   body: { title: 'Training for a new shop floor' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/matchmaking/
   */
  createMatchmakingRequest(call: DirectoryCall<'createMatchmakingRequest'>):
    Promise<DirectoryResult<'createMatchmakingRequest'>>;

  /**
   * List matchmaking requests.
   *
   * Returns the matchmaking requests of all directories that the key can read.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope, matchmaking.scope, auth.permissions. In the source: "Matchmaking: list".
   *
   * @example
   * const result = await client.listMatchmakingRequests();
   * @see GET /api/directory/private/v1alpha/matchmaking/
   */
  listMatchmakingRequests(call?: DirectoryCall<'listMatchmakingRequests'>):
    Promise<DirectoryResult<'listMatchmakingRequests'>>;

  /**
   * Get a matchmaking request.
   *
   * Returns one matchmaking request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: objects.envelope, matchmaking.scope. In the source: "Matchmaking: get".
   *
   * @example
   * const result = await client.getMatchmakingRequest({ path: { matchmaking_request_id } });
   * @see GET /api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/
   */
  getMatchmakingRequest(call: DirectoryCall<'getMatchmakingRequest'>):
    Promise<DirectoryResult<'getMatchmakingRequest'>>;

  /**
   * List the partners of a matchmaking request.
   *
   * Returns the partner entries that are assigned to one matchmaking request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope, matchmaking.scope. In the source: "Matchmaking: list assigned partners".
   *
   * @example
   * const result = await client.listMatchmakingRequestPartners({ path: { matchmaking_request_id } });
   * @see GET /api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/partners/
   */
  listMatchmakingRequestPartners(call: DirectoryCall<'listMatchmakingRequestPartners'>):
    Promise<DirectoryResult<'listMatchmakingRequestPartners'>>;

  /**
   * Set the partners of a matchmaking request.
   *
   * Sets the partner entries that are assigned to one matchmaking request. They replace the existing ones.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: lists.envelope, request.body-required, matchmaking.scope, operation.purpose. In the source:
   * "Matchmaking: set partners".
   *
   * @example
   * const result = await client.setMatchmakingRequestPartners({
   *   path: { matchmaking_request_id },
   *   body: {},
   * });
   * @see PUT /api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/partners/
   */
  setMatchmakingRequestPartners(call: DirectoryCall<'setMatchmakingRequestPartners'>):
    Promise<DirectoryResult<'setMatchmakingRequestPartners'>>;

  /**
   * Assign the owner of a matchmaking request.
   *
   * Assigns an owner to one matchmaking request.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required, matchmaking.scope. In the source: "Matchmaking:
   * assign an owner".
   *
   * @example
   * const result = await client.assignMatchmakingRequestOwner({
   *   path: { matchmaking_request_id },
   *   body: { owner: '3b57d405-2b48-43b8-ae1e-7b15ec0acf01' },
   * });
   * @see PUT /api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/owner/
   */
  assignMatchmakingRequestOwner(call: DirectoryCall<'assignMatchmakingRequestOwner'>):
    Promise<DirectoryResult<'assignMatchmakingRequestOwner'>>;

  /**
   * List reviews.
   *
   * Returns all reviews of the entries of a directory.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope. In the source: "Review: list".
   *
   * @example
   * const result = await client.listReviews({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/reviews/directory/{directory_id}/
   */
  listReviews(call: DirectoryCall<'listReviews'>): Promise<DirectoryResult<'listReviews'>>;

  /**
   * Create a review.
   *
   * Creates a review in a directory. How the request names the reviewed entry is not documented.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: objects.envelope, request.body-required. In the source: "Review: create".
   *
   * @example
   * const result = await client.createReview({
   *   path: { directory_id },
   *   body: { title: 'Good work, slow start', company: 'Brambleton Tools', first_name: 'Oskar' },
   * });
   * @see POST /api/directory/private/v1alpha/reviews/directory/{directory_id}/
   */
  createReview(call: DirectoryCall<'createReview'>): Promise<DirectoryResult<'createReview'>>;

  /**
   * Get a review.
   *
   * Returns one review.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: objects.envelope. In the source: "Review: detail".
   *
   * @example
   * const result = await client.getReview({ path: { directory_id, review_id } });
   * @see GET /api/directory/private/v1alpha/reviews/directory/{directory_id}/{review_id}/
   */
  getReview(call: DirectoryCall<'getReview'>): Promise<DirectoryResult<'getReview'>>;

  /**
   * Update a review.
   *
   * Updates one review. The request sends the fields to change, at least one. An update of 'status' approves
   * or declines the review.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are from the public
   * reference. Open questions: objects.envelope, request.body-required, updates.partial. In the source:
   * "Review: update".
   *
   * @example
   * const result = await client.updateReview({
   *   path: { directory_id, review_id },
   *   body: { status: 'A' },
   * });
   * @see PATCH /api/directory/private/v1alpha/reviews/directory/{directory_id}/{review_id}/
   */
  updateReview(call: DirectoryCall<'updateReview'>): Promise<DirectoryResult<'updateReview'>>;

  /**
   * Delete a review.
   *
   * Deletes one review.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: deletes.cascade. In the source: "Review: delete".
   *
   * @example
   * const result = await client.deleteReview({ path: { directory_id, review_id } });
   * @see DELETE /api/directory/private/v1alpha/reviews/directory/{directory_id}/{review_id}/
   */
  deleteReview(call: DirectoryCall<'deleteReview'>): Promise<DirectoryResult<'deleteReview'>>;

  /**
   * Export reviews.
   *
   * Returns all reviews of a directory, for use in another program. Its format is not documented. The source
   * says that bodies are JSON, but an export is often CSV. So the contract has both: CSV with a line of
   * column names, and JSON. The 'Accept' header of the request chooses the format.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope, review-export.format. In the source: "Review: export".
   *
   * @example
   * const result = await client.exportReviews({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/reviews/directory/{directory_id}/export/
   */
  exportReviews(call: DirectoryCall<'exportReviews'>): Promise<DirectoryResult<'exportReviews'>>;
}

/**
 * The same methods, but each resolves with the data of a success, and rejects with a
 * `DirectoryResponseError` for any other response.
 */
export type DirectoryOrThrow = {
  readonly [Id in keyof DirectoryMethods]: (
    ...call: Parameters<DirectoryMethods[Id]>
  ) => Promise<CallData<operations[Id]>>;
};

/** One method per operation, `orThrow`, `pages` and `raw`. Every object of this type is frozen. */
export interface DirectoryClient extends DirectoryMethods {
  /**
   * The openapi-fetch client, with the same key, timeout, retries of reads and checks as the methods. A call
   * with its own `fetch` option bypasses all of these, and is sent without the key.
   */
  readonly raw: Client<paths>;

  /** The items of lists, over all pages: `for await (const item of client.pages.…) …`. */
  readonly pages: DirectoryPages;

  /** The methods in a form that throws: `const entry = await client.orThrow.getPartnerEntry({ path })`. */
  readonly orThrow: DirectoryOrThrow;
}

/**
 * Creates a client. It sends nothing before the first call.
 *
 * @throws DirectoryRequestError `invalid-options`
 */
export function createDirectoryClient(options: DirectoryClientOptions): DirectoryClient {
  return buildClient(operationTable, options) as DirectoryClient;
}
