/** Ten times as much takes at most so many times as much; work that grows with the square takes a hundred times. */
export const linear = 40;

/** How often both sizes are tried. */
const rounds = 5;

/**
 * How many times as much of the processor's time work takes on ten times as much, in one run. Other programs do not
 * count. The sizes take turns, and the quickest of their rounds count, since a round may collect the garbage of others.
 *
 * @param most the larger of the two sizes
 */
export async function growth(work: (size: number) => unknown, most: number): Promise<number> {
  const quickest = new Map([most, most / 10].map((size) => [size, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < rounds; round += 1)
    for (const [size, before] of quickest) {
      const begin = process.cpuUsage();
      await work(size);
      const { user, system } = process.cpuUsage(begin);
      quickest.set(size, Math.min(before, user + system));
    }
  return (quickest.get(most) ?? 0) / (quickest.get(most / 10) ?? 0);
}
