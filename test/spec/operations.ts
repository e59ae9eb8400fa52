/** An operation with its path after the version prefix, its standing, and its success status. */
export type OperationRow = readonly [
  operationId: string,
  method: string,
  path: string,
  standing: 'stated' | 'named' | 'inferred',
  status: number,
];

const directory = '/directories/{directory_id}';
const partner = `${directory}/entries/partners/{entry_id}`;
const request = `${directory}/contact-requests/{contact_request_id}`;

/** Every operation of the interface. The list is independent of the document, so that neither can change unnoticed. */
export const operations: readonly OperationRow[] = [
  // directories
  ['listDirectories', 'get', '/directories/', 'named', 200],
  ['getDirectory', 'get', `${directory}/`, 'named', 200],
  ['createDirectory', 'post', '/directories/', 'named', 201],
  ['updateDirectory', 'patch', `${directory}/`, 'named', 200],
  // settings
  ['getDirectorySettings', 'get', `${directory}/settings/`, 'inferred', 200],
  ['updateDirectorySettings', 'patch', `${directory}/settings/`, 'inferred', 200],
  // forms
  ['listCustomForms', 'get', `${directory}/forms/`, 'inferred', 200],
  ['listCurrencyFieldOptions', 'get', '/forms/currency-field-options/', 'inferred', 200],
  ['listContactRequestForms', 'get', `${directory}/forms/contact-request/`, 'inferred', 200],
  ['getDefaultContactRequestForm', 'get', '/forms/contact-request/default/', 'inferred', 200],
  ['setContactRequestForm', 'put', `${directory}/forms/contact-request/`, 'inferred', 200],
  ['resetContactRequestForm', 'delete', `${directory}/forms/contact-request/`, 'inferred', 204],
  // callouts
  ['listCallouts', 'get', `${directory}/callouts/`, 'inferred', 200],
  ['getCallout', 'get', '/callouts/{callout_id}/', 'inferred', 200],
  ['createCallout', 'post', `${directory}/callouts/`, 'inferred', 201],
  ['updateCallout', 'patch', '/callouts/{callout_id}/', 'inferred', 200],
  ['deleteCallout', 'delete', '/callouts/{callout_id}/', 'inferred', 204],
  // badges
  ['listBadges', 'get', `${directory}/badges/`, 'inferred', 200],
  ['getBadge', 'get', '/badges/{badge_id}/', 'inferred', 200],
  ['createBadge', 'post', `${directory}/badges/`, 'inferred', 201],
  ['updateBadge', 'patch', '/badges/{badge_id}/', 'inferred', 200],
  ['deleteBadge', 'delete', '/badges/{badge_id}/', 'inferred', 204],
  // certifications
  ['listCertifications', 'get', `${directory}/certifications/`, 'inferred', 200],
  ['getCertification', 'get', '/certifications/{certification_id}/', 'inferred', 200],
  ['createCertification', 'post', `${directory}/certifications/`, 'inferred', 201],
  ['updateCertification', 'patch', '/certifications/{certification_id}/', 'inferred', 200],
  ['deleteCertification', 'delete', '/certifications/{certification_id}/', 'inferred', 204],
  // verifications
  ['listVerifications', 'get', `${directory}/verifications/`, 'inferred', 200],
  ['getVerification', 'get', '/verifications/{verification_id}/', 'inferred', 200],
  ['createVerification', 'post', `${directory}/verifications/`, 'inferred', 201],
  ['updateVerification', 'patch', '/verifications/{verification_id}/', 'inferred', 200],
  ['deleteVerification', 'delete', '/verifications/{verification_id}/', 'inferred', 204],
  // filters
  ['listFilters', 'get', `${directory}/filters/`, 'named', 200],
  ['getFilter', 'get', '/filters/{filter_id}/', 'named', 200],
  ['createFilter', 'post', `${directory}/filters/`, 'named', 201],
  ['updateFilter', 'patch', '/filters/{filter_id}/', 'stated', 200],
  ['deleteFilter', 'delete', '/filters/{filter_id}/', 'named', 204],
  ['listInternalFilters', 'get', `${directory}/filters/internal/`, 'named', 200],
  ['listExternalDirectoryFilters', 'get', `${directory}/filters/external/`, 'named', 200],
  // filter-options
  ['listFilterOptions', 'get', '/filters/{filter_id}/options/', 'inferred', 200],
  ['getFilterOption', 'get', '/filter-options/{filter_option_id}/', 'inferred', 200],
  ['createFilterOption', 'post', '/filters/{filter_id}/options/', 'inferred', 201],
  ['updateFilterOption', 'patch', '/filter-options/{filter_option_id}/', 'inferred', 200],
  ['deleteFilterOption', 'delete', '/filter-options/{filter_option_id}/', 'inferred', 204],
  // filter-option-mappings
  ['listFilterOptionMappings', 'get', `${directory}/filter-option-mappings/`, 'inferred', 200],
  ['getFilterOptionMapping', 'get', '/filter-option-mappings/{filter_option_mapping_id}/', 'inferred', 200],
  ['createFilterOptionMapping', 'post', `${directory}/filter-option-mappings/`, 'inferred', 201],
  ['updateFilterOptionMapping', 'patch', '/filter-option-mappings/{filter_option_mapping_id}/', 'inferred', 200],
  ['deleteFilterOptionMapping', 'delete', '/filter-option-mappings/{filter_option_mapping_id}/', 'inferred', 204],
  [
    'listExternalDirectoryFilterOptionMappings',
    'get',
    `${directory}/filter-option-mappings/external/`,
    'inferred',
    200,
  ],
  // tiers
  ['listTiers', 'get', `${directory}/tiers/`, 'inferred', 200],
  ['getTier', 'get', '/tiers/{tier_id}/', 'inferred', 200],
  ['createTier', 'post', `${directory}/tiers/`, 'inferred', 201],
  ['updateTier', 'patch', '/tiers/{tier_id}/', 'inferred', 200],
  ['deleteTier', 'delete', '/tiers/{tier_id}/', 'inferred', 204],
  ['listTierEntries', 'get', '/tiers/{tier_id}/entries/', 'inferred', 200],
  ['assignTierEntries', 'post', '/tiers/{tier_id}/entries/', 'inferred', 200],
  // entries
  ['listEntries', 'get', `${directory}/entries/`, 'named', 200],
  // app-entries
  ['getAppEntry', 'get', `${directory}/entries/apps/{entry_id}/`, 'named', 200],
  ['createAppEntry', 'post', `${directory}/entries/apps/`, 'named', 201],
  ['updateAppEntry', 'patch', `${directory}/entries/apps/{entry_id}/`, 'named', 200],
  ['deleteAppEntry', 'delete', `${directory}/entries/apps/{entry_id}/`, 'named', 204],
  ['updateAppEntryRecommendedOrder', 'post', `${directory}/entries/apps/{entry_id}/recommended-order/`, 'named', 200],
  ['listAppEntryCallouts', 'get', `${directory}/entries/apps/{entry_id}/callouts/`, 'inferred', 200],
  // partner-entries
  ['listPartnerEntries', 'get', `${directory}/entries/partners/`, 'named', 200],
  ['getPartnerEntry', 'get', `${partner}/`, 'named', 200],
  ['createPartnerEntry', 'post', `${directory}/entries/partners/`, 'named', 201],
  ['updatePartnerEntry', 'patch', `${partner}/`, 'stated', 200],
  ['deletePartnerEntry', 'delete', `${partner}/`, 'named', 204],
  ['bulkUpsertPartnerEntries', 'post', `${directory}/entries/partners/bulk-upsert/`, 'named', 200],
  ['updatePartnerEntryRecommendedOrder', 'post', `${partner}/recommended-order/`, 'named', 200],
  // partner-entry-content
  ['listPartnerEntryBadges', 'get', `${partner}/badges/`, 'inferred', 200],
  ['listPartnerEntryCallouts', 'get', `${partner}/callouts/`, 'inferred', 200],
  ['listPartnerEntryCertifications', 'get', `${partner}/certifications/`, 'inferred', 200],
  ['listPartnerEntryIndustryCertifications', 'get', `${partner}/industry-certifications/`, 'inferred', 200],
  ['listPartnerEntrySegmentCertifications', 'get', `${partner}/segment-certifications/`, 'inferred', 200],
  ['listPartnerEntryClients', 'get', `${partner}/clients/`, 'inferred', 200],
  ['listPartnerEntryKeywords', 'get', `${partner}/keywords/`, 'inferred', 200],
  ['listPartnerEntryLocations', 'get', `${partner}/locations/`, 'inferred', 200],
  ['listPartnerEntryMedia', 'get', `${partner}/media/`, 'inferred', 200],
  ['listPartnerEntryResources', 'get', `${partner}/resources/`, 'inferred', 200],
  ['listPartnerEntryInternalResources', 'get', `${partner}/internal-resources/`, 'inferred', 200],
  ['listPartnerEntrySpecialOffers', 'get', `${partner}/special-offers/`, 'inferred', 200],
  ['listPartnerEntryTestimonials', 'get', `${partner}/testimonials/`, 'inferred', 200],
  ['listPartnerEntryInternalTestimonials', 'get', `${partner}/internal-testimonials/`, 'inferred', 200],
  ['listPartnerEntryUseCases', 'get', `${partner}/use-cases/`, 'inferred', 200],
  ['listPartnerEntryInternalUseCases', 'get', `${partner}/internal-use-cases/`, 'inferred', 200],
  ['listPartnerEntryVerifications', 'get', `${partner}/verifications/`, 'inferred', 200],
  ['getPartnerEntryContactInformation', 'get', `${partner}/contact-information/`, 'inferred', 200],
  // partner-entry-invites
  ['listOrganizationMatches', 'get', `${partner}/invite/organization-matches/`, 'named', 200],
  ['inviteOwnerOrganization', 'post', `${partner}/invite/owner-organization/`, 'named', 200],
  ['inviteOwnerUsers', 'post', `${partner}/invite/owner-users/`, 'named', 200],
  ['inviteOrganization', 'post', `${partner}/invite/organization/`, 'named', 200],
  ['inviteUsers', 'post', `${partner}/invite/users/`, 'named', 200],
  // partner-entry-approval
  ['submitPartnerEntryReview', 'post', `${partner}/edits/submit/`, 'named', 200],
  ['approvePartnerEntryReview', 'post', `${partner}/edits/approve/`, 'named', 200],
  ['rejectPartnerEntryChanges', 'post', `${partner}/edits/reject/`, 'named', 200],
  ['discardPartnerEntryReview', 'post', `${partner}/edits/discard/`, 'named', 200],
  // contact-requests
  ['listContactRequests', 'get', `${directory}/contact-requests/`, 'named', 200],
  ['getContactRequest', 'get', `${request}/`, 'named', 200],
  ['createContactRequest', 'post', `${directory}/contact-requests/`, 'named', 201],
  ['listContactRequestAttachments', 'get', `${request}/attachments/`, 'named', 200],
  ['createContactRequestAttachment', 'post', `${request}/attachments/`, 'named', 201],
  ['deleteContactRequestAttachment', 'delete', `${request}/attachments/{attachment_id}/`, 'named', 204],
  // matchmaking
  ['listDirectoryMatchmakingRequests', 'get', `${directory}/matchmaking/`, 'inferred', 200],
  ['createMatchmakingRequest', 'post', `${directory}/matchmaking/`, 'named', 201],
  ['listMatchmakingRequests', 'get', '/matchmaking/', 'named', 200],
  ['getMatchmakingRequest', 'get', '/matchmaking/{matchmaking_request_id}/', 'named', 200],
  ['listMatchmakingRequestPartners', 'get', '/matchmaking/{matchmaking_request_id}/partners/', 'named', 200],
  ['setMatchmakingRequestPartners', 'put', '/matchmaking/{matchmaking_request_id}/partners/', 'named', 200],
  ['assignMatchmakingRequestOwner', 'put', '/matchmaking/{matchmaking_request_id}/owner/', 'named', 200],
  // reviews
  ['listReviews', 'get', '/reviews/directory/{directory_id}/', 'named', 200],
  ['getReview', 'get', '/reviews/directory/{directory_id}/{review_id}/', 'named', 200],
  ['createReview', 'post', '/reviews/directory/{directory_id}/', 'named', 201],
  ['updateReview', 'patch', '/reviews/directory/{directory_id}/{review_id}/', 'named', 200],
  ['deleteReview', 'delete', '/reviews/directory/{directory_id}/{review_id}/', 'named', 204],
  ['exportReviews', 'get', '/reviews/directory/{directory_id}/export/', 'named', 200],
];
