import { bodyRules } from './body.js';
import { readRules } from './reads.js';
import { refusalRules } from './refusal.js';
import type { Facts, Rule, Severity } from './rule.js';
import { schemaRules } from './schema.js';
import { transportRules } from './transport.js';
import { writeRules } from './writes.js';

export type { Facts, Rule, Weight } from './rule.js';

/** Every error that the check can find. `*` in an id stands for a name from the contract, such as a header's. */
export const rules = {
  ...transportRules,
  ...bodyRules,
  ...schemaRules,
  ...refusalRules,
  ...readRules,
  ...writeRules,
} as const;

/** The id of a rule in the table. */
export type RuleKey = keyof typeof rules;

type Filled<Id> = Id extends `${infer Before}*${infer After}` ? `${Before}${string}${After}` : Id;

/** The `rule` of a finding: an id of the table, with a name in place of `*`. */
export type RuleId = Filled<RuleKey>;

/** A schema keyword with its own rule. */
export type JudgedKeyword = keyof typeof schemaRules extends infer Id
  ? Id extends `schema.${infer Keyword}`
    ? Keyword
    : never
  : never;

/** The kinds of wrong requests that must not be accepted, by family: `no-key` in `auth`. */
export type AcceptedKind<Family extends 'auth' | 'refusal'> = keyof typeof refusalRules extends infer Id
  ? Id extends `${Family}.${infer Kind}-accepted`
    ? Kind
    : never
  : never;

/** The kinds of requests that must be refused, by the rules of a family. */
export function refusedKinds(family: 'auth' | 'refusal'): ReadonlySet<string> {
  const named = new RegExp(`^${family}\\.(.+)-accepted$`);
  return new Set(Object.keys(refusalRules).flatMap((id) => named.exec(id)?.[1] ?? []));
}

/** Returns the id in the table of a rule; undefined if this version has no such rule: an old report may name one. */
export function ruleKeyOf(id: string): RuleKey | undefined {
  if (Object.hasOwn(rules, id)) return id as RuleKey;
  if (!id.startsWith('header.')) return undefined;
  return id.endsWith('-missing') ? 'header.*-missing' : 'header.*';
}

/** Returns the rule of an id; undefined if this version has no such rule. */
export function ruleNamed(id: string): Rule | undefined {
  const key = ruleKeyOf(id);
  return key && rules[key];
}

/**
 * The severity of a finding.
 *
 * @param isEvidence whether the check knows that nothing is wrong, where the rule provides for it
 */
export function severityOf(rule: RuleId, facts: Facts, isEvidence = false): Severity {
  const weight = ruleNamed(rule)?.weight;
  if (!weight) return 'violation';
  return isEvidence && weight.when.observation !== undefined ? 'observation' : weight.of(facts);
}
