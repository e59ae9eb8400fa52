import { createReportReader } from '../../check/engine/report/report-file.js';
import {
  families,
  isFamily,
  type RuleFamily,
  type RuleKey,
  ruleKeyOf,
  ruleKeys,
  rulesOf,
} from '../../check/model/rules/index.js';
import { type RulePage, ruleAddress, rulePage, textOf, textsOf } from '../../check/model/rules/rule-text.js';
import { clauseText } from '../../check/model/rules/weight.js';
import { withoutKey } from '../../check/transport/key.js';
import { wrap, wrapWithLabel } from '../../text/columns.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { docsAddress } from '../../text/homepage.js';
import { UsageError } from '../../text/usage-error.js';
import { chooseFinding, findReport, runText } from '../again/find-report.js';
import { readSettings } from '../check/command-settings.js';
import type { CommandContext } from '../command.js';

/**
 * Returns the output of `directory-contract explain`.
 *
 * @param name a rule, a family, or the id of a finding; undefined for all rules
 * @param columns the width of the terminal
 * @throws UsageError for a rule that this version does not have
 */
export function explain(name: string | undefined, { json = false }: { json?: boolean }, columns = 80): string {
  const width = Math.max(40, Math.min(columns, 100));
  if (name === undefined) {
    const allFacts = families.map(familyFacts);
    return json ? jsonText(allFacts) : rulesText(allFacts, width);
  }
  if (isFamily(name)) return json ? jsonText(familyFacts(name)) : familyText(familyFacts(name), width);
  const rule = ruleOf(name);
  const docs = docsAddress(undefined);
  const facts = { ...rulePage(rule), ...(docs !== undefined && { docs: docs + ruleAddress(rule) }) };
  return json ? jsonText(facts) : ruleText(facts, width);
}

/**
 * Finds a finding of the last run by its number or its id.
 *
 * @returns its rule, and a text about the run and the finding; undefined for another name, or an id that the run lacks
 * @throws UsageError for a number without such a finding
 */
export function findFinding(
  name: string,
  { environment, folder = '' }: Pick<CommandContext, 'environment' | 'folder'>,
): { rule: string; text: string } | undefined {
  const isNumber = /^\d+$/.test(name);
  if (!isNumber && !name.includes(':')) return undefined;
  try {
    const report = createReportReader()(findReport(readSettings({}, environment, folder), environment));
    const finding = chooseFinding(name, report.findings);
    const { severity, rule, id, message, expected, actual } = finding;
    const number = report.findings.indexOf(finding) + 1;
    const difference = `${sanitizeSentence(message)} Expected ${sanitize(expected)}, found ${sanitize(actual)}.`;
    const lines = [`Finding ${number} of ${runText(report)}:`, `  ${severity} ${sanitize(id)}`, `  ${difference}`, ''];
    return { rule, text: withoutKey(joinLines(lines)) };
  } catch (error) {
    if (isNumber || !(error instanceof UsageError)) throw error;
    return undefined;
  }
}

function familyFacts(family: RuleFamily): FamilyFacts {
  const { about } = textsOf(family);
  return { family, about, rules: rulesOf(family).map((rule) => ({ rule, title: textOf(rule).title })) };
}

/** Finds a rule by its name, or by the id of a finding. */
function ruleOf(name: string): RuleKey {
  const rule = ruleKeyOf(name) ?? ruleKeyOf(name.split(':')[0] ?? '');
  if (rule !== undefined) return rule;
  const allNames = [...families, ...ruleKeys];
  throw new UsageError(
    `Expected a rule, a family of rules, or the number or id of a finding, found "${sanitize(name, 100)}". ` +
      `${suggest(name.split(':')[0] ?? '', allNames)} "directory-contract explain" lists all rules.`,
  );
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

interface FamilyFacts {
  family: RuleFamily;
  about: string;
  rules: { rule: RuleKey; title: string }[];
}

function rulesText(allFacts: readonly FamilyFacts[], width: number): string {
  const lines = allFacts.flatMap((facts) => [...familyLines(facts, width), '']);
  const hint = 'directory-contract explain RULE explains one of them, with an example, and says what to do.';
  return joinLines([...lines, ...wrap(hint, width)]);
}

function familyText(family: FamilyFacts, width: number): string {
  const hint = 'directory-contract explain RULE explains one of them.';
  return joinLines([...familyLines(family, width), '', ...wrap(hint, width)]);
}

function familyLines({ family, about, rules }: FamilyFacts, width: number): string[] {
  return [
    ...wrapWithLabel(`${family}: `, about, width),
    ...rules.flatMap(({ rule, title }) => [`  ${rule}`, ...indent(title, width, 4)]),
  ];
}

/** The text about a rule, in the order in which the reader of a finding asks questions. */
function ruleText(page: RulePage & { docs?: string }, width: number): string {
  const { example, fix } = page;
  const row = (label: string, content: string): string[] => wrapWithLabel(label.padEnd(10), content, width);
  const indentLines = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return joinLines([
    page.rule,
    ...wrap(page.title, width),
    '',
    ...row('What', page.means),
    ...row('Why', page.why),
    ...row('Source', page.source),
    ...page.severities.flatMap((severity, index) => row(index === 0 ? 'Severity' : '', clauseText(severity))),
    '',
    'Wrong',
    ...(example.contract === undefined ? [] : wrapWithLabel('  contract  ', example.contract, width)),
    ...indentLines(example.exchange),
    ...indentLines([example.finding[0]]),
    ...indent(example.finding[1], width, 4),
    ...(example.right === undefined ? [] : ['', 'Right', ...indentLines(example.right)]),
    '',
    'What to do',
    ...indent(fix.server, width, 2),
    ...(fix.contract === undefined ? [] : ['', 'If the server is right', ...indent(fix.contract, width, 2)]),
    '',
    'To accept the finding for a while',
    ...page.accept.flatMap((text) => indent(text, width, 2)),
    ...(page.docs === undefined ? [] : ['', page.docs]),
  ]);
}

function indent(content: string, width: number, columns: number): string[] {
  return wrapWithLabel(' '.repeat(columns), content, width);
}

function joinLines(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
