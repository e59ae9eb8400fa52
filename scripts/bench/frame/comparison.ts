import { median } from './median.js';

/** One side of a comparison: its figures, or the sentence that says why it has none. */
export interface Subject {
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

export type Unit = 'ms' | 's' | 'requests/s' | 'bytes' | 'count' | 'ratio' | 'exponent';

/** A wanted relation, and whether it holds. */
export interface Target {
  /** What `value` is: "ours : Ajv compiled", "faults of the other service". */
  of: string;
  value: number;
  wanted: 'at least' | 'at most';
  target: number;
  /** Where it is missed: why, as a profile showed it. */
  why?: string;
}

/** Subjects that were measured in turn, in one run, on one machine. */
export interface Comparison {
  title: string;
  /** A sentence: what is measured, and how. */
  measures: string;
  /** A sentence: what limits all subjects. */
  limit?: string;
  unit: Unit;
  better: 'less' | 'more';
  subjects: readonly Subject[];
  targets: readonly Target[];
}

/** How much a bench may do, and where it tells what it does. */
export interface Bench {
  /** For `--only`. */
  name: string;
  /** A few words for the list. */
  describes: string;
  run(context: BenchContext): Promise<Comparison[]>;
}

export interface BenchContext {
  /** How often each subject is measured, in turn with the others: 5, or 1 with `--quick` and `--smoke`. */
  rounds: number;
  /** `quick`: only the two smallest sizes. `smoke`: the smallest alone, only to see that it runs. */
  extent: 'whole' | 'quick' | 'smoke';
  /** Shows what is being measured. */
  say(what: string): void;
}

export const isMet = ({ value, wanted, target }: Target): boolean =>
  wanted === 'at least' ? value >= target : value <= target;

/** The middle, smallest and largest of the values of a subject. */
export function spreadOf({ values }: Subject): { middle: number; least: number; most: number } {
  return { middle: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** Ours divided by a named subject, of the medians; NaN if one of them could not be measured. */
export function ratio(subjects: readonly Subject[], to: (subject: Subject) => boolean): number {
  const ours = subjects.find(({ kind }) => kind === 'ours');
  const other = subjects.find(to);
  return median(ours?.values ?? []) / median(other?.values ?? []);
}
