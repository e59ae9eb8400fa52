/** The names that the interface description gives to operations, word by word, with the operationId, by section. */
export const sourceNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '4.1': { 'Update a partner entry': 'updatePartnerEntry' },
  '4.2': { 'Update a filter': 'updateFilter' },
  '4.3': {
    'Get all partner entries': 'listPartnerEntries',
    'Get a partner entry': 'getPartnerEntry',
    'Create a partner entry': 'createPartnerEntry',
    'Delete a partner entry': 'deletePartnerEntry',
    'Bulk upsert partner entries': 'bulkUpsertPartnerEntries',
    'Update the recommended order of a partner entry': 'updatePartnerEntryRecommendedOrder',
    'Get all entries': 'listEntries',
    'Get all filters': 'listFilters',
    'Get a filter': 'getFilter',
    'Get all internal filters': 'listInternalFilters',
    'Get all filters for external directory': 'listExternalDirectoryFilters',
    'Create a filter': 'createFilter',
    'Delete a filter': 'deleteFilter',
    'List directories': 'listDirectories',
    'Get a directory': 'getDirectory',
    'Create a directory': 'createDirectory',
    'Update a directory': 'updateDirectory',
  },
  // Lists below the names of groups. An item that is incomplete by itself has the name of its group before it.
  '1': {
    'App entry: get': 'getAppEntry',
    'App entry: create': 'createAppEntry',
    'App entry: update': 'updateAppEntry',
    'App entry: delete': 'deleteAppEntry',
    'App entry: update the recommended order': 'updateAppEntryRecommendedOrder',
    'Organization matches': 'listOrganizationMatches',
    'Owner organization invite': 'inviteOwnerOrganization',
    'Owner user invites': 'inviteOwnerUsers',
    'Invite organization': 'inviteOrganization',
    'Invite users': 'inviteUsers',
    'Submit review': 'submitPartnerEntryReview',
    'Approve review': 'approvePartnerEntryReview',
    'Reject changes': 'rejectPartnerEntryChanges',
    'Discard review': 'discardPartnerEntryReview',
    'Contact request: list': 'listContactRequests',
    'Contact request: get': 'getContactRequest',
    'Contact request: create': 'createContactRequest',
    'Contact request: attachments (list)': 'listContactRequestAttachments',
    'Contact request: attachments (create)': 'createContactRequestAttachment',
    'Contact request: attachments (delete)': 'deleteContactRequestAttachment',
    'Matchmaking: list': 'listMatchmakingRequests',
    'Matchmaking: get': 'getMatchmakingRequest',
    'Matchmaking: create for a directory': 'createMatchmakingRequest',
    'Matchmaking: list assigned partners': 'listMatchmakingRequestPartners',
    'Matchmaking: assign an owner': 'assignMatchmakingRequestOwner',
    'Matchmaking: set partners': 'setMatchmakingRequestPartners',
    'Review: list': 'listReviews',
    'Review: detail': 'getReview',
    'Review: create': 'createReview',
    'Review: update': 'updateReview',
    'Review: delete': 'deleteReview',
    'Review: export': 'exportReviews',
  },
};

/** The names of groups whose operations the interface description does not name, in lower case. */
export const sourceGroups: readonly string[] = `
  custom forms, currency field options, contact request forms, callouts, badges, certifications, filter options,
  filter maps, filter option mappings, matchmaking, tiers, verifications, settings, general certifications,
  industry certifications, segment certifications, clients, keywords, locations, media, resources, internal resources,
  special offers, testimonials, internal testimonials, use cases, internal use cases, contact information, edits
`
  .trim()
  .split(/,\s+/);
