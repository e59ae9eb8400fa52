import { duration, size } from '../../text/progress.js';
import type { Unit } from './comparison.js';

/** A figure with its unit, with three digits that count. */
export function shown(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '–';
  switch (unit) {
    case 'ms':
      return value < 1 ? `${(value * 1000).toPrecision(3)} µs` : value < 100 ? `${short(value)} ms` : duration(value);
    case 's':
      return `${short(value)} s`;
    case 'bytes':
      return size(value);
    case 'requests/s':
      return `${Math.round(value).toLocaleString('en')}/s`;
    default:
      return short(value);
  }
}

/** At most two decimals, none that are zero. */
export const short = (value: number): string => {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toFixed(2)));
};
