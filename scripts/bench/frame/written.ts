import { type Bench, type Comparison, isMet, ratio, type Subject, spreadOf, type Target } from './comparison.js';
import { short, shown } from './figures-as-text.js';
import type { Results } from './results.js';

const introduction = `# Benchmarks

Every figure is measured by \`npm run bench\` (one of them: \`npm run bench -- --only lint\`), ours and its peers in
turn, in one run, on one machine. The figures are medians, with the smallest and the largest run behind them; the ratio
is ours divided by the other. Machines differ, and this one may be shared: compare ratios, not times. A peer that could
not be installed, or failed, says so in its own words. The peers and their exact versions are in
\`test/bench/package.json\`, \`test/bench/requirements.txt\` and \`test/bench/go-peers.txt\`, their settings in
\`test/bench/\`.
`;

/** The whole of BENCHMARKS.md. */
export function benchmarksText(results: Results, benches: readonly Bench[], drawing: (name: string) => string): string {
  const parts = benches.flatMap(({ name, describes }) => {
    const found = results.benches[name];
    if (!found) return [];
    const { date, machine, rounds, comparisons } = found;
    return [
      `## ${describes}`,
      `\`npm run bench -- --only ${name}\`, ${date}, ${rounds === 1 ? 'one run' : `${rounds} runs`}. ${machine}.`,
      ...comparisons.map((comparison, index) => section(comparison, drawing(drawingName(name, index)))),
    ];
  });
  return `${[introduction.trim(), ...parts].join('\n\n')}\n`;
}

export const drawingName = (bench: string, index: number): string => `${bench}-${index + 1}.svg`;

function section(comparison: Comparison, picture: string): string {
  const { title, measures, limit, subjects, targets } = comparison;
  const isDrawn = subjects.some(({ values }) => values.length > 0);
  const parts = [
    `### ${title}`,
    [measures, ...(limit === undefined ? [] : [limit])].join(' '),
    ...(isDrawn ? [`![${title}](${picture})`] : []),
    rows(comparison),
    ...(targets.length > 0 ? [targets.map(targetLine).join('\n')] : []),
  ];
  return parts.join('\n\n');
}

function rows({ subjects, unit }: Comparison): string {
  const lines = subjects.map((subject) => [subject.name, ...figures(subject, subjects, unit), subject.note ?? '']);
  const hasNotes = lines.some((line) => line.at(-1) !== '');
  const table = [['', 'median', 'spread', 'ours : it', 'note'], ['---', '--:', '--:', '--:', '---'], ...lines];
  return table.map((line) => `| ${(hasNotes ? line : line.slice(0, -1)).map(cell).join(' | ')} |`).join('\n');
}

function figures(subject: Subject, subjects: readonly Subject[], unit: Comparison['unit']): string[] {
  if (subject.error !== undefined) return [`not measured: ${subject.error}`, '', ''];
  const { middle, least, most } = spreadOf(subject);
  const to = ratio(subjects, (each) => each === subject);
  return [
    shown(middle, unit),
    subject.values.length > 1 ? `${shown(least, unit)} to ${shown(most, unit)}` : '',
    subject.kind === 'ours' || Number.isNaN(to) ? '' : to.toFixed(2),
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** "**met** ours : undici 0.75, at least 0.7 wanted". */
function targetLine(target: Target): string {
  const { of, value, wanted, target: limit, why } = target;
  const found = `${of} ${short(value)}, ${wanted} ${short(limit)} wanted`;
  return `- **${isMet(target) ? 'met' : 'missed'}**: ${found}${why !== undefined && !isMet(target) ? `. ${why}` : ''}`;
}
