export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The names of the figures that miss their target. */
export const misses: string[] = [];

/** A figure and its target. */
interface Figure {
  value: number;
  /** The value with its unit. */
  shown: string;
  wanted: 'at least' | 'at most';
  target: number;
  unit?: string;
}

/** Returns a row of the table, and records a missed target. */
export function verdict(name: string, { value, shown, wanted, target, unit = '' }: Figure): string[] {
  const met = wanted === 'at least' ? value >= target : value <= target;
  if (!met) misses.push(name);
  return [name, shown, `${wanted} ${target}${unit}`, met ? 'met' : 'missed'];
}
