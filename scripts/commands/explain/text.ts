import type { Family } from '../../check/model/rules/families.js';
import type { RuleKey } from '../../check/model/rules/index.js';
import type { RulePage } from '../../check/model/rules/rule-page.js';
import { clauseText } from '../../check/model/rules/weight.js';
import { hanging, wrap } from '../../text/columns.js';

/** A family of rules, with the titles of its rules. */
export interface FamilyFacts {
  family: Family;
  about: string;
  rules: { rule: RuleKey; title: string }[];
}

/** All rules, by family. */
export function rulesText(all: readonly FamilyFacts[], width: number): string {
  const lines = all.flatMap((each) => [...familyLines(each, width), '']);
  const end = 'directory-contract explain RULE explains one of them, with an example, and says what to do.';
  return text([...lines, ...wrap(end, width)]);
}

/** The rules of a family. */
export function familyText(family: FamilyFacts, width: number): string {
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
export function ruleText(page: RulePage & { docs?: string }, width: number): string {
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
