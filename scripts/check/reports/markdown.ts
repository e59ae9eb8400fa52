import { code, codeBlock, htmlCode, prose } from '../../text/markdown-text.js';
import { counted, grouped, listOf } from '../../text/numbers.js';
import { duration } from '../../text/progress.js';
import type { Finding } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { createdSentence, leftOf } from '../model/report/state-report.js';
import { aboutRule } from '../model/rules/rule-text.js';
import { repeatLines } from './curl.js';
import {
  acceptedBy,
  counting,
  countsOf,
  coverageOf,
  explainCommand,
  groupsOf,
  listed,
  modeOf,
  notTested,
  notTestedWords,
  othersOf,
  placeOf,
  ruleUri,
  verdictWords,
} from './summary.js';

/** A job summary of GitHub may have 1 MiB; the other formats have all findings. */
const findingsShown = 100;

export const marks = {
  passed: '✅',
  failed: '❌',
  'no-verdict': '⚠️',
  'under-coverage': '⚠️',
  'not-restored': '❌',
} as const;

/** The report as GitHub Markdown, for the summary of a job: verdict, findings, groups, untested operations. */
export function markdownReport(given: CheckReport): string {
  const report = listed(given);
  const { run, target, contract } = report;
  const title = `${marks[report.verdict]} Contract check: ${verdictWords[report.verdict].toLowerCase()}`;
  const lines = [
    `## ${title}`,
    '',
    prose(report.why),
    '',
    `${code(target.baseUrl)} against ${prose(contract.title)} ${prose(contract.version)}; ${prose(modeOf(report))}. ` +
      `${counted(run.requests, 'request')} in ${duration(run.milliseconds)}.`,
    '',
    `**${coverageOf(report)}.** ${countsOf(report)}. Evidence on ${counted(report.evidence.length, 'unknown')}.`,
    ...report.notes.flatMap((note) => ['', prose(note)]),
    ...findingSections(report),
    ...groupTable(report),
    ...notTestedList(report),
    ...createdList(report),
    ...baselineList(report),
  ];
  return `${lines.join('\n')}\n`;
}

function findingSections(report: CheckReport): string[] {
  const telling = counting(report);
  const observed = report.findings.filter((finding) => finding.severity === 'observation');
  const rest = telling.length - findingsShown;
  const rows = observed.slice(0, findingsShown).map((finding) => {
    const cells = [finding.rule, finding.operationId, finding.pointer].map(htmlCode);
    return `| ${cells.join(' | ')} | ${prose(finding.message)} |`;
  });
  const more = observed.length - findingsShown;
  return [
    ...(telling.length > 0 ? ['', '### Findings'] : []),
    ...telling.slice(0, findingsShown).flatMap((finding) => findingLines(report, finding)),
    ...(rest > 0 ? ['', `… and ${counted(rest, 'finding')} more.`] : []),
    ...(observed.length > 0
      ? [
          '',
          `<details><summary>${counted(observed.length, 'observation')}</summary>`,
          '',
          '| rule | operation | where | what |',
          '|---|---|---|---|',
          ...rows,
          ...(more > 0 ? ['', `… and ${grouped(more)} more.`] : []),
          '',
          '</details>',
        ]
      : []),
  ];
}

function ruleText(report: CheckReport, rule: string): string {
  const [uri, explain] = [ruleUri(report, rule), explainCommand(rule)];
  const more = uri !== undefined ? ` [${prose(rule)}](<${uri}>)` : explain !== undefined ? ` ${code(explain)}` : '';
  return `${prose(aboutRule(rule))}${more}`;
}

function findingLines(report: CheckReport, finding: Finding): string[] {
  const { severity, rule, operationId, pointer } = finding;
  const others = othersOf(finding);
  const place = [rule, operationId, ...(pointer === '' ? [] : [pointer])].map(htmlCode).join(' ');
  return [
    '',
    `<details><summary>${severity === 'violation' ? '❌' : '🔶'} ${severity} ${place}</summary>`,
    '',
    prose(finding.message),
    '',
    `- expected ${code(finding.expected)}`,
    `- found ${code(finding.actual)}`,
    ...(others === '' ? [] : [`- also in ${prose(others)}`]),
    `- contract ${code(placeOf(finding))}`,
    `- rule: ${ruleText(report, rule)}`,
    `- seen ${counted(finding.count, 'time')}`,
    '',
    ...codeBlock('sh', repeatLines(finding, 100)),
    '',
    '</details>',
  ];
}

function groupTable(report: CheckReport): string[] {
  const rows = groupsOf(report).map(({ tag, inScope, successTested, refusalTested, requests }) => {
    const share = (tested: number): string => (inScope === 0 ? 'not in scope' : `${tested}/${inScope}`);
    return `| ${prose(tag)} | ${share(successTested)} | ${share(refusalTested)} | ${grouped(requests)} |`;
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
  const entries = notTested(report);
  if (entries.length === 0) return [];
  return [
    '',
    `<details><summary>Not tested</summary>`,
    '',
    ...entries.map(({ what, reason, operationIds }) => {
      const ids = operationIds.map((id) => code(id));
      return `- ${notTestedWords[what]}: ${prose(reason)} (${listOf(ids, 20)})`;
    }),
    '',
    '</details>',
  ];
}

function createdList({ created = [] }: CheckReport): string[] {
  const about = createdSentence(created);
  if (about === undefined) return [];
  const left = leftOf(created);
  const rest = left.length - findingsShown;
  const lines = left.slice(0, findingsShown).map(({ operationId, id, path, why = '' }) => {
    const named = id === undefined ? 'without an id' : code(id);
    return `- ${code(operationId)} ${named} at ${code(path)}: ${prose(why)}`;
  });
  return [
    '',
    prose(about),
    ...(lines.length > 0 ? ['', '<details><summary>Created and not removed</summary>', '', ...lines] : []),
    ...(rest > 0 ? [`- … and ${grouped(rest)} more.`] : []),
    ...(lines.length > 0 ? ['', '</details>'] : []),
  ];
}

function baselineList(report: CheckReport): string[] {
  const { baseline } = report;
  if (!baseline) return [];
  const list = (label: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : ['', label, '', ...ids.map((id) => `- ${code(id)}`)];
  return [
    '',
    '### Baseline',
    '',
    acceptedBy(report, code(baseline.file)),
    ...list('Fixed; remove them from the file:', baseline.fixed),
    ...list('No longer accepted, since their date has passed:', baseline.expired),
  ];
}
