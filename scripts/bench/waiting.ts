// Measures how long a user waits for a check of a server whose responses take 150 ms.
import { type BenchContext, type Comparison, createTarget, measureInTurn, toSubjects } from './frame/measure.js';
import { runCheck, startSandbox } from './frame/sandbox.js';

/** Milliseconds until each response; `maxParallel` is the most concurrent requests that the check chooses by itself. */
const latency = 150;
const maxParallel = 16;

const includeArguments = ['--include', 'named,inferred'];
const checkRuns = [
  { name: 'reads and harmless refusals', args: includeArguments, bound: 1.3 },
  { name: '--writes disposable', args: [...includeArguments, '--writes', 'disposable'], bound: 1.5 },
];

export async function run(context: BenchContext): Promise<Comparison[]> {
  const { extent, say } = context;
  const server = await startSandbox('--latency', String(latency));
  try {
    const comparisons: Comparison[] = [];
    for (const { name, args, bound } of extent === 'smoke' ? checkRuns.slice(0, 1) : checkRuns) {
      const measure = async () => {
        await fetch(`${server.readyText}/__sandbox/reset`, { method: 'POST' });
        const { report } = await runCheck(server.readyText, extent === 'smoke' ? ['--only', 'getPartnerEntry'] : args);
        return report.run;
      };
      const rows = await measureInTurn([{ name: 'directory-contract check', kind: 'ours', measure }], {
        ...context,
        say: (text) => say(`${name}: ${text}`),
      });
      const [ourSubject] = toSubjects(rows, ({ milliseconds }) => milliseconds / 1000);
      // A check takes at least as long as its requests at the highest concurrency.
      const [limitSubject] = toSubjects(rows, ({ requests }) => (requests * latency) / maxParallel / 1000);
      if (!ourSubject || !limitSubject) continue;
      const count = rows[0]?.runs[0]?.requests ?? NaN;
      const subjects = [
        { ...ourSubject, note: `${count} requests` },
        { ...limitSubject, name: `requests × ${latency} ms ÷ ${maxParallel}`, kind: 'limit' as const },
      ];
      const target = createTarget(subjects, 'less', bound, ({ kind }) => kind === 'limit');
      comparisons.push({
        title: `A check ${latency} ms away: ${name}`,
        unit: 's',
        better: 'less',
        subjects,
        target,
      });
    }
    return comparisons;
  } finally {
    await server.stop();
  }
}
