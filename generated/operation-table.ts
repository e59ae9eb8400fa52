// Made by "npm run build" from openapi/; do not edit.
import { operationRows } from '../scripts/client/index.js';
import type { OperationRow } from '../scripts/client/index.js';

/** The version of the contract: `info.version` of the document. */
export const contractVersion = '0.2.0';

const base = '/api/directory/private/v1alpha/';

interface Row<
  Method extends OperationRow['method'],
  Path extends string,
  Tag extends string,
  Standing extends OperationRow['standing'],
  Success extends number = 200,
  Media extends string | null = 'application/json',
> extends OperationRow {
  readonly method: Method;
  readonly path: `${typeof base}${Path}`;
  readonly tag: Tag;
  readonly standing: Standing;
  readonly success: Success;
  readonly media: Media;
}

/** The rows of the table. */
type OperationTable = {
  readonly listDirectories: Row<'get', 'directories/', 'directories', 'named'>;
  readonly createDirectory: Row<'post', 'directories/', 'directories', 'named', 201>;
  readonly getDirectory: Row<'get', 'directories/{directory_id}/', 'directories', 'named'>;
  readonly updateDirectory: Row<'patch', 'directories/{directory_id}/', 'directories', 'named'>;
  readonly getDirectorySettings: Row<'get', 'directories/{directory_id}/settings/', 'settings', 'inferred'>;
  readonly updateDirectorySettings: Row<
    'patch',
    'directories/{directory_id}/settings/',
    'settings',
    'inferred'
  >;
  readonly listCustomForms: Row<'get', 'directories/{directory_id}/forms/', 'forms', 'inferred'>;
  readonly listCurrencyFieldOptions: Row<'get', 'forms/currency-field-options/', 'forms', 'inferred'>;
  readonly listContactRequestForms: Row<
    'get',
    'directories/{directory_id}/forms/contact-request/',
    'forms',
    'inferred'
  >;
  readonly setContactRequestForm: Row<
    'put',
    'directories/{directory_id}/forms/contact-request/',
    'forms',
    'inferred'
  >;
  readonly resetContactRequestForm: Row<
    'delete',
    'directories/{directory_id}/forms/contact-request/',
    'forms',
    'inferred',
    204,
    null
  >;
  readonly getDefaultContactRequestForm: Row<'get', 'forms/contact-request/default/', 'forms', 'inferred'>;
  readonly listCallouts: Row<'get', 'directories/{directory_id}/callouts/', 'callouts', 'inferred'>;
  readonly createCallout: Row<'post', 'directories/{directory_id}/callouts/', 'callouts', 'inferred', 201>;
  readonly getCallout: Row<'get', 'callouts/{callout_id}/', 'callouts', 'inferred'>;
  readonly updateCallout: Row<'patch', 'callouts/{callout_id}/', 'callouts', 'inferred'>;
  readonly deleteCallout: Row<'delete', 'callouts/{callout_id}/', 'callouts', 'inferred', 204, null>;
  readonly listBadges: Row<'get', 'directories/{directory_id}/badges/', 'badges', 'inferred'>;
  readonly createBadge: Row<'post', 'directories/{directory_id}/badges/', 'badges', 'inferred', 201>;
  readonly getBadge: Row<'get', 'badges/{badge_id}/', 'badges', 'inferred'>;
  readonly updateBadge: Row<'patch', 'badges/{badge_id}/', 'badges', 'inferred'>;
  readonly deleteBadge: Row<'delete', 'badges/{badge_id}/', 'badges', 'inferred', 204, null>;
  readonly listCertifications: Row<
    'get',
    'directories/{directory_id}/certifications/',
    'certifications',
    'inferred'
  >;
  readonly createCertification: Row<
    'post',
    'directories/{directory_id}/certifications/',
    'certifications',
    'inferred',
    201
  >;
  readonly getCertification: Row<'get', 'certifications/{certification_id}/', 'certifications', 'inferred'>;
  readonly updateCertification: Row<
    'patch',
    'certifications/{certification_id}/',
    'certifications',
    'inferred'
  >;
  readonly deleteCertification: Row<
    'delete',
    'certifications/{certification_id}/',
    'certifications',
    'inferred',
    204,
    null
  >;
  readonly listVerifications: Row<
    'get',
    'directories/{directory_id}/verifications/',
    'verifications',
    'inferred'
  >;
  readonly createVerification: Row<
    'post',
    'directories/{directory_id}/verifications/',
    'verifications',
    'inferred',
    201
  >;
  readonly getVerification: Row<'get', 'verifications/{verification_id}/', 'verifications', 'inferred'>;
  readonly updateVerification: Row<'patch', 'verifications/{verification_id}/', 'verifications', 'inferred'>;
  readonly deleteVerification: Row<
    'delete',
    'verifications/{verification_id}/',
    'verifications',
    'inferred',
    204,
    null
  >;
  readonly listFilters: Row<'get', 'directories/{directory_id}/filters/', 'filters', 'named'>;
  readonly createFilter: Row<'post', 'directories/{directory_id}/filters/', 'filters', 'named', 201>;
  readonly getFilter: Row<'get', 'filters/{filter_id}/', 'filters', 'named'>;
  readonly updateFilter: Row<'patch', 'filters/{filter_id}/', 'filters', 'stated'>;
  readonly deleteFilter: Row<'delete', 'filters/{filter_id}/', 'filters', 'named', 204, null>;
  readonly listInternalFilters: Row<
    'get',
    'directories/{directory_id}/filters/internal/',
    'filters',
    'named'
  >;
  readonly listExternalDirectoryFilters: Row<
    'get',
    'directories/{directory_id}/filters/external/',
    'filters',
    'named'
  >;
  readonly listFilterOptions: Row<'get', 'filters/{filter_id}/options/', 'filter-options', 'inferred'>;
  readonly createFilterOption: Row<'post', 'filters/{filter_id}/options/', 'filter-options', 'inferred', 201>;
  readonly getFilterOption: Row<'get', 'filter-options/{filter_option_id}/', 'filter-options', 'inferred'>;
  readonly updateFilterOption: Row<
    'patch',
    'filter-options/{filter_option_id}/',
    'filter-options',
    'inferred'
  >;
  readonly deleteFilterOption: Row<
    'delete',
    'filter-options/{filter_option_id}/',
    'filter-options',
    'inferred',
    204,
    null
  >;
  readonly listFilterOptionMappings: Row<
    'get',
    'directories/{directory_id}/filter-option-mappings/',
    'filter-option-mappings',
    'inferred'
  >;
  readonly createFilterOptionMapping: Row<
    'post',
    'directories/{directory_id}/filter-option-mappings/',
    'filter-option-mappings',
    'inferred',
    201
  >;
  readonly getFilterOptionMapping: Row<
    'get',
    'filter-option-mappings/{filter_option_mapping_id}/',
    'filter-option-mappings',
    'inferred'
  >;
  readonly updateFilterOptionMapping: Row<
    'patch',
    'filter-option-mappings/{filter_option_mapping_id}/',
    'filter-option-mappings',
    'inferred'
  >;
  readonly deleteFilterOptionMapping: Row<
    'delete',
    'filter-option-mappings/{filter_option_mapping_id}/',
    'filter-option-mappings',
    'inferred',
    204,
    null
  >;
  readonly listExternalDirectoryFilterOptionMappings: Row<
    'get',
    'directories/{directory_id}/filter-option-mappings/external/',
    'filter-option-mappings',
    'inferred'
  >;
  readonly listTiers: Row<'get', 'directories/{directory_id}/tiers/', 'tiers', 'inferred'>;
  readonly createTier: Row<'post', 'directories/{directory_id}/tiers/', 'tiers', 'inferred', 201>;
  readonly getTier: Row<'get', 'tiers/{tier_id}/', 'tiers', 'inferred'>;
  readonly updateTier: Row<'patch', 'tiers/{tier_id}/', 'tiers', 'inferred'>;
  readonly deleteTier: Row<'delete', 'tiers/{tier_id}/', 'tiers', 'inferred', 204, null>;
  readonly listTierEntries: Row<'get', 'tiers/{tier_id}/entries/', 'tiers', 'inferred'>;
  readonly assignTierEntries: Row<'post', 'tiers/{tier_id}/entries/', 'tiers', 'inferred'>;
  readonly listEntries: Row<'get', 'directories/{directory_id}/entries/', 'entries', 'named'>;
  readonly getAppEntry: Row<
    'get',
    'directories/{directory_id}/entries/apps/{entry_id}/',
    'app-entries',
    'named'
  >;
  readonly updateAppEntry: Row<
    'patch',
    'directories/{directory_id}/entries/apps/{entry_id}/',
    'app-entries',
    'named'
  >;
  readonly deleteAppEntry: Row<
    'delete',
    'directories/{directory_id}/entries/apps/{entry_id}/',
    'app-entries',
    'named',
    204,
    null
  >;
  readonly createAppEntry: Row<
    'post',
    'directories/{directory_id}/entries/apps/',
    'app-entries',
    'named',
    201
  >;
  readonly updateAppEntryRecommendedOrder: Row<
    'post',
    'directories/{directory_id}/entries/apps/{entry_id}/recommended-order/',
    'app-entries',
    'named'
  >;
  readonly listAppEntryCallouts: Row<
    'get',
    'directories/{directory_id}/entries/apps/{entry_id}/callouts/',
    'app-entries',
    'inferred'
  >;
  readonly listPartnerEntries: Row<
    'get',
    'directories/{directory_id}/entries/partners/',
    'partner-entries',
    'named'
  >;
  readonly createPartnerEntry: Row<
    'post',
    'directories/{directory_id}/entries/partners/',
    'partner-entries',
    'named',
    201
  >;
  readonly getPartnerEntry: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/',
    'partner-entries',
    'named'
  >;
  readonly updatePartnerEntry: Row<
    'patch',
    'directories/{directory_id}/entries/partners/{entry_id}/',
    'partner-entries',
    'stated'
  >;
  readonly deletePartnerEntry: Row<
    'delete',
    'directories/{directory_id}/entries/partners/{entry_id}/',
    'partner-entries',
    'named',
    204,
    null
  >;
  readonly bulkUpsertPartnerEntries: Row<
    'post',
    'directories/{directory_id}/entries/partners/bulk-upsert/',
    'partner-entries',
    'named'
  >;
  readonly updatePartnerEntryRecommendedOrder: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/recommended-order/',
    'partner-entries',
    'named'
  >;
  readonly listPartnerEntryBadges: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/badges/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryCallouts: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/callouts/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryCertifications: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/certifications/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryIndustryCertifications: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/industry-certifications/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntrySegmentCertifications: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/segment-certifications/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryClients: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/clients/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryKeywords: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/keywords/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryLocations: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/locations/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryMedia: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/media/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryResources: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/resources/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryInternalResources: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/internal-resources/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntrySpecialOffers: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/special-offers/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryTestimonials: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/testimonials/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryInternalTestimonials: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/internal-testimonials/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryUseCases: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/use-cases/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryInternalUseCases: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/internal-use-cases/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listPartnerEntryVerifications: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/verifications/',
    'partner-entry-content',
    'inferred'
  >;
  readonly getPartnerEntryContactInformation: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/contact-information/',
    'partner-entry-content',
    'inferred'
  >;
  readonly listOrganizationMatches: Row<
    'get',
    'directories/{directory_id}/entries/partners/{entry_id}/invite/organization-matches/',
    'partner-entry-invites',
    'named'
  >;
  readonly inviteOwnerOrganization: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/invite/owner-organization/',
    'partner-entry-invites',
    'named'
  >;
  readonly inviteOwnerUsers: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/invite/owner-users/',
    'partner-entry-invites',
    'named'
  >;
  readonly inviteOrganization: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/invite/organization/',
    'partner-entry-invites',
    'named'
  >;
  readonly inviteUsers: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/invite/users/',
    'partner-entry-invites',
    'named'
  >;
  readonly submitPartnerEntryReview: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/edits/submit/',
    'partner-entry-approval',
    'named'
  >;
  readonly approvePartnerEntryReview: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/edits/approve/',
    'partner-entry-approval',
    'named'
  >;
  readonly rejectPartnerEntryChanges: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/edits/reject/',
    'partner-entry-approval',
    'named'
  >;
  readonly discardPartnerEntryReview: Row<
    'post',
    'directories/{directory_id}/entries/partners/{entry_id}/edits/discard/',
    'partner-entry-approval',
    'named'
  >;
  readonly listContactRequests: Row<
    'get',
    'directories/{directory_id}/contact-requests/',
    'contact-requests',
    'named'
  >;
  readonly createContactRequest: Row<
    'post',
    'directories/{directory_id}/contact-requests/',
    'contact-requests',
    'named',
    201
  >;
  readonly getContactRequest: Row<
    'get',
    'directories/{directory_id}/contact-requests/{contact_request_id}/',
    'contact-requests',
    'named'
  >;
  readonly listContactRequestAttachments: Row<
    'get',
    'directories/{directory_id}/contact-requests/{contact_request_id}/attachments/',
    'contact-requests',
    'named'
  >;
  readonly createContactRequestAttachment: Row<
    'post',
    'directories/{directory_id}/contact-requests/{contact_request_id}/attachments/',
    'contact-requests',
    'named',
    201
  >;
  readonly deleteContactRequestAttachment: Row<
    'delete',
    'directories/{directory_id}/contact-requests/{contact_request_id}/attachments/{attachment_id}/',
    'contact-requests',
    'named',
    204,
    null
  >;
  readonly listDirectoryMatchmakingRequests: Row<
    'get',
    'directories/{directory_id}/matchmaking/',
    'matchmaking',
    'inferred'
  >;
  readonly createMatchmakingRequest: Row<
    'post',
    'directories/{directory_id}/matchmaking/',
    'matchmaking',
    'named',
    201
  >;
  readonly listMatchmakingRequests: Row<'get', 'matchmaking/', 'matchmaking', 'named'>;
  readonly getMatchmakingRequest: Row<'get', 'matchmaking/{matchmaking_request_id}/', 'matchmaking', 'named'>;
  readonly listMatchmakingRequestPartners: Row<
    'get',
    'matchmaking/{matchmaking_request_id}/partners/',
    'matchmaking',
    'named'
  >;
  readonly setMatchmakingRequestPartners: Row<
    'put',
    'matchmaking/{matchmaking_request_id}/partners/',
    'matchmaking',
    'named'
  >;
  readonly assignMatchmakingRequestOwner: Row<
    'put',
    'matchmaking/{matchmaking_request_id}/owner/',
    'matchmaking',
    'named'
  >;
  readonly listReviews: Row<'get', 'reviews/directory/{directory_id}/', 'reviews', 'named'>;
  readonly createReview: Row<'post', 'reviews/directory/{directory_id}/', 'reviews', 'named', 201>;
  readonly getReview: Row<'get', 'reviews/directory/{directory_id}/{review_id}/', 'reviews', 'named'>;
  readonly updateReview: Row<'patch', 'reviews/directory/{directory_id}/{review_id}/', 'reviews', 'named'>;
  readonly deleteReview: Row<
    'delete',
    'reviews/directory/{directory_id}/{review_id}/',
    'reviews',
    'named',
    204,
    null
  >;
  readonly exportReviews: Row<
    'get',
    'reviews/directory/{directory_id}/export/',
    'reviews',
    'named',
    200,
    'text/csv'
  >;
};

/** All operations by id, in document order. Rows are frozen. */
export const operationTable = /* @__PURE__ */ operationRows(base, `directories,,named
,list-~,directories/
post!,create-*,,201
,get-*,directories/{*_id}/
patch!,update-*
settings
,get-directory-~|*s/
patch!,update-directory-~
forms
,list-custom-~|*s/
,list-~,*s/currency-field-options/
,list-~-*s|*s/contact-request/
put!,set-~-*
delete,reset-~-*,,204,
,get-~-contact-request-*,*s/contact-request/default/
callouts
,list-~|*s/
post!,create-*,,201
,get-*,*s/{*_id}/
patch!,update-*
delete,delete-*,,204,
badges
,list-~|*s/
post!,create-*,,201
,get-*,*s/{*_id}/
patch!,update-*
delete,delete-*,,204,
certifications
,list-~|*s/
post!,create-*,,201
,get-*,*s/{*_id}/
patch!,update-*
delete,delete-*,,204,
verifications
,list-~|*s/
post!,create-*,,201
,get-*,*s/{*_id}/
patch!,update-*
delete,delete-*,,204,
filters,,named
,list-~|*s/
post!,create-*,,201
,get-*,*s/{*_id}/
~,,stated
patch!,update-*
~,,named
delete,delete-*,,204,
,list-~-*s|*s/internal/
,list-~-directory-*s|*s/external/
filter-options
,list-*s,filters/{filter_id}/options/
post!,create-*,,201
,get-*,*s/{filter_option_id}/
patch!,update-*
delete,delete-*,,204,
filter-option-mappings
,list-~|*s/
post!,create-*,,201
,get-*,*s/{filter_option_mapping_id}/
patch!,update-*
delete,delete-*,,204,
,list-~-directory-*s|*s/external/
tiers
,list-~|*s/
post!,create-*,,201
,get-*,*s/{*_id}/
patch!,update-*
delete,delete-*,,204,
,list-*-~,*s/{*_id}/entries/
post!,assign-*-~
entries,,named
,list-~|entries/
app-entries,,named
,get-*|entries/apps/{entry_id}/
patch!,update-*
delete,delete-*,,204,
post!,create-*|entries/apps/,201
post!,update-*-~|entries/apps/{entry_id}/recommended-order/
~
,list-*-~|entries/apps/{entry_id}/callouts/
partner-entries,,named
,list-partner-entries|entries/partners/
post!,create-*,,201
,get-*^
~,,stated
patch!,update-*
~,,named
delete,delete-*,,204,
post!,~-partner-entries|entries/partners/bulk-upsert/
post!,update-*-~^recommended-order/
partner-entry-content
,list-partner-entry-~^badges/
,list-partner-entry-~^callouts/
,list-partner-entry-~^certifications/
,list-partner-entry-~^industry-certifications/
,list-partner-entry-~^segment-certifications/
,list-partner-entry-~^clients/
,list-partner-entry-~^keywords/
,list-partner-entry-~^locations/
,list-partner-entry-~^media/
,list-partner-entry-~^resources/
,list-partner-entry-~^internal-resources/
,list-partner-entry-~^special-offers/
,list-partner-entry-~^testimonials/
,list-partner-entry-~^internal-testimonials/
,list-partner-entry-~^use-cases/
,list-partner-entry-~^internal-use-cases/
,list-partner-entry-~^verifications/
,get-partner-entry-~^contact-information/
partner-entry-invites,,named
,list-~^invite/organization-matches/
post!,invite-~^invite/owner-organization/
post!,invite-~^invite/owner-users/
post!,invite-~^invite/organization/
post!,invite-~^invite/users/
partner-entry-approval,,named
post!,~-partner-entry-review^edits/submit/
post,~-partner-entry-review^edits/approve/
post,~-partner-entry-changes^edits/reject/
post,~-partner-entry-review^edits/discard/
contact-requests,,named
,list-~|*s/
post!,create-*,,201
,get-*|*s/{contact_request_id}/
,list-*-~|*s/{contact_request_id}/attachments/
post!,create-*-attachment,,201
delete,delete-*-attachment|*s/{contact_request_id}/attachments/{attachment_id}/,204,
matchmaking
,list-directory-*-requests|*/
~,,named
post!,create-*-request,,201
,list-*-requests,*/
,get-*-request,*/{*_request_id}/
,list-*-request-~,*/{*_request_id}/partners/
put!,set-*-request-~
put!,assign-*-request-~,*/{*_request_id}/owner/
reviews,,named
,list-*s,*s/directory/{directory_id}/
post!,create-*,,201
,get-*,*s/directory/{directory_id}/{*_id}/
patch!,update-*
delete,delete-*,,204,
,~-*s,*s/directory/{directory_id}/export/,200,text/csv`, '|entries/partners/{entry_id}/', ',directories/{directory_id}/') as OperationTable;

/** The id of an operation. */
export type OperationId = keyof OperationTable;
