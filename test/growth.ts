/** Ten times as much takes at most so many times as long; work that grows with the square takes a hundred times. */
export const linear = 30;

/**
 * How many times as long work takes on ten times as much, in one run. The quickest of three rounds counts, since other
 * programs can only slow it down.
 *
 * @param most the larger of the two sizes
 */
export async function growth(work: (size: number) => unknown, most: number): Promise<number> {
  const quickest = async (size: number): Promise<number> => {
    const all: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const begin = performance.now();
      await work(size);
      all.push(performance.now() - begin);
    }
    return Math.min(...all);
  };
  return (await quickest(most)) / (await quickest(most / 10));
}
