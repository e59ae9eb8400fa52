// How time and memory grow with the size of the contract, of the state, of a run and of a recording.
import type { BenchContext, Comparison } from './frame/comparison.js';
import { contracts } from './growth/contracts.js';
import { grown } from './growth/grown.js';
import { recordings } from './growth/recordings.js';
import { runs } from './growth/runs.js';
import { states } from './growth/states.js';

const sizes = { contracts: [1, 10, 50], entries: [1_000, 10_000, 100_000], requests: [1_000, 10_000, 100_000] };
const megabytes = { whole: [20, 200, 1_000], quick: [5, 20], smoke: [2] } as const;

export async function run({ extent, say }: BenchContext): Promise<Comparison[]> {
  const some = (all: readonly number[]): readonly number[] =>
    extent === 'whole' ? all : all.slice(0, extent === 'quick' ? 2 : 1);
  const all = [
    ...contracts(some(sizes.contracts)),
    ...states(some(sizes.entries), extent === 'whole' ? 2 : 1),
    runs(some(sizes.requests)),
    recordings(megabytes[extent]),
  ];
  const comparisons: Comparison[] = [];
  for (const growing of all) comparisons.push(...(await grown(growing, say)));
  return comparisons;
}
