import { sanitize } from '../../text/escape.js';
import { commentMarker, escapeProse, toCode, toHtmlCode } from '../../text/markdown-text.js';
import { formatCount, groupDigits } from '../../text/numbers.js';
import type { Finding } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { type CreatedResource, creationSentence, remainingResourcesOf } from '../model/report/state-report.js';
import { marks } from './markdown.js';
import {
  countsText,
  coverageText,
  isAccepted,
  notTestedWords,
  openFindingsOf,
  ruleCountsOf,
  runSettingsText,
  sortNewRulesFirst,
  sourceOf,
  toDisplayReport,
  untestedReasonsOf,
  verdictWords,
} from './summary.js';

/** Maximum number of characters of a comment. GitHub accepts 65,536. */
const maxLength = 60_000;

/**
 * Maximum number of rows of each section, so that the comment has at most 60 lines. If long text from a server makes
 * the comment too long, the next set of limits is used.
 */
const rowLimits = [
  { rules: 13, findings: 10, reasons: 6, notes: 4 },
  { rules: 13, findings: 3, reasons: 3, notes: 2 },
  { rules: 13, findings: 0, reasons: 0, notes: 0 },
];

type RowLimits = (typeof rowLimits)[number];

/** Returns the report as a comment on a pull request. It is short, and a workflow can find and update it. */
export function commentReport(fullReport: CheckReport): string {
  const report = toDisplayReport(fullReport);
  const texts = rowLimits.map((limits) => `${commentLines(report, limits).join('\n')}\n`);
  return texts.find(({ length }) => length <= maxLength) ?? texts.at(-1) ?? '';
}

function commentLines(report: CheckReport, limits: RowLimits): string[] {
  const { target, contract, run } = report;
  const subject = `${sanitize(contract.title)} ${sanitize(contract.version)}`;
  return [
    commentMarker('directory-contract', contract.title, hostOf(target.baseUrl)),
    `## ${marks[report.verdict]} Contract check: ${verdictWords[report.verdict].toLowerCase()}`,
    '',
    toBriefProse(report.why, 600),
    '',
    `${toCode(target.baseUrl)} against ${escapeProse(subject)}; ${escapeProse(runSettingsText(report))}; ` +
      `${formatCount(run.requests, 'request')}.`,
    '',
    `**${coverageText(report)}.** ${countsText(report)}.`,
    ...baselineLines(report),
    ...ruleTable(report, limits.rules),
    ...list('Findings', sortNewRulesFirst(openFindingsOf(report)), limits.findings, findingLine),
    ...untestedLines(report, limits.reasons),
    ...createdLines(report, limits.notes),
    ...list('Notes', report.notes, limits.notes, (note) => toBriefProse(note)),
  ];
}

/** The host of an address without its port, which may be another in each run. */
function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
}

function toBriefProse(text: string, limit = 300): string {
  return escapeProse(sanitize(text, limit));
}

/** Returns lines about the resources that the run has created and not removed; empty if it has removed all of them. */
function createdLines({ created: allResources = [] }: CheckReport, limit: number): string[] {
  const remainingResources = remainingResourcesOf(allResources);
  if (remainingResources.length === 0) return [];
  const lineOf = ({ operationId, id, path }: CreatedResource): string => `${toCode(operationId)} ${toCode(id ?? path)}`;
  const lines = list('Created but not removed', remainingResources, limit, lineOf);
  return ['', escapeProse(creationSentence(allResources) ?? ''), ...lines];
}

function baselineLines(report: CheckReport): string[] {
  const { baseline } = report;
  if (!baseline) return [];
  const acceptedCount = report.findings.filter((finding) => isAccepted(report, finding)).length;
  const expiredCount = baseline.expired.length;
  const counts = [
    `${formatCount(openFindingsOf(report).length, 'finding is', 'findings are')} new`,
    `${groupDigits(acceptedCount)} accepted`,
    `${groupDigits(baseline.fixed.length)} fixed`,
    ...(expiredCount > 0 ? [`${groupDigits(expiredCount)} no longer accepted (acceptance has expired)`] : []),
  ];
  return ['', `Compared with the baseline ${toCode(baseline.file)}: ${counts.join(', ')}.`];
}

function ruleTable(report: CheckReport, limit: number): string[] {
  const rules = ruleCountsOf(report);
  if (rules.length === 0) return [];
  const rows = rules.slice(0, limit).map(({ severity, rule, findings, operations }) => {
    return `| ${severity} | ${toHtmlCode(rule)} | ${groupDigits(findings)} | ${groupDigits(operations)} |`;
  });
  const hiddenCount = rules.slice(limit).reduce((sum, { findings }) => sum + findings, 0);
  return [
    '',
    '| severity | rule | findings | operations |',
    '|---|---|--:|--:|',
    ...rows,
    ...(hiddenCount > 0
      ? [`| | ${formatCount(rules.length - limit, 'other rule')} | ${groupDigits(hiddenCount)} | |`]
      : []),
  ];
}

function findingLine(finding: Finding): string {
  const { severity, rule, operationId, pointer, message, expected, actual } = finding;
  const source = sourceOf(finding);
  const titleParts = [rule, operationId, ...(pointer === '' ? [] : [pointer])].map((part) => toHtmlCode(part));
  const sourceText = source === '' ? '' : ` The contract is ${escapeProse(source)}.`;
  const difference = `Expected ${toCode(expected)}, found ${toCode(actual)}.${sourceText}`;
  return `${severity === 'violation' ? '❌' : '🔶'} ${titleParts.join(' ')}: ${toBriefProse(message)} ${difference}`;
}

function untestedLines(report: CheckReport, limit: number): string[] {
  return list('Not tried', untestedReasonsOf(report), limit, ({ part, reason, operationIds }) => {
    return `${notTestedWords[part]} for ${formatCount(operationIds.length, 'operation')}: ${toBriefProse(reason)}`;
  });
}

function list<Item>(title: string, items: readonly Item[], limit: number, lineOf: (item: Item) => string): string[] {
  if (items.length === 0) return [];
  const rest = items.length - limit;
  return [
    '',
    `### ${title}`,
    '',
    ...items.slice(0, limit).map((item) => `- ${lineOf(item)}`),
    ...(rest > 0 ? [`- … and ${groupDigits(rest)} more.`] : []),
  ];
}
