import type { RuleId } from '../../scripts/check/model/rules/index.js';
import { words } from '../words.js';

/** Faults of the other service by the rule that reports them; `of` names an operation other than that of the fault. */
const faultsByRule: Partial<Record<RuleId | `${RuleId} of ${string}`, string[]>> = {
  'schema.type': words`
    year-as-text available-as-number nested-wrong-type role-as-list time-as-number null-for-absent reviewer-null
    list-unwrapped problem-status-as-text patch-null-stored
  `,
  'schema.required': words`list-without-required author-without-created problem-without-status`,
  'schema.format': words`date-with-time time-without-zone bad-email relative-uri`,
  'schema.enum': words`language-upper-case`,
  'schema.maximum': words`rating-of-ten`,
  'schema.uniqueItems': words`tags-repeated`,
  'schema.pattern': words`isbn-with-hyphens id-without-prefix`,
  'field.undeclared': words`extra-field author-extra-field extra-field-deep`,
  'schema.oneOf': words`edition-without-kind`,
  'list.differs': words`list-shortens-title list-other-price`,
  'identity.other': words`wrong-thing`,
  'status.undeclared': words`
    read-203 redirect-without-key update-without-body create-200 delete-200 forbidden-for-unknown list-206 author-203
    create-202 create-as-200 delete-205 replace-201 unknown-410 unknown-403 parent-400 unknown-423 bad-query-400
    unsupported-406 malformed-406 unsupported-403 invalid-409 invalid-412
  `,
  'media-type.undeclared': words`json-as-text problem-as-json error-html`,
  'field.absent': words`field-absent`,
  'page.limit': words`limit-ignored limit-off-by-one reviews-limit-ignored per-page-ignored`,
  'page.offset': words`offset-ignored offset-skips-one offset-counts-pages list-repeats-item unstable-order`,
  'page.page': words`page-ignored page-from-zero page-overlaps`,
  'page.total': words`total-of-page total-ignores-filter total-one-short total-count-of-page list-misses-last`,
  'header.x-total-count-missing': words`total-count-missing`,
  'header.x-total-count': words`total-count-no-number`,
  'sort.order': words`
    sort-ignored sort-descending-ignored sort-year-by-title sort-within-page author-sort-ignored order-ignored
  `,
  'filter.ignored': words`
    language-filter-ignored author-filter-ignored available-filter-ignored available-filter-inverted
    available-false-ignored filters-either
  `,
  'filter.misses': words`filter-after-paging`,
  'refusal.out-of-bounds-accepted': words`
    limit-over-maximum negative-offset unknown-sort-ignored accepts-too-long accepts-unknown-language
    accepts-out-of-bounds accepts-empty-name accepts-equal-tags
  `,
  'status.server-error': words`
    bad-page-500 bad-filter-500 auth-500 unknown-id-500 bad-id-500 malformed-json-500 wrong-media-type-500
    validation-500 unicode-500 undeclared-method-500 flaky-500 two-keys-500 scheme-case-500 options-500 trace-500
    patch-of-review-500 unknown-method-500 second-deletion-500
    deletion-breaks-books second-creation-500 no-accept-500 accept-other-500 accept-parameter-500 cookie-500
    no-agent-500
    modified-500 range-500 unknown-query-500 empty-query-500 repeated-query-500 broken-query-500 forwarded-500
    byte-order-mark-500 chunked-500 long-id-500 null-byte-500 decoded-twice-500 broken-id-500 emoji-id-500
    quote-id-500 slash-id-500 huge-id-500 negative-id-500
  `,
  'auth.no-key-accepted': words`auth-ignored auth-ignored-for-one auth-ignored-on-create`,
  'auth.wrong-key-accepted': words`auth-any-key  key-prefix-suffices key-length-suffices key-form-suffices`,
  'auth.empty-key-accepted': words`auth-empty-key`,
  'auth.near-key-accepted': words`longer-key shorter-key key-case-ignored key-half-compared key-end-compared`,
  'auth.other-scheme-accepted': words`any-scheme`,
  'auth.other-place-accepted': words`key-in-cookie key-in-query key-in-other-header`,
  'request.variant-refused': words`
    header-names-by-case accept-any-406 empty-body-400 encoded-id-404 charset-415 media-type-by-case escapes-400
    line-breaks-400
  `,
  'request.variant-changes': words`
    none-match-304 range-whole unknown-query-filters chunked-ignored escapes-kept
  `,
  'encoding.unasked': words`gzip-refused-but-sent`,
  'header.www-authenticate-missing': words`no-challenge`,
  'safety.key-echoed': words`key-echoed refused-key-echoed trace-echoes-key`,
  'refusal.unknown-id-accepted': words`
    unknown-id-200 unknown-id-created empty-for-unknown id-read-as-number id-cut id-until-zero
  `,
  'refusal.other-parent-accepted': words`review-of-other-book delete-under-other-book`,
  'list.of-others': words`reviews-of-all`,
  'refusal.malformed-json-accepted': words`malformed-json-200`,
  'refusal.status': words`
    no-key-400 no-key-403 no-key-404 no-key-405 no-key-422 wrong-key-400 wrong-key-409
  `,
  'refusal.wrong-media-type-accepted': words`form-as-empty-patch wrong-media-type-taken`,
  'refusal.missing-part-accepted': words`accepts-missing-part`,
  'refusal.wrong-format-accepted': words`accepts-bad-isbn accepts-bad-date accepts-bad-email`,
  'refusal.wrong-type-accepted': words`accepts-wrong-type`,
  'request.refused': words`rejects-empty-list rejects-zero rejects-longest patch-null-refused`,
  'refusal.changes': words`
    refused-patch-applies refused-put-applies refused-creation-stored refused-review-touches-book
    refused-deletion-removes refused-deletion-clears second-deletion-removes
  `,
  'safety.stack-trace': words`stack-trace`,
  'replace.keeps': words`put-merges put-merges-author`,
  'replace.not-idempotent': words`put-appends`,
  'read-only.changed': words`put-resets-created patch-moves-created`,
  'read-only.taken': words`put-takes-created post-takes-id`,
  'replace.not-stored': words`put-drops-field put-not-stored`,
  'merge.null-kept': words`patch-null-ignored patch-null-empties`,
  'merge.replaces-object': words`patch-replaces-nested`,
  'update.not-shown': words`
    patch-nested-null-ignored patch-empty-list-ignored patch-false-ignored patch-drops-field patch-noop
  `,
  'update.array-added': words`patch-appends`,
  'update.touches': words`
    patch-clears-other patch-replaces patch-changes-owner empty-patch-clears empty-patch-resets
  `,
  'identity.other of updateBook': words`patch-changes-id`,
  'update.not-stored': words`patch-not-stored`,
  'update.elsewhere': words`
    patch-other-book patch-moves-author patch-resets-ratings patch-copies patch-touches-all patch-removes-book
    empty-patch-lends
  `,
  'replace.elsewhere': words`put-drops-reviews put-unlinks-books put-shares-pages`,
  'replace.touches': words`put-moves-shelf put-changes-owner put-resets-count`,
  'create.elsewhere': words`create-clears-price review-cuts-title create-pushes-out create-revives`,
  'delete.elsewhere': words`delete-clears-tags`,
  'create.not-shown': words`
    lower-cased create-ignores-field create-ignores-nested create-false-as-default create-drops-zero create-escapes
    create-truncates create-shifts-date create-rounds
  `,
  'create.not-listed': words`create-not-listed`,
  'create.not-found': words`create-not-found create-not-stored`,
  'create.listed-twice': words`create-twice`,
  'body.empty': words`create-without-body empty-200`,
  'header.location-missing': words`location-missing`,
  'location.dead': words`location-dead`,
  'location.other': words`location-of-list`,
  'delete.kept': words`delete-keeps`,
  'delete.listed': words`delete-still-listed`,
  'delete.takes-others': words`
    delete-takes-neighbour delete-takes-book delete-takes-reviews delete-takes-author
  `,
  'status.server-error of listReviews': words`delete-breaks-list`,
  'method.no-allow': words`no-allow no-allow-for-trace no-allow-for-declared`,
  'method.allow-differs': words`allow-without-get allow-everything allow-of-other-path`,
  'refusal.undeclared-method-accepted': words`undeclared-method-200 trace-like-get patch-of-review unknown-method-200
    put-of-review delete-of-list post-to-review`,
  'head.differs': words`head-405 head-404 head-other-length`,
  'body.not-utf8': words`bad-utf8`,
  'body.not-json': words`not-json`,
};

/** The rule for each fault, and the operation if it is not that of the fault. */
export const shelfRules: Readonly<Record<string, readonly [rule: RuleId, operationId?: string]>> = Object.fromEntries(
  Object.entries(faultsByRule).flatMap(([said, faults]) => {
    const [rule, operationId] = said.split(' of ') as [RuleId, string?];
    return (faults ?? []).map((fault) => [fault, operationId === undefined ? [rule] : [rule, operationId]] as const);
  }),
);
