import { columnCountOf, wrap, wrapWithLabel } from '../../text/columns.js';
import { escapeCommands, sanitize, sanitizeLine, sanitizeSentence } from '../../text/escape.js';
import { formatCount, formatList, groupDigits } from '../../text/numbers.js';
import { formatDuration } from '../../text/progress.js';
import { isSafeMethod } from '../model/again.js';
import type { Finding, Severity } from '../model/finding.js';
import type { CheckReport, ContradictedQuestion } from '../model/report/report.js';
import { type CreatedResource, creationSentence, remainingResourcesOf } from '../model/report/state-report.js';
import { isInFamily } from '../model/rules/index.js';
import { againLine, againTargetOf, reproductionLines } from './curl.js';
import {
  acceptanceText,
  countsText,
  coverageText,
  explainCommand,
  groupsOf,
  isAccepted,
  isLikelyMock,
  namesOf,
  notTestedWords,
  openFindingsOf,
  otherOperationsOf,
  placeOf,
  ruleCountsOf,
  runSettingsText,
  sortNewRulesFirst,
  toDisplayReport,
  type UntestedReason,
  unseenFieldsOf,
  untestedReasonsOf,
  verdictWords,
} from './summary.js';

export interface TerminalOptions {
  /** Width of the output, in columns. */
  width: number;
  colour: boolean;
  /** Whether to show observations, accepted findings and complete lists as well. */
  verbose: boolean;
  /** Set if the command `again` can read the report: in a file, or as the last report that the program kept. */
  again?: { file?: string } | undefined;
  /** The command `learn` with the settings of the run. */
  learn?: string | undefined;
}

type Paint = (text: string) => string;

interface Palette extends Record<Severity, Paint> {
  bold: Paint;
  dim: Paint;
  successColour: Paint;
}

/** Maximum number of resources to show that were created and not removed. --verbose and the other formats show all. */
const maxRemainingResources = 10;

/** Maximum number of findings to show in full. --verbose and the other formats show all. */
const maxFindings = { server: 10, mock: 2 };

const severityMarks: Record<Severity, string> = { violation: '✗', drift: '△', observation: '·' };

/** Returns the report for a terminal or a log: findings, coverage and verdict, with a line break at the end. */
export function terminalReport(fullReport: CheckReport, options: TerminalOptions): string {
  const report = toDisplayReport(fullReport);
  const palette = createPalette(options.colour);
  const width = Math.max(40, options.width);
  const blocks = [
    headerLines(report, width, palette),
    ...findingBlocks(report, { ...options, width }, palette),
    ...(options.verbose || !hasManyFindings(report) ? [groupLines(report, width, palette)] : []),
    totalLines(report, options.verbose, width),
    ...untestedReasonsOf(report).map((entry) => notTestedLines(entry, options.verbose, width)),
    options.verbose ? unseenFieldLines(report, width) : [],
    baselineLines(report, width),
    createdLines(report.created ?? [], options.verbose, width),
    report.notes.flatMap((note) => wrap(sanitizeSentence(note), width)),
    ruleLines(report, width, palette),
    questionLines(report, options.learn, width),
    verdictLines(report, width, palette),
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${escapeCommands(texts.join('\n\n'))}\n`;
}

function createPalette(colour: boolean): Palette {
  const paint = (code: number): Paint => (colour ? (text) => `\u001b[${code}m${text}\u001b[0m` : (text) => text);
  const severityPaints = { violation: paint(31), drift: paint(33), observation: paint(36) };
  return { bold: paint(1), dim: paint(2), ...severityPaints, successColour: paint(32) };
}

function headerLines(report: CheckReport, width: number, { bold, dim }: Palette): string[] {
  const { contract, target } = report;
  const title = `${sanitize(target.baseUrl)} against ${sanitize(contract.title)} ${sanitize(contract.version)}`;
  const warning =
    `${sanitize(target.baseUrl)} sends web pages, and no operation of the contract succeeded there. It is probably ` +
    'not the service, but a website, such as its docs.';
  return [
    ...(target.isWebsite ? [...wrap(warning, width).map(bold), ''] : []),
    ...wrap(title, width).map(bold),
    ...wrap(runSettingsText(report), width).map(dim),
  ];
}

function findingBlocks(report: CheckReport, options: TerminalOptions, palette: Palette): string[][] {
  const { width, verbose } = options;
  const { findings } = report;
  const isStateFinding = ({ rule }: Finding): boolean => isInFamily(rule, 'state');
  const openFindings = openFindingsOf(report).filter((finding) => !isStateFinding(finding));
  // Findings about the state are always shown. Of the other findings, the first of each rule comes before the rest.
  const limit = isLikelyMock(report) ? maxFindings.mock : maxFindings.server;
  const selection = new Set(sortNewRulesFirst(openFindings).slice(0, limit));
  const visibleFindings = findings.filter((each) => verbose || isStateFinding(each) || selection.has(each));
  const hiddenCount = verbose ? 0 : openFindings.length - selection.size;
  const blocks = visibleFindings.map((finding) => findingLines(report, finding, options, palette));
  const countText = formatCount(hiddenCount, 'more finding');
  const hiddenText = `… and ${countText}; --verbose or --report json=FILE shows all of them.`;
  return hiddenCount > 0 ? [...blocks, wrap(hiddenText, width)] : blocks;
}

/** Whether there are more findings than are shown in full, so that the table of groups would push them out of sight. */
function hasManyFindings(report: CheckReport): boolean {
  return openFindingsOf(report).length > maxFindings.server;
}

function ruleLines(report: CheckReport, width: number, palette: Palette): string[] {
  const mockNote =
    'The server accepts any key and finds any id, like a mock that stores nothing. To check a mock, use --target mock.';
  const ruleCounts = ruleCountsOf(report);
  const lines = ruleCounts.flatMap(({ severity, rule, findings }) => {
    const count = groupDigits(findings).padStart(6);
    return wrapWithLabel(`${severityMarks[severity]} ${count}  `, sanitize(rule), width).map(palette[severity]);
  });
  const exampleCommand = ruleCounts.map(({ rule }) => explainCommand(rule)).find((text) => text !== undefined);
  const more =
    exampleCommand === undefined ? [] : wrap(`"${exampleCommand}" says what the rule means, and what to do.`, width);
  return [...(isLikelyMock(report) ? wrap(mockNote, width).map(palette.bold) : []), ...lines, ...more];
}

/** Longer curl commands of a finding are not shown if a JSON report contains them. In characters. */
const maxScriptLength = 1500;

function repetitionLines(report: CheckReport, finding: Finding, { width, again }: TerminalOptions): string[] {
  const lines = reproductionLines(finding, width - 12);
  const labelLines = (label: string, texts: readonly string[]): string[] =>
    texts.map((line, index) => `  ${(index === 0 ? label : '').padEnd(9)} ${line}`);
  const requests = finding.again?.steps.length ?? 0;
  if (requests < 2) return labelLines('repeat', lines);
  const isShortScript = finding.curl.length <= maxScriptLength;
  const script = again?.file === undefined || isShortScript ? labelLines('repeat', lines) : [];
  if (again === undefined) return script;
  const number = String(report.findings.indexOf(finding) + 1);
  const writes = report.run.writes === 'disposable' && finding.again?.steps.every(isSafeMethod) === false;
  const command = againLine(againTargetOf(report), { finding: number, file: again.file, writes });
  return [...script, ...labelLines('again', [command])];
}

function findingLines(report: CheckReport, finding: Finding, options: TerminalOptions, palette: Palette): string[] {
  const { width } = options;
  const { severity } = finding;
  const [first = '', ...otherLines] = joinIntoLines(namesOf(finding), width - 2);
  const detailLines = (label: string, text: string): string[] => wrapWithLabel(`  ${label.padEnd(9)} `, text, width);
  const otherNames = otherOperationsOf(finding);
  const countText = `${groupDigits(finding.count)} ${finding.count === 1 ? 'time' : 'times'}`;
  return [
    palette[severity](`${severityMarks[severity]} ${first}`),
    ...otherLines.map((line) => palette[severity](`  ${line}`)),
    ...wrapWithLabel('  ', sanitizeSentence(finding.message), width),
    ...detailLines('expected', sanitize(finding.expected)),
    ...detailLines('found', sanitize(finding.actual)),
    ...(otherNames === '' ? [] : detailLines('also in', sanitize(otherNames))),
    ...(finding.question === undefined ? [] : detailLines('question', sanitize(finding.question))),
    // This line is not wrapped, so that the path can be clicked and copied.
    `  ${'contract'.padEnd(9)} ${sanitize(placeOf(finding))}`,
    ...repetitionLines(report, finding, options),
    ...detailLines('seen', isAccepted(report, finding) ? `${countText}; accepted by the baseline` : countText),
  ];
}

/** Joins parts with two spaces into as few lines as the width allows. A part that is too long is wrapped. */
function joinIntoLines(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const lastLine = lines.at(-1);
    if (lastLine !== undefined && columnCountOf(lastLine) + 2 + columnCountOf(part) <= width)
      lines[lines.length - 1] = `${lastLine}  ${part}`;
    else lines.push(...wrap(part, width));
  }
  return lines;
}

function groupLines(report: CheckReport, width: number, { dim }: Palette): string[] {
  const groups = groupsOf(report);
  const groupsInScope = groups.filter((group) => group.inScope > 0);
  const rows = groupsInScope.map(({ tag, inScope: all, successTested, refusalTested, requests }) => [
    sanitize(tag),
    `${successTested}/${all}`,
    'success ',
    `${refusalTested}/${all}`,
    'refusals ',
    groupDigits(requests),
    requests === 1 ? 'request' : 'requests',
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnCountOf(row[column] ?? ''))));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - columnCountOf(cell));
        return [1, 3, 5].includes(column) ? `${column === 1 ? '  ' : ''}${space}${cell}` : `${cell}${space}`;
      })
      .join(' ')
      .trimEnd(),
  );
  const outOfScopeTags = groups.filter((group) => group.inScope === 0).map(({ tag }) => sanitize(tag));
  return outOfScopeTags.length === 0
    ? lines
    : [...lines, ...wrapWithLabel('Not in scope: ', outOfScopeTags.join(', '), width).map(dim)];
}

function totalLines(report: CheckReport, verbose: boolean, width: number): string[] {
  const { run, coverage, evidence } = report;
  const pace = `${groupDigits(run.requestsPerSecond)} requests/s`;
  const rules = new Map<string, number>();
  for (const { severity, rule } of report.findings)
    if (severity === 'observation') rules.set(rule, (rules.get(rule) ?? 0) + 1);
  const observations = [...rules].map(([rule, count]) => `${sanitize(rule)} ${groupDigits(count)}`);
  return [
    coverageText(report),
    ...(coverage.inScope < coverage.operations
      ? [`${coverage.inScope} of ${formatCount(coverage.operations, 'operation')} in scope`]
      : []),
    countsText(report),
    ...(observations.length > 0 && !verbose ? [`Observed: ${observations.join(', ')}`] : []),
    ...(evidence.length > 0 ? [`Evidence on ${formatCount(evidence.length, 'open question')}.`] : []),
    `${formatCount(run.requests, 'request')} in ${formatDuration(run.milliseconds)}, ${pace}`,
  ].flatMap((line) => wrap(line, width));
}

function notTestedLines({ part, reason, operationIds }: UntestedReason, verbose: boolean, width: number): string[] {
  const ids = operationIds.map((id) => sanitize(id));
  const countText = formatCount(ids.length, 'operation');
  const prefix = part === 'operation' ? `${countText} not in scope: ` : `${notTestedWords[part]} for ${countText}: `;
  return [
    ...wrap(`${prefix}${sanitizeSentence(reason)}`, width),
    ...wrapWithLabel('  ', formatList(ids, verbose ? Infinity : 5), width),
  ];
}

function unseenFieldLines(report: CheckReport, width: number): string[] {
  const { heading, fields } = unseenFieldsOf(report);
  if (fields.length === 0) return [];
  const lineOf = ([id, paths]: (typeof fields)[number]): string => sanitize(`${id}: ${paths.join(', ')}`, Infinity);
  return [`${heading}:`, ...fields.flatMap((each) => wrapWithLabel('  ', lineOf(each), width))];
}

/** Maximum length of an answer to print, in characters. `learn` writes a longer answer to a file. */
const maxAnswerLength = 160;

function questionLines({ questions = [] }: CheckReport, learnCommand: string | undefined, width: number): string[] {
  const [first] = questions;
  if (!first) return [];
  // A line to copy is not wrapped.
  const lineOf = ({ question, operations, answer = '' }: ContradictedQuestion): string =>
    answer !== '' && answer.length <= maxAnswerLength
      ? `  ${sanitize(answer)}`
      : `  # ${sanitize(question)}: in ${formatCount(operations.length, 'operation')}`;
  const introduction =
    `The server differs from what the contract guesses about ${formatCount(questions.length, 'open question')}. If ` +
    'the server is right, write answers below "answers:" in directory.answers.yaml:';
  return [
    ...wrap(introduction, width),
    ...questions.map(lineOf),
    ...(learnCommand === undefined
      ? []
      : [...wrap('This command finds the answers, and tests them:', width), `  ${sanitizeLine(learnCommand)}`]),
    ...wrap(`"directory-contract answers ${sanitize(first.question)}" explains a question.`, width),
  ];
}

function baselineLines(report: CheckReport, width: number): string[] {
  const { baseline } = report;
  if (!baseline) return [];
  const list = (label: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [...wrap(label, width), ...ids.flatMap((id) => wrapWithLabel('  ', sanitize(id), width))];
  return [
    ...wrap(acceptanceText(report, sanitize(baseline.file)), width),
    ...list('Fixed findings, which you can remove from the baseline:', baseline.fixed),
    ...list('Findings whose acceptance has expired:', baseline.expired),
  ];
}

function createdLines(resources: readonly CreatedResource[], verbose: boolean, width: number): string[] {
  const sentence = creationSentence(resources);
  if (sentence === undefined) return [];
  const remainingResources = remainingResourcesOf(resources);
  const visibleResources = verbose ? remainingResources : remainingResources.slice(0, maxRemainingResources);
  const hiddenCount = remainingResources.length - visibleResources.length;
  return [
    ...wrap(sentence, width),
    ...(remainingResources.length > 0 ? ['Created but not removed:'] : []),
    ...visibleResources.flatMap(({ operationId, id = 'no id', path, why = '' }) => [
      ...wrapWithLabel('  ', `${sanitize(operationId)}  ${sanitize(id)}  ${sanitize(path)}`, width),
      ...wrapWithLabel('    ', sanitizeSentence(why), width),
    ]),
    ...(hiddenCount > 0 ? wrap(`  and ${groupDigits(hiddenCount)} more, in the JSON report`, width) : []),
  ];
}

function verdictLines(report: CheckReport, width: number, palette: Palette): string[] {
  const { verdict, why } = report;
  const failurePaint = ['failed', 'not-restored'].includes(verdict) ? palette.violation : palette.drift;
  const paint = verdict === 'passed' ? palette.successColour : failurePaint;
  const lines = wrap(`${verdictWords[verdict]}: ${sanitizeSentence(why)}`, width);
  return lines.map((line) => palette.bold(paint(line)));
}
