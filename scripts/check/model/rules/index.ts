import {
  allowHeaderSeverity,
  alwaysObservation,
  alwaysViolation,
  denialSeverity,
  drift,
  fieldSeverity,
  jsonLabelSeverity,
  mediaTypeSeverity,
  noProvenanceSeverity,
  notFoundSeverity,
  pagingSeverity,
  repeatedFailureSeverity,
  responsesSeverity,
  rfcMustSeverity,
  type Severity,
  type SeverityFacts,
  schemaSeverity,
  statusSeverity,
  successSeverity,
  unchangedFieldSeverity,
  type Weight,
  withObservation,
} from './weight.js';

export type { SeverityFacts } from './weight.js';

const missingResourceClause =
  'if the server returns an empty array, or if the contract lists no 404, and the server deletes nothing or any text ' +
  'may be an id';

const pageClause = 'if the value chooses a page, and the contract lists no 400 or 422';

/**
 * Every error that the check can find, with its severity, grouped by family. `*` in an id stands for a name from the
 * contract, such as that of a header. All texts about a rule are in the file of its family in `texts/`.
 */
export const ruleSeverities = {
  'target.not-found': alwaysViolation,
  'target.refused': alwaysViolation,
  'target.unreachable': alwaysViolation,
  'target.proxy-unreachable': alwaysViolation,
  'target.proxy-refused': alwaysViolation,
  'target.proxy-login': alwaysViolation,
  'target.proxy-not-http': alwaysViolation,
  'tls.certificate': alwaysViolation,
  'tls.protocol': alwaysViolation,
  'transport.timeout': alwaysViolation,
  'transport.reset': alwaysViolation,
  'transport.truncated': alwaysViolation,
  'transport.not-http': alwaysViolation,
  'transport.framing': alwaysViolation,
  'transport.too-large': drift,
  'transport.headers-too-large': drift,
  'transport.encoding': drift,
  'transport.interim': alwaysViolation,
  'transport.failed': alwaysViolation,
  'encoding.unasked': drift,
  'status.server-error': repeatedFailureSeverity,
  'status.undeclared': statusSeverity,
  'header.*': noProvenanceSeverity,
  'header.*-missing': noProvenanceSeverity,
  'http.etag': alwaysViolation,
  'http.condition-ignored': withObservation(
    alwaysViolation,
    'if only an ETag suggests that the operation supports conditions',
  ),
  'http.condition-refused': alwaysViolation,
  'http.range': alwaysViolation,
  'http.link': alwaysViolation,
  'http.content-range': alwaysViolation,
  'http.problem-status': alwaysViolation,
  'media-type.missing': mediaTypeSeverity,
  'media-type.undeclared': mediaTypeSeverity,
  'media-type.repeated': alwaysViolation,
  'media-type.too-long': drift,
  'body.unexpected': responsesSeverity,
  'body.empty': successSeverity,
  'body.not-utf8': jsonLabelSeverity,
  'body.byte-order-mark': jsonLabelSeverity,
  'body.not-json': jsonLabelSeverity,
  'body.duplicate-key': drift,
  'body.too-deep': drift,
  'body.number': alwaysObservation,
  'body.too-many-errors': drift,
  'body.too-slow': drift,
  'body.too-long': drift,
  'envelope.undeclared': drift,
  'schema.type': schemaSeverity,
  'schema.format': schemaSeverity,
  'schema.pattern': schemaSeverity,
  'schema.required': schemaSeverity,
  'schema.enum': schemaSeverity,
  'schema.const': schemaSeverity,
  'schema.minimum': schemaSeverity,
  'schema.maximum': schemaSeverity,
  'schema.exclusiveMinimum': schemaSeverity,
  'schema.exclusiveMaximum': schemaSeverity,
  'schema.multipleOf': schemaSeverity,
  'schema.minLength': schemaSeverity,
  'schema.maxLength': schemaSeverity,
  'schema.minItems': schemaSeverity,
  'schema.maxItems': schemaSeverity,
  'schema.uniqueItems': schemaSeverity,
  'schema.items': schemaSeverity,
  'schema.contains': schemaSeverity,
  'schema.unevaluatedItems': schemaSeverity,
  'schema.minProperties': schemaSeverity,
  'schema.maxProperties': schemaSeverity,
  'schema.propertyNames': schemaSeverity,
  'schema.dependentRequired': schemaSeverity,
  'schema.dependencies': schemaSeverity,
  'schema.anyOf': schemaSeverity,
  'schema.oneOf': schemaSeverity,
  'schema.not': schemaSeverity,
  'schema.false schema': schemaSeverity,
  'schema.formatMinimum': schemaSeverity,
  'schema.formatMaximum': schemaSeverity,
  'schema.formatExclusiveMinimum': schemaSeverity,
  'schema.formatExclusiveMaximum': schemaSeverity,
  'field.undeclared': withObservation(schemaSeverity, 'if the check itself sent the field'),
  'field.write-only': schemaSeverity,
  'field.empty': alwaysObservation,
  'field.absent': withObservation(drift, 'if no baseline says that the field was always present'),
  'value.new': alwaysObservation,
  'safety.key-echoed': alwaysViolation,
  'safety.stack-trace': alwaysViolation,
  'auth.no-key-accepted': alwaysViolation,
  'auth.empty-key-accepted': alwaysViolation,
  'auth.wrong-key-accepted': alwaysViolation,
  'auth.near-key-accepted': alwaysViolation,
  'auth.other-scheme-accepted': drift,
  'auth.other-place-accepted': drift,
  'auth.form': drift,
  'auth.other-identity-reads': denialSeverity,
  'auth.other-identity-lists': denialSeverity,
  'auth.other-identity-changes': denialSeverity,
  'auth.other-identity-deletes': denialSeverity,
  'refusal.unknown-id-accepted': withObservation(notFoundSeverity, missingResourceClause),
  'refusal.other-parent-accepted': withObservation(drift, missingResourceClause),
  'refusal.bad-id-accepted': notFoundSeverity,
  'refusal.malformed-json-accepted': drift,
  'refusal.wrong-media-type-accepted': drift,
  'refusal.wrong-type-accepted': withObservation(drift, pageClause),
  'refusal.wrong-format-accepted': drift,
  'refusal.out-of-bounds-accepted': withObservation(drift, pageClause),
  'refusal.missing-part-accepted': drift,
  'refusal.mixed-accepted': drift,
  'refusal.undeclared-method-accepted': drift,
  'refusal.status': drift,
  'refusal.changes': alwaysViolation,
  'request.refused': noProvenanceSeverity,
  'request.variant-refused': rfcMustSeverity,
  'request.variant-changes': rfcMustSeverity,
  'method.no-allow': alwaysViolation,
  'method.allow-differs': allowHeaderSeverity,
  'identity.other': responsesSeverity,
  'head.differs': rfcMustSeverity,
  'path.other-spelling': alwaysObservation,
  'order.unstable': drift,
  'href.dead': withObservation(
    fieldSeverity,
    'if the path may be a page of another host, which the contract does not know',
  ),
  'href.other': fieldSeverity,
  'list.duplicate': drift,
  'list.differs': drift,
  'list.misses': drift,
  'list.of-others': drift,
  'list.stale': drift,
  'page.limit': drift,
  'page.offset': drift,
  'page.page': drift,
  'page.repeats': pagingSeverity,
  'page.refused': pagingSeverity,
  'page.total': pagingSeverity,
  'sort.order': drift,
  'filter.ignored': drift,
  'filter.misses': drift,
  'filter.like': alwaysObservation,
  'create.no-id': drift,
  'create.not-shown': drift,
  'create.not-stored': drift,
  'create.not-found': drift,
  'create.not-listed': withObservation(
    drift,
    'if the list contains a resource with fewer fields, and so may select by content',
  ),
  'create.listed-twice': drift,
  'create.default': drift,
  'create.repeated-key': drift,
  'create.reused-key': drift,
  'create.elsewhere': alwaysViolation,
  'location.dead': drift,
  'location.other': drift,
  'delete.kept': drift,
  'delete.listed': drift,
  'delete.takes-others': alwaysViolation,
  'delete.elsewhere': alwaysViolation,
  'action.elsewhere': alwaysViolation,
  'replace.elsewhere': alwaysViolation,
  'replace.touches': drift,
  'replace.not-stored': drift,
  'replace.not-idempotent': drift,
  'replace.keeps': drift,
  'read-only.taken': noProvenanceSeverity,
  'read-only.changed': noProvenanceSeverity,
  'update.not-shown': unchangedFieldSeverity,
  'update.not-stored': unchangedFieldSeverity,
  'update.tidied': alwaysObservation,
  'update.touches': drift,
  'update.elsewhere': alwaysViolation,
  'update.array-added': drift,
  'update.not-idempotent': drift,
  'update.partial-patch': noProvenanceSeverity,
  'merge.null-kept': noProvenanceSeverity,
  'merge.replaces-object': noProvenanceSeverity,
  'state.differs': alwaysViolation,
  'state.unknown': alwaysViolation,
  'state.changed-by-others': alwaysObservation,
} as const satisfies Readonly<Record<string, Weight>>;

export type RuleKey = keyof typeof ruleSeverities;

export const ruleKeys = Object.keys(ruleSeverities) as RuleKey[];

type ExpandedId<Id> = Id extends `${infer Before}*${infer After}` ? `${Before}${string}${After}` : Id;

/** The `rule` of a finding: a key of `ruleSeverities`, with a name instead of `*`. */
export type RuleId = ExpandedId<RuleKey>;

/** A schema keyword with a rule; `field.undeclared` covers `additionalProperties` and `unevaluatedProperties`. */
export type JudgedKeyword = RuleKey extends infer Id ? (Id extends `schema.${infer Keyword}` ? Keyword : never) : never;

/** The kinds of wrong requests that a server must not accept, by family: `no-key` in `auth`. */
export type AcceptedKind<Family extends 'auth' | 'refusal'> = RuleKey extends infer Id
  ? Id extends `${Family}.${infer Kind}-accepted`
    ? Kind
    : never
  : never;

/** Returns the kinds of requests that a server must refuse, according to the rules of a family. */
export function kindsToRefuse(family: 'auth' | 'refusal'): ReadonlySet<string> {
  const pattern = new RegExp(`^${family}\\.(.+)-accepted$`);
  return new Set(ruleKeys.flatMap((id) => pattern.exec(id)?.[1] ?? []));
}

/** Returns the key of a rule in `ruleSeverities`; undefined for an unknown rule, such as one in an old report. */
export function ruleKeyOf(id: string): RuleKey | undefined {
  if (Object.hasOwn(ruleSeverities, id)) return id as RuleKey;
  if (!id.startsWith('header.')) return undefined;
  return id.endsWith('-missing') ? 'header.*-missing' : 'header.*';
}

/** @param isEvidence whether the server may be right; the finding is then an observation, if the rule allows that */
export function severityOf(rule: RuleId, facts: SeverityFacts, isEvidence = false): Severity {
  const key = ruleKeyOf(rule);
  if (!key) return 'violation';
  const ruleSeverity = ruleSeverities[key];
  return isEvidence && ruleSeverity.when.observation !== undefined ? 'observation' : ruleSeverity.severityOf(facts);
}

/** The family of a rule: the part of its id before the dot. */
export type RuleFamily = RuleId extends infer Id ? (Id extends `${infer Name}.${string}` ? Name : never) : never;

/** The families of rules, in the order in which they are listed. */
export const families: readonly RuleFamily[] = [...new Set(ruleKeys.map((id) => familyOf(id) as RuleFamily))];

export function isFamily(name: string): name is RuleFamily {
  return families.includes(name as RuleFamily);
}

/** Returns the family of a rule, which may also be a rule of another version. */
export function familyOf(rule: string): string {
  return rule.split('.')[0] ?? '';
}

export function rulesOf(family: RuleFamily): RuleKey[] {
  return ruleKeys.filter((id) => familyOf(id) === family);
}

/** Whether a rule, known to this version or not, belongs to one of these families. */
export function isInFamily(rule: string, ...names: RuleFamily[]): boolean {
  return names.some((name) => rule.startsWith(`${name}.`));
}
