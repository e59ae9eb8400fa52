// Compares the check with other programs that test services: faults found, requests and time of each.
import { findVariants, pickEvenly } from './check/find-variants.js';
import { type HostedServices, hostServices, type Variant } from './check/services.js';
import type { Tester } from './check/tester.js';
import { testerFactories } from './check/testers.js';
import {
  type BenchContext,
  type BenchSubject,
  type Comparison,
  createTarget,
  errorText,
  measureInTurn,
  toSubjects,
} from './frame/measure.js';

/** Numbers of faulty and of correct services that all testers test. */
const sampleSizes = {
  whole: { fault: 12, right: 4 },
  quick: { fault: 2, right: 1 },
  smoke: { fault: 1, right: 0 },
} as const;

export async function run(context: BenchContext): Promise<Comparison[]> {
  const services = await hostServices();
  try {
    const { testers, missingTesters } = await createTesters(context);
    const comparisons = await compareFaults(testers, missingTesters, services, context);
    return [
      ...comparisons,
      ...(await compareCosts(testers, missingTesters, services, { ...context, hits: comparisons[0]?.subjects ?? [] })),
    ];
  } finally {
    services.end();
  }
}

async function createTesters(context: BenchContext): Promise<{ testers: Tester[]; missingTesters: BenchSubject[] }> {
  const testers: Tester[] = [];
  const missingSubjects: BenchSubject[] = [];
  for (const [name, createTester] of Object.entries(testerFactories(context)))
    try {
      testers.push(await createTester());
    } catch (error) {
      missingSubjects.push({ name, kind: 'peer', values: [], error: errorText(error) });
    }
  return { testers, missingTesters: missingSubjects };
}

/** Compares the faults that testers find. A failure does not count if the unchanged service also has it. */
async function compareFaults(
  testers: readonly Tester[],
  missingTesters: readonly BenchSubject[],
  services: HostedServices,
  { extent, say }: BenchContext,
): Promise<Comparison[]> {
  const isWholeExtent = extent === 'whole';
  const chosenVariants = services.variants.filter(({ service }) => isWholeExtent || service === 'shelf');
  const takeSample = (kind: Variant['kind']): Variant[] => {
    const candidates = chosenVariants.filter((variant) => variant.kind === kind);
    return pickEvenly(candidates, process.env['BENCH_FAULTS'] === 'all' ? Infinity : sampleSizes[extent][kind]);
  };
  const [faults, correctVariants] = [takeSample('fault'), takeSample('right')];
  const results = new Map<Tester, readonly Variant[] | Error>();
  for (const tester of testers)
    results.set(
      tester,
      await findVariants(tester, [...faults, ...correctVariants], services, {
        seeds: isWholeExtent ? [1, 2] : [1],
        say,
      }).catch((error: Error) => error),
    );
  const subjectsFor = (variants: readonly Variant[], verb: string): BenchSubject[] => [
    ...testers.map((tester): BenchSubject => {
      const { name, kind, note } = tester;
      const result = results.get(tester) ?? [];
      if (result instanceof Error) return { name, kind, values: [], error: errorText(result) };
      const matches = variants.filter((variant) => result.includes(variant));
      const names = matches.map((variant) => variant.name).join(', ');
      const notes = [note, ...(kind === 'ours' || names === '' ? [] : [`${verb} ${names}`])];
      return { name, kind, values: [matches.length], note: notes.filter(Boolean).join('; ') };
    }),
    ...missingTesters,
  ];
  const falseAlarms = subjectsFor(correctVariants, 'accuses');
  const ourFalseAlarmCount = falseAlarms.find(({ kind }) => kind === 'ours')?.values[0];
  const hits = subjectsFor(faults, 'finds');
  return [
    {
      title: `Faults found, of a fixed sample of ${faults.length}`,
      unit: 'count',
      better: 'more',
      subjects: hits,
      target: createTarget(hits, 'more', 1),
    },
    {
      title: `False alarms on ${correctVariants.length} correct services`,
      unit: 'count',
      better: 'less',
      subjects: falseAlarms,
      target: { ...(ourFalseAlarmCount !== undefined && { value: ourFalseAlarmCount }), relation: 'at most', bound: 0 },
    },
  ];
}

/**
 * Measures runs of each tester against one service without faults. A tester with few tests ends soon, so the time is
 * divided by the number of faults that it finds.
 */
async function compareCosts(
  testers: readonly Tester[],
  missing: readonly BenchSubject[],
  services: HostedServices,
  { hits, ...context }: BenchContext & { hits: readonly BenchSubject[] },
): Promise<Comparison[]> {
  const rows = await measureInTurn(
    testers.map((tester) => ({
      name: tester.name,
      kind: tester.kind,
      async measure() {
        const service = await services.open('shelf');
        const { result } = await tester.run(service, { seed: 1, isBaselineRun: true });
        return { ...result, requests: await services.close(service) };
      },
    })),
    context,
  );
  const seconds = [...toSubjects(rows, ({ milliseconds }) => milliseconds / 1000), ...missing];
  const secondsPerFault = seconds.map((subject): BenchSubject => {
    const [faults = 0] = hits.find(({ name }) => name === subject.name)?.values ?? [];
    return { ...subject, values: faults === 0 ? [] : subject.values.map((value) => value / faults) };
  });
  const createComparison = (title: string, unit: Comparison['unit'], subjects: BenchSubject[]): Comparison => ({
    title,
    unit,
    better: 'less',
    subjects,
  });
  return [
    {
      ...createComparison('Time of one run, divided by the number of faults found', 's', secondsPerFault),
      target: createTarget(secondsPerFault, 'less', 1),
    },
    createComparison('Time of one run', 's', seconds),
    createComparison('Requests of one run', 'count', [...toSubjects(rows, ({ requests }) => requests), ...missing]),
    createComparison('Memory of one run', 'bytes', [...toSubjects(rows, ({ memory }) => memory), ...missing]),
  ];
}
