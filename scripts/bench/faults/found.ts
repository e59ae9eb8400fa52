import { availableParallelism } from 'node:os';
import type { HostedServices, ServiceName, Variant } from './hosted-services.js';
import type { Tester } from './tester.js';

/** The variants of services at which a tester reports something that it does not report at the usual service. */
export interface Found {
  /** Failures that it reports at the usual services, by their names. */
  accepted: readonly string[];
  variants: readonly Variant[];
}

/** Runs a tester on the usual services, then on each variant, as many side by side as there are processors. */
export async function foundBy(
  tester: Tester,
  variants: readonly Variant[],
  services: HostedServices,
  say: (what: string) => void,
): Promise<Found> {
  const accepted = new Map<ServiceName, Set<string>>();
  for (const service of new Set(variants.map((each) => each.service))) {
    const failures = new Set<string>();
    for (const seed of tester.seeds) {
      say(`${tester.name} at the usual service ${service}`);
      for (const failure of await failuresAt({ service, name: '' }, seed, true)) failures.add(failure);
    }
    accepted.set(service, failures);
  }

  async function failuresAt(
    { service, name }: Pick<Variant, 'service' | 'name'>,
    seed: number,
    isAccepting: boolean,
  ): Promise<readonly string[]> {
    const opened = await services.open(service, name);
    try {
      return (await tester.run(opened, { seed, isAccepting })).failures;
    } finally {
      await services.close(opened);
    }
  }

  async function isFound(variant: Variant): Promise<boolean> {
    for (const seed of tester.seeds) {
      const failures = await failuresAt(variant, seed, false);
      if (failures.some((failure) => !accepted.get(variant.service)?.has(failure))) return true;
    }
    return false;
  }

  const verdicts = new Map<Variant, boolean>();
  const waiting = [...variants];
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        verdicts.set(next, await isFound(next));
        const verdict = verdicts.get(next) ? 'reported' : 'not reported';
        say(`${tester.name}, ${verdicts.size} of ${variants.length}: ${next.name} ${verdict}`);
      }
    }),
  );
  return {
    accepted: [...accepted.values()].flatMap((each) => [...each]),
    variants: variants.filter((variant) => verdicts.get(variant)),
  };
}

/** As many of a list as wanted, evenly spread. */
export function spread<Item>(all: readonly Item[], count: number): Item[] {
  if (count >= all.length) return [...all];
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).filter(
    (each) => each !== undefined,
  );
}
