import { visible } from '../../text/escape.js';
import { code, htmlCode, prose } from '../../text/markdown-text.js';
import { counted, grouped } from '../../text/numbers.js';
import type { Finding } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { createdSentence, leftOf } from '../model/report/state-report.js';
import { marks } from './markdown.js';
import {
  counting,
  countsOf,
  coverageOf,
  isAccepted,
  listed,
  modeOf,
  notTested,
  notTestedWords,
  rulesOf,
  sourceOf,
  verdictWords,
} from './summary.js';

/** The first line of the comment, by which a workflow finds its own. */
const marker = '<!-- directory-contract -->';

/** The most characters of a comment; GitHub takes 65,536. */
const most = 60_000;

/** Rows of each part, so that the comment has at most 60 lines; with fewer, where texts of a server are long. */
const parts = [
  { rules: 13, findings: 10, reasons: 6, notes: 4 },
  { rules: 13, findings: 3, reasons: 3, notes: 2 },
  { rules: 13, findings: 0, reasons: 0, notes: 0 },
];

type Rows = (typeof parts)[number];

/** The report as a comment on a pull request: short however many findings there are, and one that can be updated. */
export function commentReport(given: CheckReport): string {
  const report = listed(given);
  const texts = parts.map((rows) => `${commentLines(report, rows).join('\n')}\n`);
  return texts.find(({ length }) => length <= most) ?? texts.at(-1) ?? '';
}

function commentLines(report: CheckReport, rows: Rows): string[] {
  const { target, contract, run } = report;
  const about = `${visible(contract.title)} ${visible(contract.version)}`;
  return [
    marker,
    `## ${marks[report.verdict]} Contract check: ${verdictWords[report.verdict].toLowerCase()}`,
    '',
    brief(report.why, 600),
    '',
    `${code(target.baseUrl)} against ${prose(about)}; ${prose(modeOf(report))}; ` +
      `${counted(run.requests, 'request')}.`,
    '',
    `**${coverageOf(report)}.** ${countsOf(report)}.`,
    ...baselineLines(report),
    ...ruleTable(report, rows.rules),
    ...worst(report, rows.findings),
    ...notTried(report, rows.reasons),
    ...created(report, rows.notes),
    ...list('Notes', report.notes, rows.notes, (note) => brief(note)),
  ];
}

function brief(text: string, limit = 300): string {
  return prose(visible(text, limit));
}

/** What the run has created and not removed; nothing where it has removed all. */
function created({ created: all = [] }: CheckReport, shown: number): string[] {
  const left = leftOf(all);
  if (left.length === 0) return [];
  const about = ['', prose(createdSentence(all) ?? '')];
  const title = 'Created and not removed';
  return [
    ...about,
    ...list(title, left, shown, ({ operationId, id, path }) => `${code(operationId)} ${code(id ?? path)}`),
  ];
}

function baselineLines(report: CheckReport): string[] {
  const { baseline } = report;
  if (!baseline) return [];
  const accepted = report.findings.filter((finding) => isAccepted(report, finding)).length;
  const compared = [
    `${counted(counting(report).length, 'finding is', 'findings are')} new`,
    `${grouped(accepted)} accepted`,
    `${grouped(baseline.fixed.length)} fixed`,
    ...(baseline.expired.length > 0 ? [`${grouped(baseline.expired.length)} past the date of acceptance`] : []),
  ];
  return ['', `Compared with the baseline ${code(baseline.file)}: ${compared.join(', ')}.`];
}

function ruleTable(report: CheckReport, shown: number): string[] {
  const rules = rulesOf(report);
  if (rules.length === 0) return [];
  const rows = rules
    .slice(0, shown)
    .map(
      ({ severity, rule, findings, operations }) =>
        `| ${severity} | ${htmlCode(rule)} | ${grouped(findings)} | ${grouped(operations)} |`,
    );
  const rest = rules.slice(shown).reduce((sum, { findings }) => sum + findings, 0);
  return [
    '',
    '| severity | rule | findings | operations |',
    '|---|---|--:|--:|',
    ...rows,
    ...(rest > 0 ? [`| | ${counted(rules.length - shown, 'other rule')} | ${grouped(rest)} | |`] : []),
  ];
}

/** The first finding of each rule, then others. */
function worst(report: CheckReport, shown: number): string[] {
  const all = counting(report);
  const firsts = new Map(all.map((finding) => [finding.rule, finding] as const).reverse());
  const isFirst = (finding: Finding): boolean => firsts.get(finding.rule) === finding;
  const ordered = [...all.filter(isFirst), ...all.filter((finding) => !isFirst(finding))];
  return list('Findings', ordered, shown, findingLine);
}

function findingLine(finding: Finding): string {
  const { severity, rule, operationId, pointer, message, expected, actual } = finding;
  const source = sourceOf(finding);
  const place = [rule, operationId, ...(pointer === '' ? [] : [pointer])].map((part) => htmlCode(part));
  const rests = source === '' ? '' : ` The contract is ${prose(source)}.`;
  const difference = `Expected ${code(expected)}, found ${code(actual)}.${rests}`;
  return `${severity === 'violation' ? '❌' : '🔶'} ${place.join(' ')}: ${brief(message)} ${difference}`;
}

function notTried(report: CheckReport, shown: number): string[] {
  return list(
    'Not tried',
    notTested(report),
    shown,
    ({ what, reason, operationIds }) =>
      `${notTestedWords[what]} for ${counted(operationIds.length, 'operation')}: ${brief(reason)}`,
  );
}

function list<Item>(title: string, items: readonly Item[], shown: number, lineOf: (item: Item) => string): string[] {
  if (items.length === 0) return [];
  const rest = items.length - shown;
  return [
    '',
    `### ${title}`,
    '',
    ...items.slice(0, shown).map((item) => `- ${lineOf(item)}`),
    ...(rest > 0 ? [`- … and ${grouped(rest)} more.`] : []),
  ];
}
