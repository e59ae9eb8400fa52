// The check beside other testers of services: the faults that each finds, and the requests and the time that it takes.
import { spread, variantsFound } from './check/found.js';
import { type HostedServices, hostServices, type Variant } from './check/services.js';
import type { Tester } from './check/tester.js';
import { testersFor } from './check/testers.js';
import {
  type BenchContext,
  type Comparison,
  figureOf,
  measureInTurn,
  type Subject,
  sentence,
  targetBeside,
} from './frame/measure.js';

/** How many of the faults and of the right variants all testers get. */
const sizes = {
  whole: { fault: 12, right: 4 },
  quick: { fault: 2, right: 1 },
  smoke: { fault: 1, right: 0 },
} as const;

export async function run(context: BenchContext): Promise<Comparison[]> {
  const services = await hostServices();
  try {
    const { testers, missing } = await testersOf(context);
    const found = await faultsFound(testers, missing, services, context);
    return [...found, ...(await costs(testers, missing, services, { ...context, found: found[0]?.subjects ?? [] }))];
  } finally {
    services.end();
  }
}

async function testersOf(context: BenchContext): Promise<{ testers: Tester[]; missing: Subject[] }> {
  const testers: Tester[] = [];
  const missing: Subject[] = [];
  for (const [name, make] of Object.entries(testersFor(context)))
    try {
      testers.push(await make());
    } catch (error) {
      missing.push({ name, kind: 'peer', values: [], error: sentence(error) });
    }
  return { testers, missing };
}

/** What a tester reports counts if it does not report it at the same service without the fault. */
async function faultsFound(
  testers: readonly Tester[],
  missing: readonly Subject[],
  services: HostedServices,
  { extent, say }: BenchContext,
): Promise<Comparison[]> {
  const isWhole = extent === 'whole';
  const all = services.variants.filter(({ service }) => isWhole || service === 'shelf');
  const part = (kind: Variant['kind']): Variant[] => {
    const those = all.filter((each) => each.kind === kind);
    return spread(those, process.env['BENCH_FAULTS'] === 'all' ? Infinity : sizes[extent][kind]);
  };
  const [faults, right] = [part('fault'), part('right')];
  const found = new Map<Tester, readonly Variant[] | Error>();
  for (const tester of testers)
    found.set(
      tester,
      await variantsFound(tester, [...faults, ...right], services, { seeds: isWhole ? [1, 2] : [1], say }).catch(
        (error: Error) => error,
      ),
    );
  const subjectsFor = (variants: readonly Variant[], word: string): Subject[] => [
    ...testers.map((tester): Subject => {
      const { name, kind, note } = tester;
      const reported = found.get(tester) ?? [];
      if (reported instanceof Error) return { name, kind, values: [], error: sentence(reported) };
      const hit = variants.filter((variant) => reported.includes(variant));
      const names = hit.map((variant) => variant.name).join(', ');
      const notes = [note, ...(kind === 'ours' || names === '' ? [] : [`${word} ${names}`])];
      return { name, kind, values: [hit.length], note: notes.filter(Boolean).join('; ') };
    }),
    ...missing,
  ];
  const alarms = subjectsFor(right, 'accuses');
  const accused = alarms.find(({ kind }) => kind === 'ours')?.values[0];
  const hits = subjectsFor(faults, 'finds');
  return [
    {
      title: `Faults found, of a fixed sample of ${faults.length}`,
      unit: 'count',
      better: 'more',
      subjects: hits,
      target: targetBeside(hits, 'more', 1),
    },
    {
      title: `False alarms at ${right.length} right services`,
      unit: 'count',
      better: 'less',
      subjects: alarms,
      target: { ...(accused !== undefined && { value: accused }), wanted: 'at most', bound: 0 },
    },
  ];
}

/** One run of each at the same right service. A tester that finds little is soon done, so each fault has its share. */
async function costs(
  testers: readonly Tester[],
  missing: readonly Subject[],
  services: HostedServices,
  { found, ...context }: BenchContext & { found: readonly Subject[] },
): Promise<Comparison[]> {
  const rows = await measureInTurn(
    testers.map((tester) => ({
      name: tester.name,
      kind: tester.kind,
      async measure() {
        const service = await services.open('shelf');
        const { result } = await tester.run(service, { seed: 1, isAccepting: true });
        return { ...result, requests: await services.close(service) };
      },
    })),
    context,
  );
  const seconds = [...figureOf(rows, ({ milliseconds }) => milliseconds / 1000), ...missing];
  const shares = seconds.map((subject): Subject => {
    const [faults = 0] = found.find(({ name }) => name === subject.name)?.values ?? [];
    return { ...subject, values: faults === 0 ? [] : subject.values.map((value) => value / faults) };
  });
  const comparison = (title: string, unit: Comparison['unit'], subjects: Subject[]): Comparison => ({
    title,
    unit,
    better: 'less',
    subjects,
  });
  return [
    { ...comparison('Time of one run for each fault found', 's', shares), target: targetBeside(shares, 'less', 1) },
    comparison('Time of one run', 's', seconds),
    comparison('Requests of one run', 'count', [...figureOf(rows, ({ requests }) => requests), ...missing]),
    comparison('Memory of one run', 'bytes', [...figureOf(rows, ({ memory }) => memory), ...missing]),
  ];
}
