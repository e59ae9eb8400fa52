// A check of a server that is far away.
import { check, makePrograms, startSandbox } from '../check-programs.js';
import type { BenchContext, Comparison, Target } from '../frame/comparison.js';
import { median } from '../frame/median.js';

/** Milliseconds of each response, and the requests at a time that the check may come to by itself. */
const latency = 150;
const parallel = 16;

const everything = ['--include', 'named,inferred'];

/** The requests that runs of version 0.2.0 sent at the same sandbox. */
const runs = [
  {
    name: 'reads and harmless refusals of all operations',
    args: everything,
    before: 1240,
    bounds: { seconds: 12, ratio: 1.3 },
  },
  {
    name: 'all operations with --writes disposable',
    args: [...everything, '--writes', 'disposable'],
    before: 3435,
    bounds: { seconds: undefined, ratio: 1.5 },
  },
];

export async function farAway({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  await makePrograms();
  const { child, url } = await startSandbox(['--latency', String(latency)]);
  try {
    const comparisons: Comparison[] = [];
    for (const { name, args, before, bounds } of extent === 'smoke' ? runs.slice(0, 1) : runs) {
      const [times, limits, counts]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < rounds; round++) {
        say(`${name}, ${latency} ms away, run ${round + 1} of ${rounds}`);
        const report = await check(url, extent === 'smoke' ? ['--only', 'getPartnerEntry'] : args);
        times.push(report.run.milliseconds / 1000);
        limits.push((report.run.requests * latency) / parallel / 1000);
        counts.push(report.run.requests);
      }
      comparisons.push(timeOf(name, bounds, times, limits), requestsOf(name, before, counts));
    }
    return comparisons;
  } finally {
    child.kill();
  }
}

function timeOf(
  name: string,
  { seconds, ratio }: { seconds: number | undefined; ratio: number },
  times: readonly number[],
  limits: readonly number[],
): Comparison {
  const found = median(times.map((time, round) => time / (limits[round] ?? NaN)));
  const targets: Target[] = [
    { of: `time : requests × latency ÷ ${parallel}, ${name}`, value: found, wanted: 'at most', target: ratio },
  ];
  if (seconds !== undefined)
    targets.unshift({ of: `seconds, ${name}`, value: median(times), wanted: 'at most', target: seconds });
  return {
    title: `Time of a check ${latency} ms away: ${name}`,
    measures: `Seconds of the packaged check at a sandbox that takes ${latency} ms for each response.`,
    limit: `The limit is its number of requests × ${latency} ms ÷ ${parallel}, the most that may go at a time.`,
    unit: 's',
    better: 'less',
    subjects: [
      { name: 'directory-contract check', kind: 'ours', values: times },
      { name: `requests × latency ÷ ${parallel}`, kind: 'limit', values: limits },
    ],
    targets,
  };
}

function requestsOf(name: string, before: number, counts: readonly number[]): Comparison {
  return {
    title: `Requests of a check: ${name}`,
    measures: 'Requests that a run sends to the sandbox, repeats included.',
    unit: 'count',
    better: 'less',
    subjects: [
      { name: 'directory-contract check', kind: 'ours', values: counts },
      { name: 'version 0.2.0', kind: 'limit', values: [before] },
    ],
    targets: [
      { of: `requests : those of 0.2.0, ${name}`, value: median(counts) / before, wanted: 'at most', target: 0.75 },
    ],
  };
}
