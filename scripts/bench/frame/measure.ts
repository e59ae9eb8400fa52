/** A subject of a comparison, with its measured values, or the reason why they are missing. */
export interface BenchSubject {
  /** The name in the table; for a third-party program, with its version. */
  name: string;
  /** `ours`; a `peer` that a user could choose instead; or a `limit`, which no program can beat. */
  kind: 'ours' | 'peer' | 'limit';
  /** One value per run, in the unit of the comparison; empty if there is an `error`. */
  values: readonly number[];
  error?: string;
  note?: string;
}

/** `exponent`: the measured value grows with this power of the size. */
export type Unit = 'ms' | 's' | 'requests/s' | 'bytes' | 'count' | 'exponent';

/** Subjects that were measured in turn, by one run of the benches on one machine. */
export interface Comparison {
  title: string;
  unit: Unit;
  better: 'less' | 'more';
  subjects: readonly BenchSubject[];
  /** The target that our values should meet. A comparison without a target is only for information. */
  target?: BenchTarget;
}

/** A bound for the ratio of our value to that of another subject, or for our value alone. */
export interface BenchTarget {
  /** The name of the other subject; undefined if the bound is for our value alone. */
  to?: string;
  /** Our value divided by that of the other subject, or our value alone; undefined if a value could not be measured. */
  value?: number;
  relation: 'at least' | 'at most';
  bound: number;
}

export interface BenchContext {
  /** Number of measurements of each subject, in turn with the others. */
  rounds: number;
  /** `quick`: only the two smallest sizes. `smoke`: only the smallest size, to see whether the bench works. */
  extent: 'whole' | 'quick' | 'smoke';
  /** Tells the user what is being measured now. */
  say(text: string): void;
}

export interface Bench {
  /** The name of the bench in the option `--only`. */
  name: string;
  /** The question that this bench answers for a user. */
  question: string;
  run(context: BenchContext): Promise<Comparison[]>;
}

export interface MeasurableSubject<Run> extends Pick<BenchSubject, 'name' | 'kind' | 'note'> {
  measure(): Promise<Run> | Run;
}

/** A subject with its runs, each of which can have several measured values; no runs if measuring failed. */
export interface SubjectRuns<Run> extends Omit<BenchSubject, 'values'> {
  runs: readonly Run[];
}

/**
 * Measures the subjects in turn, so that other load on the machine slows all of them down. A subject that fails is not
 * measured again, and its row shows the error.
 */
export async function measureInTurn<Run>(
  subjects: readonly MeasurableSubject<Run>[],
  { rounds, say }: Pick<BenchContext, 'rounds' | 'say'>,
): Promise<SubjectRuns<Run>[]> {
  const rows = subjects.map(({ measure, ...subject }) => ({ measure, row: { ...subject, runs: [] as Run[] } }));
  const errors = new Map<string, string>();
  for (let round = 0; round < rounds; round++)
    for (const { measure, row } of rows) {
      if (errors.has(row.name)) continue;
      say(`${row.name}, run ${round + 1} of ${rounds}`);
      try {
        row.runs.push(await measure());
      } catch (error) {
        errors.set(row.name, errorText(error));
      }
    }
  return rows.map(({ row }) => {
    const error = errors.get(row.name);
    return error === undefined ? row : { ...row, runs: [], error };
  });
}

/** Selects one measured value of each run. */
export function toSubjects<Run>(rows: readonly SubjectRuns<Run>[], toValue: (run: Run) => number): BenchSubject[] {
  return rows.map(({ runs, ...subject }) => ({ ...subject, values: runs.map(toValue) }));
}

/** A target for the ratio of our value to that of the best subject that `isCompared` accepts; by default, any peer. */
export function createTarget(
  subjects: readonly BenchSubject[],
  betterText: Comparison['better'],
  bound: number,
  isCompared: (subject: BenchSubject) => boolean = ({ kind }) => kind === 'peer',
): BenchTarget {
  const candidates = subjects.filter(({ values }) => values.length > 0);
  const ourSubject = candidates.find(({ kind }) => kind === 'ours');
  const [bestSubject] = candidates
    .filter(isCompared)
    .sort((a, b) => (median(a.values) - median(b.values)) * (betterText === 'less' ? 1 : -1));
  const value = median(ourSubject?.values ?? []) / median(bestSubject?.values ?? []);
  return {
    ...(bestSubject && { to: bestSubject.name }),
    ...(Number.isFinite(value) && { value }),
    relation: betterText === 'less' ? 'at most' : 'at least',
    bound,
  };
}

/** Whether the target is met; undefined if a value could not be measured. */
export function isMet({ value, relation, bound }: BenchTarget): boolean | undefined {
  if (value === undefined) return undefined;
  return relation === 'at least' ? value >= bound : value <= bound;
}

/** Returns NaN if there are no values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The message of an error, on one line of at most 300 characters. */
export function errorText(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
