import { table } from '../../text/progress.js';
import { type Bench, type Comparison, isMet, ratio, spreadOf } from './comparison.js';
import { short, shown } from './figures-as-text.js';

/** The comparisons of a bench for a terminal. */
export function printed({ describes }: Bench, comparisons: readonly Comparison[]): string {
  return [describes, ...comparisons.map(comparisonText)].join('\n\n');
}

function comparisonText({ title, subjects, unit, targets }: Comparison): string {
  const rows = subjects.map((subject) => {
    if (subject.error !== undefined) return [subject.name, '', '', `not measured: ${subject.error}`];
    const to = ratio(subjects, (each) => each === subject);
    const compared = subject.kind === 'ours' || Number.isNaN(to) ? '' : to.toFixed(2);
    return [subject.name, shown(spreadOf(subject).middle, unit), compared, subject.note ?? ''];
  });
  const lines = targets.map((target) => {
    const { of, value, wanted, target: limit, why } = target;
    const met = isMet(target);
    const reason = met || why === undefined ? '' : ` (${why})`;
    return `  ${met ? 'met   ' : 'missed'}  ${of} ${short(value)}, ${wanted} ${short(limit)} wanted${reason}`;
  });
  return [title, table([['', 'median', 'ours : it', ''], ...rows], [1, 2]), ...lines].join('\n');
}

/** `31 of 34 targets met; missed: …`. */
export function verdicts(comparisons: readonly Comparison[]): string {
  const targets = comparisons.flatMap(({ targets: all }) => [...all]);
  const missed = targets.filter((target) => !isMet(target));
  const names = missed.map(({ of }) => of).join('; ');
  const met = `${targets.length - missed.length} of ${targets.length} targets met`;
  return names === '' ? `${met}.` : `${met}; missed: ${names}.`;
}
