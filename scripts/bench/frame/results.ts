import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { formatDuration, formatSize, formatTable } from '../../text/progress.js';
import {
  type Bench,
  type BenchSubject,
  type BenchTarget,
  type Comparison,
  isMet,
  median,
  type Unit,
} from './measure.js';

/** The results of `npm run bench` by bench, each from the last run in which that bench was measured in full. */
export type BenchResults = Record<string, { date: string; machine: string; comparisons: readonly Comparison[] }>;

/** Reads the results of earlier runs; there are none if the file is missing. */
export function readResults(file: string): BenchResults {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchResults) : {};
}

export function describeMachine(): string {
  const [firstProcessor] = cpus();
  const processor = `${firstProcessor?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`;
  return `${processor}, ${formatSize(totalmem())}, ${platform()} ${arch()}, Node.js ${process.versions.node}`;
}

/** The text of BENCHMARKS.md, with one row for each comparison that has a target. */
export function benchmarksText(results: BenchResults, benches: readonly Bench[]): string {
  const rows = benches.flatMap(({ name }) => {
    const { comparisons = [], date = '' } = results[name] ?? {};
    return comparisons.flatMap(({ target, ...comparison }) => (target ? [[...rowOf(comparison, target), date]] : []));
  });
  const headerCells = ['', 'ours', 'the other', 'ours : the other', 'wanted', 'measured'];
  const lines = [headerCells, ['---', '--:', '---', '--:', '--:', '---'], ...rows];
  const machines = [...new Set(Object.values(results).map((result) => result.machine))];
  return [
    '# Benchmarks',
    [
      '```sh',
      'npm run bench                              # all benches',
      'npm run bench -- --only check,types        # only some of them',
      'npm run bench -- --quick                   # a quick look; writes no files',
      '```',
    ].join('\n'),
    'Each bench measures the package and its alternatives in turn, in one run on one machine, and prints all ' +
      'results. The table shows the median of each result that has a target. Machines differ, and may be shared, so ' +
      `compare ratios, not times. Measured on: ${machines.join('; ')}.`,
    lines.map((line) => `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n'),
    '`test/bench/` has the versions and the settings of the alternatives.\n',
  ].join('\n\n');
}

function rowOf({ title, unit, subjects }: Comparison, target: BenchTarget): string[] {
  const ourSubjects = subjects.filter(({ kind }) => kind === 'ours');
  const otherSubject = subjects.find(({ name }) => name === target.to);
  const { value, relation, bound } = target;
  const ratioText = value === undefined ? 'not measured' : formatMeasurement(value, 'count');
  return [
    title,
    ourSubjects.map(({ values }) => formatMeasurement(median(values), unit)).join(' → '),
    otherSubject ? `${otherSubject.name}: ${formatMeasurement(median(otherSubject.values), unit)}` : '',
    // For subjects of several sizes, the target's value is the exponent of our growth.
    value === undefined || otherSubject ? ratioText : ourSubjects.length > 1 ? `grows with the power ${ratioText}` : '',
    `${relation} ${formatMeasurement(bound, 'count')}${isMet(target) === false ? ', missed' : ''}`,
  ];
}

const barWidth = 24;

/** The comparisons of a bench as text for a terminal, with a bar for each subject. */
export function formatComparisons({ question }: Pick<Bench, 'question'>, comparisons: readonly Comparison[]): string {
  return [question, ...comparisons.map(comparisonText)].join('\n\n');
}

function comparisonText({ title, subjects, unit, better, target }: Comparison): string {
  const largestValue = Math.max(...subjects.flatMap(({ values }) => [...values]));
  const rows = subjects.map((subject) => {
    if (subject.error !== undefined) return [subject.name, '', `not measured: ${subject.error}`];
    const medianValue = median(subject.values);
    const bar = '█'.repeat(Math.max(1, Math.round((medianValue / largestValue) * barWidth)) || 1);
    return [
      subject.name,
      formatMeasurement(medianValue, unit),
      [bar, spreadText(subject, unit), subject.note].filter(Boolean).join(' '),
    ];
  });
  const heading = `${title} (${better} is better)`;
  return [heading, formatTable(rows, [1]), ...(target ? [targetText(target)] : [])].join('\n');
}

function spreadText({ values }: BenchSubject, unit: Unit): string {
  return values.length < 2
    ? ''
    : `${formatMeasurement(Math.min(...values), unit)} to ${formatMeasurement(Math.max(...values), unit)}`;
}

function targetText(target: BenchTarget): string {
  const { to, value, relation, bound } = target;
  const ratioText = value === undefined ? 'not measured' : formatMeasurement(value, 'count');
  const word = { true: 'met', false: 'missed', undefined: 'open' }[`${isMet(target)}`];
  return (
    `${word}: ${to === undefined ? 'ours' : `ours : ${to}`} ${ratioText}, ${relation} ` +
    `${formatMeasurement(bound, 'count')} wanted`
  );
}

/** A sentence on all targets, such as `12 of 14 targets met; missed: …`. */
export function verdictText(comparisons: readonly Comparison[]): string {
  const targetedComparisons = comparisons.filter(({ target }) => target);
  const missedTitles = targetedComparisons
    .filter(({ target }) => target && isMet(target) !== true)
    .map(({ title }) => title);
  const { length } = targetedComparisons;
  const targetsText = `${length - missedTitles.length} of ${length} targets met`;
  return missedTitles.length === 0 ? `${targetsText}.` : `${targetsText}; missed: ${missedTitles.join('; ')}.`;
}

/** A measured value with its unit, rounded to about three digits. */
function formatMeasurement(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '–';
  if (unit === 'ms') return value < 1 ? `${Math.round(value * 1000)} µs` : formatDuration(value);
  if (unit === 'bytes') return formatSize(value);
  const fractionDigits = value >= 100 || Number.isInteger(value) ? 0 : 2;
  const text = value.toLocaleString('en', { maximumFractionDigits: fractionDigits });
  return unit === 's' ? `${text} s` : unit === 'requests/s' ? `${text}/s` : text;
}
