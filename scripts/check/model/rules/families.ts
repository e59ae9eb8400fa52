import { type RuleId, type RuleKey, ruleKeys } from './index.js';

/** The part of a rule's id before the dot. */
export type Family = RuleId extends infer Id ? (Id extends `${infer Name}.${string}` ? Name : never) : never;

/** The families of rules, in the order in which they are listed. */
export const families: readonly Family[] = [...new Set(ruleKeys.map((id) => familyOf(id) as Family))];

export function isFamily(name: string): name is Family {
  return families.includes(name as Family);
}

/** The family of a rule, of this version or an older one. */
export function familyOf(rule: string): string {
  return rule.split('.')[0] ?? '';
}

/** The ids of the rules of a family. */
export function rulesOf(family: Family): RuleKey[] {
  return ruleKeys.filter((id) => familyOf(id) === family);
}

/** Whether a rule, of this version or an older one, belongs to one of these families. */
export function isOfFamily(rule: string, ...names: Family[]): boolean {
  return names.some((name) => rule.startsWith(`${name}.`));
}
