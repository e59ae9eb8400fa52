// How many of the faults of two services a tester of APIs finds, and how often it accuses a service that is right.
import { faultComparisons, type Row } from './faults/comparisons.js';
import { foundBy, spread } from './faults/found.js';
import { type HostedServices, hostServices, type Variant } from './faults/hosted-services.js';
import { keepFaultsFound } from './faults/latest.js';
import { type Making, testers } from './faults/testers.js';
import { sentence } from './frame/alternating.js';
import type { BenchContext, Comparison } from './frame/comparison.js';

/** How many of the faults and of the right variants all get; `BENCH_FAULTS=all` takes some hours. */
const sizes = {
  whole: { fault: 12, right: 4 },
  quick: { fault: 2, right: 1 },
  smoke: { fault: 1, right: 0 },
} as const;

export async function run({ extent, say }: BenchContext): Promise<Comparison[]> {
  const services = await hostServices();
  try {
    const isWhole = extent === 'whole';
    const all = services.variants.filter(({ service }) => isWhole || service === 'shelf');
    const part = (kind: Variant['kind']): Variant[] =>
      spread(
        all.filter((each) => each.kind === kind),
        process.env['BENCH_FAULTS'] === 'all' ? Infinity : sizes[extent][kind],
      );
    const sample = [...part('fault'), ...part('right')];
    const rows: Row[] = [];
    for (const making of testers(extent, isWhole ? {} : { seeds: [1] })) {
      const variants = isWhole && making.kind === 'ours' ? all : sample;
      rows.push(await rowOf(making, variants, services, say));
    }
    const ours = rows.find(({ tester }) => tester.kind === 'ours');
    const tried = { sample, all: isWhole ? all : sample, oursOfAll: ours?.reported ?? [] };
    const comparisons = faultComparisons(rows, tried);
    keepFaultsFound(comparisons[0]);
    return comparisons;
  } finally {
    services.end();
  }
}

async function rowOf(
  { name, kind, make }: Making,
  variants: readonly Variant[],
  services: HostedServices,
  say: BenchContext['say'],
): Promise<Row> {
  let tester: Row['tester'] = { name, kind };
  try {
    const made = await make();
    tester = made;
    const { accepted, variants: reported } = await foundBy(made, variants, services, say);
    return { tester, reported, accepted: accepted.length };
  } catch (error) {
    return { tester, error: sentence(error) };
  }
}
