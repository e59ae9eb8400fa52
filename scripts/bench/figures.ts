export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Names of the figures that are not what they have to be. */
export const misses: string[] = [];

/** A figure, and what it has to be. */
interface Figure {
  value: number;
  /** As people read it. */
  shown: string;
  wanted: 'at least' | 'at most';
  target: number;
  unit?: string;
}

/** A row of a table. */
export function verdict(name: string, { value, shown, wanted, target, unit = '' }: Figure): string[] {
  const met = wanted === 'at least' ? value >= target : value <= target;
  if (!met) misses.push(name);
  return [name, shown, `${wanted} ${target}${unit}`, met ? 'met' : 'missed'];
}
