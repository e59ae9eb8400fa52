// Compares the package with programs that a user might choose instead, and writes BENCHMARKS.md.
import { join } from 'node:path';
import { command, runMain } from '../commands/command.js';
import { writeAllFiles } from '../files/whole-file.js';
import { suggest } from '../text/did-you-mean.js';
import { exitCodes } from '../text/exit-codes.js';
import { createProgress, formatDuration, type StepProgress } from '../text/progress.js';
import { UsageError } from '../text/usage-error.js';
import { type Bench, type BenchContext, type Comparison, errorText } from './frame/measure.js';
import { installComparedTools } from './frame/peers.js';
import { project } from './frame/programs.js';
import { benchmarksText, describeMachine, formatComparisons, readResults, verdictText } from './frame/results.js';

/** The benches, in the order of BENCHMARKS.md. The code of a bench is loaded only when it runs. */
const benches: readonly Bench[] = [
  createBench('waiting', 'How long does a check of a distant server take?', () => import('./waiting.js')),
  createBench('check', 'What does the check find, compared with other testers?', () => import('./check.js')),
  createBench('types', "How much time and memory do the types cost a user's compiler?", () => import('./types.js')),
  createBench('docs', 'How long do the docs take to load and show an operation?', () => import('./docs.js')),
  createBench('sandbox', 'How fast are the sandbox and the client?', () => import('./sandbox.js')),
  createBench(
    'growth',
    'How does processor time grow with the number of operations and of entries?',
    () => import('./growth.js'),
  ),
  createBench('diff', 'Which breaking changes does the command "diff" find?', () => import('./diff.js')),
];

function createBench(name: string, question: string, load: () => Promise<Pick<Bench, 'run'>>): Bench {
  return { name, question, run: async (context) => (await load()).run(context) };
}

const resultsFile = join(project, 'test/bench/results.json');

interface Flags {
  only?: string;
  quick?: boolean;
  smoke?: boolean;
}

const program = command('bench', 'Measures the package and its alternatives, and writes BENCHMARKS.md.')
  .option('--only <names>', `only these benches, separated by commas: ${benches.map(({ name }) => name).join(', ')}`)
  .option('--quick', 'one run of each, and only the two smallest sizes; prints the results, and writes no files')
  .option(
    '--smoke',
    'the smallest run of each, with the alternatives that are installed; only shows whether all benches work',
  )
  .action(async ({ only, quick = false, smoke = false }: Flags) => {
    const extent = smoke ? 'smoke' : quick ? 'quick' : 'whole';
    const progress = createProgress(process.stderr);
    try {
      const selection = selectBenches(only);
      if (!smoke) await installComparedTools((text) => progress.print(text));
      const measurements = await measureBenches(selection, extent, progress);
      if (smoke) process.stdout.write(`${measurements.size} of ${selection.length} benches ran.\n`);
      else process.stdout.write(`${verdictText([...measurements.values()].flat())}\n`);
      if (extent === 'whole') writeResults(measurements);
    } finally {
      progress.close();
    }
  });

function selectBenches(only: string | undefined): readonly Bench[] {
  if (only === undefined) return benches;
  const names = benches.map(({ name }) => name);
  return only.split(',').map((benchName) => {
    const match = benches.find(({ name }) => name === benchName.trim());
    if (!match) throw new UsageError(`There is no bench "${benchName}". ${suggest(benchName, names)}`);
    return match;
  });
}

type Measurements = ReadonlyMap<Bench, readonly Comparison[]>;

async function measureBenches(selection: readonly Bench[], extent: BenchContext['extent'], progress: StepProgress) {
  const measurements = new Map<Bench, readonly Comparison[]>();
  for (const bench of selection) {
    const startTime = performance.now();
    let task = bench.name;
    const say = (text: string): void => {
      progress.end(task);
      task = `${bench.name}: ${text}`;
      progress.begin(task);
    };
    progress.begin(task);
    try {
      const comparisons = await bench.run({ rounds: extent === 'whole' ? 5 : 1, extent, say });
      measurements.set(bench, comparisons);
      if (extent !== 'smoke') process.stdout.write(`\n${formatComparisons(bench, comparisons)}\n`);
    } catch (error) {
      process.exitCode = exitCodes.noVerdict;
      process.stderr.write(`${bench.name} failed while measuring "${task}": ${errorText(error)}
`);
    }
    progress.end(task);
    progress.print(`${bench.name} took ${formatDuration(performance.now() - startTime)}`);
  }
  return measurements;
}

/** Replaces the results of the benches that ran, and keeps the earlier results of all others. */
function writeResults(measurements: Measurements): void {
  const results = readResults(resultsFile);
  const date = new Date().toISOString().slice(0, 10);
  for (const [{ name }, comparisons] of measurements) results[name] = { date, machine: describeMachine(), comparisons };
  writeAllFiles([
    { path: resultsFile, text: `${JSON.stringify(results, undefined, 1)}\n` },
    { path: join(project, 'BENCHMARKS.md'), text: benchmarksText(results, benches) },
  ]);
  process.stdout.write('BENCHMARKS.md is written.\n');
}

await runMain(program, process.argv.slice(2));
