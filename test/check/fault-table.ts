import type { RuleId } from '../../scripts/check/model/rules/index.js';

/** The run that finds a fault: one in the default mode (`d`) or with real writes (`w`); `o` is only an observation. */
export type FaultMode = 'd' | 'w' | 'o';

/** The category of a fault. Each category has its own score. */
export type FaultClass = 'answers' | 'refusals' | 'meaning' | 'http';

export interface ExpectedFinding {
  fault: string;
  class: FaultClass;
  mode: FaultMode;
  /** The rule that reports the fault. */
  rule: RuleId;
  /** An operation at which it must be reported. */
  operationId: string;
}

type Row = readonly [fault: string, mode: FaultMode, rule: RuleId, operationId: string];

const table: Record<FaultClass, readonly Row[]> = {
  answers: [
    ['wrong-type', 'd', 'schema.type', 'getPartnerEntry'],
    ['nested-wrong-type', 'd', 'schema.type', 'getPartnerEntry'],
    ['null-leak', 'd', 'schema.type', 'getPartnerEntry'],
    ['bad-uuid', 'd', 'schema.format', 'getPartnerEntry'],
    ['bad-url', 'd', 'schema.format', 'getPartnerEntry'],
    ['bad-email', 'd', 'schema.format', 'getPartnerEntry'],
    ['colour-with-hash', 'd', 'schema.pattern', 'getPartnerEntry'],
    ['media-type-word', 'd', 'schema.pattern', 'getPartnerEntry'],
    ['request-names-in-response', 'd', 'field.undeclared', 'getPartnerEntry'],
    ['snake-in-camel', 'd', 'field.undeclared', 'getPartnerEntry'],
    ['field-absent', 'o', 'field.absent', 'listPartnerEntries'],
    ['field-absent-sometimes', 'o', 'field.absent', 'listPartnerEntries'],
    ['extra-field', 'd', 'field.undeclared', 'getPartnerEntry'],
    ['extra-field-deep', 'd', 'field.undeclared', 'getPartnerEntry'],
    ['owner-object', 'd', 'schema.type', 'getPartnerEntry'],
    ['tier-id-only', 'd', 'schema.type', 'getPartnerEntry'],
    ['array-as-object', 'd', 'schema.type', 'getPartnerEntry'],
    ['absolute-href', 'd', 'schema.pattern', 'getPartnerEntry'],
    ['dead-href', 'd', 'href.dead', 'listEntries'],
    ['wrong-entry', 'd', 'identity.other', 'getPartnerEntry'],
    ['not-json', 'd', 'media-type.undeclared', 'getPartnerEntry'],
    ['wrong-media-type', 'd', 'media-type.undeclared', 'getPartnerEntry'],
    ['no-media-type', 'd', 'media-type.missing', 'getPartnerEntry'],
    ['bad-utf8', 'd', 'body.not-utf8', 'getPartnerEntry'],
    ['duplicate-key', 'd', 'body.duplicate-key', 'getPartnerEntry'],
    ['truncated', 'd', 'transport.truncated', 'getPartnerEntry'],
    ['empty-200', 'd', 'body.empty', 'getPartnerEntry'],
    ['status-201', 'w', 'status.undeclared', 'updatePartnerEntry'],
    ['status-204', 'w', 'status.undeclared', 'updatePartnerEntry'],
    ['undocumented-status', 'd', 'status.undeclared', 'getPartnerEntry'],
    ['shuffled-certifications', 'd', 'order.unstable', 'listPartnerEntries'],
    ['order-not-integer', 'd', 'schema.type', 'getPartnerEntry'],
    ['count-as-string', 'd', 'schema.type', 'getPartnerEntry'],
  ],
  refusals: [
    ['auth-ignored', 'd', 'auth.no-key-accepted', 'getPartnerEntry'],
    ['auth-ignored-on-patch', 'w', 'auth.no-key-accepted', 'updatePartnerEntry'],
    ['auth-any-key', 'd', 'auth.wrong-key-accepted', 'getPartnerEntry'],
    ['auth-empty-key', 'd', 'auth.empty-key-accepted', 'getPartnerEntry'],
    ['auth-500', 'd', 'status.server-error', 'getPartnerEntry'],
    ['unknown-id-200', 'd', 'refusal.unknown-id-accepted', 'getPartnerEntry'],
    ['unknown-id-500', 'd', 'status.server-error', 'getPartnerEntry'],
    ['unknown-id-400', 'd', 'refusal.status', 'updatePartnerEntry'],
    ['unknown-id-created', 'd', 'refusal.unknown-id-accepted', 'updatePartnerEntry'],
    ['unknown-directory-ignored', 'w', 'refusal.other-parent-accepted', 'updatePartnerEntry'],
    ['bad-id-500', 'd', 'status.server-error', 'getPartnerEntry'],
    ['malformed-json-500', 'd', 'status.server-error', 'updatePartnerEntry'],
    ['malformed-json-200', 'w', 'refusal.malformed-json-accepted', 'updatePartnerEntry'],
    ['wrong-content-type-200', 'w', 'refusal.wrong-media-type-accepted', 'updatePartnerEntry'],
    ['bad-filter-500', 'w', 'status.server-error', 'updateFilter'],
    ['bad-filter-422', 'w', 'refusal.status', 'updateFilter'],
    ['accepts-wrong-type', 'w', 'refusal.wrong-type-accepted', 'updatePartnerEntry'],
    ['accepts-bad-uuid', 'w', 'refusal.wrong-format-accepted', 'updatePartnerEntry'],
    ['accepts-bad-url', 'w', 'refusal.wrong-format-accepted', 'updatePartnerEntry'],
    ['stack-trace', 'd', 'safety.stack-trace', 'getPartnerEntry'],
    ['error-html', 'd', 'media-type.undeclared', 'getPartnerEntry'],
    ['method-200', 'w', 'refusal.undeclared-method-accepted', 'getPartnerEntry'],
    ['long-string-500', 'w', 'status.server-error', 'updatePartnerEntry'],
    ['unicode-500', 'w', 'status.server-error', 'updatePartnerEntry'],
    ['null-500', 'w', 'status.server-error', 'updatePartnerEntry'],
    ['rejects-valid', 'w', 'request.refused', 'updatePartnerEntry'],
    ['key-echoed', 'd', 'safety.key-echoed', 'getPartnerEntry'],
  ],
  meaning: [
    ['patch-noop', 'w', 'update.not-shown', 'updatePartnerEntry'],
    ['patch-echo-only', 'w', 'update.not-stored', 'updatePartnerEntry'],
    ['patch-replaces', 'w', 'update.touches', 'updatePartnerEntry'],
    ['patch-touches-other', 'w', 'update.touches', 'updatePartnerEntry'],
    ['patch-other-entry', 'w', 'update.elsewhere', 'updatePartnerEntry'],
    ['patch-drops-field', 'w', 'update.not-shown', 'updatePartnerEntry'],
    ['patch-truncates', 'w', 'update.not-shown', 'updatePartnerEntry'],
    ['patch-not-idempotent', 'w', 'update.not-idempotent', 'updatePartnerEntry'],
    ['array-appends', 'w', 'update.array-added', 'updatePartnerEntry'],
    ['order-ignored', 'w', 'update.not-shown', 'updatePartnerEntry'],
    ['failed-patch-mutates', 'w', 'refusal.changes', 'updatePartnerEntry'],
    ['slug-lowercased', 'w', 'update.not-shown', 'updatePartnerEntry'],
    ['tier-not-resolved', 'w', 'update.not-shown', 'updatePartnerEntry'],
    ['filter-flags-swapped', 'w', 'update.not-shown', 'updateFilter'],
    ['list-stale', 'w', 'list.stale', 'listPartnerEntries'],
    ['list-misses-item', 'd', 'list.misses', 'listPartnerEntries'],
    ['get-differs-from-list', 'd', 'list.differs', 'listPartnerEntries'],
    ['duplicate-in-list', 'd', 'list.duplicate', 'listPartnerEntries'],
    ['delete-keeps', 'w', 'delete.kept', 'deletePartnerEntry'],
    ['create-no-id', 'w', 'create.no-id', 'createPartnerEntry'],
  ],
  http: [
    ['hangs', 'd', 'transport.timeout', 'listReviews'],
    ['resets', 'd', 'transport.reset', 'listTiers'],
    ['flaky-500', 'd', 'status.server-error', ''],
    ['redirects', 'd', 'status.undeclared', 'listFilters'],
    ['redirects-away', 'd', 'status.undeclared', 'listFilters'],
    ['gzip-unasked', 'd', 'encoding.unasked', 'getPartnerEntry'],
    ['head-differs', 'd', 'head.differs', 'getPartnerEntry'],
    ['no-allow', 'd', 'method.no-allow', 'getPartnerEntry'],
    ['case-insensitive-path', 'o', 'path.other-spelling', 'getPartnerEntry'],
  ],
};

/** All faults but `slow`, which has its own test. A row without an operation may be reported at any operation. */
export const expectedFindings: readonly ExpectedFinding[] = Object.entries(table).flatMap(([kind, rows]) =>
  rows.map(([fault, mode, rule, operationId]) => ({ fault, class: kind as FaultClass, mode, rule, operationId })),
);
