import { availableParallelism } from 'node:os';
import type { BenchContext } from '../frame/measure.js';
import type { HostedServices, ServiceName, Variant } from './services.js';
import type { Tester } from './tester.js';

/** Returns the variants that a tester reports. Tests the unchanged services first, to ignore their failures. */
export async function findVariants(
  tester: Pick<Tester, 'name' | 'run'>,
  variants: readonly Variant[],
  services: Pick<HostedServices, 'open' | 'close'>,
  { seeds, say }: Pick<BenchContext, 'say'> & { seeds: readonly number[] },
): Promise<Variant[]> {
  const collectFailures = async (service: ServiceName, name: string, seed: number): Promise<readonly string[]> => {
    const instance = await services.open(service, name);
    try {
      return (await tester.run(instance, { seed, isBaselineRun: name === '' })).failures;
    } finally {
      await services.close(instance);
    }
  };
  const acceptedFailures = new Map<ServiceName, Set<string>>();
  for (const service of new Set(variants.map((variant) => variant.service))) {
    say(`${tester.name} against the unmodified service ${service}`);
    const failures = new Set<string>();
    for (const seed of seeds) for (const failure of await collectFailures(service, '', seed)) failures.add(failure);
    acceptedFailures.set(service, failures);
  }
  const testVariant = async ({ service, name }: Variant): Promise<boolean> => {
    for (const seed of seeds) {
      const failures = await collectFailures(service, name, seed);
      if (failures.some((failure) => !acceptedFailures.get(service)?.has(failure))) return true;
    }
    return false;
  };
  const reportedVariants = new Set<Variant>();
  const queue = [...variants];
  const testQueuedVariants = async (): Promise<void> => {
    for (let nextVariant = queue.shift(); nextVariant; nextVariant = queue.shift()) {
      if (await testVariant(nextVariant)) reportedVariants.add(nextVariant);
      const verdict = reportedVariants.has(nextVariant) ? 'reported' : 'not reported';
      say(`${tester.name}, ${variants.length - queue.length} of ${variants.length}: ${nextVariant.name} ${verdict}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, testQueuedVariants));
  return variants.filter((variant) => reportedVariants.has(variant));
}

export function pickEvenly<Item>(items: readonly Item[], count: number): Item[] {
  if (count >= items.length) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).filter(
    (nullable) => nullable !== undefined,
  );
}
