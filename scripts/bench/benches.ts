import type { Bench } from './frame/comparison.js';

/** All benches, in the order of BENCHMARKS.md. Each loads what it measures only when it runs. */
export const benches: readonly Bench[] = [];

/** A bench whose code is loaded when it runs. */
export function bench(name: string, describes: string, load: () => Promise<Pick<Bench, 'run'>>): Bench {
  return { name, describes, run: async (context) => (await load()).run(context) };
}
