// Made by "npm run build" from openapi/; do not edit.
import type { Client } from 'openapi-fetch';
import { buildClient } from '../scripts/client/index.js';
import type { CallArgument, CallResult, DirectoryClientOptions } from '../scripts/client/index.js';
import { operationTable } from './operation-table.js';
import type { components, operations, paths } from './types.js';

export { DirectoryRequestError } from '../scripts/client/index.js';
export type { DirectoryClientOptions, DirectoryRequestErrorCode } from '../scripts/client/index.js';

/** The argument of a method: `path`, `query` and `body` as declared, `signal`, `headers`. */
export type DirectoryCall<Id extends keyof operations> = CallArgument<operations[Id]>;

/**
 * The result of a method, for any HTTP status: `{ ok: true, status, data, headers }` or
 * `{ ok: false, status, error, headers }`. Without a response it rejects with a `DirectoryRequestError`.
 */
export type DirectoryResult<Id extends keyof operations> = CallResult<
  operations[Id],
  components['schemas']['ApiError']
>;

/** One method per operation, and `raw`. Every object of this type is frozen. */
export interface DirectoryClient {
  /**
   * The openapi-fetch client, with the same key, timeout and checks as the methods. A call with its own
   * `fetch` option bypasses all of these, and is sent without the key.
   */
  readonly raw: Client<paths>;

  /**
   * List directories.
   *
   * Answers every directory that the key may see.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope.
   *
   * @example
   * const result = await client.listDirectories();
   * @see GET /api/directory/private/v1alpha/directories/
   */
  listDirectories(call?: DirectoryCall<'listDirectories'>): Promise<DirectoryResult<'listDirectories'>>;

  /**
   * Create a directory.
   *
   * Adds a directory without entries.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.createDirectory({ body: { name: 'App marketplace' } });
   * @see POST /api/directory/private/v1alpha/directories/
   */
  createDirectory(call: DirectoryCall<'createDirectory'>): Promise<DirectoryResult<'createDirectory'>>;

  /**
   * Get a directory.
   *
   * Answers one directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
   *
   * @example
   * const result = await client.getDirectory({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/
   */
  getDirectory(call: DirectoryCall<'getDirectory'>): Promise<DirectoryResult<'getDirectory'>>;

  /**
   * Update a directory.
   *
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.updateDirectory({
   *   path: { directory_id },
   *   body: { name: 'Solution partners' },
   * });
   * @see PATCH /api/directory/private/v1alpha/directories/{directory_id}/
   */
  updateDirectory(call: DirectoryCall<'updateDirectory'>): Promise<DirectoryResult<'updateDirectory'>>;

  /**
   * Get the settings of a directory.
   *
   * Answers all settings of one directory as one object.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
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
   * Changes the settings that are sent and leaves the others as they are.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.updateDirectorySettings({
   *   path: { directory_id },
   *   body: { reviewsEnabled: true },
   * });
   * @see PATCH /api/directory/private/v1alpha/directories/{directory_id}/settings/
   */
  updateDirectorySettings(call: DirectoryCall<'updateDirectorySettings'>):
    Promise<DirectoryResult<'updateDirectorySettings'>>;

  /**
   * List custom forms.
   *
   * Answers the forms that a directory defines.
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
   * Answers the currencies that a field of a form can offer. They belong to no directory.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed. Open questions: lists.envelope.
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
   * Answers the forms through which visitors of a directory reach a partner.
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
   * Replaces the form of a directory as a whole.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.setContactRequestForm({
   *   path: { directory_id },
   *   body: { name: 'Contact a partner' },
   * });
   * @see PUT /api/directory/private/v1alpha/directories/{directory_id}/forms/contact-request/
   */
  setContactRequestForm(call: DirectoryCall<'setContactRequestForm'>):
    Promise<DirectoryResult<'setContactRequestForm'>>;

  /**
   * Reset the contact request form.
   *
   * Deletes the custom form of a directory, so that the default one applies again.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed. Open questions: deletes.cascade.
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
   * Answers the form that a directory uses while it has none of its own.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters and responses are guessed.
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
   * Answers the callouts that a directory defines, not those of one entry.
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
   * Adds a callout to a directory, for its entries to carry.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.createCallout({
   *   path: { directory_id },
   *   body: { name: 'New', order: 1, text_color: 'FFFFFF' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/callouts/
   */
  createCallout(call: DirectoryCall<'createCallout'>): Promise<DirectoryResult<'createCallout'>>;

  /**
   * Get a callout.
   *
   * Answers one callout, whatever directory defines it.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed.
   *
   * @example
   * const result = await client.getCallout({ path: { callout_id } });
   * @see GET /api/directory/private/v1alpha/callouts/{callout_id}/
   */
  getCallout(call: DirectoryCall<'getCallout'>): Promise<DirectoryResult<'getCallout'>>;

  /**
   * Update a callout.
   *
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.updateCallout({
   *   path: { callout_id },
   *   body: { background_color: '1A7F5A' },
   * });
   * @see PATCH /api/directory/private/v1alpha/callouts/{callout_id}/
   */
  updateCallout(call: DirectoryCall<'updateCallout'>): Promise<DirectoryResult<'updateCallout'>>;

  /**
   * Delete a callout.
   *
   * Removes a callout from its directory. What becomes of entries that carry it is not shown.
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
   * Answers the badges that a directory defines, not those of one entry.
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
   * Adds a badge to a directory, for its entries to carry.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.createBadge({
   *   path: { directory_id },
   *   body: { title: 'Launch partner' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/badges/
   */
  createBadge(call: DirectoryCall<'createBadge'>): Promise<DirectoryResult<'createBadge'>>;

  /**
   * Get a badge.
   *
   * Answers one badge, whatever directory defines it.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed.
   *
   * @example
   * const result = await client.getBadge({ path: { badge_id } });
   * @see GET /api/directory/private/v1alpha/badges/{badge_id}/
   */
  getBadge(call: DirectoryCall<'getBadge'>): Promise<DirectoryResult<'getBadge'>>;

  /**
   * Update a badge.
   *
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.updateBadge({ path: { badge_id }, body: { title: 'Launch partner' } });
   * @see PATCH /api/directory/private/v1alpha/badges/{badge_id}/
   */
  updateBadge(call: DirectoryCall<'updateBadge'>): Promise<DirectoryResult<'updateBadge'>>;

  /**
   * Delete a badge.
   *
   * Removes a badge from its directory. What becomes of entries that carry it is not shown.
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
   * Answers the certifications that a directory defines, not those of one entry.
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
   * Adds a certification to a directory, for its entries to carry.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.createCertification({
   *   path: { directory_id },
   *   body: { title: 'Certified data engineer' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/certifications/
   */
  createCertification(call: DirectoryCall<'createCertification'>):
    Promise<DirectoryResult<'createCertification'>>;

  /**
   * Get a certification.
   *
   * Answers one certification, whatever directory defines it.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed.
   *
   * @example
   * const result = await client.getCertification({ path: { certification_id } });
   * @see GET /api/directory/private/v1alpha/certifications/{certification_id}/
   */
  getCertification(call: DirectoryCall<'getCertification'>): Promise<DirectoryResult<'getCertification'>>;

  /**
   * Update a certification.
   *
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.updateCertification({
   *   path: { certification_id },
   *   body: { title: 'Certified data engineer' },
   * });
   * @see PATCH /api/directory/private/v1alpha/certifications/{certification_id}/
   */
  updateCertification(call: DirectoryCall<'updateCertification'>):
    Promise<DirectoryResult<'updateCertification'>>;

  /**
   * Delete a certification.
   *
   * Removes a certification from its directory. What becomes of entries that carry it is not shown.
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
   * Answers the verifications that a directory defines, not those of one entry.
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
   * Adds a verification to a directory, for its entries to carry.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.createVerification({
   *   path: { directory_id },
   *   body: { title: 'Company identity verified' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/verifications/
   */
  createVerification(call: DirectoryCall<'createVerification'>):
    Promise<DirectoryResult<'createVerification'>>;

  /**
   * Get a verification.
   *
   * Answers one verification, whatever directory defines it.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed.
   *
   * @example
   * const result = await client.getVerification({ path: { verification_id } });
   * @see GET /api/directory/private/v1alpha/verifications/{verification_id}/
   */
  getVerification(call: DirectoryCall<'getVerification'>): Promise<DirectoryResult<'getVerification'>>;

  /**
   * Update a verification.
   *
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters, body and responses are
   * guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.updateVerification({
   *   path: { verification_id },
   *   body: { title: 'Company identity verified' },
   * });
   * @see PATCH /api/directory/private/v1alpha/verifications/{verification_id}/
   */
  updateVerification(call: DirectoryCall<'updateVerification'>):
    Promise<DirectoryResult<'updateVerification'>>;

  /**
   * Delete a verification.
   *
   * Removes a verification from its directory. What becomes of entries that carry it is not shown.
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
   * Answers every filter of a directory, whoever it is shown to.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope.
   *
   * @example
   * const result = await client.listFilters({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/filters/
   */
  listFilters(call: DirectoryCall<'listFilters'>): Promise<DirectoryResult<'listFilters'>>;

  /**
   * Create a filter.
   *
   * Adds a filter to a directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.createFilter({
   *   path: { directory_id },
   *   body: { name: 'Region', slug: 'region', order: 1 },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/filters/
   */
  createFilter(call: DirectoryCall<'createFilter'>): Promise<DirectoryResult<'createFilter'>>;

  /**
   * Get a filter.
   *
   * Answers one filter with its options.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
   *
   * @example
   * const result = await client.getFilter({ path: { filter_id } });
   * @see GET /api/directory/private/v1alpha/filters/{filter_id}/
   */
  getFilter(call: DirectoryCall<'getFilter'>): Promise<DirectoryResult<'getFilter'>>;

  /**
   * Update a filter.
   *
   * Changes the fields that are sent and leaves the others as they are. What may be sent is not shown; path
   * and answers are.
   *
   * Stated: name, method, path and responses are documented (§4.2); the body is guessed. Open questions:
   * request.body-required, filter-update.request.
   *
   * @example
   * const result = await client.updateFilter({
   *   path: { filter_id },
   *   body: { displayInDirectory: true, displayInInternalDirectory: true },
   * });
   * @see PATCH /api/directory/private/v1alpha/filters/{filter_id}/
   */
  updateFilter(call: DirectoryCall<'updateFilter'>): Promise<DirectoryResult<'updateFilter'>>;

  /**
   * Delete a filter.
   *
   * Removes a filter together with its options.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteFilter({ path: { filter_id } });
   * @see DELETE /api/directory/private/v1alpha/filters/{filter_id}/
   */
  deleteFilter(call: DirectoryCall<'deleteFilter'>): Promise<DirectoryResult<'deleteFilter'>>;

  /**
   * List internal filters.
   *
   * Answers the filters that the internal directory shows.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope.
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
   * Answers the filters that visitors of the directory see.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope.
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
   * Answers the options that a filter offers.
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
   * Adds an option to a filter.
   *
   * Inferred: only the group is documented (§1); name and method are from the public reference; path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.createFilterOption({
   *   path: { filter_id },
   *   body: { name: 'Nordics', order: 1 },
   * });
   * @see POST /api/directory/private/v1alpha/filters/{filter_id}/options/
   */
  createFilterOption(call: DirectoryCall<'createFilterOption'>):
    Promise<DirectoryResult<'createFilterOption'>>;

  /**
   * Get a filter option.
   *
   * Answers one filter option, whatever filter it belongs to.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed.
   *
   * @example
   * const result = await client.getFilterOption({ path: { filter_option_id } });
   * @see GET /api/directory/private/v1alpha/filter-options/{filter_option_id}/
   */
  getFilterOption(call: DirectoryCall<'getFilterOption'>): Promise<DirectoryResult<'getFilterOption'>>;

  /**
   * Update a filter option.
   *
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.updateFilterOption({
   *   path: { filter_option_id },
   *   body: { name: 'Nordics' },
   * });
   * @see PATCH /api/directory/private/v1alpha/filter-options/{filter_option_id}/
   */
  updateFilterOption(call: DirectoryCall<'updateFilterOption'>):
    Promise<DirectoryResult<'updateFilterOption'>>;

  /**
   * Delete a filter option.
   *
   * Removes an option from its filter.
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
   * Answers the filter option mappings of a directory.
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
   * Adds a mapping to a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.createFilterOptionMapping({
   *   path: { directory_id },
   *   body: { filterOption: '732abe89-6b02-4e8d-957a-b7b631593fc8', externalValue: 'NO, SE, DK, FI' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/filter-option-mappings/
   */
  createFilterOptionMapping(call: DirectoryCall<'createFilterOptionMapping'>):
    Promise<DirectoryResult<'createFilterOptionMapping'>>;

  /**
   * Get a filter option mapping.
   *
   * Answers one filter option mapping.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed.
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
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.updateFilterOptionMapping({
   *   path: { filter_option_mapping_id },
   *   body: { externalValue: 'NO, SE, DK, FI' },
   * });
   * @see PATCH /api/directory/private/v1alpha/filter-option-mappings/{filter_option_mapping_id}/
   */
  updateFilterOptionMapping(call: DirectoryCall<'updateFilterOptionMapping'>):
    Promise<DirectoryResult<'updateFilterOptionMapping'>>;

  /**
   * Delete a filter option mapping.
   *
   * Removes a mapping from its directory.
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
   * Answers the filter option mappings that apply where visitors see the directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope.
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
   * Answers the tiers of a directory.
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
   * Adds a tier without entries to a directory.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.createTier({
   *   path: { directory_id },
   *   body: { title: 'Gold', default: false, order: 1 },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/tiers/
   */
  createTier(call: DirectoryCall<'createTier'>): Promise<DirectoryResult<'createTier'>>;

  /**
   * Get a tier.
   *
   * Answers one tier, whatever directory it belongs to.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed.
   *
   * @example
   * const result = await client.getTier({ path: { tier_id } });
   * @see GET /api/directory/private/v1alpha/tiers/{tier_id}/
   */
  getTier(call: DirectoryCall<'getTier'>): Promise<DirectoryResult<'getTier'>>;

  /**
   * Update a tier.
   *
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: request.body-required.
   *
   * @example
   * const result = await client.updateTier({
   *   path: { tier_id },
   *   body: { image: 'https://cdn.example.com/tiers/gold.svg' },
   * });
   * @see PATCH /api/directory/private/v1alpha/tiers/{tier_id}/
   */
  updateTier(call: DirectoryCall<'updateTier'>): Promise<DirectoryResult<'updateTier'>>;

  /**
   * Delete a tier.
   *
   * Removes a tier. Its entries stay, without a tier.
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
   * Answers the entries that are assigned to a tier. The 'entriesListUrl' of a tier leads here.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters and responses are guessed. Open questions: lists.envelope.
   *
   * @example
   * const result = await client.listTierEntries({ path: { tier_id } });
   * @see GET /api/directory/private/v1alpha/tiers/{tier_id}/entries/
   */
  listTierEntries(call: DirectoryCall<'listTierEntries'>): Promise<DirectoryResult<'listTierEntries'>>;

  /**
   * Assign or unassign entries of a tier.
   *
   * Moves entries into a tier and out of it.
   *
   * Inferred: only the group is documented (§1); the name is from the public reference; method, path,
   * parameters, body and responses are guessed. Open questions: lists.envelope, request.body-required.
   *
   * @example
   * const result = await client.assignTierEntries({
   *   path: { tier_id },
   *   body: { assign: ['c07ef43e-b5f0-44d8-8c75-5f49fec498c9'] },
   * });
   * @see POST /api/directory/private/v1alpha/tiers/{tier_id}/entries/
   */
  assignTierEntries(call: DirectoryCall<'assignTierEntries'>): Promise<DirectoryResult<'assignTierEntries'>>;

  /**
   * List all entries.
   *
   * Answers partner entries and app entries of one directory together.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope.
   *
   * @example
   * const result = await client.listEntries({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/
   */
  listEntries(call: DirectoryCall<'listEntries'>): Promise<DirectoryResult<'listEntries'>>;

  /**
   * Get an app entry.
   *
   * Answers one app entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
   *
   * @example
   * const result = await client.getAppEntry({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/
   */
  getAppEntry(call: DirectoryCall<'getAppEntry'>): Promise<DirectoryResult<'getAppEntry'>>;

  /**
   * Update an app entry.
   *
   * Changes the fields that are sent and leaves the others as they are.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.updateAppEntry({
   *   path: { directory_id, entry_id },
   *   body: { title: 'Ledgerly' },
   * });
   * @see PATCH /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/
   */
  updateAppEntry(call: DirectoryCall<'updateAppEntry'>): Promise<DirectoryResult<'updateAppEntry'>>;

  /**
   * Delete an app entry.
   *
   * Removes an app entry from its directory.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteAppEntry({ path: { directory_id, entry_id } });
   * @see DELETE /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/
   */
  deleteAppEntry(call: DirectoryCall<'deleteAppEntry'>): Promise<DirectoryResult<'deleteAppEntry'>>;

  /**
   * Create an app entry.
   *
   * Adds an app entry to a directory.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.createAppEntry({ path: { directory_id }, body: { title: 'Ledgerly' } });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/entries/apps/
   */
  createAppEntry(call: DirectoryCall<'createAppEntry'>): Promise<DirectoryResult<'createAppEntry'>>;

  /**
   * Update the recommended order.
   *
   * Moves one app entry to another place in the recommended order.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
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
   * Answers the callouts that one app entry carries.
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
   * Answers the partner entries of one directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope.
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
   * Adds a partner entry to a directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.createPartnerEntry({
   *   path: { directory_id },
   *   body: { title: 'Fjordline Data', headline: 'Data pipelines that survive the night shift' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/
   */
  createPartnerEntry(call: DirectoryCall<'createPartnerEntry'>):
    Promise<DirectoryResult<'createPartnerEntry'>>;

  /**
   * Get a partner entry.
   *
   * Answers one partner entry, in the form that an update answers, too.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
   *
   * @example
   * const result = await client.getPartnerEntry({ path: { directory_id, entry_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/
   */
  getPartnerEntry(call: DirectoryCall<'getPartnerEntry'>): Promise<DirectoryResult<'getPartnerEntry'>>;

  /**
   * Update a partner entry.
   *
   * Changes the fields that are sent and leaves the others as they are. Requests spell several fields in
   * another way than answers do: 'customSlug' is sent, 'custom_slug' comes back.
   *
   * Stated in full (§4.1). Open questions: request.body-required.
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
   * Removes a partner entry from its directory.
   *
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: deletes.cascade.
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
   * Updates the entries whose 'id' is sent and creates the others.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: lists.envelope, request.body-required.
   *
   * @example
   * const result = await client.bulkUpsertPartnerEntries({
   *   path: { directory_id },
   *   body: [{ title: 'Fjordline Data' }],
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/bulk-upsert/
   */
  bulkUpsertPartnerEntries(call: DirectoryCall<'bulkUpsertPartnerEntries'>):
    Promise<DirectoryResult<'bulkUpsertPartnerEntries'>>;

  /**
   * Update the recommended order.
   *
   * Moves one partner entry to another place in the recommended order.
   *
   * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
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
   * Answers the badges of one partner entry.
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
   * Answers the callouts of one partner entry.
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
   * Answers the general certifications of one partner entry.
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
   * Answers the industry certifications of one partner entry.
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
   * Answers the segment certifications of one partner entry.
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
   * Answers the clients of one partner entry.
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
   * Answers the keywords of one partner entry.
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
   * Answers the locations of one partner entry.
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
   * Answers the media of one partner entry.
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
   * Answers the resources of one partner entry.
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
   * Answers the internal resources of one partner entry, which visitors of the directory do not see.
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
   * Answers the special offers of one partner entry.
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
   * Answers the testimonials of one partner entry.
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
   * Answers the internal testimonials of one partner entry, which visitors of the directory do not see.
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
   * Answers the use cases of one partner entry.
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
   * Answers the internal use cases of one partner entry, which visitors of the directory do not see.
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
   * Answers the verifications of one partner entry.
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
   * Answers how the partner behind one entry can be reached.
   *
   * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
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
   * Answers the organizations that could own an entry, to choose one to invite.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope.
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
   * Invites an organization to own an entry.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
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
   * Invites users of the organization that owns an entry.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.inviteOwnerUsers({
   *   path: { directory_id, entry_id },
   *   body: { emails: ['ines@fjordline.example'] },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/owner-users/
   */
  inviteOwnerUsers(call: DirectoryCall<'inviteOwnerUsers'>): Promise<DirectoryResult<'inviteOwnerUsers'>>;

  /**
   * Invite an organization.
   *
   * Invites an organization to an entry.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
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
   * Invites users to an entry.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
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
   * Hands in changes of an entry. The entry stays as it is until they are approved.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required, approval.states.
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
   * Applies the changes that were submitted for an entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: approval.states.
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
   * Turns down the changes that were submitted for an entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: approval.states.
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
   * Takes back the changes that were submitted for an entry.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: approval.states.
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
   * Answers what visitors of a directory asked its partners.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope.
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
   * Sends a request to a partner of a directory.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.createContactRequest({
   *   path: { directory_id },
   *   body: { email: 'maren@harbourfoods.example', entry: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/
   */
  createContactRequest(call: DirectoryCall<'createContactRequest'>):
    Promise<DirectoryResult<'createContactRequest'>>;

  /**
   * Get a contact request.
   *
   * Answers one contact request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
   *
   * @example
   * const result = await client.getContactRequest({ path: { directory_id, contact_request_id } });
   * @see GET /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/
   */
  getContactRequest(call: DirectoryCall<'getContactRequest'>): Promise<DirectoryResult<'getContactRequest'>>;

  /**
   * List the attachments of a contact request.
   *
   * Answers the files that belong to one contact request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope.
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
   * Adds a file to a contact request. How the file itself travels is not shown.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.createContactRequestAttachment({
   *   path: { directory_id, contact_request_id },
   *   body: { name: 'brief.pdf', url: 'https://cdn.example.com/attachments/brief.pdf' },
   * });
   * @see POST
   * /api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/attachments/
   */
  createContactRequestAttachment(call: DirectoryCall<'createContactRequestAttachment'>):
    Promise<DirectoryResult<'createContactRequestAttachment'>>;

  /**
   * Delete an attachment of a contact request.
   *
   * Removes a file from a contact request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: deletes.cascade.
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
   * Answers the matchmaking requests that were made in one directory.
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
   * Asks for partners of one directory.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.createMatchmakingRequest({
   *   path: { directory_id },
   *   body: { title: 'Partner for a warehouse migration' },
   * });
   * @see POST /api/directory/private/v1alpha/directories/{directory_id}/matchmaking/
   */
  createMatchmakingRequest(call: DirectoryCall<'createMatchmakingRequest'>):
    Promise<DirectoryResult<'createMatchmakingRequest'>>;

  /**
   * List matchmaking requests.
   *
   * Answers the matchmaking requests of all directories that the key may see.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope, matchmaking.scope.
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
   * Answers one matchmaking request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: matchmaking.scope.
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
   * Answers the partner entries that are assigned to one matchmaking request.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope, matchmaking.scope.
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
   * Replaces the partner entries of one matchmaking request as a whole.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: lists.envelope, request.body-required, matchmaking.scope.
   *
   * @example
   * const result = await client.setMatchmakingRequestPartners({
   *   path: { matchmaking_request_id },
   *   body: { partners: ['c07ef43e-b5f0-44d8-8c75-5f49fec498c9'] },
   * });
   * @see PUT /api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/partners/
   */
  setMatchmakingRequestPartners(call: DirectoryCall<'setMatchmakingRequestPartners'>):
    Promise<DirectoryResult<'setMatchmakingRequestPartners'>>;

  /**
   * Assign the owner of a matchmaking request.
   *
   * Says who looks after one matchmaking request.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required, matchmaking.scope.
   *
   * @example
   * const result = await client.assignMatchmakingRequestOwner({
   *   path: { matchmaking_request_id },
   *   body: { owner: '2c0b0f00-e879-4943-88cc-835e1b747563' },
   * });
   * @see PUT /api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/owner/
   */
  assignMatchmakingRequestOwner(call: DirectoryCall<'assignMatchmakingRequestOwner'>):
    Promise<DirectoryResult<'assignMatchmakingRequestOwner'>>;

  /**
   * List reviews.
   *
   * Answers the reviews of the entries of one directory.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: lists.envelope.
   *
   * @example
   * const result = await client.listReviews({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/reviews/directory/{directory_id}/
   */
  listReviews(call: DirectoryCall<'listReviews'>): Promise<DirectoryResult<'listReviews'>>;

  /**
   * Create a review.
   *
   * Adds a review in one directory. How it names its entry is not shown.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed. Open
   * questions: request.body-required.
   *
   * @example
   * const result = await client.createReview({
   *   path: { directory_id },
   *   body: { title: 'Reliable and quick to answer', company: 'Harbour Foods', first_name: 'Maren' },
   * });
   * @see POST /api/directory/private/v1alpha/reviews/directory/{directory_id}/
   */
  createReview(call: DirectoryCall<'createReview'>): Promise<DirectoryResult<'createReview'>>;

  /**
   * Get a review.
   *
   * Answers one review.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
   *
   * @example
   * const result = await client.getReview({ path: { directory_id, review_id } });
   * @see GET /api/directory/private/v1alpha/reviews/directory/{directory_id}/{review_id}/
   */
  getReview(call: DirectoryCall<'getReview'>): Promise<DirectoryResult<'getReview'>>;

  /**
   * Update a review.
   *
   * Changes the fields that are sent, at least one. Approving and declining a review is an update of its
   * status.
   *
   * Named: only the name is documented (§1); method, path, parameters, body and responses are from the public
   * reference. Open questions: request.body-required.
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
   * Removes a review for good.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: deletes.cascade.
   *
   * @example
   * const result = await client.deleteReview({ path: { directory_id, review_id } });
   * @see DELETE /api/directory/private/v1alpha/reviews/directory/{directory_id}/{review_id}/
   */
  deleteReview(call: DirectoryCall<'deleteReview'>): Promise<DirectoryResult<'deleteReview'>>;

  /**
   * Export reviews.
   *
   * Answers the reviews of one directory as a table with a line of column names.
   *
   * Named: only the name is documented (§1); method, path, parameters and responses are guessed. Open
   * questions: review-export.format.
   *
   * @example
   * const result = await client.exportReviews({ path: { directory_id } });
   * @see GET /api/directory/private/v1alpha/reviews/directory/{directory_id}/export/
   */
  exportReviews(call: DirectoryCall<'exportReviews'>): Promise<DirectoryResult<'exportReviews'>>;
}

/**
 * Creates a client. It sends nothing before the first call.
 *
 * @throws DirectoryRequestError `invalid-options`
 */
export function createDirectoryClient(options: DirectoryClientOptions): DirectoryClient {
  return buildClient(operationTable, options) as DirectoryClient;
}
