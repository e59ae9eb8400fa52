import type { Comparison, Subject, Unit } from './comparison.js';
import { median } from './median.js';

/** A subject whose runs have several figures each; without runs if it could not be measured. */
export interface Row<Run> extends Pick<Subject, 'name' | 'kind' | 'note' | 'error'> {
  runs: Run[];
}

export interface Figure<Run> {
  title: string;
  unit: Unit;
  of(run: Run): number;
}

/** The subjects of one figure. */
export function subjectsOf<Run>(rows: readonly Row<Run>[], of: (run: Run) => number): Subject[] {
  return rows.map(({ name, kind, note, error, runs }) => ({
    name,
    kind,
    ...(note !== undefined && { note }),
    ...(error !== undefined && { error }),
    values: error === undefined ? runs.map(of) : [],
  }));
}

/** The medians of those of a kind that could be measured. */
export function mediansOf(subjects: readonly Subject[], kind: Subject['kind']): number[] {
  return subjects.filter((each) => each.kind === kind && each.values.length > 0).map(({ values }) => median(values));
}

/** A comparison for each figure, of which less is better. The target is ours divided by the least of the others. */
export function byFigure<Run>(
  rows: readonly Row<Run>[],
  figures: readonly Figure<Run>[],
  measures: string,
  target: number,
): Comparison[] {
  return figures.map(({ title, unit, of }) => {
    const subjects = subjectsOf(rows, of);
    const least = Math.min(...mediansOf(subjects, 'peer'));
    const value = (mediansOf(subjects, 'ours')[0] ?? NaN) / least;
    return {
      title,
      measures,
      unit,
      better: 'less',
      subjects,
      targets: Number.isFinite(least)
        ? [{ of: `${title}, ours : the least of the others`, value, wanted: 'at most', target }]
        : [],
    };
  });
}
