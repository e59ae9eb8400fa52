import type { Comparison, Subject, Target } from '../frame/comparison.js';
import type { Variant } from './hosted-services.js';
import type { Tester } from './tester.js';

/** What one tester reported. */
export interface Row {
  tester: Pick<Tester, 'name' | 'kind' | 'note'>;
  /** The variants at which it reports something that it does not report at the usual services. */
  reported?: readonly Variant[];
  /** How many failures it reports at the usual services. */
  accepted?: number;
  /** Why it could not be run, in its own words. */
  error?: string;
}

/** The faults and the right variants that were tried: a sample by all, and everything by ours. */
export interface Tried {
  sample: readonly Variant[];
  all: readonly Variant[];
  /** Those of all at which ours reports something. */
  oursOfAll: readonly Variant[];
}

const found =
  'a failure that the same run does not report at the service without the fault (for Schemathesis by its baseline)';

export function faultComparisons(rows: readonly Row[], tried: Tried): Comparison[] {
  return [faultsFound(rows, tried), falseAlarms(rows, tried)];
}

function faultsFound(rows: readonly Row[], { sample, all, oursOfAll }: Tried): Comparison {
  const faults = of(sample, 'fault');
  const subjects = rows.map((row) => subjectOf(row, faults, (names) => foundNote(row, names, faults)));
  const missed = of(all, 'fault').filter((fault) => !oursOfAll.includes(fault));
  const best = Math.max(0, ...subjects.filter(({ kind }) => kind === 'peer').flatMap(({ values }) => [...values]));
  const ours = subjects.find(({ kind }) => kind === 'ours')?.values[0] ?? NaN;
  const whole = of(all, 'fault').length;
  const targets: Target[] = [
    {
      of: `faults that ours finds, of all ${whole}`,
      value: whole - missed.length,
      wanted: 'at least',
      target: whole,
      why: `It misses ${named(missed)}.`,
    },
    { of: 'faults of the sample that ours finds, and the best peer', value: ours, wanted: 'at least', target: best },
  ];
  return {
    title: 'Faults found',
    measures:
      `How many of ${faults.length} faults each finds: ${spreadText(faults.length, whole)} of two services with ` +
      `contracts of their own, in responses, refusals, updates, lists, keys and plain HTTP. Found means ${found}.`,
    limit: `No tester can find more than the ${faults.length}.`,
    unit: 'count',
    better: 'more',
    subjects,
    targets,
  };
}

function falseAlarms(rows: readonly Row[], { sample, all, oursOfAll }: Tried): Comparison {
  const right = of(sample, 'right');
  const accused = of(oursOfAll, 'right');
  const subjects = rows.map((row) =>
    subjectOf(row, right, (names) =>
      [
        ...(names.length > 0 ? [`accuses ${named(names)}`] : []),
        ...(row.accepted ? [`${row.accepted} failures at the usual services themselves, not counted`] : []),
      ].join('; '),
    ),
  );
  return {
    title: 'False alarms on right variants',
    measures:
      `At how many of ${right.length} services that keep the contract in an unusual way each reports a failure: ` +
      `${spreadText(right.length, of(all, 'right').length)} of the two services. What a tester reports at the usual ` +
      'services is left out.',
    unit: 'count',
    better: 'less',
    subjects,
    targets: [
      {
        of: `right services that ours accuses, of all ${of(all, 'right').length}`,
        value: accused.length,
        wanted: 'at most',
        target: 0,
        why: `It accuses ${named(accused)}.`,
      },
    ],
  };
}

function subjectOf(
  { tester, reported, error }: Row,
  variants: readonly Variant[],
  noteOf: (names: readonly Variant[]) => string,
): Subject {
  const { name, kind, note } = tester;
  if (reported === undefined) return { name, kind, values: [], error: error ?? 'It was not run.' };
  const hit = variants.filter((each) => reported.includes(each));
  const notes = [noteOf(hit), note].filter((each) => each !== undefined && each !== '');
  return { name, kind, values: [hit.length], note: notes.join('; ') };
}

function foundNote({ tester }: Row, hit: readonly Variant[], faults: readonly Variant[]): string {
  const missed = faults.filter((fault) => !hit.includes(fault));
  const count = `${hit.length} of ${faults.length}`;
  if (tester.kind === 'ours' || missed.length < hit.length)
    return missed.length === 0 ? `${count}` : `${count}; misses ${named(missed)}`;
  return hit.length === 0 ? count : `${count}: ${named(hit)}`;
}

const of = (variants: readonly Variant[], kind: Variant['kind']): Variant[] =>
  variants.filter((each) => each.kind === kind);

const named = (variants: readonly Variant[]): string => variants.map(({ name }) => name).join(', ');

const spreadText = (count: number, all: number): string =>
  count === all ? `all ${all}` : `a fixed sample of the ${all}`;
