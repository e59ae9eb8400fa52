import { bodyRules } from './body.js';
import { readRules } from './reads.js';
import { refusalRules } from './refusal.js';
import type { Rule } from './rule.js';
import { schemaRules } from './schema.js';
import { transportRules } from './transport.js';
import { writeRules } from './writes.js';

export type { Rule, Weight } from './rule.js';

/**
 * Everything that the check can find wrong. `*` in an id stands for a name that the contract has, as that of a header.
 */
export const rules = {
  ...transportRules,
  ...bodyRules,
  ...schemaRules,
  ...refusalRules,
  ...readRules,
  ...writeRules,
} as const;

type Filled<Id> = Id extends `${infer Before}*${infer After}` ? `${Before}${string}${After}` : Id;

/** The `rule` of a finding: an id of the table, with a name in place of `*`. */
export type RuleId = Filled<keyof typeof rules>;

/** A keyword of a schema that has a rule of its own. */
export type JudgedKeyword = keyof typeof schemaRules extends infer Id
  ? Id extends `schema.${infer Keyword}`
    ? Keyword
    : never
  : never;

/** The kinds of requests for whose acceptance a family has a rule, as `no-key` in `auth`. */
export type AcceptedKind<Family extends 'auth' | 'refusal'> = keyof typeof refusalRules extends infer Id
  ? Id extends `${Family}.${infer Kind}-accepted`
    ? Kind
    : never
  : never;

/** What is said of a rule; undefined for one that this version does not have, as an old report may name it. */
export function ruleNamed(id: string): Rule | undefined {
  if (Object.hasOwn(rules, id)) return rules[id as keyof typeof rules];
  if (!id.startsWith('header.')) return undefined;
  return rules[id.endsWith('-missing') ? 'header.*-missing' : 'header.*'];
}
