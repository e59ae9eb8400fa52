/** One measurement at one size. */
export interface Point {
  size: number;
  value: number;
}

/**
 * With which power of the size the values grow: 1 if twice the size takes twice as much, 2 if it takes four times as
 * much. The slope of the line through the logarithms that fits best.
 */
export function exponentOf(points: readonly Point[]): number {
  const places = points.map(({ size, value }) => [Math.log(size), Math.log(value)] as const);
  const mean = (part: 0 | 1): number => places.reduce((sum, place) => sum + place[part], 0) / places.length;
  const [middle, height] = [mean(0), mean(1)];
  const rise = places.reduce((sum, [x, y]) => sum + (x - middle) * (y - height), 0);
  const run = places.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
  return rise / run;
}
