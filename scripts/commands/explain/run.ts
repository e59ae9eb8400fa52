import {
  type Family,
  families,
  isFamily,
  type RuleKey,
  ruleKeyOf,
  ruleKeys,
  rulesOf,
} from '../../check/model/rules/index.js';
import { type RulePage, ruleAddress, rulePage, textOf, textsOf } from '../../check/model/rules/rule-text.js';
import { clauseText } from '../../check/model/rules/weight.js';
import { hanging, wrap } from '../../text/columns.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import { docsAddress } from '../../text/homepage.js';
import { UsageError } from '../../text/usage-error.js';

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

interface FamilyFacts {
  family: Family;
  about: string;
  rules: { rule: RuleKey; title: string }[];
}

function rulesText(all: readonly FamilyFacts[], width: number): string {
  const lines = all.flatMap((each) => [...familyLines(each, width), '']);
  const end = 'directory-contract explain RULE explains one of them, with an example, and says what to do.';
  return text([...lines, ...wrap(end, width)]);
}

function familyText(family: FamilyFacts, width: number): string {
  const end = 'directory-contract explain RULE explains one of them.';
  return text([...familyLines(family, width), '', ...wrap(end, width)]);
}

function familyLines({ family, about, rules }: FamilyFacts, width: number): string[] {
  return [
    ...hanging(`${family}: `, about, width),
    ...rules.flatMap(({ rule, title }) => [`  ${rule}`, ...indented(title, width, 4)]),
  ];
}

/** A rule, in the order in which a reader of a finding asks. */
function ruleText(page: RulePage & { docs?: string }, width: number): string {
  const { example, fix } = page;
  const row = (label: string, content: string): string[] => hanging(label.padEnd(10), content, width);
  const block = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return text([
    page.rule,
    ...wrap(page.title, width),
    '',
    ...row('What', page.means),
    ...row('Why', page.why),
    ...row('By', page.source),
    ...page.severities.flatMap((each, index) => row(index === 0 ? 'Weighs' : '', clauseText(each))),
    '',
    'Wrong',
    ...(example.contract === undefined ? [] : hanging('  contract  ', example.contract, width)),
    ...block(example.exchange),
    ...block([example.finding[0]]),
    ...indented(example.finding[1], width, 4),
    ...(example.right === undefined ? [] : ['', 'Right', ...block(example.right)]),
    '',
    'What to do',
    ...indented(fix.server, width, 2),
    ...(fix.contract === undefined ? [] : ['', 'If the server is right', ...indented(fix.contract, width, 2)]),
    '',
    'To accept it for a while',
    ...page.accept.flatMap((each) => indented(each, width, 2)),
    ...(page.docs === undefined ? [] : ['', page.docs]),
  ]);
}

function indented(content: string, width: number, by: number): string[] {
  return hanging(' '.repeat(by), content, width);
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
