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
         *
         * Returns all directories that the key can read.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: lists.envelope, auth.permissions.
         * In the source: "List directories".
         */
        get: operations["listDirectories"];
        put?: never;
        /**
         * Create a directory
         *
         * Creates a directory.
         *
         * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
         * In the source: "Create a directory".
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
         *
         * Returns one directory.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         * In the source: "Get a directory".
         */
        get: operations["getDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a directory
         *
         * Updates one directory. The request sends the fields to change.
         *
         * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
         * In the source: "Update a directory".
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
         *
         * Returns the settings of one directory.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         */
        get: operations["getDirectorySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the settings of a directory
         *
         * Updates the settings of one directory. The request sends the settings to change.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
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
         *
         * Returns all custom forms of a directory.
         *
         * Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the currencies that a form can offer in a currency field.
         *
         * Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         * Open questions: lists.envelope, operation.purpose.
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
         *
         * Returns the contact request forms of a directory, as a list. The public reference of the service speaks of one form, the currently active one.
         *
         * Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         * Open questions: lists.envelope, contact-request-form.active.
         */
        get: operations["listContactRequestForms"];
        /**
         * Set the custom contact request form
         *
         * Creates the custom contact request form of a directory, or replaces the existing one.
         *
         * Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, operation.purpose.
         */
        put: operations["setContactRequestForm"];
        post?: never;
        /**
         * Reset the contact request form
         *
         * Deletes the custom contact request form of a directory. The directory then uses the default form.
         *
         * Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         * Open questions: deletes.cascade, operation.purpose.
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
         *
         * Returns the default contact request form. A directory without a custom form uses it.
         *
         * Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         * Open questions: objects.envelope, operation.purpose.
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
         *
         * Returns all callouts of a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         */
        get: operations["listCallouts"];
        put?: never;
        /**
         * Create a callout
         *
         * Creates a callout in a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
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
         *
         * Returns one callout.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         */
        get: operations["getCallout"];
        put?: never;
        post?: never;
        /**
         * Delete a callout
         *
         * Deletes one callout. What happens to the entries that have it is not documented.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         */
        delete: operations["deleteCallout"];
        options?: never;
        head?: never;
        /**
         * Update a callout
         *
         * Updates one callout. The request sends the fields to change.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
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
         *
         * Returns all badges of a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         */
        get: operations["listBadges"];
        put?: never;
        /**
         * Create a badge
         *
         * Creates a badge in a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
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
         *
         * Returns one badge.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         */
        get: operations["getBadge"];
        put?: never;
        post?: never;
        /**
         * Delete a badge
         *
         * Deletes one badge. What happens to the entries that have it is not documented.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         */
        delete: operations["deleteBadge"];
        options?: never;
        head?: never;
        /**
         * Update a badge
         *
         * Updates one badge. The request sends the fields to change.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
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
         *
         * Returns all certifications of a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         */
        get: operations["listCertifications"];
        put?: never;
        /**
         * Create a certification
         *
         * Creates a certification in a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
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
         *
         * Returns one certification.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         */
        get: operations["getCertification"];
        put?: never;
        post?: never;
        /**
         * Delete a certification
         *
         * Deletes one certification. What happens to the entries that have it is not documented.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         */
        delete: operations["deleteCertification"];
        options?: never;
        head?: never;
        /**
         * Update a certification
         *
         * Updates one certification. The request sends the fields to change.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
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
         *
         * Returns all verifications of a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         */
        get: operations["listVerifications"];
        put?: never;
        /**
         * Create a verification
         *
         * Creates a verification in a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
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
         *
         * Returns one verification.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         */
        get: operations["getVerification"];
        put?: never;
        post?: never;
        /**
         * Delete a verification
         *
         * Deletes one verification. What happens to the entries that have it is not documented.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         */
        delete: operations["deleteVerification"];
        options?: never;
        head?: never;
        /**
         * Update a verification
         *
         * Updates one verification. The request sends the fields to change.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
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
         *
         * Returns all filters of a directory, internal and external.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: lists.envelope, operation.purpose.
         * In the source: "Get all filters".
         */
        get: operations["listFilters"];
        put?: never;
        /**
         * Create a filter
         *
         * Creates a filter in a directory.
         *
         * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
         * In the source: "Create a filter".
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
         *
         * Returns one filter.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         * In the source: "Get a filter".
         */
        get: operations["getFilter"];
        put?: never;
        post?: never;
        /**
         * Delete a filter
         *
         * Deletes one filter. What happens to its options is not documented.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         * In the source: "Delete a filter".
         */
        delete: operations["deleteFilter"];
        options?: never;
        head?: never;
        /**
         * Update a filter
         *
         * Updates one filter. The request body is not documented; the path and the responses are.
         *
         * Stated: name, method, path and responses are documented (§4.2); the body is guessed.
         * Open questions: request.body-required, updates.partial, filter-update.request.
         * In the source: "Update a filter".
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
         *
         * Returns the filters that the internal directory shows.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: lists.envelope, operation.purpose.
         * In the source: "Get all internal filters".
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
         *
         * Returns the filters that the external directory shows.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: lists.envelope, operation.purpose.
         * In the source: "Get all filters for external directory".
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
         *
         * Returns all options of one filter.
         *
         * Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         */
        get: operations["listFilterOptions"];
        put?: never;
        /**
         * Create a filter option
         *
         * Creates an option of one filter.
         *
         * Inferred: only the group is documented (§1); name and method are from the public reference; path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
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
         *
         * Returns one filter option.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         */
        get: operations["getFilterOption"];
        put?: never;
        post?: never;
        /**
         * Delete a filter option
         *
         * Deletes one filter option. What happens to the entries that use it is not documented.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         */
        delete: operations["deleteFilterOption"];
        options?: never;
        head?: never;
        /**
         * Update a filter option
         *
         * Updates one filter option. The request sends the fields to change.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
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
         *
         * Returns all filter option mappings of a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         */
        get: operations["listFilterOptionMappings"];
        put?: never;
        /**
         * Create a filter option mapping
         *
         * Creates a filter option mapping in a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
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
         *
         * Returns one filter option mapping.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         */
        get: operations["getFilterOptionMapping"];
        put?: never;
        post?: never;
        /**
         * Delete a filter option mapping
         *
         * Deletes one filter option mapping.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         */
        delete: operations["deleteFilterOptionMapping"];
        options?: never;
        head?: never;
        /**
         * Update a filter option mapping
         *
         * Updates one filter option mapping. The request sends the fields to change.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
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
         *
         * Returns the filter option mappings that the external directory uses.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope, operation.purpose.
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
         *
         * Returns all tiers of a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         */
        get: operations["listTiers"];
        put?: never;
        /**
         * Create a tier
         *
         * Creates a tier in a directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
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
         *
         * Returns one tier.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         */
        get: operations["getTier"];
        put?: never;
        post?: never;
        /**
         * Delete a tier
         *
         * Deletes one tier. What happens to its entries is not documented.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         */
        delete: operations["deleteTier"];
        options?: never;
        head?: never;
        /**
         * Update a tier
         *
         * Updates one tier. The request sends the fields to change.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
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
         *
         * Returns all entries that are assigned to one tier. We assume that the link `entriesListUrl` of a tier leads to this list.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope, operation.purpose.
         */
        get: operations["listTierEntries"];
        put?: never;
        /**
         * Assign or unassign entries of a tier
         *
         * Assigns entries to one tier, or removes entries from it.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters, body and responses are guessed.
         * Open questions: lists.envelope, request.body-required.
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
         *
         * Returns all entries of a directory: partner entries and app entries.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         * In the source: "Get all entries".
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
         *
         * Returns one app entry.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         * In the source: "App entry: get".
         */
        get: operations["getAppEntry"];
        put?: never;
        post?: never;
        /**
         * Delete an app entry
         *
         * Deletes one app entry.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         * In the source: "App entry: delete".
         */
        delete: operations["deleteAppEntry"];
        options?: never;
        head?: never;
        /**
         * Update an app entry
         *
         * Updates one app entry. The request sends the fields to change.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, updates.partial.
         * In the source: "App entry: update".
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
         *
         * Creates an app entry in a directory.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
         * In the source: "App entry: create".
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
         *
         * Updates the position of one app entry in the recommended order of the entries of a directory.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, operation.purpose.
         * In the source: "App entry: update the recommended order".
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
         *
         * Returns the callouts of one app entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns all partner entries of a directory.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         * In the source: "Get all partner entries".
         */
        get: operations["listPartnerEntries"];
        put?: never;
        /**
         * Create a partner entry
         *
         * Creates a partner entry in a directory.
         *
         * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
         * In the source: "Create a partner entry".
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
         *
         * Returns one partner entry.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         * In the source: "Get a partner entry".
         */
        get: operations["getPartnerEntry"];
        put?: never;
        post?: never;
        /**
         * Delete a partner entry
         *
         * Deletes one partner entry.
         *
         * Named: only name and method are documented (§4.3); path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         * In the source: "Delete a partner entry".
         */
        delete: operations["deletePartnerEntry"];
        options?: never;
        head?: never;
        /**
         * Update a partner entry
         *
         * Updates one partner entry. The request sends the fields to change. Some fields have one name in the request and another in the response: an update sends `customSlug`, and the response contains `custom_slug`.
         *
         * Stated in full (§4.1).
         * Open questions: request.body-required, updates.partial.
         * In the source: "Update a partner entry".
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
         *
         * Creates and updates many partner entries in one request. An item with the `id` of an existing entry updates that entry; any other item creates an entry.
         *
         * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         * Open questions: lists.envelope, request.body-required, operation.purpose.
         * In the source: "Bulk upsert partner entries".
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
         *
         * Updates the position of one partner entry in the recommended order of the entries of a directory.
         *
         * Named: only name and method are documented (§4.3); path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, operation.purpose.
         * In the source: "Update the recommended order of a partner entry".
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
         *
         * Returns the badges of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the callouts of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the general certifications of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the industry certifications of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the segment certifications of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the clients of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the keywords of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the locations of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the media of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the resources of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the internal resources of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the special offers of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the testimonials of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the internal testimonials of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the use cases of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the internal use cases of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the verifications of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
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
         *
         * Returns the contact information of one partner entry.
         *
         * Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
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
         *
         * Returns the organizations that match one partner entry. One of them can then be invited.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: lists.envelope, operation.purpose.
         * In the source: "Organization matches".
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
         *
         * Invites an organization to become the owner of one partner entry.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, operation.purpose.
         * In the source: "Owner organization invite".
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
         *
         * Invites users of the organization that owns one partner entry. We assume one invite for all users of a request. The source does not say whether each user gets an invite of their own.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, operation.purpose.
         * In the source: "Owner user invites".
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
         *
         * Invites an organization to one partner entry.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
         * In the source: "Invite organization".
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
         *
         * Invites users to one partner entry. We assume one invite for all users of a request. The source does not say whether each user gets an invite of their own.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, operation.purpose.
         * In the source: "Invite users".
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
         *
         * Submits edits of one partner entry for approval.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, approval.states.
         * In the source: "Submit review".
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
         *
         * Approves the submitted edits of one partner entry.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: objects.envelope, approval.states.
         * In the source: "Approve review".
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
         *
         * Rejects the submitted edits of one partner entry.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: objects.envelope, approval.states.
         * In the source: "Reject changes".
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
         *
         * Discards the submitted edits of one partner entry.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: objects.envelope, approval.states.
         * In the source: "Discard review".
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
         *
         * Returns all contact requests of a directory.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         * In the source: "Contact request: list".
         */
        get: operations["listContactRequests"];
        put?: never;
        /**
         * Create a contact request
         *
         * Creates a contact request in a directory.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
         * In the source: "Contact request: create".
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
         *
         * Returns one contact request.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         * In the source: "Contact request: get".
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
         *
         * Returns all attachments of one contact request.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         * In the source: "Contact request: attachments (list)".
         */
        get: operations["listContactRequestAttachments"];
        put?: never;
        /**
         * Create an attachment of a contact request
         *
         * Adds an attachment to one contact request. How the file is uploaded is not documented.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, files.upload.
         * In the source: "Contact request: attachments (create)".
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
         *
         * Deletes one attachment of a contact request.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         * In the source: "Contact request: attachments (delete)".
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
         *
         * Returns the matchmaking requests of one directory.
         *
         * Inferred: only the group is documented (§1); the name is from the public reference; method, path, parameters and responses are guessed.
         * Open questions: lists.envelope, matchmaking.scope.
         */
        get: operations["listDirectoryMatchmakingRequests"];
        put?: never;
        /**
         * Create a matchmaking request
         *
         * Creates a matchmaking request for a directory.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
         * In the source: "Matchmaking: create for a directory".
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
         *
         * Returns the matchmaking requests of all directories that the key can read.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: lists.envelope, matchmaking.scope, auth.permissions.
         * In the source: "Matchmaking: list".
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
         *
         * Returns one matchmaking request.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: objects.envelope, matchmaking.scope.
         * In the source: "Matchmaking: get".
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
         *
         * Returns the partner entries that are assigned to one matchmaking request.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: lists.envelope, matchmaking.scope.
         * In the source: "Matchmaking: list assigned partners".
         */
        get: operations["listMatchmakingRequestPartners"];
        /**
         * Set the partners of a matchmaking request
         *
         * Sets the partner entries that are assigned to one matchmaking request. They replace the existing ones.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: lists.envelope, request.body-required, matchmaking.scope, operation.purpose.
         * In the source: "Matchmaking: set partners".
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
         *
         * Assigns an owner to one matchmaking request.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required, matchmaking.scope.
         * In the source: "Matchmaking: assign an owner".
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
         *
         * Returns all reviews of the entries of a directory.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: lists.envelope.
         * In the source: "Review: list".
         */
        get: operations["listReviews"];
        put?: never;
        /**
         * Create a review
         *
         * Creates a review in a directory. How the request names the reviewed entry is not documented.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are guessed.
         * Open questions: objects.envelope, request.body-required.
         * In the source: "Review: create".
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
         *
         * Returns one review.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: objects.envelope.
         * In the source: "Review: detail".
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        /**
         * Delete a review
         *
         * Deletes one review.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: deletes.cascade.
         * In the source: "Review: delete".
         */
        delete: operations["deleteReview"];
        options?: never;
        head?: never;
        /**
         * Update a review
         *
         * Updates one review. The request sends the fields to change, at least one. An update of `status` approves or declines the review.
         *
         * Named: only the name is documented (§1); method, path, parameters, body and responses are from the public reference.
         * Open questions: objects.envelope, request.body-required, updates.partial.
         * In the source: "Review: update".
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
         *
         * Returns all reviews of a directory, for use in another program. Its format is not documented. The source says that bodies are JSON, but an export is often CSV. So the contract has both: CSV with a line of column names, and JSON. The `Accept` header of the request chooses the format.
         *
         * Named: only the name is documented (§1); method, path, parameters and responses are guessed.
         * Open questions: lists.envelope, review-export.format.
         * In the source: "Review: export".
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
        EntryOwnerUpdate: EntryOwnerUpdate;
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
        /** The request cannot be used as it is. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ApiError;
            };
        };
        /** No record has this identifier. */
        RecordNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ApiError;
            };
        };
        /** Any other refusal or failure. The status is from 400 to 599. */
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
         * Identifier of the attachment.
         *
         * For example `b78a3273-6549-4067-8e3a-8b5a50919be7`.
         */
        AttachmentId: string;
        /**
         * Identifier of the badge.
         *
         * For example `b375bd32-63e1-42d6-923f-227a4869f73c`.
         */
        BadgeId: string;
        /**
         * Identifier of the callout.
         *
         * For example `302b59a0-164e-4b1c-982b-82b94e00dd34`.
         */
        CalloutId: string;
        /**
         * Identifier of the certification.
         *
         * For example `d985e3df-851c-4484-a477-f8e3dcd04ffe`.
         */
        CertificationId: string;
        /**
         * Identifier of the contact request.
         *
         * For example `58cd16e9-e68c-4064-92c8-bf1d6f1e4caf`.
         */
        ContactRequestId: string;
        /**
         * Identifier of the directory.
         *
         * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
         */
        DirectoryId: string;
        /**
         * Identifier of the entry.
         *
         * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
         */
        EntryId: string;
        /**
         * Identifier of the filter.
         *
         * For example `cbd1c79c-294c-450c-81b1-b4300c6faafd`.
         */
        FilterId: string;
        /**
         * Identifier of the filter option.
         *
         * For example `732abe89-6b02-4e8d-957a-b7b631593fc8`.
         */
        FilterOptionId: string;
        /**
         * Identifier of the filter option mapping.
         *
         * For example `59bfb7d8-eff3-448c-9438-8019db7faf6c`.
         */
        FilterOptionMappingId: string;
        /**
         * Identifier of the matchmaking request.
         *
         * For example `544144a6-6890-4b4f-9266-23d53a525f32`.
         */
        MatchmakingRequestId: string;
        /**
         * Identifier of the review.
         *
         * For example `c9d5f267-bbad-4c87-8a37-120534a6a65c`.
         */
        ReviewId: string;
        /**
         * Identifier of the tier.
         *
         * For example `bc4048fe-b64e-42ae-ba87-0578bd18e23a`.
         */
        TierId: string;
        /**
         * Identifier of the verification.
         *
         * For example `6610c41f-1e54-420f-ada6-2c912ff7d01e`.
         */
        VerificationId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
/**
 * Body of an error response. Fields not documented, so a client can rely on the status alone.
 * Standing: inferred.
 * Open questions: errors.body.
 */
export interface ApiError {
    [key: string]: unknown;
}
/**
 * An entry of an app in a directory. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface AppEntry {
    /**
     * Identifier of the app entry.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A new app entry, as a request sends it. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface AppEntryCreate {
    [key: string]: unknown;
}
/**
 * Changes of an app entry. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface AppEntryUpdate {
    [key: string]: unknown;
}
/**
 * A badge that entries can carry. Fields not documented; those listed are those of a verification.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface Badge {
    /**
     * Identifier of the badge.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the badge. */
    title?: string;
    [key: string]: unknown;
}
/**
 * A new badge, as a request sends it. Fields not documented; those listed are those of the response.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface BadgeCreate {
    /** Name of the badge. */
    title?: string;
    [key: string]: unknown;
}
/**
 * Changes of a badge. Fields not documented; those listed are those of the response.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface BadgeUpdate {
    /** Name of the badge. */
    title?: string;
    [key: string]: unknown;
}
/**
 * A callout of a directory: a short text in two colours that entries can carry. It has at least the fields that an entry shows of it. Other fields are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface Callout {
    /**
     * Identifier of the callout.
     *
     * Format: uuid.
     */
    id?: string;
    /** Text of the callout. */
    name?: string;
    /**
     * Position of the callout among the callouts of its directory.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /**
     * Colour of the text, as hexadecimal digits without a leading `#`.
     *
     * Open questions: colour.digits.
     */
    textColor?: string;
    /**
     * Colour behind the text, as hexadecimal digits without a leading `#`.
     *
     * Open questions: colour.digits.
     */
    backgroundColor?: string;
    [key: string]: unknown;
}
/**
 * A new callout, as a request sends it. Fields not documented; those listed are those of a callout in the update of an entry.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface CalloutCreate {
    /**
     * Position of the callout among the callouts of its directory.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /** Text of the callout. */
    name?: string;
    /** Colour of the text. Responses show it as `textColor`, in hexadecimal digits without a leading `#`. */
    text_color?: string;
    /** Colour behind the text. Responses show it as `backgroundColor`, in hexadecimal digits without a leading `#`. */
    background_color?: string;
    [key: string]: unknown;
}
/**
 * Changes of a callout. Fields not documented; those listed are those of a callout in the update of an entry.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface CalloutUpdate {
    /**
     * Position of the callout among the callouts of its directory.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /** Text of the callout. */
    name?: string;
    /** Colour of the text. Responses show it as `textColor`, in hexadecimal digits without a leading `#`. */
    text_color?: string;
    /** Colour behind the text. Responses show it as `backgroundColor`, in hexadecimal digits without a leading `#`. */
    background_color?: string;
    [key: string]: unknown;
}
/**
 * A certification of a directory. It has the identifier and the title that an entry shows of it. Other fields are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface Certification {
    /**
     * Identifier of the certification.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the certification. */
    title?: string;
    [key: string]: unknown;
}
/**
 * A new certification, as a request sends it. Fields not documented; those listed are those of the response.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface CertificationCreate {
    /** Name of the certification. */
    title?: string;
    [key: string]: unknown;
}
/**
 * Changes of a certification. Fields not documented; those listed are those of the response.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface CertificationUpdate {
    /** Name of the certification. */
    title?: string;
    [key: string]: unknown;
}
/**
 * A message from a visitor to a partner. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface ContactRequest {
    /**
     * Identifier of the contact request.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A file that belongs to a contact request. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface ContactRequestAttachment {
    /**
     * Identifier of the attachment.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A new attachment, as a request sends it. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface ContactRequestAttachmentCreate {
    [key: string]: unknown;
}
/**
 * A new contact request, as a request sends it. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface ContactRequestCreate {
    [key: string]: unknown;
}
/**
 * The form that visitors fill in to reach a partner. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface ContactRequestForm {
    /**
     * Identifier of the form.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * The contact request form of a directory, as a request sends it. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface ContactRequestFormSet {
    [key: string]: unknown;
}
/**
 * An option of a currency field. Fields not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface CurrencyFieldOption {
    [key: string]: unknown;
}
/**
 * A form that a directory defines. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface CustomForm {
    /**
     * Identifier of the form.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A set of entries with filters, tiers and settings of its own. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface Directory {
    /**
     * Identifier of the directory.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A new directory, as a request sends it. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface DirectoryCreate {
    [key: string]: unknown;
}
/**
 * The settings of a directory. Fields not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface DirectorySettings {
    [key: string]: unknown;
}
/**
 * Changes of the settings of a directory. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface DirectorySettingsUpdate {
    [key: string]: unknown;
}
/**
 * Changes of a directory. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface DirectoryUpdate {
    [key: string]: unknown;
}
/**
 * An entry of either kind.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type Entry = PartnerEntry | AppEntry;
/**
 * A short text in two colours that an entry carries.
 * Our reading of the name; the source does not explain it.
 * Standing: stated (§2.1) except its meaning.
 * Open questions: schemas.
 */
export interface EntryCallout {
    /**
     * Identifier of the callout.
     *
     * Format: uuid.
     */
    id?: string;
    /**
     * Text of the callout.
     *
     * Our reading of the name; the source does not explain it.
     * Open questions: resource-items.types.
     */
    name?: string;
    /**
     * Position of the callout in its list.
     *
     * Open questions: order.meaning, order.presence.
     */
    order?: number;
    /**
     * Colour of the text, as hexadecimal digits without a leading `#`.
     *
     * Open questions: colour.digits.
     */
    textColor?: string;
    /**
     * Colour behind the text, as hexadecimal digits without a leading `#`.
     *
     * Open questions: colour.digits.
     */
    backgroundColor?: string;
}
/**
 * A callout of an entry, as an update sends it.
 * Standing: stated (§4.1).
 * Open questions: schemas.
 */
export interface EntryCalloutUpdate {
    /**
     * Position of the callout in its list.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /**
     * Text of the callout.
     *
     * Our reading of the name; the source does not explain it.
     */
    name?: string;
    /** Colour of the text. Responses show it as `textColor`, in hexadecimal digits without a leading `#`. */
    text_color?: string;
    /** Colour behind the text. Responses show it as `backgroundColor`, in hexadecimal digits without a leading `#`. */
    background_color?: string;
    /**
     * Identifier of the callout.
     *
     * Format: uuid.
     */
    id?: string;
}
/**
 * A certification of a partner.
 * Standing: stated (§2.1).
 * Open questions: schemas.
 */
export interface EntryCertification {
    /**
     * Identifier of the certification.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the certification. */
    title?: string;
    /** A number. What it counts is not documented. */
    quantity?: number;
}
/**
 * Contact information of a partner. Fields not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface EntryContactInformation {
    [key: string]: unknown;
}
/**
 * A keyword of an entry. A search may use it to find the entry.
 * Our reading of the name; the source does not explain it.
 * Standing: stated (§4.1) except its meaning.
 * Open questions: schemas.
 */
export interface EntryKeyword {
    /** The keyword. */
    name?: string;
    /**
     * Identifier of the keyword.
     *
     * Format: uuid.
     */
    id?: string;
}
/**
 * A location of a partner. Fields not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface EntryLocation {
    [key: string]: unknown;
}
/**
 * An item of media of an entry, such as an image, a film or a document.
 * Our reading of the name; the source does not explain it.
 * Standing: stated (§2.1) except its meaning.
 * Open questions: schemas.
 */
export interface EntryMedia {
    /**
     * Identifier of the media item.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the media item. */
    title?: string;
    /** Text about the media item. */
    description?: string;
    /**
     * Position of the media item in its list.
     *
     * Open questions: order.meaning, order.presence.
     */
    order?: number;
    /**
     * Address of a small picture of a PDF file.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    pdfFileThumbnailUrl?: string;
    /**
     * Address of the media item.
     *
     * Format: uri.
     */
    url?: string;
    /**
     * A code of one letter. No value is documented.
     *
     * Open questions: media.type-values.
     */
    type?: string;
}
/**
 * An item of media of an entry, as an update sends it.
 * Standing: stated (§4.1).
 * Open questions: schemas.
 */
export interface EntryMediaUpdate {
    /**
     * Identifier of the media item.
     *
     * Format: uuid.
     */
    id?: string;
    /**
     * Name of the media item.
     *
     * Open questions: resource-items.types.
     */
    title?: string;
    /**
     * Text about the media item.
     *
     * Open questions: resource-items.types.
     */
    description?: string;
    /**
     * Position of the media item in its list.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /**
     * Small picture of a PDF file. A response shows a URL here, as `pdfFileThumbnailUrl`.
     *
     * Our reading of the name; the source does not explain it.
     */
    pdf_file_thumbnail_url?: string;
    /**
     * Address of the media item.
     *
     * Format: uri.
     */
    url?: string;
    /**
     * Address of a file. Responses do not contain it.
     *
     * No documented response field shows this value.
     *
     * Open questions: files.upload.
     *
     * Format: uri.
     */
    file?: string;
    /**
     * Kind of the media item. A response shows a code of one letter. No value is documented.
     *
     * Open questions: media.type-values.
     */
    type?: string;
}
/**
 * Data about an entry for other systems. Other fields are not documented.
 * Our reading of the name; the source does not explain it.
 * Standing: stated (§2.1) except its meaning.
 * Open questions: schemas.
 */
export interface EntryMetadata {
    /**
     * Identifier of the entry in another system.
     *
     * Our reading of the name; the source does not explain it.
     */
    external_id?: string;
    [key: string]: unknown;
}
/**
 * Owner of an entry, as string values under keys of any name. Responses show an identifier.
 * Standing: stated (§4.1).
 * Open questions: partner-entry-update.owner-keys.
 */
export interface EntryOwnerUpdate {
    [key: string]: string;
}
/**
 * A resource of an entry. Special offers and clients have the same shape.
 * Standing: stated (§2.1).
 * Open questions: schemas.
 */
export interface EntryResource {
    /**
     * Identifier of the resource, special offer or client.
     *
     * Format: uuid.
     */
    id?: string;
    /**
     * Name of the resource, special offer or client.
     *
     * Open questions: resource-items.types.
     */
    title?: string;
    /**
     * Address of the resource, special offer or client.
     *
     * Open questions: resource-items.types.
     *
     * Format: uri.
     */
    url?: string;
    /** File of the resource, special offer or client. When it is null is not documented. */
    file?: string | null;
    /**
     * Position of the resource, special offer or client in its list.
     *
     * Open questions: order.meaning, order.presence.
     */
    order?: number;
}
/**
 * A resource of an entry, as an update sends it.
 * Standing: stated (§4.1).
 * Open questions: schemas.
 */
export interface EntryResourceUpdate {
    /** Name of the resource. */
    title?: string;
    /**
     * File of the resource, as text.
     *
     * Open questions: files.upload.
     */
    file?: string;
    /**
     * Address of the resource.
     *
     * Format: uri.
     */
    url?: string;
    /**
     * Position of the resource in its list.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /**
     * Identifier of the resource.
     *
     * Format: uuid.
     */
    id?: string;
}
/**
 * A customer's words about a partner.
 * Our reading of the name; the source does not explain it.
 * Standing: stated (§2.1) except its meaning.
 * Open questions: schemas.
 */
export interface EntryTestimonial {
    /**
     * Identifier of the testimonial.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the author. */
    author_name?: string;
    /**
     * Job of the author in the company.
     *
     * Our reading of the name; the source does not explain it.
     */
    position?: string;
    /**
     * Company of the author.
     *
     * Our reading of the name; the source does not explain it.
     */
    company_name?: string;
    /** Words of the author. */
    testimonial_text?: string;
    /**
     * Position of the testimonial in its list.
     *
     * Open questions: order.meaning, order.presence.
     */
    order?: number;
}
/**
 * Identifiers for a tracking tool. Other fields are not documented.
 * Our reading of the name; the source does not explain it.
 * Standing: stated (§2.1) except its meaning.
 * Open questions: schemas.
 */
export interface EntryTracking {
    /**
     * Identifier of the website in the tracking tool.
     *
     * Our reading of the name; the source does not explain it.
     */
    tracker_website_id?: string;
    /**
     * Identifier of a share in the tracking tool.
     *
     * Our reading of the name; the source does not explain it.
     */
    tracker_share_id?: string;
    [key: string]: unknown;
}
/**
 * A use case of a partner.
 * Standing: stated (§2.1).
 * Open questions: schemas.
 */
export interface EntryUseCase {
    /**
     * Identifier of the use case.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the use case. */
    title?: string;
    /** Text about the use case. */
    description?: string;
    /**
     * Position of the use case in its list.
     *
     * Open questions: order.meaning, order.presence.
     */
    order?: number;
}
/**
 * A verification of a partner.
 * Standing: stated (§2.1).
 * Open questions: schemas.
 */
export interface EntryVerification {
    /**
     * Identifier of the verification.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the verification. */
    title?: string;
}
/**
 * A verification of a partner, as an update sends it.
 * Standing: stated (§4.1).
 * Open questions: schemas.
 */
export interface EntryVerificationUpdate {
    /**
     * Identifier of the verification.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the verification. */
    title?: string;
}
/**
 * A filter of a directory, which narrows down the entries that a visitor sees.
 * Our reading of the name; the source does not explain it.
 * Standing: stated (§2.2) except its meaning.
 * Open questions: filter.required, filter.nullability, schemas.
 */
export interface Filter {
    /**
     * Identifier of the filter.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the filter. */
    name?: string;
    /**
     * Path of the filter, relative to the base URL.
     *
     * Open questions: links.leading-slash.
     *
     * Format: uri-reference.
     */
    href?: string;
    /**
     * Short name of the filter for addresses.
     *
     * Our reading of the name; the source does not explain it.
     */
    slug?: string;
    /**
     * Position of the filter among the filters of its directory.
     *
     * Our reading of the name; the source does not explain it.
     * Open questions: order.meaning.
     */
    order?: number;
    /**
     * Kind of the filter. Other values may exist.
     *
     * Open questions: filter.type-values.
     *
     * For example `user`.
     */
    type?: "user" | (string & {});
    /**
     * Whether users have switched the filter on.
     *
     * Our reading of the name; the source does not explain it.
     */
    userEnabled?: boolean;
    /**
     * Options of the filter.
     *
     * Open questions: filter.option-shape.
     */
    filterOptions?: FilterOption[];
    /**
     * Identifier of the directory that the filter belongs to.
     *
     * Format: uuid.
     */
    genericDirectory?: string;
    /**
     * Whether a user of the dashboard can select several options.
     *
     * Our reading of the name; the source does not explain it.
     */
    multipleSelectFromDashboard?: boolean;
    /**
     * Whether a visitor of the directory can select several options.
     *
     * Our reading of the name; the source does not explain it.
     */
    multipleSelectFromDirectory?: boolean;
    /**
     * Whether the internal directory shows the filter.
     *
     * Our reading of the name; the source does not explain it.
     */
    displayInInternalDirectory?: boolean;
    /**
     * Whether the directory shows the filter to visitors.
     *
     * Our reading of the name; the source does not explain it.
     */
    displayInDirectory?: boolean;
    /**
     * Whether an entry needs an option of the filter.
     *
     * Our reading of the name; the source does not explain it.
     */
    required?: boolean;
}
/**
 * A new filter, as a request sends it. It has the fields of an update, since no others are documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type FilterCreate = FilterUpdate;
/**
 * One of the values that a filter offers. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: filter.option-shape, resources.fields.
 */
export interface FilterOption {
    /**
     * Identifier of the filter option.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A new filter option, as a request sends it. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface FilterOptionCreate {
    [key: string]: unknown;
}
/**
 * A mapping of a filter option to a value outside the directory. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface FilterOptionMapping {
    /**
     * Identifier of the filter option mapping.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A new filter option mapping, as a request sends it. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface FilterOptionMappingCreate {
    [key: string]: unknown;
}
/**
 * Changes of a filter option mapping. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface FilterOptionMappingUpdate {
    [key: string]: unknown;
}
/**
 * Changes of a filter option. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface FilterOptionUpdate {
    [key: string]: unknown;
}
/**
 * Changes of a filter. The request body is not documented; these are the fields of a filter that do not identify it or contain other resources.
 * Standing: inferred.
 * Open questions: filter-update.request.
 */
export interface FilterUpdate {
    /** Name of the filter. */
    name?: string;
    /** Short name of the filter for addresses. */
    slug?: string;
    /**
     * Position of the filter among the filters of its directory.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /**
     * Kind of the filter. Other values may exist.
     *
     * Open questions: filter.type-values.
     *
     * For example `user`.
     */
    type?: "user" | (string & {});
    /** Whether users have switched the filter on. */
    userEnabled?: boolean;
    /** Whether a user of the dashboard can select several options. */
    multipleSelectFromDashboard?: boolean;
    /** Whether a visitor of the directory can select several options. */
    multipleSelectFromDirectory?: boolean;
    /** Whether the internal directory shows the filter. */
    displayInInternalDirectory?: boolean;
    /** Whether the directory shows the filter to visitors. */
    displayInDirectory?: boolean;
    /** Whether an entry needs an option of the filter. */
    required?: boolean;
}
/**
 * An invite that was sent. Fields other than `id` are not documented. The response has one invite, also for a request that names several users; this is a guess.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface Invite {
    /**
     * Identifier of the invite.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A request to be matched with partners. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface MatchmakingRequest {
    /**
     * Identifier of the matchmaking request.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * A new matchmaking request, as a request sends it. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface MatchmakingRequestCreate {
    [key: string]: unknown;
}
/**
 * The new owner of a matchmaking request. Fields not documented; this one is a guess.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface MatchmakingRequestOwnerAssign {
    /**
     * Identifier of a user.
     *
     * Format: uuid.
     */
    owner?: string;
    [key: string]: unknown;
}
/**
 * All partner entries of a matchmaking request. Fields not documented; this one is a guess.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface MatchmakingRequestPartnersSet {
    /** Identifiers of all partner entries of the request. */
    partners?: string[];
    [key: string]: unknown;
}
/**
 * The organization to invite. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface OrganizationInvite {
    [key: string]: unknown;
}
/**
 * An organization that could own an entry. Fields other than `id` are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface OrganizationMatch {
    /**
     * Identifier of the organization.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * The organization to invite as owner of an entry. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface OwnerOrganizationInvite {
    [key: string]: unknown;
}
/**
 * The users of the owning organization to invite. Fields not documented; the example is a guess.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface OwnerUsersInvite {
    [key: string]: unknown;
}
/**
 * A partner entry of a directory, as responses show it. Most names are in snake_case and a few nested ones in camelCase. No field is required, since none is said to be.
 * Standing: stated (§2.1).
 * Open questions: partner-entry.required, partner-entry.nullability, partner-entry.fields, entry.keywords-and-locations.
 */
export interface PartnerEntry {
    /**
     * Identifier of the entry.
     *
     * Format: uuid.
     */
    id?: string;
    /**
     * Path of the entry, relative to the base URL.
     *
     * Open questions: links.leading-slash.
     *
     * Format: uri-reference.
     */
    href?: string;
    /**
     * Name of the partner, as visitors see it.
     *
     * Our reading of the name; the source does not explain it.
     */
    title?: string;
    /**
     * Short text below the title.
     *
     * Our reading of the name; the source does not explain it.
     */
    headline?: string;
    /**
     * Long text about the partner.
     *
     * Our reading of the name; the source does not explain it.
     */
    description?: string;
    /**
     * Address of a small image, such as a logo.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    icon?: string;
    /**
     * Address of a large image.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    image?: string;
    /**
     * Short name of the entry for the address of its page.
     *
     * Our reading of the name; the source does not explain it.
     */
    slug?: string;
    /**
     * Slug that somebody chose for the entry in place of `slug`. When it is null is not documented.
     *
     * Our reading of the name; the source does not explain it.
     */
    custom_slug?: string | null;
    /**
     * Whether visitors see the entry. Other values may exist.
     *
     * Our reading of the name; the source does not explain it.
     * Open questions: partner-entry.status-values, entry.transitions.
     *
     * For example `public`, `hidden`.
     */
    status?: "public" | "hidden" | (string & {});
    /**
     * Whether the directory highlights the entry.
     *
     * Our reading of the name; the source does not explain it.
     */
    featured?: boolean;
    /**
     * Identifier of the owner. A request sends an object here.
     *
     * Format: uuid.
     */
    owner?: string;
    /**
     * A URL under a name that holds a space, exactly as the interface description spells it.
     *
     * Open questions: the-service.name.
     *
     * Format: uri.
     */
    "the service"?: string;
    /**
     * Place where the partner works, in words.
     *
     * Our reading of the name; the source does not explain it.
     */
    location?: string;
    /**
     * Address that the main button of the entry opens.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    call_to_action_url?: string;
    /**
     * Text on the main button of the entry.
     *
     * Our reading of the name; the source does not explain it.
     */
    call_to_action_label?: string;
    /**
     * Address of the partner's website.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    external_url?: string;
    /**
     * E-mail address for questions to the partner.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: email.
     */
    support_email?: string;
    /**
     * Name of the company that makes what the entry offers.
     *
     * Our reading of the name; the source does not explain it.
     */
    developer_name?: string;
    /** Data about an entry for other systems. Other fields are not documented. */
    metadata?: EntryMetadata;
    /**
     * Address of an image of an award that the partner has won.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    award?: string;
    /** Use cases of the partner. */
    use_cases?: EntryUseCase[];
    /** Callouts that the entry carries. */
    callouts?: EntryCallout[];
    /**
     * Images, films and documents of the entry.
     *
     * Our reading of the name; the source does not explain it.
     */
    media?: EntryMedia[];
    /**
     * Resources of the entry, such as links and files.
     *
     * Our reading of the name; the source does not explain it.
     */
    resources?: EntryResource[];
    /** Special offers of the partner. */
    special_offers?: EntryResource[];
    /** Clients of the partner. */
    clients?: EntryResource[];
    /** Testimonials about the partner. */
    testimonials?: EntryTestimonial[];
    /**
     * Certifications of the partner, in ascending order of their position. No item shows its position.
     *
     * Open questions: certifications.position.
     */
    certifications?: EntryCertification[];
    /** Verifications of the partner. */
    verifications?: EntryVerification[];
    /** Identifiers for a tracking tool. Other fields are not documented. */
    tracking?: EntryTracking;
    /**
     * Whether the internal directory shows the entry.
     *
     * Our reading of the name; the source does not explain it.
     */
    display_on_internal_directory?: boolean;
    /** The tier of an entry, as the entry shows it. */
    tier?: TierSummary;
}
/**
 * Partner entries to update and to create. An item with the `id` of an entry updates this entry; any other item creates an entry.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type PartnerEntryBulkUpsert = PartnerEntryUpdate[];
/**
 * A new partner entry, as a request sends it. It has the fields of an update, since no others are documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type PartnerEntryCreate = PartnerEntryUpdate;
/**
 * Edits of an entry that go through approval. Fields other than `id` are not documented, nor are the states.
 * Standing: inferred.
 * Open questions: approval.states, resources.fields.
 */
export interface PartnerEntryEdit {
    /**
     * Identifier of the edits.
     *
     * Format: uuid.
     */
    id?: string;
    [key: string]: unknown;
}
/**
 * Edits of an entry, submitted for approval. They have the fields of an update, since no others are documented.
 * Standing: inferred.
 * Open questions: approval.states, operations.payloads.
 */
export type PartnerEntryEditSubmit = PartnerEntryUpdate;
/**
 * Changes of a partner entry. The spelling of names differs from that of responses; `x-reflected-as` says where a value shows in the entry.
 * Standing: stated (§4.1).
 * Open questions: partner-entry-update.required, partner-entry-update.reflection, partner-entry-update.unshown-fields, updates.partial, updates.null, updates.normalised, request.extra-fields, limits.field-lengths.
 */
export interface PartnerEntryUpdate {
    /**
     * Identifier of the entry.
     *
     * Format: uuid.
     */
    id?: string;
    /**
     * Name of the partner, as visitors see it.
     *
     * Our reading of the name; the source does not explain it.
     */
    title?: string;
    /**
     * Short text below the title.
     *
     * Our reading of the name; the source does not explain it.
     */
    headline?: string;
    /**
     * Kind of the entry. No value is documented.
     *
     * No documented response field shows this value.
     *
     * Our reading of the name; the source does not explain it.
     * Open questions: partner-entry.type-values.
     */
    type?: string;
    /**
     * Short name of the entry for the address of its page.
     *
     * Our reading of the name; the source does not explain it.
     */
    slug?: string;
    /**
     * Slug that somebody chose for the entry in place of `slug`. How to clear it is not documented.
     *
     * Shows as `custom_slug`.
     *
     * Our reading of the name; the source does not explain it.
     * Open questions: updates.null.
     */
    customSlug?: string;
    /**
     * Whether visitors see the entry. Responses also have `public`, and other values may exist.
     *
     * Our reading of the name; the source does not explain it.
     * Open questions: partner-entry.status-values, entry.transitions.
     *
     * For example `hidden`.
     */
    status?: "public" | "hidden" | (string & {});
    /**
     * A URL under a name that holds a space, exactly as the interface description spells it.
     *
     * Open questions: the-service.name.
     *
     * Format: uri.
     */
    "the service"?: string;
    /**
     * Whether the directory highlights the entry.
     *
     * Our reading of the name; the source does not explain it.
     */
    featured?: boolean;
    /** Owner of an entry, as string values under keys of any name. Responses show an identifier. */
    owner?: EntryOwnerUpdate;
    /**
     * Identifiers of the filter options that users assigned to the entry.
     *
     * No documented response field shows this value.
     *
     * Our reading of the name; the source does not explain it.
     */
    userAssignedFilterOptions?: string[];
    /**
     * Long text about the partner.
     *
     * Our reading of the name; the source does not explain it.
     */
    description?: string;
    /**
     * Text about how the offer connects to other systems.
     *
     * No documented response field shows this value.
     *
     * Our reading of the name; the source does not explain it.
     */
    integrationDescription?: string;
    /**
     * Place where the partner works, in words.
     *
     * Our reading of the name; the source does not explain it.
     */
    location?: string;
    /**
     * Address that the main button of the entry opens.
     *
     * Shows as `call_to_action_url`.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    callToActionUrl?: string;
    /**
     * Text on the main button of the entry.
     *
     * Shows as `call_to_action_label`.
     *
     * Our reading of the name; the source does not explain it.
     */
    callToActionLabel?: string;
    /**
     * Address that the button for the internal point of contact opens.
     *
     * No documented response field shows this value.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    internalPointOfContactCtaUrl?: string;
    /**
     * Text on the button for the internal point of contact.
     *
     * No documented response field shows this value.
     *
     * Our reading of the name; the source does not explain it.
     */
    internalPointOfContactCtaLabel?: string;
    /**
     * Address that the button for the internal channel contact opens.
     *
     * No documented response field shows this value.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    internalChannelContactCtaUrl?: string;
    /**
     * Text on the button for the internal channel contact.
     *
     * No documented response field shows this value.
     *
     * Our reading of the name; the source does not explain it.
     */
    internalChannelContactCtaLabel?: string;
    /**
     * Address of the partner's website.
     *
     * Shows as `external_url`.
     *
     * Our reading of the name; the source does not explain it.
     *
     * Format: uri.
     */
    externalUrl?: string;
    /**
     * Identifier of the entry in another system.
     *
     * Shows as `metadata.external_id`.
     *
     * Our reading of the name; the source does not explain it.
     */
    externalId?: string;
    /**
     * Resources of the entry, such as links and files.
     *
     * Our reading of the name; the source does not explain it.
     * Open questions: updates.lists.
     */
    resources?: EntryResourceUpdate[];
    /**
     * Verifications of the partner.
     *
     * Open questions: updates.lists.
     */
    verifications?: EntryVerificationUpdate[];
    /**
     * Images, films and documents of the entry.
     *
     * Our reading of the name; the source does not explain it.
     * Open questions: updates.lists.
     */
    media?: EntryMediaUpdate[];
    /**
     * Callouts that the entry carries.
     *
     * Open questions: updates.lists.
     */
    callouts?: EntryCalloutUpdate[];
    /**
     * Keywords of the entry.
     *
     * No documented response field shows this value.
     *
     * Open questions: updates.lists.
     */
    keywords?: EntryKeyword[];
    /**
     * E-mail address for questions to the partner.
     *
     * Shows as `support_email`.
     *
     * Our reading of the name; the source does not explain it.
     */
    supportEmail?: string;
    /**
     * Name of the company that makes what the entry offers.
     *
     * Shows as `developer_name`.
     *
     * Our reading of the name; the source does not explain it.
     */
    developerName?: string;
    /**
     * Whether the internal directory shows the entry.
     *
     * Shows as `display_on_internal_directory`.
     *
     * Our reading of the name; the source does not explain it.
     */
    displayOnInternalDirectory?: boolean;
    /**
     * Text about the partner for the internal directory.
     *
     * No documented response field shows this value.
     *
     * Our reading of the name; the source does not explain it.
     */
    internalDescription?: string;
    /**
     * Identifier of the tier of the entry. A response shows the tier itself.
     *
     * Shows as `tier.id`.
     *
     * Format: uuid.
     */
    tier?: string;
}
/**
 * The position of an entry in the recommended order. Fields not documented.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface RecommendedOrder {
    [key: string]: unknown;
}
/**
 * A customer's opinion of an entry. Responses spell its fields in camelCase.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface Review {
    /**
     * Identifier of the review.
     *
     * Format: uuid.
     */
    id?: string;
    /** The entry that a review is about. */
    entry?: ReviewEntry;
    /**
     * Kind of the entry. Other values may exist.
     *
     * For example `partner`.
     */
    entryType?: "partner" | (string & {});
    /** Title of the review. */
    title?: string;
    /** Company of the author. */
    company?: string;
    /** Text of the review. */
    summary?: string;
    /** Short form of the text. */
    shortSummary?: string;
    /** First name of the author. */
    firstName?: string;
    /** Last name of the author. */
    lastName?: string;
    /**
     * E-mail address of the author.
     *
     * Format: email.
     */
    email?: string;
    /** Rating of the entry. Its range is not documented. */
    rating?: number;
    /**
     * Time at which the review was written, in UTC.
     *
     * Format: date-time.
     */
    created?: string;
    /**
     * A code: `A` stands for approved, `D` for declined. Other codes exist and are not documented.
     *
     * For example `A`.
     */
    status?: "A" | "D" | (string & {});
    /**
     * The status in words. Other values may exist.
     *
     * For example `approved`.
     */
    statusDisplay?: "approved" | (string & {});
    /** The person who approved the review, or null. */
    approvedBy?: ReviewPerson | null;
    /** The person who declined the review, or null. */
    declinedBy?: ReviewPerson | null;
}
/**
 * A new review, as a request sends it. It has the fields of an update, since no others are documented. How a request names the reviewed entry is not documented either.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export type ReviewCreate = ReviewUpdate;
/**
 * The entry that a review is about.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface ReviewEntry {
    /**
     * Identifier of the entry.
     *
     * Format: uuid.
     */
    id?: string;
    /** Owner of the entry. */
    owner?: string;
    /** Name of the entry. */
    title?: string;
}
/**
 * The person who approved or declined a review.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface ReviewPerson {
    /**
     * Identifier of the person.
     *
     * Format: uuid.
     */
    id?: string;
    /** First name of the person. */
    firstName?: string;
    /** Last name of the person. */
    lastName?: string;
    /**
     * E-mail address of the person.
     *
     * Format: email.
     */
    email?: string;
}
/**
 * Changes of a review, with at least one field. Requests spell the fields in snake_case.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface ReviewUpdate {
    /** Title of the review. */
    title?: string;
    /** Company of the author. */
    company?: string;
    /** Text of the review. */
    summary?: string;
    /**
     * First name of the author.
     *
     * Shows as `firstName`.
     */
    first_name?: string;
    /**
     * Last name of the author.
     *
     * Shows as `lastName`.
     */
    last_name?: string;
    /**
     * E-mail address of the author.
     *
     * Format: email.
     */
    email?: string;
    /** Rating of the entry. Its range is not documented. */
    rating?: number;
    /**
     * A code: `A` approves and sets `approvedBy`, `D` declines and sets `declinedBy`; each clears the other. Any other code leaves both.
     *
     * For example `A`.
     */
    status?: "A" | "D" | (string & {});
}
/**
 * A tier of a directory: a level that entries can reach. It has at least the fields that an entry shows of it. Other fields are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface Tier {
    /** Name of the tier. */
    title?: string;
    /** Whether the tier is the default one. What it is the default for is not documented. */
    default?: boolean;
    /**
     * Address of an image of the tier.
     *
     * Format: uri.
     */
    image?: string;
    /**
     * Position of the tier among the tiers of its directory.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /**
     * Identifier of the tier.
     *
     * Format: uuid.
     */
    id?: string;
    /** Number of entries in the tier. */
    entriesCount?: number;
    /**
     * Path of the list of entries in the tier, relative to the base URL.
     *
     * Format: uri-reference.
     */
    entriesListUrl?: string;
    [key: string]: unknown;
}
/**
 * A new tier, as a request sends it. Fields not documented; those listed are those of the response.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface TierCreate {
    /** Name of the tier. */
    title?: string;
    /** Whether the tier is the default one. What it is the default for is not documented. */
    default?: boolean;
    /**
     * Address of an image of the tier.
     *
     * Format: uri.
     */
    image?: string;
    /**
     * Position of the tier among the tiers of its directory.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    [key: string]: unknown;
}
/**
 * Entries to move into a tier and out of it. Fields not documented; these two are a guess.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface TierEntriesAssign {
    /** Identifiers of entries to move into the tier. */
    assign?: string[];
    /** Identifiers of entries to move out of the tier. */
    unassign?: string[];
    [key: string]: unknown;
}
/**
 * The tier of an entry, as the entry shows it.
 * Standing: stated (§2.1).
 * Open questions: schemas.
 */
export interface TierSummary {
    /** Name of the tier. */
    title?: string;
    /** Whether the tier is the default one. What it is the default for is not documented. */
    default?: boolean;
    /**
     * Address of an image of the tier.
     *
     * Format: uri.
     */
    image?: string;
    /**
     * Position of the tier among the tiers of its directory.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    /**
     * Identifier of the tier.
     *
     * Format: uuid.
     */
    id?: string;
    /**
     * Number of entries in the tier.
     *
     * Our reading of the name; the source does not explain it.
     */
    entriesCount?: number;
    /**
     * Path of the list of entries in the tier, relative to the base URL.
     *
     * Open questions: links.leading-slash.
     *
     * Format: uri-reference.
     */
    entriesListUrl?: string;
}
/**
 * Changes of a tier. Fields not documented; those listed are those of the response.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface TierUpdate {
    /** Name of the tier. */
    title?: string;
    /** Whether the tier is the default one. What it is the default for is not documented. */
    default?: boolean;
    /**
     * Address of an image of the tier.
     *
     * Format: uri.
     */
    image?: string;
    /**
     * Position of the tier among the tiers of its directory.
     *
     * Open questions: order.meaning.
     */
    order?: number;
    [key: string]: unknown;
}
/**
 * The users to invite. Fields not documented; the example is a guess.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface UsersInvite {
    [key: string]: unknown;
}
/**
 * A verification of a directory. It has at least the fields that an entry shows of it. Other fields are not documented.
 * Standing: inferred.
 * Open questions: resources.fields.
 */
export interface Verification {
    /**
     * Identifier of the verification.
     *
     * Format: uuid.
     */
    id?: string;
    /** Name of the verification. */
    title?: string;
    [key: string]: unknown;
}
/**
 * A new verification, as a request sends it. Fields not documented; those listed are those of the response.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface VerificationCreate {
    /** Name of the verification. */
    title?: string;
    [key: string]: unknown;
}
/**
 * Changes of a verification. Fields not documented; those listed are those of the response.
 * Standing: inferred.
 * Open questions: operations.payloads.
 */
export interface VerificationUpdate {
    /** Name of the verification. */
    title?: string;
    [key: string]: unknown;
}
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
            /** The directories. */
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
            /** The new directory. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The directory. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The directory after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The settings. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The settings after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The custom forms. */
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
            /** The currency field options. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The contact request forms. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The custom contact request form. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The custom contact request form is deleted. */
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
            /** The default contact request form. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The callouts. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new callout. */
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
                 * Identifier of the callout.
                 *
                 * For example `302b59a0-164e-4b1c-982b-82b94e00dd34`.
                 */
                callout_id: components["parameters"]["CalloutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The callout. */
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
                 * Identifier of the callout.
                 *
                 * For example `302b59a0-164e-4b1c-982b-82b94e00dd34`.
                 */
                callout_id: components["parameters"]["CalloutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The callout is deleted. */
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
                 * Identifier of the callout.
                 *
                 * For example `302b59a0-164e-4b1c-982b-82b94e00dd34`.
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
            /** The callout after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The badges. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new badge. */
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
                 * Identifier of the badge.
                 *
                 * For example `b375bd32-63e1-42d6-923f-227a4869f73c`.
                 */
                badge_id: components["parameters"]["BadgeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The badge. */
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
                 * Identifier of the badge.
                 *
                 * For example `b375bd32-63e1-42d6-923f-227a4869f73c`.
                 */
                badge_id: components["parameters"]["BadgeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The badge is deleted. */
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
                 * Identifier of the badge.
                 *
                 * For example `b375bd32-63e1-42d6-923f-227a4869f73c`.
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
            /** The badge after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The certifications. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new certification. */
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
                 * Identifier of the certification.
                 *
                 * For example `d985e3df-851c-4484-a477-f8e3dcd04ffe`.
                 */
                certification_id: components["parameters"]["CertificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The certification. */
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
                 * Identifier of the certification.
                 *
                 * For example `d985e3df-851c-4484-a477-f8e3dcd04ffe`.
                 */
                certification_id: components["parameters"]["CertificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The certification is deleted. */
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
                 * Identifier of the certification.
                 *
                 * For example `d985e3df-851c-4484-a477-f8e3dcd04ffe`.
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
            /** The certification after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The verifications. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new verification. */
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
                 * Identifier of the verification.
                 *
                 * For example `6610c41f-1e54-420f-ada6-2c912ff7d01e`.
                 */
                verification_id: components["parameters"]["VerificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The verification. */
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
                 * Identifier of the verification.
                 *
                 * For example `6610c41f-1e54-420f-ada6-2c912ff7d01e`.
                 */
                verification_id: components["parameters"]["VerificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The verification is deleted. */
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
                 * Identifier of the verification.
                 *
                 * For example `6610c41f-1e54-420f-ada6-2c912ff7d01e`.
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
            /** The verification after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filters. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new filter. */
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
                 * Identifier of the filter.
                 *
                 * For example `cbd1c79c-294c-450c-81b1-b4300c6faafd`.
                 */
                filter_id: components["parameters"]["FilterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter. */
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
                 * Identifier of the filter.
                 *
                 * For example `cbd1c79c-294c-450c-81b1-b4300c6faafd`.
                 */
                filter_id: components["parameters"]["FilterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter is deleted. */
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
                 * Identifier of the filter.
                 *
                 * For example `cbd1c79c-294c-450c-81b1-b4300c6faafd`.
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
            /** The filter after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The internal filters. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filters for the external directory. */
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
                 * Identifier of the filter.
                 *
                 * For example `cbd1c79c-294c-450c-81b1-b4300c6faafd`.
                 */
                filter_id: components["parameters"]["FilterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter options. */
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
                 * Identifier of the filter.
                 *
                 * For example `cbd1c79c-294c-450c-81b1-b4300c6faafd`.
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
            /** The new filter option. */
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
                 * Identifier of the filter option.
                 *
                 * For example `732abe89-6b02-4e8d-957a-b7b631593fc8`.
                 */
                filter_option_id: components["parameters"]["FilterOptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter option. */
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
                 * Identifier of the filter option.
                 *
                 * For example `732abe89-6b02-4e8d-957a-b7b631593fc8`.
                 */
                filter_option_id: components["parameters"]["FilterOptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter option is deleted. */
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
                 * Identifier of the filter option.
                 *
                 * For example `732abe89-6b02-4e8d-957a-b7b631593fc8`.
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
            /** The filter option after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter option mappings. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new filter option mapping. */
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
                 * Identifier of the filter option mapping.
                 *
                 * For example `59bfb7d8-eff3-448c-9438-8019db7faf6c`.
                 */
                filter_option_mapping_id: components["parameters"]["FilterOptionMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter option mapping. */
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
                 * Identifier of the filter option mapping.
                 *
                 * For example `59bfb7d8-eff3-448c-9438-8019db7faf6c`.
                 */
                filter_option_mapping_id: components["parameters"]["FilterOptionMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter option mapping is deleted. */
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
                 * Identifier of the filter option mapping.
                 *
                 * For example `59bfb7d8-eff3-448c-9438-8019db7faf6c`.
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
            /** The filter option mapping after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter option mappings for the external directory. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The tiers. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new tier. */
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
                 * Identifier of the tier.
                 *
                 * For example `bc4048fe-b64e-42ae-ba87-0578bd18e23a`.
                 */
                tier_id: components["parameters"]["TierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The tier. */
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
                 * Identifier of the tier.
                 *
                 * For example `bc4048fe-b64e-42ae-ba87-0578bd18e23a`.
                 */
                tier_id: components["parameters"]["TierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The tier is deleted. */
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
                 * Identifier of the tier.
                 *
                 * For example `bc4048fe-b64e-42ae-ba87-0578bd18e23a`.
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
            /** The tier after the update. */
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
                 * Identifier of the tier.
                 *
                 * For example `bc4048fe-b64e-42ae-ba87-0578bd18e23a`.
                 */
                tier_id: components["parameters"]["TierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The entries of the tier. */
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
                 * Identifier of the tier.
                 *
                 * For example `bc4048fe-b64e-42ae-ba87-0578bd18e23a`.
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
            /** The entries of the tier after the request. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The entries. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The app entry. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The app entry is deleted. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The app entry after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new app entry. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The app entry after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The callouts. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The partner entries. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new partner entry. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The partner entry. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The partner entry is deleted. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The partner entry after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The partner entries that the request created or updated. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The partner entry after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The badges. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The callouts. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The general certifications. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The industry certifications. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The segment certifications. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The clients. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The keywords. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The locations. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The media. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The resources. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The internal resources. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The special offers. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The testimonials. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The internal testimonials. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The use cases. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The internal use cases. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The verifications. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The contact information. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The matching organizations. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The invite. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The invite for these users. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The invite. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The invite for these users. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
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
            /** The submitted edits. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The approved edits. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The rejected edits. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the entry.
                 *
                 * For example `c07ef43e-b5f0-44d8-8c75-5f49fec498c9`.
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The discarded edits. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The contact requests. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new contact request. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the contact request.
                 *
                 * For example `58cd16e9-e68c-4064-92c8-bf1d6f1e4caf`.
                 */
                contact_request_id: components["parameters"]["ContactRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The contact request. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the contact request.
                 *
                 * For example `58cd16e9-e68c-4064-92c8-bf1d6f1e4caf`.
                 */
                contact_request_id: components["parameters"]["ContactRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The attachments. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the contact request.
                 *
                 * For example `58cd16e9-e68c-4064-92c8-bf1d6f1e4caf`.
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
            /** The new attachment. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the contact request.
                 *
                 * For example `58cd16e9-e68c-4064-92c8-bf1d6f1e4caf`.
                 */
                contact_request_id: components["parameters"]["ContactRequestId"];
                /**
                 * Identifier of the attachment.
                 *
                 * For example `b78a3273-6549-4067-8e3a-8b5a50919be7`.
                 */
                attachment_id: components["parameters"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The attachment is deleted. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The matchmaking requests of the directory. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new matchmaking request. */
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
            /** The matchmaking requests. */
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
                 * Identifier of the matchmaking request.
                 *
                 * For example `544144a6-6890-4b4f-9266-23d53a525f32`.
                 */
                matchmaking_request_id: components["parameters"]["MatchmakingRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The matchmaking request. */
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
                 * Identifier of the matchmaking request.
                 *
                 * For example `544144a6-6890-4b4f-9266-23d53a525f32`.
                 */
                matchmaking_request_id: components["parameters"]["MatchmakingRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The partner entries. */
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
                 * Identifier of the matchmaking request.
                 *
                 * For example `544144a6-6890-4b4f-9266-23d53a525f32`.
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
            /** The assigned partner entries. */
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
                 * Identifier of the matchmaking request.
                 *
                 * For example `544144a6-6890-4b4f-9266-23d53a525f32`.
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
            /** The matchmaking request with its owner. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The reviews. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
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
            /** The new review. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the review.
                 *
                 * For example `c9d5f267-bbad-4c87-8a37-120534a6a65c`.
                 */
                review_id: components["parameters"]["ReviewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The review. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the review.
                 *
                 * For example `c9d5f267-bbad-4c87-8a37-120534a6a65c`.
                 */
                review_id: components["parameters"]["ReviewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The review is deleted. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
                /**
                 * Identifier of the review.
                 *
                 * For example `c9d5f267-bbad-4c87-8a37-120534a6a65c`.
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
            /** The review after the update. */
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
                 * Identifier of the directory.
                 *
                 * For example `0fd4340a-c3c4-4d8b-815a-f5be26abedae`.
                 */
                directory_id: components["parameters"]["DirectoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The exported reviews. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": Review[];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
}
