import { columnsOf, hanging, wrap } from '../../text/columns.js';
import { inertLines, sentence, visible } from '../../text/escape.js';
import { counted, grouped, listOf } from '../../text/numbers.js';
import { duration } from '../../text/progress.js';
import { isReading } from '../model/again.js';
import type { Finding, Severity } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { type CreatedResource, createdSentence, leftOf } from '../model/report/state-report.js';
import { isOfFamily } from '../model/rules/index.js';
import { againLine, repeatLines, sourcesOf } from './curl.js';
import {
  acceptedBy,
  counting,
  countsOf,
  coverageOf,
  explainCommand,
  groupsOf,
  isAccepted,
  listed,
  modeOf,
  type NotTested,
  namesOf,
  notTested,
  notTestedWords,
  othersOf,
  placeOf,
  rulesOf,
  seemsMock,
  verdictWords,
} from './summary.js';

export interface TerminalOptions {
  /** Columns. */
  width: number;
  colour: boolean;
  /** Also shows observations, accepted findings and complete lists. */
  verbose: boolean;
  /** The file of the same report in JSON, which `again` reads. */
  json?: string | undefined;
}

type Paint = (text: string) => string;

interface Paints extends Record<Severity, Paint> {
  bold: Paint;
  dim: Paint;
  good: Paint;
}

/** The most resources to show that the run has created and not removed; --verbose and the other formats have all. */
const leftShown = 10;

/** The most findings to show in full, and of a mock; --verbose and the other formats have all. */
const findingsShown = { server: 10, mock: 2 };

const marks: Record<Severity, string> = { violation: '✗', drift: '△', observation: '·' };

/** The report for a terminal or a log, with a line break at the end: findings, coverage, verdict. */
export function terminalReport(given: CheckReport, options: TerminalOptions): string {
  const report = listed(given);
  const paints = paintsOf(options.colour);
  const width = Math.max(40, options.width);
  const blocks = [
    header(report, width, paints),
    ...findingBlocks(report, { ...options, width }, paints),
    ...(options.verbose || !isLong(report) ? [groupLines(report, width, paints)] : []),
    totals(report, options.verbose, width),
    ...notTested(report).map((entry) => notTestedLines(entry, options.verbose, width)),
    baselineLines(report, width),
    createdLines(report.created ?? [], options.verbose, width),
    report.notes.flatMap((note) => wrap(sentence(note), width)),
    ruleLines(report, width, paints),
    verdict(report, width, paints),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return `${inertLines(text)}\n`;
}

function paintsOf(colour: boolean): Paints {
  const paint = (code: number): Paint => (colour ? (text) => `\u001b[${code}m${text}\u001b[0m` : (text) => text);
  return {
    bold: paint(1),
    dim: paint(2),
    violation: paint(31),
    drift: paint(33),
    observation: paint(36),
    good: paint(32),
  };
}

function header(report: CheckReport, width: number, { bold, dim }: Paints): string[] {
  const { contract, target } = report;
  const title = `${visible(target.baseUrl)} against ${visible(contract.title)} ${visible(contract.version)}`;
  return [...wrap(title, width).map(bold), ...wrap(modeOf(report), width).map(dim)];
}

function findingBlocks(report: CheckReport, options: TerminalOptions, paints: Paints): string[][] {
  const { width, verbose } = options;
  const { findings } = report;
  const isState = ({ rule }: Finding): boolean => isOfFamily(rule, 'state');
  const others = counting(report).filter((finding) => !isState(finding));
  // What is not restored is always shown; of the others, one of each rule comes before a second one.
  const [firsts, rest] = [true, false].map((isFirst) =>
    others.filter(({ rule }, index) => (others.findIndex((each) => each.rule === rule) === index) === isFirst),
  ) as [Finding[], Finding[]];
  const most = seemsMock(report) ? findingsShown.mock : findingsShown.server;
  const chosen = new Set([...firsts, ...rest].slice(0, most));
  const shown = verbose ? findings : findings.filter((finding) => isState(finding) || chosen.has(finding));
  const left = verbose ? 0 : others.length - chosen.size;
  const blocks = shown.map((finding) => findingLines(report, finding, options, paints));
  const more = `… and ${counted(left, 'finding')} more; --verbose and --report json=file have them all.`;
  return left > 0 ? [...blocks, wrap(more, width)] : blocks;
}

/** Whether there are more findings than are shown in full: then the groups would only hide the rest. */
function isLong(report: CheckReport): boolean {
  return counting(report).length > findingsShown.server;
}

/** One line for each rule with findings, the worst first. */
function ruleLines(report: CheckReport, width: number, paints: Paints): string[] {
  const asMock =
    'The server takes any key and finds any id, as a mock does that stores nothing. Check a mock with --target mock.';
  const worst = rulesOf(report);
  const lines = worst.flatMap(({ severity, rule, findings }) => {
    const count = grouped(findings).padStart(6);
    return hanging(`${marks[severity]} ${count}  `, visible(rule), width).map(paints[severity]);
  });
  const explain = worst.map(({ rule }) => explainCommand(rule)).find((each) => each !== undefined);
  const more = explain === undefined ? [] : wrap(`${explain} says what it means, and what to do.`, width);
  return [...(seemsMock(report) ? wrap(asMock, width).map(paints.bold) : []), ...lines, ...more];
}

/** The most characters of a script to show where a JSON report has it as well. */
const scriptShown = 1500;

function repeatOf(
  report: CheckReport,
  finding: Finding,
  { width, json }: Pick<TerminalOptions, 'width' | 'json'>,
): string[] {
  const lines = repeatLines(finding, width - 12);
  const labelled = (label: string, texts: readonly string[]): string[] =>
    texts.map((line, index) => `  ${(index === 0 ? label : '').padEnd(9)} ${line}`);
  const requests = finding.again?.steps.length ?? 0;
  if (requests < 2) return labelled('repeat', lines);
  const isShort = finding.curl.length <= scriptShown;
  const script = json === undefined || isShort ? labelled('repeat', lines) : [];
  if (json === undefined) return script;
  const number = String(report.findings.indexOf(finding) + 1);
  const writes = report.run.writes === 'disposable' && finding.again?.steps.every(isReading) === false;
  const command = againLine(sourcesOf(report), { finding: number, file: json, writes });
  return [...script, ...labelled('again', [command])];
}

function findingLines(report: CheckReport, finding: Finding, options: TerminalOptions, paints: Paints): string[] {
  const { width, json } = options;
  const { severity } = finding;
  const [first = '', ...others] = fitted(namesOf(finding), width - 2);
  const detail = (label: string, text: string): string[] => hanging(`  ${label.padEnd(9)} `, text, width);
  const also = othersOf(finding);
  const seen = `${grouped(finding.count)} ${finding.count === 1 ? 'time' : 'times'}`;
  return [
    paints[severity](`${marks[severity]} ${first}`),
    ...others.map((line) => paints[severity](`  ${line}`)),
    ...hanging('  ', sentence(finding.message), width),
    ...detail('expected', visible(finding.expected)),
    ...detail('found', visible(finding.actual)),
    ...(also === '' ? [] : detail('also in', visible(also))),
    // Not wrapped, so that the path can be clicked and copied.
    `  ${'contract'.padEnd(9)} ${visible(placeOf(finding))}`,
    ...repeatOf(report, finding, { width, json }),
    ...detail('seen', isAccepted(report, finding) ? `${seen}; the baseline accepts it` : seen),
  ];
}

/** Joins parts by two spaces into as few lines as fit; a part that is too long is wrapped. */
function fitted(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + 2 + columnsOf(part) <= width)
      lines[lines.length - 1] = `${last}  ${part}`;
    else lines.push(...wrap(part, width));
  }
  return lines;
}

function groupLines(report: CheckReport, width: number, { dim }: Paints): string[] {
  const groups = groupsOf(report);
  const inScope = groups.filter((group) => group.inScope > 0);
  const rows = inScope.map(({ tag, inScope: all, successTested, refusalTested, requests }) => [
    visible(tag),
    `${successTested}/${all}`,
    'success ',
    `${refusalTested}/${all}`,
    'refusals ',
    grouped(requests),
    requests === 1 ? 'request' : 'requests',
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - columnsOf(cell));
        return [1, 3, 5].includes(column) ? `${column === 1 ? '  ' : ''}${space}${cell}` : `${cell}${space}`;
      })
      .join(' ')
      .trimEnd(),
  );
  const out = groups.filter((group) => group.inScope === 0).map(({ tag }) => visible(tag));
  return out.length === 0 ? lines : [...lines, ...hanging('Not in scope: ', out.join(', '), width).map(dim)];
}

function totals(report: CheckReport, verbose: boolean, width: number): string[] {
  const { run, coverage, evidence } = report;
  const rules = new Map<string, number>();
  for (const { severity, rule } of report.findings)
    if (severity === 'observation') rules.set(rule, (rules.get(rule) ?? 0) + 1);
  const observed = [...rules].map(([rule, seen]) => `${visible(rule)} ${grouped(seen)}`);
  return [
    coverageOf(report),
    ...(coverage.inScope < coverage.operations
      ? [`${coverage.inScope} of ${counted(coverage.operations, 'operation')} in scope`]
      : []),
    countsOf(report),
    ...(observed.length > 0 && !verbose ? [`Observed: ${observed.join(', ')}`] : []),
    ...(evidence.length > 0 ? [`Evidence on ${counted(evidence.length, 'unknown')}.`] : []),
    `${counted(run.requests, 'request')} in ${duration(run.milliseconds)}, ${grouped(run.requestsPerSecond)} ` +
      'requests/s',
  ].flatMap((line) => wrap(line, width));
}

function notTestedLines({ what, reason, operationIds }: NotTested, verbose: boolean, width: number): string[] {
  const ids = operationIds.map((id) => visible(id));
  const of = counted(ids.length, 'operation');
  const begin = what === 'operation' ? `${of} not in scope: ` : `${notTestedWords[what]} for ${of}: `;
  return [...wrap(`${begin}${sentence(reason)}`, width), ...hanging('  ', listOf(ids, verbose ? Infinity : 5), width)];
}

function baselineLines(report: CheckReport, width: number): string[] {
  const { baseline } = report;
  if (!baseline) return [];
  const list = (label: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [...wrap(label, width), ...ids.flatMap((id) => hanging('  ', visible(id), width))];
  return [
    ...wrap(acceptedBy(report, visible(baseline.file)), width),
    ...list('Fixed; remove them from the file:', baseline.fixed),
    ...list('No longer accepted, since their date has passed:', baseline.expired),
  ];
}

function createdLines(created: readonly CreatedResource[], verbose: boolean, width: number): string[] {
  const about = createdSentence(created);
  if (about === undefined) return [];
  const left = leftOf(created);
  const shown = verbose ? left : left.slice(0, leftShown);
  const rest = left.length - shown.length;
  return [
    ...wrap(about, width),
    ...(left.length > 0 ? ['Created and not removed:'] : []),
    ...shown.flatMap(({ operationId, id = 'no id', path, why = '' }) => [
      ...hanging('  ', `${visible(operationId)}  ${visible(id)}  ${visible(path)}`, width),
      ...hanging('    ', sentence(why), width),
    ]),
    ...(rest > 0 ? wrap(`  and ${grouped(rest)} more, in the JSON report`, width) : []),
  ];
}

function verdict(report: CheckReport, width: number, paints: Paints): string[] {
  const paint =
    report.verdict === 'passed'
      ? paints.good
      : ['failed', 'not-restored'].includes(report.verdict)
        ? paints.violation
        : paints.drift;
  return wrap(`${verdictWords[report.verdict]}: ${sentence(report.why)}`, width).map((line) =>
    paints.bold(paint(line)),
  );
}
