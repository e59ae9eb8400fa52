import { ruleAddress } from '../../check/model/rules/address.js';
import { type Family, families, isFamily, rulesOf } from '../../check/model/rules/families.js';
import { type RuleKey, ruleKeyOf, ruleKeys } from '../../check/model/rules/index.js';
import { rulePage } from '../../check/model/rules/rule-page.js';
import { textOf, textsOf } from '../../check/model/rules/rule-text.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import { docsAddress } from '../../text/homepage.js';
import { UsageError } from '../../text/usage-error.js';
import { type FamilyFacts, familyText, rulesText, ruleText } from './text.js';

/**
 * What `directory-contract explain` prints.
 *
 * @param name a rule, a family, or the id of a finding; undefined for all rules
 * @param columns of the terminal
 * @throws UsageError for a rule that this version does not have
 */
export function explained(name: string | undefined, { json = false }: { json?: boolean }, columns = 80): string {
  const width = Math.max(40, Math.min(columns, 100));
  if (name === undefined) {
    const all = families.map(familyFacts);
    return json ? jsonText(all) : rulesText(all, width);
  }
  if (isFamily(name)) return json ? jsonText(familyFacts(name)) : familyText(familyFacts(name), width);
  const rule = ruleOf(name);
  const docs = docsAddress(undefined);
  const facts = { ...rulePage(rule), ...(docs !== undefined && { docs: docs + ruleAddress(rule) }) };
  return json ? jsonText(facts) : ruleText(facts, width);
}

function familyFacts(family: Family): FamilyFacts {
  const { about } = textsOf(family);
  return { family, about, rules: rulesOf(family).map((rule) => ({ rule, title: textOf(rule).title })) };
}

/** The rule of a name, which may be the id of a finding. */
function ruleOf(name: string): RuleKey {
  const found = ruleKeyOf(name) ?? ruleKeyOf(name.split(':')[0] ?? '');
  if (found !== undefined) return found;
  const known = [...ruleKeys, ...families];
  throw new UsageError(
    `Expected a rule, a family of rules or the id of a finding, found "${visible(name, 100)}". ` +
      `${didYouMean(name.split(':')[0] ?? '', known)} "directory-contract explain" lists all rules.`,
  );
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
