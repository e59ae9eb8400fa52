import type { Shape } from './shape.js';
import { wordsOf } from './token.js';

/** Values are small, but not 0 or 1, which servers often use as defaults. */
const usual = { least: 2, most: 999 };

/** Whether numbers of this name are small by nature: a server may well refuse a rating of 700. */
export function isScale(name: string): boolean {
  return /^(?:rating|score|stars|grade|level|priority)$/.test(wordsOf(name).at(-1) ?? '');
}

/** Returns a number within the bounds, with a fraction if the schema allows one, so that rounding shows. */
export function sampleNumber(shape: Shape, name: string, integer: boolean, hash: number): number | undefined {
  const { least, most } = boundsOf(shape, integer);
  if (least > most) return undefined;
  const step = shape.multipleOf ?? 1;
  const window = windowOf(least, most, step, isScale(name) ? 5 : usual.most);
  const first = Math.ceil(window.least / step);
  const count = Math.floor(window.most / step) - first + 1;
  // Floating-point division may not find a multiple of 0.01 to be one; the next may work.
  for (let attempt = 0; attempt < Math.min(count, 50); attempt += 1) {
    const whole = Number(((first + ((hash + attempt) % count)) * step).toPrecision(12));
    if (shape.multipleOf !== undefined && !Number.isInteger(whole / shape.multipleOf)) continue;
    if (integer && !Number.isInteger(whole)) continue;
    const broken = whole + 0.5;
    return !integer && !isScale(name) && shape.multipleOf === undefined && broken <= most ? broken : whole;
  }
  // No whole number fits: any number in between will do.
  return !integer && shape.multipleOf === undefined ? (least + Math.min(most, least + 1)) / 2 : undefined;
}

/** Returns the smallest and the largest number that the shape allows; infinite without a bound. */
export function boundsOf(shape: Shape, integer: boolean): { least: number; most: number } {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = shape;
  const above = integer ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum + gap(exclusiveMinimum);
  const below = integer ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum - gap(exclusiveMaximum);
  const least = Math.max(integer ? Math.ceil(minimum) : minimum, above);
  const most = Math.min(integer ? Math.floor(maximum) : maximum, below);
  return { least, most };
}

/** A step large enough not to be rounded away from a number of this size. */
function gap(bound: number): number {
  return Number.isFinite(bound) ? Math.max(1e-6, Math.abs(bound) * 1e-9) : 0;
}

function windowOf(least: number, most: number, step: number, greatest: number): { least: number; most: number } {
  const width = (greatest - usual.least) * Math.max(1, step);
  const start = least > usual.least ? least : most < usual.least ? Math.max(least, most - width) : usual.least;
  return { least: start, most: Math.min(most, start + width) };
}
