/** Work on ten times as much may take at most this many times as long. Quadratic work takes a hundred times as long. */
export const linear = 40;

/** Number of measurements of each size. */
const rounds = 5;

/**
 * Returns how many times as long ten times as much work takes, in processor time of this process. The sizes take
 * turns, and only the quickest round of each size counts, since a round may include garbage collection.
 *
 * @param maximum the larger of the two sizes
 */
export async function growth(work: (size: number) => unknown, maximum: number): Promise<number> {
  const quickest = new Map([maximum, maximum / 10].map((size) => [size, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < rounds; round += 1)
    for (const [size, before] of quickest) {
      const begin = process.cpuUsage();
      await work(size);
      const { user, system } = process.cpuUsage(begin);
      quickest.set(size, Math.min(before, user + system));
    }
  return (quickest.get(maximum) ?? 0) / (quickest.get(maximum / 10) ?? 0);
}
