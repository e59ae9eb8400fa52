import { sentence } from '../frame/alternating.js';
import type { Comparison, Subject, Unit } from '../frame/comparison.js';
import { exponentOf } from '../frame/exponent.js';
import type { Ran } from '../frame/measured-command.js';

/** Something that is measured at several sizes. */
export interface Growing {
  title: string;
  /** A sentence: what grows, and what is measured. */
  measures: string;
  sizes: readonly Sized[];
}

export interface Sized {
  /** As in the table: "10,000 entries". */
  name: string;
  size: number;
  measure(): Promise<Spent>;
}

export interface Spent {
  /** Milliseconds of processor time, or of a response. */
  milliseconds: number;
  /** The most resident memory, in bytes; undefined if it is not looked at. */
  memory?: number;
  /** What it consists of. */
  note?: string;
}

/** The largest exponent that counts as linear, since memory is taken in steps and times vary. */
const most = 1.1;

/** Measures each size once, from the smallest. A size that fails ends the row, with its sentence. */
export async function grown({ title, measures, sizes }: Growing, say: (what: string) => void): Promise<Comparison[]> {
  const found: { sized: Sized; spent?: Spent; error?: string }[] = [];
  for (const sized of sizes) {
    say(`${title}, ${sized.name}`);
    try {
      found.push({ sized, spent: await sized.measure() });
    } catch (error) {
      found.push({ sized, error: sentence(error) });
    }
  }
  const row = (part: 'milliseconds' | 'memory', what: string, unit: Unit): Comparison[] => {
    const points = found.flatMap(({ sized: { size }, spent }) => {
      const value = spent?.[part];
      return value === undefined ? [] : [{ size, value }];
    });
    if (points.length === 0 && part === 'memory') return [];
    const subjects = found.map(({ sized: { name }, spent, error }): Subject => {
      const value = spent?.[part];
      const values = value === undefined ? [] : [value];
      const note = part === 'milliseconds' ? spent?.note : undefined;
      return {
        name,
        kind: 'ours',
        values,
        ...(error !== undefined && { error }),
        ...(note !== undefined && { note }),
      };
    });
    const targets = points.length < 2 ? [] : [{ of: `exponent of ${title}, ${what}`, value: exponentOf(points) }];
    return [
      {
        title: `${title}: ${what}`,
        measures,
        limit: 'An exponent of 1 is linear: twice as much for twice the size.',
        unit,
        better: 'less',
        subjects,
        targets: targets.map((target) => ({ ...target, wanted: 'at most', target: most })),
      },
    ];
  };
  return [...row('milliseconds', 'time', 'ms'), ...row('memory', 'memory', 'bytes')];
}

/** What a command spent. @throws Error if it failed */
export function spentBy({ status, stdout, stderr, processor, memory }: Ran): Spent {
  if (status !== 0) throw new Error(`It ended with exit code ${status}: ${stderr || stdout.slice(-500)}`);
  return { milliseconds: processor, memory };
}
