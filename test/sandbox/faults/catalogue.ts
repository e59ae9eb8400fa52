import { words } from '../../words.js';
/** Every fault, by its subject. */
export const faultyServers = {
  responses: words`
    wrong-type nested-wrong-type null-leak bad-uuid bad-url bad-email colour-with-hash media-type-word
    request-names-in-response snake-in-camel field-absent field-absent-sometimes extra-field extra-field-deep
    owner-object tier-id-only array-as-object absolute-href dead-href wrong-entry not-json wrong-media-type
    no-media-type bad-utf8 duplicate-key truncated empty-200 status-201 status-204 undocumented-status
    shuffled-certifications order-not-integer count-as-string
  `,
  refusals: words`
    auth-ignored auth-ignored-on-patch auth-any-key auth-empty-key auth-500 unknown-id-200 unknown-id-500
    unknown-id-400 unknown-id-created unknown-directory-ignored bad-id-500 malformed-json-500 malformed-json-200
    wrong-content-type-200 bad-filter-500 bad-filter-422 accepts-wrong-type accepts-bad-uuid accepts-bad-url
    stack-trace error-html method-200 long-string-500 unicode-500 null-500 rejects-valid key-echoed
  `,
  meaning: words`
    patch-noop patch-echo-only patch-replaces patch-touches-other patch-other-entry patch-drops-field patch-truncates
    patch-not-idempotent array-appends order-ignored failed-patch-mutates slug-lowercased tier-not-resolved
    filter-flags-swapped list-stale list-misses-item get-differs-from-list duplicate-in-list delete-keeps create-no-id
  `,
  http: words`
    slow hangs resets flaky-500 redirects redirects-away gzip-unasked head-differs no-allow case-insensitive-path
  `,
} as const;

/** Every valid behaviour that differs from the sandbox's usual one. */
export const rightServers = words`
  ok-422 ok-ignores-unknown-fields ok-refuses-unknown-fields ok-omits-empty-fields ok-empty-url ok-no-length-limit
  ok-length-limit ok-404-without-key ok-403-no-key ok-404-before-400 ok-404-before-405 ok-delete-twice-204
  ok-soft-delete-410 ok-trims ok-uuid-lowercase ok-number-1.0 ok-charset ok-gzip ok-empty-arrays ok-new-status-value
  ok-closes-connections ok-third-party ok-cached-reads ok-429 ok-date-offset ok-extra-query-ignored ok-idempotent-null
`;
