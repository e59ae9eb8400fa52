import { familyOf, isFamily } from './families.js';
import { ruleKeyOf } from './index.js';

/** The page of the docs that lists all rules. */
export const rulesPage = 'rules.html';

/** The page of the docs about a family of rules. */
export function familyPage(family: string): string {
  return `rules-${family}.html`;
}

/** The anchor of a rule on its page: `schema.type`, `header.name-missing`. */
export function ruleAnchor(rule: string): string {
  return rule.replace('*', 'name').replaceAll(' ', '-');
}

/** The address of a rule in the docs; for a rule of another version that of its family, or of the list of rules. */
export function ruleAddress(rule: string): string {
  const [key, family] = [ruleKeyOf(rule), familyOf(rule)];
  if (key !== undefined) return `${familyPage(family)}#${ruleAnchor(key)}`;
  return isFamily(family) ? familyPage(family) : rulesPage;
}
