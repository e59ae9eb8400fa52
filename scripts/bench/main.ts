// Measures the package against what a user would pick instead, and writes BENCHMARKS.md.
import { join } from 'node:path';
import { command, run } from '../commands/command.js';
import { writeAllWhole } from '../files/whole-file.js';
import { didYouMean } from '../text/did-you-mean.js';
import { exitCodes } from '../text/exit-codes.js';
import { duration, type Progress, progressOn } from '../text/progress.js';
import { UsageError } from '../text/usage-error.js';
import { type Bench, type BenchContext, type Comparison, sentence } from './frame/measure.js';
import { installPeers } from './frame/peers.js';
import { project } from './frame/programs.js';
import { benchmarksText, machine, printed, readResults, verdictText } from './frame/results.js';

/** In the order of BENCHMARKS.md. Each loads what it measures only when it runs. */
const benches: readonly Bench[] = [
  bench('waiting', 'How long does a check far away take?', () => import('./waiting.js')),
  bench('check', 'What does the check find, beside other testers?', () => import('./check.js')),
  bench('types', "What do the types cost a user's compiler?", () => import('./types.js')),
  bench('docs', 'How soon does a reader see an operation?', () => import('./docs.js')),
  bench('sandbox', 'How fast are sandbox and client?', () => import('./sandbox.js')),
  bench('growth', 'How does it grow with the size?', () => import('./growth.js')),
  bench('diff', 'Which breaking changes does diff find?', () => import('./diff.js')),
];

function bench(name: string, question: string, load: () => Promise<Pick<Bench, 'run'>>): Bench {
  return { name, question, run: async (context) => (await load()).run(context) };
}

const resultsFile = join(project, 'test/bench/results.json');

interface Flags {
  only?: string;
  quick?: boolean;
  smoke?: boolean;
}

const program = command('bench', 'Measures the package against its peers, in turn, and writes BENCHMARKS.md.')
  .option('--only <names>', `only these, with commas: ${benches.map(({ name }) => name).join(', ')}`)
  .option('--quick', 'one run of each, the two smallest sizes; prints, and writes nothing')
  .option('--smoke', 'the smallest run of each with the peers that are installed; only to see that all of it works')
  .action(async ({ only, quick = false, smoke = false }: Flags) => {
    const extent = smoke ? 'smoke' : quick ? 'quick' : 'whole';
    const progress = progressOn(process.stderr);
    try {
      const chosen = chosenBenches(only);
      if (!smoke) await installPeers((what) => progress.print(what));
      const measured = await measureAll(chosen, extent, progress);
      if (smoke) process.stdout.write(`${measured.size} of ${chosen.length} benches ran.\n`);
      else process.stdout.write(`${verdictText([...measured.values()].flat())}\n`);
      if (extent === 'whole') write(measured);
    } finally {
      progress.close();
    }
  });

function chosenBenches(only: string | undefined): readonly Bench[] {
  if (only === undefined) return benches;
  const names = benches.map(({ name }) => name);
  return only.split(',').map((wanted) => {
    const found = benches.find(({ name }) => name === wanted.trim());
    if (!found) throw new UsageError(`There is no bench "${wanted}". ${didYouMean(wanted, names)}`);
    return found;
  });
}

type Measured = ReadonlyMap<Bench, readonly Comparison[]>;

async function measureAll(chosen: readonly Bench[], extent: BenchContext['extent'], progress: Progress) {
  const measured = new Map<Bench, readonly Comparison[]>();
  for (const each of chosen) {
    const begun = performance.now();
    let now = each.name;
    const say = (what: string): void => {
      progress.end(now);
      now = `${each.name}: ${what}`;
      progress.begin(now);
    };
    progress.begin(now);
    try {
      const comparisons = await each.run({ rounds: extent === 'whole' ? 5 : 1, extent, say });
      measured.set(each, comparisons);
      if (extent !== 'smoke') process.stdout.write(`\n${printed(each, comparisons)}\n`);
    } catch (error) {
      process.exitCode = exitCodes.noVerdict;
      process.stderr.write(`${each.name} failed while measuring "${now}": ${sentence(error)}
`);
    }
    progress.end(now);
    progress.print(`${each.name} took ${duration(performance.now() - begun)}`);
  }
  return measured;
}

/** Replaces the figures of the benches that ran; those of the others stay. */
function write(measured: Measured): void {
  const results = readResults(resultsFile);
  const date = new Date().toISOString().slice(0, 10);
  for (const [{ name }, comparisons] of measured) results[name] = { date, machine: machine(), comparisons };
  writeAllWhole([
    { path: resultsFile, text: `${JSON.stringify(results, undefined, 1)}\n` },
    { path: join(project, 'BENCHMARKS.md'), text: benchmarksText(results, benches) },
  ]);
  process.stdout.write('BENCHMARKS.md is written.\n');
}

await run(program, process.argv.slice(2));
