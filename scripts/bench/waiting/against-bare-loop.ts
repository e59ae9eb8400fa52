import { check, connections, replay, requestsOf } from '../check-programs.js';
import type { BenchContext, Comparison, Target } from '../frame/comparison.js';
import { median } from '../frame/median.js';

const everything = ['--include', 'named,inferred'];

const why =
  'A profile has no peak: a fifth is undici and Node.js, a seventh looks at what responses say about open questions, ' +
  'and no function of the check takes more than 3 %. Most code runs too seldom to be compiled.';

/** All operations, without random bodies. */
const plan = [...everything, '--writes', 'disposable', '--runs', '0'];

const runs = [
  { name: 'the plan of all operations', args: plan, seconds: 30, isQuick: true },
  { name: 'without writes', args: everything },
  { name: 'with 100 random bodies', args: [...everything, '--writes', 'disposable', '--runs', '100'] },
];

/** The speed of the check at a sandbox, against undici alone with the same requests in the same order. */
export async function againstBareLoop(url: string, { rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const { name, args, seconds, isQuick } of runs) {
    if (!isQuick && extent !== 'whole') continue;
    await requestsOf(url, [...args, '--concurrency', connections]);
    const checks: number[] = [];
    const loops: number[] = [];
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`${name}, run ${round + 1} of ${rounds}`);
      const { run } = await check(url, [...args, '--concurrency', connections]);
      const loop = await replay(url);
      checks.push(run.requests / (run.milliseconds / 1000));
      loops.push(loop.requests / (loop.milliseconds / 1000));
      times.push(run.milliseconds / 1000);
    }
    const ratio = median(checks.map((each, round) => each / (loops[round] ?? NaN)));
    const targets: Target[] = [
      { of: `requests a second, ${name}`, value: median(checks), wanted: 'at least', target: 1000, why },
      { of: `ours : the bare loop, ${name}`, value: ratio, wanted: 'at least', target: 0.7, why },
    ];
    if (seconds !== undefined)
      targets.push({ of: `seconds for ${name}`, value: median(times), wanted: 'at most', target: seconds });
    comparisons.push({
      title: `Requests a second, ${name}`,
      measures: `Requests a second at a sandbox in a process of its own, ${connections} at a time: ${name}.`,
      limit: 'The limit is undici alone, which repeats these requests in the same order and reads their responses.',
      unit: 'requests/s',
      better: 'more',
      subjects: [
        { name: 'directory-contract check', kind: 'ours', values: checks },
        { name: 'bare loop', kind: 'limit', values: loops },
      ],
      targets,
    });
  }
  return comparisons;
}
