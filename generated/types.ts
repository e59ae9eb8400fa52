// Made by "npm run build" from openapi/; do not edit.

export interface paths {
    "/api/directory/private/v1alpha/directories/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List directories
         * @description Answers every directory that the key may see.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listDirectories"];
        put?: never;
        /**
         * Create a directory
         * @description Adds a directory without entries.
         *
         *     Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createDirectory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a directory
         * @description Answers one directory.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         */
        get: operations["getDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a directory
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateDirectory"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of a directory
         * @description Answers all settings of one directory as one object.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         */
        get: operations["getDirectorySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the settings of a directory
         * @description Changes the settings that are sent and leaves the others as they are.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateDirectorySettings"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/forms/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom forms
         * @description Answers the forms that a directory defines.
         *
         *     Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listCustomForms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/forms/currency-field-options/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List currency field options
         * @description Answers the currencies that a field of a form can offer. They belong to no directory.
         *
         *     Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listCurrencyFieldOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/forms/contact-request/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact request forms
         * @description Answers the forms through which visitors of a directory reach a partner.
         *
         *     Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         *     Open questions: lists.envelope, contact-request-form.active.
         */
        get: operations["listContactRequestForms"];
        /**
         * Set the custom contact request form
         * @description Replaces the form of a directory as a whole.
         *
         *     Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        put: operations["setContactRequestForm"];
        post?: never;
        /**
         * Reset the contact request form
         * @description Deletes the custom form of a directory, so that the default one applies again.
         *
         *     Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["resetContactRequestForm"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/forms/contact-request/default/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the default contact request form
         * @description Answers the form that a directory uses while it has none of its own.
         *
         *     Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         */
        get: operations["getDefaultContactRequestForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/callouts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List callouts
         * @description Answers the callouts that a directory defines, not those of one entry.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listCallouts"];
        put?: never;
        /**
         * Create a callout
         * @description Adds a callout to a directory, for its entries to carry.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createCallout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/callouts/{callout_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a callout
         * @description Answers one callout, whatever directory defines it.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         */
        get: operations["getCallout"];
        put?: never;
        post?: never;
        /**
         * Delete a callout
         * @description Removes a callout from its directory. What becomes of entries that carry it is not shown.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteCallout"];
        options?: never;
        head?: never;
        /**
         * Update a callout
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateCallout"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/badges/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List badges
         * @description Answers the badges that a directory defines, not those of one entry.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listBadges"];
        put?: never;
        /**
         * Create a badge
         * @description Adds a badge to a directory, for its entries to carry.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createBadge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/badges/{badge_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a badge
         * @description Answers one badge, whatever directory defines it.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         */
        get: operations["getBadge"];
        put?: never;
        post?: never;
        /**
         * Delete a badge
         * @description Removes a badge from its directory. What becomes of entries that carry it is not shown.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteBadge"];
        options?: never;
        head?: never;
        /**
         * Update a badge
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateBadge"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/certifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List certifications
         * @description Answers the certifications that a directory defines, not those of one entry.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listCertifications"];
        put?: never;
        /**
         * Create a certification
         * @description Adds a certification to a directory, for its entries to carry.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createCertification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/certifications/{certification_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a certification
         * @description Answers one certification, whatever directory defines it.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         */
        get: operations["getCertification"];
        put?: never;
        post?: never;
        /**
         * Delete a certification
         * @description Removes a certification from its directory. What becomes of entries that carry it is not shown.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteCertification"];
        options?: never;
        head?: never;
        /**
         * Update a certification
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateCertification"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/verifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verifications
         * @description Answers the verifications that a directory defines, not those of one entry.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listVerifications"];
        put?: never;
        /**
         * Create a verification
         * @description Adds a verification to a directory, for its entries to carry.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/verifications/{verification_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a verification
         * @description Answers one verification, whatever directory defines it.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         */
        get: operations["getVerification"];
        put?: never;
        post?: never;
        /**
         * Delete a verification
         * @description Removes a verification from its directory. What becomes of entries that carry it is not shown.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteVerification"];
        options?: never;
        head?: never;
        /**
         * Update a verification
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateVerification"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/filters/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List filters
         * @description Answers every filter of a directory, whoever it is shown to.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listFilters"];
        put?: never;
        /**
         * Create a filter
         * @description Adds a filter to a directory.
         *
         *     Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/filters/{filter_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a filter
         * @description Answers one filter with its options.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         */
        get: operations["getFilter"];
        put?: never;
        post?: never;
        /**
         * Delete a filter
         * @description Removes a filter together with its options.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteFilter"];
        options?: never;
        head?: never;
        /**
         * Update a filter
         * @description Changes the fields that are sent and leaves the others as they are. What may be sent is not shown; path and answers are.
         *
         *     Stated: name, method, path and responses are documented (§4.2); the body is guessed.
         *     Open questions: request.body-required, filter-update.request.
         */
        patch: operations["updateFilter"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/filters/internal/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List internal filters
         * @description Answers the filters that the internal directory shows.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listInternalFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/filters/external/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List filters for the external directory
         * @description Answers the filters that visitors of the directory see.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listExternalDirectoryFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/filters/{filter_id}/options/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the options of a filter
         * @description Answers the options that a filter offers.
         *
         *     Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listFilterOptions"];
        put?: never;
        /**
         * Create a filter option
         * @description Adds an option to a filter.
         *
         *     Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createFilterOption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/filter-options/{filter_option_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a filter option
         * @description Answers one filter option, whatever filter it belongs to.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         */
        get: operations["getFilterOption"];
        put?: never;
        post?: never;
        /**
         * Delete a filter option
         * @description Removes an option from its filter.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteFilterOption"];
        options?: never;
        head?: never;
        /**
         * Update a filter option
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateFilterOption"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/filter-option-mappings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List filter option mappings
         * @description Answers the filter option mappings of a directory.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listFilterOptionMappings"];
        put?: never;
        /**
         * Create a filter option mapping
         * @description Adds a mapping to a directory.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createFilterOptionMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/filter-option-mappings/{filter_option_mapping_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a filter option mapping
         * @description Answers one filter option mapping.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         */
        get: operations["getFilterOptionMapping"];
        put?: never;
        post?: never;
        /**
         * Delete a filter option mapping
         * @description Removes a mapping from its directory.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteFilterOptionMapping"];
        options?: never;
        head?: never;
        /**
         * Update a filter option mapping
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateFilterOptionMapping"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/filter-option-mappings/external/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mappings for the external directory
         * @description Answers the filter option mappings that apply where visitors see the directory.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listExternalDirectoryFilterOptionMappings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/tiers/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tiers
         * @description Answers the tiers of a directory.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listTiers"];
        put?: never;
        /**
         * Create a tier
         * @description Adds a tier without entries to a directory.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createTier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/tiers/{tier_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tier
         * @description Answers one tier, whatever directory it belongs to.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         */
        get: operations["getTier"];
        put?: never;
        post?: never;
        /**
         * Delete a tier
         * @description Removes a tier. Its entries stay, without a tier.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteTier"];
        options?: never;
        head?: never;
        /**
         * Update a tier
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateTier"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/tiers/{tier_id}/entries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of a tier
         * @description Answers the entries that are assigned to a tier. The `entriesListUrl` of a tier leads here.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listTierEntries"];
        put?: never;
        /**
         * Assign or unassign entries of a tier
         * @description Moves entries into a tier and out of it.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         *     Open questions: lists.envelope, request.body-required.
         */
        post: operations["assignTierEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all entries
         * @description Answers partner entries and app entries of one directory together.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an app entry
         * @description Answers one app entry.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         */
        get: operations["getAppEntry"];
        put?: never;
        post?: never;
        /**
         * Delete an app entry
         * @description Removes an app entry from its directory.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteAppEntry"];
        options?: never;
        head?: never;
        /**
         * Update an app entry
         * @description Changes the fields that are sent and leaves the others as they are.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        patch: operations["updateAppEntry"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/apps/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an app entry
         * @description Adds an app entry to a directory.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createAppEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/recommended-order/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the recommended order
         * @description Moves one app entry to another place in the recommended order.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["updateAppEntryRecommendedOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/apps/{entry_id}/callouts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the callouts of an app entry
         * @description Answers the callouts that one app entry carries.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listAppEntryCallouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partner entries
         * @description Answers the partner entries of one directory.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntries"];
        put?: never;
        /**
         * Create a partner entry
         * @description Adds a partner entry to a directory.
         *
         *     Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createPartnerEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a partner entry
         * @description Answers one partner entry, in the form that an update answers, too.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         */
        get: operations["getPartnerEntry"];
        put?: never;
        post?: never;
        /**
         * Delete a partner entry
         * @description Removes a partner entry from its directory.
         *
         *     Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deletePartnerEntry"];
        options?: never;
        head?: never;
        /**
         * Update a partner entry
         * @description Changes the fields that are sent and leaves the others as they are. Requests spell several fields in another way than answers do: `customSlug` is sent, `custom_slug` comes back.
         *
         *     Stated in full (§4.1).
         *     Open questions: request.body-required.
         */
        patch: operations["updatePartnerEntry"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/bulk-upsert/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update many partner entries
         * @description Updates the entries whose `id` is sent and creates the others.
         *
         *     Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         *     Open questions: lists.envelope, request.body-required.
         */
        post: operations["bulkUpsertPartnerEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/recommended-order/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the recommended order
         * @description Moves one partner entry to another place in the recommended order.
         *
         *     Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["updatePartnerEntryRecommendedOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/badges/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the badges of an entry
         * @description Answers the badges of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/callouts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the callouts of an entry
         * @description Answers the callouts of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryCallouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/certifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the general certifications of an entry
         * @description Answers the general certifications of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryCertifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/industry-certifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the industry certifications of an entry
         * @description Answers the industry certifications of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryIndustryCertifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/segment-certifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the segment certifications of an entry
         * @description Answers the segment certifications of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntrySegmentCertifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/clients/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients of an entry
         * @description Answers the clients of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/keywords/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keywords of an entry
         * @description Answers the keywords of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryKeywords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/locations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the locations of an entry
         * @description Answers the locations of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/media/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the media of an entry
         * @description Answers the media of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/resources/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the resources of an entry
         * @description Answers the resources of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/internal-resources/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the internal resources of an entry
         * @description Answers the internal resources of one partner entry, which visitors of the directory do not see.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryInternalResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/special-offers/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the special offers of an entry
         * @description Answers the special offers of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntrySpecialOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/testimonials/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the testimonials of an entry
         * @description Answers the testimonials of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryTestimonials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/internal-testimonials/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the internal testimonials of an entry
         * @description Answers the internal testimonials of one partner entry, which visitors of the directory do not see.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryInternalTestimonials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/use-cases/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the use cases of an entry
         * @description Answers the use cases of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryUseCases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/internal-use-cases/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the internal use cases of an entry
         * @description Answers the internal use cases of one partner entry, which visitors of the directory do not see.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryInternalUseCases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/verifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the verifications of an entry
         * @description Answers the verifications of one partner entry.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listPartnerEntryVerifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/contact-information/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the contact information of an entry
         * @description Answers how the partner behind one entry can be reached.
         *
         *     Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         */
        get: operations["getPartnerEntryContactInformation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/organization-matches/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List matching organizations
         * @description Answers the organizations that could own an entry, to choose one to invite.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listOrganizationMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/owner-organization/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite an organization as owner
         * @description Invites an organization to own an entry.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["inviteOwnerOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/owner-users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite users of the owner
         * @description Invites users of the organization that owns an entry.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["inviteOwnerUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/organization/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite an organization
         * @description Invites an organization to an entry.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["inviteOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/invite/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite users
         * @description Invites users to an entry.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["inviteUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/edits/submit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit changes for approval
         * @description Hands in changes of an entry. The entry stays as it is until they are approved.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required, approval.states.
         */
        post: operations["submitPartnerEntryReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/edits/approve/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve submitted changes
         * @description Applies the changes that were submitted for an entry.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: approval.states.
         */
        post: operations["approvePartnerEntryReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/edits/reject/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject submitted changes
         * @description Turns down the changes that were submitted for an entry.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: approval.states.
         */
        post: operations["rejectPartnerEntryChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/edits/discard/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard submitted changes
         * @description Takes back the changes that were submitted for an entry.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: approval.states.
         */
        post: operations["discardPartnerEntryReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/contact-requests/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact requests
         * @description Answers what visitors of a directory asked its partners.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listContactRequests"];
        put?: never;
        /**
         * Create a contact request
         * @description Sends a request to a partner of a directory.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createContactRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact request
         * @description Answers one contact request.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         */
        get: operations["getContactRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/attachments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attachments of a contact request
         * @description Answers the files that belong to one contact request.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listContactRequestAttachments"];
        put?: never;
        /**
         * Create an attachment of a contact request
         * @description Adds a file to a contact request. How the file itself travels is not shown.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createContactRequestAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/contact-requests/{contact_request_id}/attachments/{attachment_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an attachment of a contact request
         * @description Removes a file from a contact request.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteContactRequestAttachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/directories/{directory_id}/matchmaking/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the matchmaking requests of a directory
         * @description Answers the matchmaking requests that were made in one directory.
         *
         *     Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope, matchmaking.scope.
         */
        get: operations["listDirectoryMatchmakingRequests"];
        put?: never;
        /**
         * Create a matchmaking request
         * @description Asks for partners of one directory.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createMatchmakingRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/matchmaking/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List matchmaking requests
         * @description Answers the matchmaking requests of all directories that the key may see.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope, matchmaking.scope.
         */
        get: operations["listMatchmakingRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a matchmaking request
         * @description Answers one matchmaking request.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: matchmaking.scope.
         */
        get: operations["getMatchmakingRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/partners/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the partners of a matchmaking request
         * @description Answers the partner entries that are assigned to one matchmaking request.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope, matchmaking.scope.
         */
        get: operations["listMatchmakingRequestPartners"];
        /**
         * Set the partners of a matchmaking request
         * @description Replaces the partner entries of one matchmaking request as a whole.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: lists.envelope, request.body-required, matchmaking.scope.
         */
        put: operations["setMatchmakingRequestPartners"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/matchmaking/{matchmaking_request_id}/owner/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign the owner of a matchmaking request
         * @description Says who looks after one matchmaking request.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required, matchmaking.scope.
         */
        put: operations["assignMatchmakingRequestOwner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/reviews/directory/{directory_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reviews
         * @description Answers the reviews of the entries of one directory.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: lists.envelope.
         */
        get: operations["listReviews"];
        put?: never;
        /**
         * Create a review
         * @description Adds a review in one directory. How it names its entry is not shown.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         *     Open questions: request.body-required.
         */
        post: operations["createReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/private/v1alpha/reviews/directory/{directory_id}/{review_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a review
         * @description Answers one review.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        /**
         * Delete a review
         * @description Removes a review for good.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: deletes.cascade.
         */
        delete: operations["deleteReview"];
        options?: never;
        head?: never;
        /**
         * Update a review
         * @description Changes the fields that are sent, at least one. Approving and declining a review is an update of its status.
         *
         *     Named: only the name is documented (§1); method, path, parameters, body and responses are from the public reference.
         *     Open questions: request.body-required.
         */
        patch: operations["updateReview"];
        trace?: never;
    };
    "/api/directory/private/v1alpha/reviews/directory/{directory_id}/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export reviews
         * @description Answers the reviews of one directory as a table with a line of column names.
         *
         *     Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         *     Open questions: review-export.format.
         */
        get: operations["exportReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiError: ApiError;
        AppEntry: AppEntry;
        AppEntryCreate: AppEntryCreate;
        AppEntryUpdate: AppEntryUpdate;
        Badge: Badge;
        BadgeCreate: BadgeCreate;
        BadgeUpdate: BadgeUpdate;
        Callout: Callout;
        CalloutCreate: CalloutCreate;
        CalloutUpdate: CalloutUpdate;
        Certification: Certification;
        CertificationCreate: CertificationCreate;
        CertificationUpdate: CertificationUpdate;
        ContactRequest: ContactRequest;
        ContactRequestAttachment: ContactRequestAttachment;
        ContactRequestAttachmentCreate: ContactRequestAttachmentCreate;
        ContactRequestCreate: ContactRequestCreate;
        ContactRequestForm: ContactRequestForm;
        ContactRequestFormSet: ContactRequestFormSet;
        CurrencyFieldOption: CurrencyFieldOption;
        CustomForm: CustomForm;
        Directory: Directory;
        DirectoryCreate: DirectoryCreate;
        DirectorySettings: DirectorySettings;
        DirectorySettingsUpdate: DirectorySettingsUpdate;
        DirectoryUpdate: DirectoryUpdate;
        Entry: Entry;
        EntryCallout: EntryCallout;
        EntryCalloutUpdate: EntryCalloutUpdate;
        EntryCertification: EntryCertification;
        EntryContactInformation: EntryContactInformation;
        EntryKeyword: EntryKeyword;
        EntryLocation: EntryLocation;
        EntryMedia: EntryMedia;
        EntryMediaUpdate: EntryMediaUpdate;
        EntryMetadata: EntryMetadata;
        EntryResource: EntryResource;
        EntryResourceUpdate: EntryResourceUpdate;
        EntryTestimonial: EntryTestimonial;
        EntryTracking: EntryTracking;
        EntryUseCase: EntryUseCase;
        EntryVerification: EntryVerification;
        EntryVerificationUpdate: EntryVerificationUpdate;
        Filter: Filter;
        FilterCreate: FilterCreate;
        FilterOption: FilterOption;
        FilterOptionCreate: FilterOptionCreate;
        FilterOptionMapping: FilterOptionMapping;
        FilterOptionMappingCreate: FilterOptionMappingCreate;
        FilterOptionMappingUpdate: FilterOptionMappingUpdate;
        FilterOptionUpdate: FilterOptionUpdate;
        FilterUpdate: FilterUpdate;
        Invite: Invite;
        MatchmakingRequest: MatchmakingRequest;
        MatchmakingRequestCreate: MatchmakingRequestCreate;
        MatchmakingRequestOwnerAssign: MatchmakingRequestOwnerAssign;
        MatchmakingRequestPartnersSet: MatchmakingRequestPartnersSet;
        OrganizationInvite: OrganizationInvite;
        OrganizationMatch: OrganizationMatch;
        OwnerOrganizationInvite: OwnerOrganizationInvite;
        OwnerUsersInvite: OwnerUsersInvite;
        PartnerEntry: PartnerEntry;
        PartnerEntryBulkUpsert: PartnerEntryBulkUpsert;
        PartnerEntryCreate: PartnerEntryCreate;
        PartnerEntryEdit: PartnerEntryEdit;
        PartnerEntryEditSubmit: PartnerEntryEditSubmit;
        PartnerEntryUpdate: PartnerEntryUpdate;
        RecommendedOrder: RecommendedOrder;
        Review: Review;
        ReviewCreate: ReviewCreate;
        ReviewEntry: ReviewEntry;
        ReviewPerson: ReviewPerson;
        ReviewUpdate: ReviewUpdate;
        Tier: Tier;
        TierCreate: TierCreate;
        TierEntriesAssign: TierEntriesAssign;
        TierSummary: TierSummary;
        TierUpdate: TierUpdate;
        UsersInvite: UsersInvite;
        Verification: Verification;
        VerificationCreate: VerificationCreate;
        VerificationUpdate: VerificationUpdate;
    };
    responses: {
        /** @description The request cannot be used as it is. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ApiError;
            };
        };
        /** @description No record has this identifier. */
        RecordNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ApiError;
            };
        };
        /** @description Any other refusal or failure, by a status from 400 to 599. */
        UnexpectedError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ApiError;
            };
        };
    };
    parameters: {
        /**
         * @description Identifier of the attachment.
         * @example b78a3273-6549-4067-8e3a-8b5a50919be7
         */
        AttachmentId: string;
        /**
         * @description Identifier of the badge.
         * @example b375bd32-63e1-42d6-923f-227a4869f73c
         */
        BadgeId: string;
        /**
         * @description Identifier of the callout.
         * @example 302b59a0-164e-4b1c-982b-82b94e00dd34
         */
        CalloutId: string;
        /**
         * @description Identifier of the certification.
         * @example d985e3df-851c-4484-a477-f8e3dcd04ffe
         */
        CertificationId: string;
        /**
         * @description Identifier of the contact request.
         * @example 58cd16e9-e68c-4064-92c8-bf1d6f1e4caf
         */
        ContactRequestId: string;
        /**
         * @description Identifier of the directory.
         * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
         */
        DirectoryId: string;
        /**
         * @description Identifier of the entry.
         * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
         */
        EntryId: string;
        /**
         * @description Identifier of the filter.
         * @example cbd1c79c-294c-450c-81b1-b4300c6faafd
         */
        FilterId: string;
        /**
         * @description Identifier of the filter option.
         * @example 732abe89-6b02-4e8d-957a-b7b631593fc8
         */
        FilterOptionId: string;
        /**
         * @description Identifier of the filter option mapping.
         * @example 59bfb7d8-eff3-448c-9438-8019db7faf6c
         */
        FilterOptionMappingId: string;
        /**
         * @description Identifier of the matchmaking request.
         * @example 544144a6-6890-4b4f-9266-23d53a525f32
         */
        MatchmakingRequestId: string;
        /**
         * @description Identifier of the review.
         * @example c9d5f267-bbad-4c87-8a37-120534a6a65c
         */
        ReviewId: string;
        /**
         * @description Identifier of the tier.
         * @example bc4048fe-b64e-42ae-ba87-0578bd18e23a
         */
        TierId: string;
        /**
         * @description Identifier of the verification.
         * @example 6610c41f-1e54-420f-ada6-2c912ff7d01e
         */
        VerificationId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
/**
 * What is sent with a refusal. Nobody shows its fields, so a client can rely on the status alone.
 * Standing: inferred.
 * Open questions: errors.body.
 */
export type ApiError = {
    [key: string]: unknown;
};
/**
 * An entry of an app in a directory. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type AppEntry = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new app entry is made from. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type AppEntryCreate = {
    [key: string]: unknown;
};
/**
 * What an update of an app entry may send. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type AppEntryUpdate = {
    [key: string]: unknown;
};
/**
 * A mark of distinction that entries can carry. Nobody shows its fields; these are those of a verification.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type Badge = {
    /** Format: uuid */
    id?: string;
    title?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new badge is made from. Nobody shows its fields; these are those of an answer.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type BadgeCreate = {
    title?: string;
} & {
    [key: string]: unknown;
};
/**
 * What an update of a badge may send. Nobody shows its fields; these are those of an answer.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type BadgeUpdate = {
    title?: string;
} & {
    [key: string]: unknown;
};
/**
 * A short label in two colours that entries can carry. It shows at least what an entry shows of it; its other fields are not shown.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type Callout = {
    /** Format: uuid */
    id?: string;
    name?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    /**
     * @description Colour of the text, as hexadecimal digits without a leading `#`.
     *
     *     Open questions: colour.digits.
     */
    textColor?: string;
    /**
     * @description Colour behind the text, as hexadecimal digits without a leading `#`.
     *
     *     Open questions: colour.digits.
     */
    backgroundColor?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new callout is made from. Nobody shows its fields; these are those of a callout in the update of an entry.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type CalloutCreate = {
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    name?: string;
    /** @description Answers show hexadecimal digits without a leading `#`, under the name `textColor`. */
    text_color?: string;
    /** @description Answers show hexadecimal digits without a leading `#`, under the name `backgroundColor`. */
    background_color?: string;
} & {
    [key: string]: unknown;
};
/**
 * What an update of a callout may send. Nobody shows its fields; these are those of a callout in the update of an entry.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type CalloutUpdate = {
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    name?: string;
    /** @description Answers show hexadecimal digits without a leading `#`, under the name `textColor`. */
    text_color?: string;
    /** @description Answers show hexadecimal digits without a leading `#`, under the name `backgroundColor`. */
    background_color?: string;
} & {
    [key: string]: unknown;
};
/**
 * A certification that partners can hold. It shows at least what an entry shows of it; its other fields are not shown.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type Certification = {
    /** Format: uuid */
    id?: string;
    title?: string;
    /** @description Number of people who hold it. */
    quantity?: number;
} & {
    [key: string]: unknown;
};
/**
 * What a new certification is made from. Nobody shows its fields; these are those of an answer.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type CertificationCreate = {
    title?: string;
    /** @description Number of people who hold it. */
    quantity?: number;
} & {
    [key: string]: unknown;
};
/**
 * What an update of a certification may send. Nobody shows its fields; these are those of an answer.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type CertificationUpdate = {
    title?: string;
    /** @description Number of people who hold it. */
    quantity?: number;
} & {
    [key: string]: unknown;
};
/**
 * What a visitor asked a partner. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type ContactRequest = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * A file that belongs to a contact request. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type ContactRequestAttachment = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new attachment is made from. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type ContactRequestAttachmentCreate = {
    [key: string]: unknown;
};
/**
 * What a new contact request is made from. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type ContactRequestCreate = {
    [key: string]: unknown;
};
/**
 * The form that visitors fill in to reach a partner. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type ContactRequestForm = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * The custom contact request form of a directory. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type ContactRequestFormSet = {
    [key: string]: unknown;
};
/**
 * A choice that a currency field of a form offers. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type CurrencyFieldOption = {
    [key: string]: unknown;
};
/**
 * A form that a directory defines. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type CustomForm = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * A set of entries with filters, tiers and settings of its own. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type Directory = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new directory is made from. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type DirectoryCreate = {
    [key: string]: unknown;
};
/**
 * The settings of a directory. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type DirectorySettings = {
    [key: string]: unknown;
};
/**
 * What an update of the settings of a directory may send. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type DirectorySettingsUpdate = {
    [key: string]: unknown;
};
/**
 * What an update of a directory may send. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type DirectoryUpdate = {
    [key: string]: unknown;
};
/**
 * An entry of either kind.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type Entry = PartnerEntry | AppEntry;
/**
 * A short label in two colours that an entry carries.
 * Standing: stated (§2.1).
 */
export type EntryCallout = {
    /** Format: uuid */
    id?: string;
    name?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning, order.presence.
     */
    order?: number;
    /**
     * @description Colour of the text, as hexadecimal digits without a leading `#`.
     *
     *     Open questions: colour.digits.
     */
    textColor?: string;
    /**
     * @description Colour behind the text, as hexadecimal digits without a leading `#`.
     *
     *     Open questions: colour.digits.
     */
    backgroundColor?: string;
};
/**
 * A short label in two colours, as an update sends it.
 * Standing: stated (§4.1).
 */
export type EntryCalloutUpdate = {
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    name?: string;
    /** @description Answers show hexadecimal digits without a leading `#`, under the name `textColor`. */
    text_color?: string;
    /** @description Answers show hexadecimal digits without a leading `#`, under the name `backgroundColor`. */
    background_color?: string;
    /** Format: uuid */
    id?: string;
};
/**
 * A certification that people of the partner hold.
 * Standing: stated (§2.1).
 */
export type EntryCertification = {
    /** Format: uuid */
    id?: string;
    title?: string;
    /** @description Number of people who hold it. */
    quantity?: number;
};
/**
 * How a partner can be reached. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type EntryContactInformation = {
    [key: string]: unknown;
};
/**
 * A word to find an entry by.
 * Standing: stated (§4.1).
 */
export type EntryKeyword = {
    name?: string;
    /** Format: uuid */
    id?: string;
};
/**
 * A place where a partner works. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type EntryLocation = {
    [key: string]: unknown;
};
/**
 * An image, a film or a document that an entry presents.
 * Standing: stated (§2.1).
 */
export type EntryMedia = {
    /** Format: uuid */
    id?: string;
    title?: string;
    description?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning, order.presence.
     */
    order?: number;
    /** Format: uri */
    pdfFileThumbnailUrl?: string;
    /** Format: uri */
    url?: string;
    /**
     * @description A code of one letter. No value is shown.
     *
     *     Open questions: media.type-values.
     */
    type?: string;
};
/**
 * An image, a film or a document, as an update sends it.
 * Standing: stated (§4.1).
 */
export type EntryMediaUpdate = {
    /** Format: uuid */
    id?: string;
    title?: string;
    description?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    /** @description Shows as a URL in answers, where it is called `pdfFileThumbnailUrl`. */
    pdf_file_thumbnail_url?: string;
    /** Format: uri */
    url?: string;
    /**
     * Format: uri
     * @description Responses do not contain it.
     *
     *     Not documented where it shows.
     *
     *     Open questions: files.upload.
     */
    file?: string;
    /**
     * @description Shows as a code of one letter in answers. No value is shown.
     *
     *     Open questions: media.type-values.
     */
    type?: string;
};
/**
 * Data that the directory keeps about an entry for others. Its other fields are not shown.
 * Standing: stated (§2.1).
 */
export type EntryMetadata = {
    /** @description Identifier of the entry in a system outside the directory. */
    external_id?: string;
} & {
    [key: string]: unknown;
};
/**
 * A link or a file that an entry presents. Resources, special offers and clients share this shape.
 * Standing: stated (§2.1).
 */
export type EntryResource = {
    /** Format: uuid */
    id?: string;
    /** @description Open questions: resource-items.types. */
    title?: string;
    /**
     * Format: uri
     * @description Open questions: resource-items.types.
     */
    url?: string;
    /** @description Null where the item is a link only. */
    file?: string | null;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning, order.presence.
     */
    order?: number;
};
/**
 * A link or a file, as an update sends it.
 * Standing: stated (§4.1).
 */
export type EntryResourceUpdate = {
    title?: string;
    /** @description Open questions: files.upload. */
    file?: string;
    /** Format: uri */
    url?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    /** Format: uuid */
    id?: string;
};
/**
 * What a customer says about the partner.
 * Standing: stated (§2.1).
 */
export type EntryTestimonial = {
    /** Format: uuid */
    id?: string;
    author_name?: string;
    /** @description Position of the author in the company. */
    position?: string;
    company_name?: string;
    testimonial_text?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning, order.presence.
     */
    order?: number;
};
/**
 * Identifiers for the tracking of visits. Its other fields are not shown.
 * Standing: stated (§2.1).
 */
export type EntryTracking = {
    tracker_website_id?: string;
    tracker_share_id?: string;
} & {
    [key: string]: unknown;
};
/**
 * A use case that an entry presents.
 * Standing: stated (§2.1).
 */
export type EntryUseCase = {
    /** Format: uuid */
    id?: string;
    title?: string;
    description?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning, order.presence.
     */
    order?: number;
};
/**
 * A verification that the partner has passed.
 * Standing: stated (§2.1).
 */
export type EntryVerification = {
    /** Format: uuid */
    id?: string;
    title?: string;
};
/**
 * A verification, as an update sends it.
 * Standing: stated (§4.1).
 */
export type EntryVerificationUpdate = {
    /** Format: uuid */
    id?: string;
    title?: string;
};
/**
 * A way to narrow down the entries of a directory, with the options to choose from.
 * Standing: stated (§2.2).
 * Open questions: filter.required, filter.nullability.
 */
export type Filter = {
    /** Format: uuid */
    id?: string;
    name?: string;
    /**
     * Format: uri-reference
     * @description Path of the filter, relative to the base URL.
     *
     *     Open questions: links.leading-slash.
     */
    href?: string;
    slug?: string;
    /**
     * @description Position of the filter among the filters of its directory.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    /**
     * @description Kind of the filter. Other values may exist.
     *
     *     Open questions: filter.type-values.
     * @example user
     */
    type?: "user" | (string & {});
    userEnabled?: boolean;
    /** @description Open questions: filter.option-shape. */
    filterOptions?: FilterOption[];
    /**
     * Format: uuid
     * @description Identifier of the directory that the filter belongs to.
     */
    genericDirectory?: string;
    multipleSelectFromDashboard?: boolean;
    multipleSelectFromDirectory?: boolean;
    displayInInternalDirectory?: boolean;
    displayInDirectory?: boolean;
    required?: boolean;
};
/**
 * What a new filter is made from: the fields of an update, since no others are known.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type FilterCreate = FilterUpdate;
/**
 * One of the values that a filter offers. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: filter.option-shape, resources.fields.
 */
export type FilterOption = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new filter option is made from. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type FilterOptionCreate = {
    [key: string]: unknown;
};
/**
 * How a filter option maps to something else. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type FilterOptionMapping = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new filter option mapping is made from. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type FilterOptionMappingCreate = {
    [key: string]: unknown;
};
/**
 * What an update of a filter option mapping may send. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type FilterOptionMappingUpdate = {
    [key: string]: unknown;
};
/**
 * What an update of a filter option may send. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type FilterOptionUpdate = {
    [key: string]: unknown;
};
/**
 * What an update of a filter may send: the fields of a filter that are its own to change. Nobody shows this body.
 * Standing: inferred.
 * Open questions: filter-update.request.
 */
export type FilterUpdate = {
    name?: string;
    slug?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    /**
     * @description Kind of the filter. Other values may exist.
     *
     *     Open questions: filter.type-values.
     * @example user
     */
    type?: "user" | (string & {});
    userEnabled?: boolean;
    multipleSelectFromDashboard?: boolean;
    multipleSelectFromDirectory?: boolean;
    displayInInternalDirectory?: boolean;
    displayInDirectory?: boolean;
    required?: boolean;
};
/**
 * An invite that was sent. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type Invite = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * A request to be matched with partners. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type MatchmakingRequest = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new matchmaking request is made from. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type MatchmakingRequestCreate = {
    [key: string]: unknown;
};
/**
 * Who looks after a matchmaking request. Nobody shows its fields; this one is a guess.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type MatchmakingRequestOwnerAssign = {
    /**
     * Format: uuid
     * @description Identifier of a user.
     */
    owner?: string;
} & {
    [key: string]: unknown;
};
/**
 * All partner entries of a matchmaking request. Nobody shows its fields; this one is a guess.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type MatchmakingRequestPartnersSet = {
    partners?: string[];
} & {
    [key: string]: unknown;
};
/**
 * Which organization is invited. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type OrganizationInvite = {
    [key: string]: unknown;
};
/**
 * An organization that could own an entry. Nobody shows its fields beyond the identifier.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type OrganizationMatch = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * Which organization is invited to own an entry. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type OwnerOrganizationInvite = {
    [key: string]: unknown;
};
/**
 * Which users of the owning organization are invited. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type OwnerUsersInvite = {
    [key: string]: unknown;
};
/**
 * An entry of a partner in a directory, as answers show it. Most names are in snake_case and a few nested ones in camelCase. No field is required, because none is said to be.
 * Standing: stated (§2.1).
 * Open questions: partner-entry.required, partner-entry.nullability, partner-entry.fields, entry.keywords-and-locations.
 */
export type PartnerEntry = {
    /** Format: uuid */
    id?: string;
    /**
     * Format: uri-reference
     * @description Path of the entry, relative to the base URL.
     *
     *     Open questions: links.leading-slash.
     */
    href?: string;
    title?: string;
    headline?: string;
    description?: string;
    /** Format: uri */
    icon?: string;
    /** Format: uri */
    image?: string;
    slug?: string;
    /** @description Null where no slug of its own was chosen. */
    custom_slug?: string | null;
    /**
     * @description Whether the directory shows the entry. Other values may exist.
     *
     *     Open questions: partner-entry.status-values, entry.transitions.
     * @example public
     * @example hidden
     */
    status?: "public" | "hidden" | (string & {});
    featured?: boolean;
    /**
     * Format: uuid
     * @description Identifier of the owner. A request sends an object here.
     */
    owner?: string;
    /**
     * Format: uri
     * @description A URL under a name that holds a space, exactly as the interface description spells it.
     *
     *     Open questions: the-service.name.
     */
    "the service"?: string;
    location?: string;
    /** Format: uri */
    call_to_action_url?: string;
    call_to_action_label?: string;
    /** Format: uri */
    external_url?: string;
    /** Format: email */
    support_email?: string;
    developer_name?: string;
    metadata?: EntryMetadata;
    /** Format: uri */
    award?: string;
    use_cases?: EntryUseCase[];
    callouts?: EntryCallout[];
    media?: EntryMedia[];
    resources?: EntryResource[];
    special_offers?: EntryResource[];
    clients?: EntryResource[];
    testimonials?: EntryTestimonial[];
    /**
     * @description In ascending order of their position, which no item shows.
     *
     *     Open questions: certifications.position.
     */
    certifications?: EntryCertification[];
    verifications?: EntryVerification[];
    tracking?: EntryTracking;
    display_on_internal_directory?: boolean;
    tier?: TierSummary;
};
/**
 * Partner entries to write in one go. An item with the `id` of an entry updates it; any other item creates one.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type PartnerEntryBulkUpsert = PartnerEntryUpdate[];
/**
 * What a new partner entry is made from: the fields of an update, since no others are shown.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type PartnerEntryCreate = PartnerEntryUpdate;
/**
 * Changes of an entry on their way through approval. Nobody shows its fields beyond the identifier, nor the states it goes through.
 * Standing: inferred.
 * Open questions: approval.states, resources.fields.
 */
export type PartnerEntryEdit = {
    /** Format: uuid */
    id?: string;
} & {
    [key: string]: unknown;
};
/**
 * The changes to approve: the fields of an update, since no others are shown.
 * Standing: inferred.
 * Open questions: approval.states, operations.payloads.
 */
export type PartnerEntryEditSubmit = PartnerEntryUpdate;
/**
 * What an update of a partner entry may send. Names follow their own spelling, which is not that of answers; `x-reflected-as` says where a value shows in the entry.
 * Standing: stated (§4.1).
 * Open questions: partner-entry-update.required, partner-entry-update.reflection, partner-entry-update.unshown-fields, updates.partial, updates.lists, updates.null, updates.normalised, request.extra-fields, limits.field-lengths.
 */
export type PartnerEntryUpdate = {
    /** Format: uuid */
    id?: string;
    title?: string;
    headline?: string;
    /**
     * @description Kind of the entry. No value is shown.
     *
     *     Not documented where it shows.
     *
     *     Open questions: partner-entry.type-values.
     */
    type?: string;
    slug?: string;
    /** @description Shows as `custom_slug`. */
    customSlug?: string;
    /**
     * @description Whether the directory shows the entry. Entries are seen with `public`, too, and other values may exist.
     *
     *     Open questions: partner-entry.status-values, entry.transitions.
     * @example hidden
     */
    status?: "public" | "hidden" | (string & {});
    /**
     * Format: uri
     * @description A URL under a name that holds a space, exactly as the interface description spells it.
     *
     *     Open questions: the-service.name.
     */
    "the service"?: string;
    featured?: boolean;
    /**
     * @description String values under keys of any name. An answer shows an identifier here instead.
     *
     *     Open questions: partner-entry-update.owner-keys.
     */
    owner?: {
        [key: string]: string;
    };
    /**
     * @description Identifiers of filter options.
     *
     *     Not documented where it shows.
     */
    userAssignedFilterOptions?: string[];
    description?: string;
    /** @description Not documented where it shows. */
    integrationDescription?: string;
    location?: string;
    /**
     * Format: uri
     * @description Shows as `call_to_action_url`.
     */
    callToActionUrl?: string;
    /** @description Shows as `call_to_action_label`. */
    callToActionLabel?: string;
    /**
     * Format: uri
     * @description Not documented where it shows.
     */
    internalPointOfContactCtaUrl?: string;
    /** @description Not documented where it shows. */
    internalPointOfContactCtaLabel?: string;
    /**
     * Format: uri
     * @description Not documented where it shows.
     */
    internalChannelContactCtaUrl?: string;
    /** @description Not documented where it shows. */
    internalChannelContactCtaLabel?: string;
    /**
     * Format: uri
     * @description Shows as `external_url`.
     */
    externalUrl?: string;
    /** @description Shows as `metadata.external_id`. */
    externalId?: string;
    resources?: EntryResourceUpdate[];
    verifications?: EntryVerificationUpdate[];
    media?: EntryMediaUpdate[];
    callouts?: EntryCalloutUpdate[];
    /** @description Not documented where it shows. */
    keywords?: EntryKeyword[];
    /** @description Shows as `support_email`. */
    supportEmail?: string;
    /** @description Shows as `developer_name`. */
    developerName?: string;
    /** @description Shows as `display_on_internal_directory`. */
    displayOnInternalDirectory?: boolean;
    /** @description Not documented where it shows. */
    internalDescription?: string;
    /**
     * Format: uuid
     * @description Identifier of a tier. An answer shows the tier itself.
     *
     *     Shows as `tier.id`.
     */
    tier?: string;
};
/**
 * The place of an entry in the recommended order. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type RecommendedOrder = {
    [key: string]: unknown;
};
/**
 * What a customer wrote about an entry. Answers spell its fields in camelCase.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type Review = {
    /** Format: uuid */
    id?: string;
    entry?: ReviewEntry;
    /**
     * @description Kind of the entry. Other values may exist.
     * @example partner
     */
    entryType?: "partner" | (string & {});
    title?: string;
    company?: string;
    summary?: string;
    shortSummary?: string;
    firstName?: string;
    lastName?: string;
    /** Format: email */
    email?: string;
    rating?: number;
    /**
     * Format: date-time
     * @description When the review was written, in UTC.
     */
    created?: string;
    /**
     * @description A code: `A` approved, `D` declined. Others exist and are not listed.
     * @example A
     */
    status?: "A" | "D" | (string & {});
    /**
     * @description The status in words. Other values may exist.
     * @example approved
     */
    statusDisplay?: "approved" | (string & {});
    /** @description Who approved the review, null where nobody did. */
    approvedBy?: ReviewPerson | null;
    /** @description Who declined the review, null where nobody did. */
    declinedBy?: ReviewPerson | null;
};
/**
 * What a new review is made from: the fields of an update, since no others are known.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type ReviewCreate = ReviewUpdate;
/**
 * The entry that a review is about.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type ReviewEntry = {
    /** Format: uuid */
    id?: string;
    owner?: string;
    title?: string;
};
/**
 * Who approved or declined a review.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type ReviewPerson = {
    /** Format: uuid */
    id?: string;
    firstName?: string;
    lastName?: string;
    /** Format: email */
    email?: string;
};
/**
 * What an update of a review may send, at least one field. Requests spell the fields in snake_case.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type ReviewUpdate = {
    title?: string;
    company?: string;
    summary?: string;
    /** @description Shows as `firstName`. */
    first_name?: string;
    /** @description Shows as `lastName`. */
    last_name?: string;
    /** Format: email */
    email?: string;
    rating?: number;
    /**
     * @description A code: `A` approves and sets `approvedBy`, `D` declines and sets `declinedBy`; each clears the other. Any other code leaves both.
     * @example A
     */
    status?: "A" | "D" | (string & {});
};
/**
 * A level that entries of a directory can reach. It shows at least what an entry shows of it; its other fields are not shown.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type Tier = {
    title?: string;
    /** @description Whether new entries get this tier. */
    default?: boolean;
    /** Format: uri */
    image?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    /** Format: uuid */
    id?: string;
    /** @description Number of entries in the tier. */
    entriesCount?: number;
    /**
     * Format: uri-reference
     * @description Path of the list of entries in the tier, relative to the base URL.
     */
    entriesListUrl?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new tier is made from. Nobody shows its fields; these are those of an answer.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type TierCreate = {
    title?: string;
    /** @description Whether new entries get this tier. */
    default?: boolean;
    /** Format: uri */
    image?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
} & {
    [key: string]: unknown;
};
/**
 * Entries to move into a tier and out of it. Nobody shows its fields; these two are a guess.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type TierEntriesAssign = {
    assign?: string[];
    unassign?: string[];
} & {
    [key: string]: unknown;
};
/**
 * The tier of an entry, as the entry shows it.
 * Standing: stated (§2.1).
 */
export type TierSummary = {
    title?: string;
    /** @description Whether new entries get this tier. */
    default?: boolean;
    /** Format: uri */
    image?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
    /** Format: uuid */
    id?: string;
    /** @description Number of entries in the tier. */
    entriesCount?: number;
    /**
     * Format: uri-reference
     * @description Path of the list of entries in the tier, relative to the base URL.
     *
     *     Open questions: links.leading-slash.
     */
    entriesListUrl?: string;
};
/**
 * What an update of a tier may send. Nobody shows its fields; these are those of an answer.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type TierUpdate = {
    title?: string;
    /** @description Whether new entries get this tier. */
    default?: boolean;
    /** Format: uri */
    image?: string;
    /**
     * @description Position of the item in its list.
     *
     *     Open questions: order.meaning.
     */
    order?: number;
} & {
    [key: string]: unknown;
};
/**
 * Which users are invited. Nobody shows its fields.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type UsersInvite = {
    [key: string]: unknown;
};
/**
 * A verification that partners can pass. It shows at least what an entry shows of it; its other fields are not shown.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export type Verification = {
    /** Format: uuid */
    id?: string;
    title?: string;
} & {
    [key: string]: unknown;
};
/**
 * What a new verification is made from. Nobody shows its fields; these are those of an answer.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type VerificationCreate = {
    title?: string;
} & {
    [key: string]: unknown;
};
/**
 * What an update of a verification may send. Nobody shows its fields; these are those of an answer.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type VerificationUpdate = {
    title?: string;
} & {
    [key: string]: unknown;
};
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseRecordNotFound = components['responses']['RecordNotFound'];
export type ResponseUnexpectedError = components['responses']['UnexpectedError'];
export type ParameterAttachmentId = components['parameters']['AttachmentId'];
export type ParameterBadgeId = components['parameters']['BadgeId'];
export type ParameterCalloutId = components['parameters']['CalloutId'];
export type ParameterCertificationId = components['parameters']['CertificationId'];
export type ParameterContactRequestId = components['parameters']['ContactRequestId'];
export type ParameterDirectoryId = components['parameters']['DirectoryId'];
export type ParameterEntryId = components['parameters']['EntryId'];
export type ParameterFilterId = components['parameters']['FilterId'];
export type ParameterFilterOptionId = components['parameters']['FilterOptionId'];
export type ParameterFilterOptionMappingId = components['parameters']['FilterOptionMappingId'];
export type ParameterMatchmakingRequestId = components['parameters']['MatchmakingRequestId'];
export type ParameterReviewId = components['parameters']['ReviewId'];
export type ParameterTierId = components['parameters']['TierId'];
export type ParameterVerificationId = components['parameters']['VerificationId'];
export type $defs = Record<string, never>;
export interface operations {
    listDirectories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The directories. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Directory[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createDirectory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": DirectoryCreate;
            };
        };
        responses: {
            /** @description The new directory. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Directory;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getDirectory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The directory. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Directory;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateDirectory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": DirectoryUpdate;
            };
        };
        responses: {
            /** @description The directory after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Directory;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getDirectorySettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DirectorySettings;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateDirectorySettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": DirectorySettingsUpdate;
            };
        };
        responses: {
            /** @description The settings after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DirectorySettings;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCustomForms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom forms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CustomForm[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCurrencyFieldOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The currency field options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CurrencyFieldOption[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listContactRequestForms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact request forms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ContactRequestForm[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    setContactRequestForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ContactRequestFormSet;
            };
        };
        responses: {
            /** @description The form as it is from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ContactRequestForm;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    resetContactRequestForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The default form applies again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getDefaultContactRequestForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The default form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ContactRequestForm;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCallouts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Callout[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createCallout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CalloutCreate;
            };
        };
        responses: {
            /** @description The new callout. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Callout;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getCallout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the callout.
                 * @example 302b59a0-164e-4b1c-982b-82b94e00dd34
                 */
                callout_id: components["parameters"]["CalloutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callout. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Callout;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteCallout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the callout.
                 * @example 302b59a0-164e-4b1c-982b-82b94e00dd34
                 */
                callout_id: components["parameters"]["CalloutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callout is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateCallout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the callout.
                 * @example 302b59a0-164e-4b1c-982b-82b94e00dd34
                 */
                callout_id: components["parameters"]["CalloutId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CalloutUpdate;
            };
        };
        responses: {
            /** @description The callout after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Callout;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listBadges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The badges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Badge[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BadgeCreate;
            };
        };
        responses: {
            /** @description The new badge. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Badge;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the badge.
                 * @example b375bd32-63e1-42d6-923f-227a4869f73c
                 */
                badge_id: components["parameters"]["BadgeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The badge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Badge;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the badge.
                 * @example b375bd32-63e1-42d6-923f-227a4869f73c
                 */
                badge_id: components["parameters"]["BadgeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The badge is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the badge.
                 * @example b375bd32-63e1-42d6-923f-227a4869f73c
                 */
                badge_id: components["parameters"]["BadgeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BadgeUpdate;
            };
        };
        responses: {
            /** @description The badge after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Badge;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCertifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Certification[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createCertification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CertificationCreate;
            };
        };
        responses: {
            /** @description The new certification. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Certification;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getCertification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the certification.
                 * @example d985e3df-851c-4484-a477-f8e3dcd04ffe
                 */
                certification_id: components["parameters"]["CertificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Certification;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteCertification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the certification.
                 * @example d985e3df-851c-4484-a477-f8e3dcd04ffe
                 */
                certification_id: components["parameters"]["CertificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certification is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateCertification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the certification.
                 * @example d985e3df-851c-4484-a477-f8e3dcd04ffe
                 */
                certification_id: components["parameters"]["CertificationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CertificationUpdate;
            };
        };
        responses: {
            /** @description The certification after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Certification;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listVerifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Verification[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": VerificationCreate;
            };
        };
        responses: {
            /** @description The new verification. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Verification;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the verification.
                 * @example 6610c41f-1e54-420f-ada6-2c912ff7d01e
                 */
                verification_id: components["parameters"]["VerificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Verification;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the verification.
                 * @example 6610c41f-1e54-420f-ada6-2c912ff7d01e
                 */
                verification_id: components["parameters"]["VerificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the verification.
                 * @example 6610c41f-1e54-420f-ada6-2c912ff7d01e
                 */
                verification_id: components["parameters"]["VerificationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": VerificationUpdate;
            };
        };
        responses: {
            /** @description The verification after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Verification;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listFilters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Filter[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": FilterCreate;
            };
        };
        responses: {
            /** @description The new filter. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Filter;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter.
                 * @example cbd1c79c-294c-450c-81b1-b4300c6faafd
                 */
                filter_id: components["parameters"]["FilterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Filter;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter.
                 * @example cbd1c79c-294c-450c-81b1-b4300c6faafd
                 */
                filter_id: components["parameters"]["FilterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter.
                 * @example cbd1c79c-294c-450c-81b1-b4300c6faafd
                 */
                filter_id: components["parameters"]["FilterId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": FilterUpdate;
            };
        };
        responses: {
            /** @description The filter after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Filter;
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listInternalFilters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The internal filters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Filter[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listExternalDirectoryFilters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filters for the external directory. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Filter[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listFilterOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter.
                 * @example cbd1c79c-294c-450c-81b1-b4300c6faafd
                 */
                filter_id: components["parameters"]["FilterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOption[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createFilterOption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter.
                 * @example cbd1c79c-294c-450c-81b1-b4300c6faafd
                 */
                filter_id: components["parameters"]["FilterId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": FilterOptionCreate;
            };
        };
        responses: {
            /** @description The new filter option. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOption;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getFilterOption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter option.
                 * @example 732abe89-6b02-4e8d-957a-b7b631593fc8
                 */
                filter_option_id: components["parameters"]["FilterOptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter option. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOption;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteFilterOption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter option.
                 * @example 732abe89-6b02-4e8d-957a-b7b631593fc8
                 */
                filter_option_id: components["parameters"]["FilterOptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter option is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateFilterOption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter option.
                 * @example 732abe89-6b02-4e8d-957a-b7b631593fc8
                 */
                filter_option_id: components["parameters"]["FilterOptionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": FilterOptionUpdate;
            };
        };
        responses: {
            /** @description The filter option after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOption;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listFilterOptionMappings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter option mappings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOptionMapping[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createFilterOptionMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": FilterOptionMappingCreate;
            };
        };
        responses: {
            /** @description The new filter option mapping. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOptionMapping;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getFilterOptionMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter option mapping.
                 * @example 59bfb7d8-eff3-448c-9438-8019db7faf6c
                 */
                filter_option_mapping_id: components["parameters"]["FilterOptionMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter option mapping. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOptionMapping;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteFilterOptionMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter option mapping.
                 * @example 59bfb7d8-eff3-448c-9438-8019db7faf6c
                 */
                filter_option_mapping_id: components["parameters"]["FilterOptionMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter option mapping is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateFilterOptionMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the filter option mapping.
                 * @example 59bfb7d8-eff3-448c-9438-8019db7faf6c
                 */
                filter_option_mapping_id: components["parameters"]["FilterOptionMappingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": FilterOptionMappingUpdate;
            };
        };
        responses: {
            /** @description The filter option mapping after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOptionMapping;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listExternalDirectoryFilterOptionMappings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter option mappings for the external directory. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilterOptionMapping[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listTiers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tiers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tier[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": TierCreate;
            };
        };
        responses: {
            /** @description The new tier. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tier;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the tier.
                 * @example bc4048fe-b64e-42ae-ba87-0578bd18e23a
                 */
                tier_id: components["parameters"]["TierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tier. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tier;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the tier.
                 * @example bc4048fe-b64e-42ae-ba87-0578bd18e23a
                 */
                tier_id: components["parameters"]["TierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tier is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the tier.
                 * @example bc4048fe-b64e-42ae-ba87-0578bd18e23a
                 */
                tier_id: components["parameters"]["TierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": TierUpdate;
            };
        };
        responses: {
            /** @description The tier after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tier;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listTierEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the tier.
                 * @example bc4048fe-b64e-42ae-ba87-0578bd18e23a
                 */
                tier_id: components["parameters"]["TierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries of the tier. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Entry[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    assignTierEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the tier.
                 * @example bc4048fe-b64e-42ae-ba87-0578bd18e23a
                 */
                tier_id: components["parameters"]["TierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": TierEntriesAssign;
            };
        };
        responses: {
            /** @description The entries of the tier from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Entry[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Entry[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getAppEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AppEntry;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteAppEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app entry is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateAppEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AppEntryUpdate;
            };
        };
        responses: {
            /** @description The app entry after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AppEntry;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createAppEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AppEntryCreate;
            };
        };
        responses: {
            /** @description The new app entry. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AppEntry;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateAppEntryRecommendedOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RecommendedOrder;
            };
        };
        responses: {
            /** @description The app entry after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AppEntry;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listAppEntryCallouts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryCallout[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntry[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createPartnerEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": PartnerEntryCreate;
            };
        };
        responses: {
            /** @description The new partner entry. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntry;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getPartnerEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntry;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deletePartnerEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner entry is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updatePartnerEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": PartnerEntryUpdate;
            };
        };
        responses: {
            /** @description The partner entry after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntry;
                };
            };
            404: components["responses"]["RecordNotFound"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    bulkUpsertPartnerEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": PartnerEntryBulkUpsert;
            };
        };
        responses: {
            /** @description The partner entries that were written, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntry[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updatePartnerEntryRecommendedOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RecommendedOrder;
            };
        };
        responses: {
            /** @description The partner entry after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntry;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryBadges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The badges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Badge[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryCallouts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryCallout[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryCertifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The general certifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryCertification[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryIndustryCertifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The industry certifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryCertification[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntrySegmentCertifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment certifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryCertification[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryClients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryResource[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryKeywords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keywords. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryKeyword[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryLocations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The locations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryLocation[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The media. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryMedia[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryResources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryResource[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryInternalResources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The internal resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryResource[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntrySpecialOffers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The special offers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryResource[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryTestimonials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The testimonials. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryTestimonial[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryInternalTestimonials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The internal testimonials. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryTestimonial[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryUseCases: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The use cases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryUseCase[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryInternalUseCases: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The internal use cases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryUseCase[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPartnerEntryVerifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryVerification[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getPartnerEntryContactInformation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact information. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EntryContactInformation;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listOrganizationMatches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations that match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": OrganizationMatch[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    inviteOwnerOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": OwnerOrganizationInvite;
            };
        };
        responses: {
            /** @description The invite. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Invite;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    inviteOwnerUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": OwnerUsersInvite;
            };
        };
        responses: {
            /** @description The invite. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Invite;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    inviteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": OrganizationInvite;
            };
        };
        responses: {
            /** @description The invite. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Invite;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    inviteUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UsersInvite;
            };
        };
        responses: {
            /** @description The invite. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Invite;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    submitPartnerEntryReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": PartnerEntryEditSubmit;
            };
        };
        responses: {
            /** @description The changes, waiting for approval. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntryEdit;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    approvePartnerEntryReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes, approved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntryEdit;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    rejectPartnerEntryChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes, rejected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntryEdit;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    discardPartnerEntryReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the entry.
                 * @example c07ef43e-b5f0-44d8-8c75-5f49fec498c9
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes, discarded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntryEdit;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listContactRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ContactRequest[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createContactRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ContactRequestCreate;
            };
        };
        responses: {
            /** @description The new contact request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ContactRequest;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getContactRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the contact request.
                 * @example 58cd16e9-e68c-4064-92c8-bf1d6f1e4caf
                 */
                contact_request_id: components["parameters"]["ContactRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ContactRequest;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listContactRequestAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the contact request.
                 * @example 58cd16e9-e68c-4064-92c8-bf1d6f1e4caf
                 */
                contact_request_id: components["parameters"]["ContactRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attachments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ContactRequestAttachment[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createContactRequestAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the contact request.
                 * @example 58cd16e9-e68c-4064-92c8-bf1d6f1e4caf
                 */
                contact_request_id: components["parameters"]["ContactRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ContactRequestAttachmentCreate;
            };
        };
        responses: {
            /** @description The new attachment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ContactRequestAttachment;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteContactRequestAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the contact request.
                 * @example 58cd16e9-e68c-4064-92c8-bf1d6f1e4caf
                 */
                contact_request_id: components["parameters"]["ContactRequestId"];
                /**
                 * @description Identifier of the attachment.
                 * @example b78a3273-6549-4067-8e3a-8b5a50919be7
                 */
                attachment_id: components["parameters"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attachment is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listDirectoryMatchmakingRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matchmaking requests of the directory. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MatchmakingRequest[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createMatchmakingRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MatchmakingRequestCreate;
            };
        };
        responses: {
            /** @description The new matchmaking request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MatchmakingRequest;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listMatchmakingRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matchmaking requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MatchmakingRequest[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getMatchmakingRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the matchmaking request.
                 * @example 544144a6-6890-4b4f-9266-23d53a525f32
                 */
                matchmaking_request_id: components["parameters"]["MatchmakingRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matchmaking request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MatchmakingRequest;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listMatchmakingRequestPartners: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the matchmaking request.
                 * @example 544144a6-6890-4b4f-9266-23d53a525f32
                 */
                matchmaking_request_id: components["parameters"]["MatchmakingRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntry[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    setMatchmakingRequestPartners: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the matchmaking request.
                 * @example 544144a6-6890-4b4f-9266-23d53a525f32
                 */
                matchmaking_request_id: components["parameters"]["MatchmakingRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MatchmakingRequestPartnersSet;
            };
        };
        responses: {
            /** @description The partner entries from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PartnerEntry[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    assignMatchmakingRequestOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the matchmaking request.
                 * @example 544144a6-6890-4b4f-9266-23d53a525f32
                 */
                matchmaking_request_id: components["parameters"]["MatchmakingRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MatchmakingRequestOwnerAssign;
            };
        };
        responses: {
            /** @description The matchmaking request with its new owner. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MatchmakingRequest;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listReviews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reviews. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Review[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    createReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ReviewCreate;
            };
        };
        responses: {
            /** @description The new review. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Review;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    getReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the review.
                 * @example c9d5f267-bbad-4c87-8a37-120534a6a65c
                 */
                review_id: components["parameters"]["ReviewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Review;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the review.
                 * @example c9d5f267-bbad-4c87-8a37-120534a6a65c
                 */
                review_id: components["parameters"]["ReviewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * @description Identifier of the review.
                 * @example c9d5f267-bbad-4c87-8a37-120534a6a65c
                 */
                review_id: components["parameters"]["ReviewId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ReviewUpdate;
            };
        };
        responses: {
            /** @description The review after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Review;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    exportReviews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the directory.
                 * @example 0fd4340a-c3c4-4d8b-815a-f5be26abedae
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reviews as comma-separated values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
}
