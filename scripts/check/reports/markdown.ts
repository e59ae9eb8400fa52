import { sanitizeLine } from '../../text/escape.js';
import { escapeProse, toCode, toCodeBlock, toHtmlCode } from '../../text/markdown-text.js';
import { formatCount, formatList, groupDigits } from '../../text/numbers.js';
import { formatDuration } from '../../text/progress.js';
import type { Finding } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { creationSentence, remainingResourcesOf } from '../model/report/state-report.js';
import { ruleSubject } from '../model/rules/rule-text.js';
import { reproductionLines } from './curl.js';
import {
  acceptanceText,
  countsText,
  coverageText,
  explainCommand,
  groupsOf,
  notTestedWords,
  openFindingsOf,
  otherOperationsOf,
  placeOf,
  ruleUri,
  runSettingsText,
  toDisplayReport,
  unseenFieldsOf,
  untestedReasonsOf,
  verdictWords,
} from './summary.js';

/** Maximum number of findings to show, since a job summary of GitHub may have at most 1 MiB. Other formats show all. */
const maxFindings = 100;

export const marks = { passed: '✅', failed: '❌', 'no-verdict': '⚠️', 'under-coverage': '⚠️', 'not-restored': '❌' };

/** Returns lines that are hidden until a reader opens them. */
function foldedLines(summary: string, lines: readonly string[]): string[] {
  return ['', `<details><summary>${summary}</summary>`, '', ...lines, '', '</details>'];
}

/** Returns the report as GitHub Markdown, for the summary of a job: verdict, findings, groups, untested operations. */
export function markdownReport(fullReport: CheckReport): string {
  const report = toDisplayReport(fullReport);
  const { run, target, contract } = report;
  const title = `${marks[report.verdict]} Contract check: ${verdictWords[report.verdict].toLowerCase()}`;
  const lines = [
    `## ${title}`,
    '',
    escapeProse(report.why),
    '',
    `${toCode(target.baseUrl)} against ${escapeProse(contract.title)} ${escapeProse(contract.version)}; ` +
      `${escapeProse(runSettingsText(report))}. ` +
      `${formatCount(run.requests, 'request')} in ${formatDuration(run.milliseconds)}.`,
    '',
    `**${coverageText(report)}.** ${countsText(report)}. Evidence on ` +
      `${formatCount(report.evidence.length, 'open question')}.`,
    ...report.notes.flatMap((note) => ['', escapeProse(note)]),
    ...findingSections(report),
    ...questionSection(report),
    ...groupTable(report),
    ...notTestedList(report),
    ...unseenFieldList(report),
    ...createdList(report),
    ...baselineList(report),
  ];
  return `${lines.join('\n')}\n`;
}

function questionSection({ questions = [] }: CheckReport): string[] {
  if (questions.length === 0) return [];
  const lines = questions.map(({ question, operations, answer }) =>
    sanitizeLine(answer ?? `# ${question}: in ${formatCount(operations.length, 'operation')}`),
  );
  return [
    '',
    '### Open questions',
    '',
    `The server differs from what the contract guesses. If the server is right, answer these questions in ` +
      `${toCode('directory.answers.yaml')}:`,
    '',
    ...toCodeBlock('yaml', ['answers:', ...lines.map((line) => `  ${line}`)]),
  ];
}

function findingSections(report: CheckReport): string[] {
  const openFindings = openFindingsOf(report);
  const observations = report.findings.filter((finding) => finding.severity === 'observation');
  const hiddenFindingCount = openFindings.length - maxFindings;
  const rows = observations.slice(0, maxFindings).map((finding) => {
    const cells = [finding.rule, finding.operationId, finding.pointer].map(toHtmlCode);
    return `| ${cells.join(' | ')} | ${escapeProse(finding.message)} |`;
  });
  const hiddenObservationCount = observations.length - maxFindings;
  const observationLines = [
    ...['| rule | operation | where | what |', '|---|---|---|---|', ...rows],
    ...(hiddenObservationCount > 0 ? ['', `… and ${groupDigits(hiddenObservationCount)} more.`] : []),
  ];
  return [
    ...(openFindings.length > 0 ? ['', '### Findings'] : []),
    ...openFindings.slice(0, maxFindings).flatMap((finding) => findingLines(report, finding)),
    ...(hiddenFindingCount > 0 ? ['', `… and ${formatCount(hiddenFindingCount, 'finding')} more.`] : []),
    ...(observations.length > 0 ? foldedLines(formatCount(observations.length, 'observation'), observationLines) : []),
  ];
}

function ruleText(report: CheckReport, rule: string): string {
  const [uri, explain] = [ruleUri(report, rule), explainCommand(rule)];
  const command = explain === undefined ? '' : ` ${toCode(explain)}`;
  return `${escapeProse(ruleSubject(rule))}${uri === undefined ? command : ` [${escapeProse(rule)}](<${uri}>)`}`;
}

function findingLines(report: CheckReport, finding: Finding): string[] {
  const { severity, rule, operationId, pointer } = finding;
  const others = otherOperationsOf(finding);
  const titleParts = [rule, operationId, ...(pointer === '' ? [] : [pointer])].map(toHtmlCode).join(' ');
  return foldedLines(`${severity === 'violation' ? '❌' : '🔶'} ${severity} ${titleParts}`, [
    escapeProse(finding.message),
    '',
    `- expected ${toCode(finding.expected)}`,
    `- found ${toCode(finding.actual)}`,
    ...(others === '' ? [] : [`- also in ${escapeProse(others)}`]),
    `- contract ${toCode(placeOf(finding))}`,
    `- rule: ${ruleText(report, rule)}`,
    `- seen ${formatCount(finding.count, 'time')}`,
    '',
    ...toCodeBlock('sh', reproductionLines(finding, 100)),
  ]);
}

function groupTable(report: CheckReport): string[] {
  const rows = groupsOf(report).map(({ tag, inScope, successTested, refusalTested, requests }) => {
    const shareText = (testedCount: number): string => (inScope === 0 ? 'not in scope' : `${testedCount}/${inScope}`);
    const cells = [escapeProse(tag), shareText(successTested), shareText(refusalTested), groupDigits(requests)];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '',
    '### Groups',
    '',
    '| group | success tested | refusals tested | requests |',
    '|---|--:|--:|--:|',
    ...rows,
  ];
}

function notTestedList(report: CheckReport): string[] {
  const entries = untestedReasonsOf(report);
  if (entries.length === 0) return [];
  const lines = entries.map(({ part, reason, operationIds }) => {
    const ids = operationIds.map((id) => toCode(id));
    return `- ${notTestedWords[part]}: ${escapeProse(reason)} (${formatList(ids, 20)})`;
  });
  return foldedLines('Not tested', lines);
}

function unseenFieldList(report: CheckReport): string[] {
  const { heading, fields } = unseenFieldsOf(report);
  if (fields.length === 0) return [];
  const lines = fields.map(([id, paths]) => `- ${toCode(id)}: ${paths.map((path) => toCode(path)).join(', ')}`);
  return foldedLines(heading, lines);
}

function createdList({ created = [] }: CheckReport): string[] {
  const sentence = creationSentence(created);
  if (sentence === undefined) return [];
  const remainingResources = remainingResourcesOf(created);
  const rest = remainingResources.length - maxFindings;
  const lines = remainingResources.slice(0, maxFindings).map(({ operationId, id, path, why = '' }) => {
    const idText = id === undefined ? 'without an id' : toCode(id);
    return `- ${toCode(operationId)} ${idText} at ${toCode(path)}: ${escapeProse(why)}`;
  });
  if (rest > 0) lines.push(`- … and ${groupDigits(rest)} more.`);
  return ['', escapeProse(sentence), ...(lines.length > 0 ? foldedLines('Created but not removed', lines) : [])];
}

function baselineList(report: CheckReport): string[] {
  const { baseline } = report;
  if (!baseline) return [];
  const list = (label: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : ['', label, '', ...ids.map((id) => `- ${toCode(id)}`)];
  return [
    '',
    '### Baseline',
    '',
    acceptanceText(report, toCode(baseline.file)),
    ...list('Fixed findings, which you can remove from the baseline:', baseline.fixed),
    ...list('Findings whose acceptance has expired:', baseline.expired),
  ];
}
