/** One side of a comparison: its figures, or the sentence that says why it has none. */
export interface BenchSubject {
  /** As in the table, with its version where it is a program of others. */
  name: string;
  /** `ours`, a peer that a user would pick instead, or the limit: what cannot be beaten. */
  kind: 'ours' | 'peer' | 'limit';
  /** One value a run, in the unit of the comparison; empty if there is an `error`. */
  values: readonly number[];
  /** Why it could not be measured, as it said itself. */
  error?: string;
  /** What else a reader should know. */
  note?: string;
}

/** `exponent`: the power of the size with which a figure grows. */
export type Unit = 'ms' | 's' | 'requests/s' | 'bytes' | 'count' | 'exponent';

/** Subjects that were measured in turn, in one run, on one machine. */
export interface Comparison {
  title: string;
  unit: Unit;
  better: 'less' | 'more';
  subjects: readonly BenchSubject[];
  /** What the figures of ours should be; without it, the figures only inform. */
  target?: BenchTarget;
}

/** The wanted relation of ours to another subject, or to a fixed value. */
export interface BenchTarget {
  /** The name of the other subject; undefined where ours alone is compared with the bound. */
  to?: string;
  /** Ours : the other one, or ours alone; undefined if one of them could not be measured. */
  value?: number;
  wanted: 'at least' | 'at most';
  bound: number;
}

/** How much a bench may do, and where it tells what it does. */
export interface BenchContext {
  /** How often each subject is measured, in turn with the others. */
  rounds: number;
  /** `quick`: only the two smallest sizes. `smoke`: the smallest alone, only to see that it runs. */
  extent: 'whole' | 'quick' | 'smoke';
  /** Shows what is being measured. */
  say(text: string): void;
}

export interface Bench {
  /** For `--only`. */
  name: string;
  /** The question of a user that it answers. */
  question: string;
  run(context: BenchContext): Promise<Comparison[]>;
}

/** A subject, and how one run of it is measured. */
export interface MeasurableSubject<Run> extends Pick<BenchSubject, 'name' | 'kind' | 'note'> {
  measure(): Promise<Run> | Run;
}

/** A subject whose runs have several figures each; without runs if it could not be measured. */
export interface SubjectRuns<Run> extends Omit<BenchSubject, 'values'> {
  runs: readonly Run[];
}

/**
 * Measures the subjects in turn, so that what else the machine does hits all of them. A subject that fails once is not
 * measured again, and says why.
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

/** The subjects of one figure of their runs. */
export function toSubjects<Run>(rows: readonly SubjectRuns<Run>[], toValue: (run: Run) => number): BenchSubject[] {
  return rows.map(({ runs, ...subject }) => ({ ...subject, values: runs.map(toValue) }));
}

/** A target for ours : the best of the others of a kind, or those that `isCompared`. */
export function createTarget(
  subjects: readonly BenchSubject[],
  better: Comparison['better'],
  bound: number,
  isCompared: (subject: BenchSubject) => boolean = ({ kind }) => kind === 'peer',
): BenchTarget {
  const candidates = subjects.filter(({ values }) => values.length > 0);
  const ours = candidates.find(({ kind }) => kind === 'ours');
  const [best] = candidates
    .filter(isCompared)
    .sort((one, other) => (median(one.values) - median(other.values)) * (better === 'less' ? 1 : -1));
  const value = median(ours?.values ?? []) / median(best?.values ?? []);
  return {
    ...(best && { to: best.name }),
    ...(Number.isFinite(value) && { value }),
    wanted: better === 'less' ? 'at most' : 'at least',
    bound,
  };
}

/** Whether ours is as wanted; undefined if it could not be measured. */
export function isMet({ value, wanted, bound }: BenchTarget): boolean | undefined {
  if (value === undefined) return undefined;
  return wanted === 'at least' ? value >= bound : value <= bound;
}

/** NaN of no values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** What an error says, in one line of at most 300 characters. */
export function errorText(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
