import {
  allowWeight,
  drift,
  fieldWeight,
  jsonLabelWeight,
  mediaTypeWeight,
  noProvenanceWeight,
  notFoundWeight,
  observation,
  pagingWeight,
  repeatedFailureWeight,
  responsesWeight,
  rfcMustWeight,
  type Severity,
  type SeverityFacts,
  schemaWeight,
  statusWeight,
  successWeight,
  unchangedFieldWeight,
  violation,
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
export const weights = {
  'target.not-found': violation,
  'target.refused': violation,
  'target.unreachable': violation,
  'tls.certificate': violation,
  'tls.protocol': violation,
  'transport.timeout': violation,
  'transport.reset': violation,
  'transport.truncated': violation,
  'transport.not-http': violation,
  'transport.framing': violation,
  'transport.too-large': drift,
  'transport.headers-too-large': drift,
  'transport.encoding': drift,
  'transport.interim': violation,
  'transport.failed': violation,
  'encoding.unasked': drift,
  'status.server-error': repeatedFailureWeight,
  'status.undeclared': statusWeight,
  'header.*': noProvenanceWeight,
  'header.*-missing': noProvenanceWeight,
  'http.etag': violation,
  'http.condition-ignored': withObservation(
    violation,
    'if only an ETag shows that the operation could heed conditions',
  ),
  'http.condition-refused': violation,
  'http.range': violation,
  'http.link': violation,
  'http.content-range': violation,
  'http.problem-status': violation,
  'media-type.missing': mediaTypeWeight,
  'media-type.undeclared': mediaTypeWeight,
  'media-type.repeated': violation,
  'media-type.too-long': drift,
  'body.unexpected': responsesWeight,
  'body.empty': successWeight,
  'body.not-utf8': jsonLabelWeight,
  'body.byte-order-mark': jsonLabelWeight,
  'body.not-json': jsonLabelWeight,
  'body.duplicate-key': drift,
  'body.too-deep': drift,
  'body.number': observation,
  'body.too-many-errors': drift,
  'body.too-slow': drift,
  'body.too-long': drift,
  'envelope.undeclared': drift,
  'schema.type': schemaWeight,
  'schema.format': schemaWeight,
  'schema.pattern': schemaWeight,
  'schema.required': schemaWeight,
  'schema.enum': schemaWeight,
  'schema.const': schemaWeight,
  'schema.minimum': schemaWeight,
  'schema.maximum': schemaWeight,
  'schema.exclusiveMinimum': schemaWeight,
  'schema.exclusiveMaximum': schemaWeight,
  'schema.multipleOf': schemaWeight,
  'schema.minLength': schemaWeight,
  'schema.maxLength': schemaWeight,
  'schema.minItems': schemaWeight,
  'schema.maxItems': schemaWeight,
  'schema.uniqueItems': schemaWeight,
  'schema.items': schemaWeight,
  'schema.contains': schemaWeight,
  'schema.unevaluatedItems': schemaWeight,
  'schema.minProperties': schemaWeight,
  'schema.maxProperties': schemaWeight,
  'schema.propertyNames': schemaWeight,
  'schema.dependentRequired': schemaWeight,
  'schema.dependencies': schemaWeight,
  'schema.anyOf': schemaWeight,
  'schema.oneOf': schemaWeight,
  'schema.not': schemaWeight,
  'schema.false schema': schemaWeight,
  'schema.formatMinimum': schemaWeight,
  'schema.formatMaximum': schemaWeight,
  'schema.formatExclusiveMinimum': schemaWeight,
  'schema.formatExclusiveMaximum': schemaWeight,
  'field.undeclared': withObservation(schemaWeight, 'if the check itself sent the field'),
  'field.write-only': schemaWeight,
  'field.empty': observation,
  'field.absent': withObservation(drift, 'if no baseline says that the field was always present'),
  'value.new': observation,
  'safety.key-echoed': violation,
  'safety.stack-trace': violation,
  'auth.no-key-accepted': violation,
  'auth.empty-key-accepted': violation,
  'auth.wrong-key-accepted': violation,
  'auth.near-key-accepted': violation,
  'auth.other-scheme-accepted': drift,
  'auth.other-place-accepted': drift,
  'auth.form': drift,
  'refusal.unknown-id-accepted': withObservation(notFoundWeight, missingResourceClause),
  'refusal.other-parent-accepted': withObservation(drift, missingResourceClause),
  'refusal.bad-id-accepted': notFoundWeight,
  'refusal.malformed-json-accepted': drift,
  'refusal.wrong-media-type-accepted': drift,
  'refusal.wrong-type-accepted': withObservation(drift, pageClause),
  'refusal.wrong-format-accepted': drift,
  'refusal.out-of-bounds-accepted': withObservation(drift, pageClause),
  'refusal.missing-part-accepted': drift,
  'refusal.mixed-accepted': drift,
  'refusal.undeclared-method-accepted': drift,
  'refusal.status': drift,
  'refusal.changes': violation,
  'request.refused': noProvenanceWeight,
  'request.variant-refused': rfcMustWeight,
  'request.variant-changes': rfcMustWeight,
  'method.no-allow': violation,
  'method.allow-differs': allowWeight,
  'identity.other': responsesWeight,
  'head.differs': rfcMustWeight,
  'path.other-spelling': observation,
  'order.unstable': drift,
  'href.dead': withObservation(
    fieldWeight,
    'if the path may be a page of another host, which the contract does not know',
  ),
  'href.other': fieldWeight,
  'list.duplicate': drift,
  'list.differs': drift,
  'list.misses': drift,
  'list.of-others': drift,
  'list.stale': drift,
  'page.limit': drift,
  'page.offset': drift,
  'page.page': drift,
  'page.repeats': pagingWeight,
  'page.refused': pagingWeight,
  'page.total': pagingWeight,
  'sort.order': drift,
  'filter.ignored': drift,
  'filter.misses': drift,
  'filter.like': observation,
  'create.no-id': drift,
  'create.not-shown': drift,
  'create.not-stored': drift,
  'create.not-found': drift,
  'create.not-listed': withObservation(drift, 'if a resource with fewer fields is listed: the list selects by content'),
  'create.listed-twice': drift,
  'create.default': drift,
  'create.repeated-key': drift,
  'create.reused-key': drift,
  'create.elsewhere': violation,
  'location.dead': drift,
  'location.other': drift,
  'delete.kept': drift,
  'delete.listed': drift,
  'delete.takes-others': violation,
  'delete.elsewhere': violation,
  'action.elsewhere': violation,
  'replace.elsewhere': violation,
  'replace.touches': drift,
  'replace.not-stored': drift,
  'replace.not-idempotent': drift,
  'replace.keeps': drift,
  'read-only.taken': noProvenanceWeight,
  'read-only.changed': noProvenanceWeight,
  'update.not-shown': unchangedFieldWeight,
  'update.not-stored': unchangedFieldWeight,
  'update.tidied': observation,
  'update.touches': drift,
  'update.elsewhere': violation,
  'update.array-added': drift,
  'update.not-idempotent': drift,
  'update.partial-patch': noProvenanceWeight,
  'merge.null-kept': noProvenanceWeight,
  'merge.replaces-object': noProvenanceWeight,
  'state.differs': violation,
  'state.unknown': violation,
  'state.changed-by-others': observation,
} as const satisfies Readonly<Record<string, Weight>>;

export type RuleKey = keyof typeof weights;

export const ruleKeys = Object.keys(weights) as RuleKey[];

type ExpandedId<Id> = Id extends `${infer Before}*${infer After}` ? `${Before}${string}${After}` : Id;

/** The `rule` of a finding: a key of `weights`, with a name instead of `*`. */
export type RuleId = ExpandedId<RuleKey>;

/**
 * A schema keyword that has its own rule. The rule field.undeclared covers `additionalProperties` and
 * `unevaluatedProperties`.
 */
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

/**
 * Returns the key in `weights` of a rule; undefined if this version has no such rule, since old reports may name
 * others.
 */
export function ruleKeyOf(id: string): RuleKey | undefined {
  if (Object.hasOwn(weights, id)) return id as RuleKey;
  if (!id.startsWith('header.')) return undefined;
  return id.endsWith('-missing') ? 'header.*-missing' : 'header.*';
}

/**
 * @param isEvidence whether the server may be right, so that the finding is only an observation, if the rule has that
 * severity
 */
export function severityOf(rule: RuleId, facts: SeverityFacts, isEvidence = false): Severity {
  const key = ruleKeyOf(rule);
  if (!key) return 'violation';
  const weight = weights[key];
  return isEvidence && weight.when.observation !== undefined ? 'observation' : weight.severityOf(facts);
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
