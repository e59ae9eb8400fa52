// Measures the package against what a user would pick instead, and writes BENCHMARKS.md.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command, run } from '../commands/command.js';
import { writeAllWhole } from '../files/whole-file.js';
import { didYouMean } from '../text/did-you-mean.js';
import { exitCodes } from '../text/exit-codes.js';
import { duration, type Progress, progressOn } from '../text/progress.js';
import { UsageError } from '../text/usage-error.js';
import { benches } from './benches.js';
import { sentence } from './frame/alternating.js';
import { barsOf } from './frame/bars.js';
import type { Bench, BenchContext, Comparison } from './frame/comparison.js';
import { installPeers } from './frame/peers.js';
import { printed, verdicts } from './frame/printed.js';
import { machine, type Results, readResults } from './frame/results.js';
import { benchmarksText, drawingName } from './frame/written.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
const drawings = 'test/bench/drawings';
const resultsFile = join(project, 'test/bench/results.json');

interface Chosen {
  only?: string;
  quick?: boolean;
  smoke?: boolean;
}

const program = command('bench', 'Measures the package against its peers, in turn, and writes BENCHMARKS.md.')
  .option('--only <names>', `only these, with commas: ${benches.map(({ name }) => name).join(', ')}`)
  .option('--quick', 'one run of each, the two smallest sizes; prints, and writes nothing')
  .option('--smoke', 'the smallest run of each with the peers that are installed; only to see that all of it works')
  .action(async ({ only, quick = false, smoke = false }: Chosen) => {
    const extent = smoke ? 'smoke' : quick ? 'quick' : 'whole';
    const progress = progressOn(process.stderr);
    try {
      const chosen = chosenBenches(only);
      if (!smoke) await installPeers((what) => progress.print(what));
      const measured = await measureAll(chosen, extent, progress);
      if (smoke) process.stdout.write(`${measured.size} of ${chosen.length} benches ran.\n`);
      else process.stdout.write(`${verdicts([...measured.values()].flat())}\n`);
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
  const rounds = extent === 'whole' ? 5 : 1;
  const measured = new Map<Bench, readonly Comparison[]>();
  for (const bench of chosen) {
    const begun = performance.now();
    let now = bench.name;
    const say = (what: string): void => {
      progress.end(now);
      now = `${bench.name}: ${what}`;
      progress.begin(now);
    };
    progress.begin(now);
    try {
      const comparisons = await bench.run({ rounds, extent, say });
      progress.end(now);
      measured.set(bench, comparisons);
      if (extent !== 'smoke') process.stdout.write(`\n${printed(bench, comparisons)}\n`);
    } catch (error) {
      progress.end(now);
      process.exitCode = exitCodes.noVerdict;
      process.stderr.write(`${bench.name} failed while measuring "${now}": ${sentence(error)}\n`);
    }
    progress.print(`${bench.name} took ${duration(performance.now() - begun)}`);
  }
  return measured;
}

/** Replaces the figures of the benches that ran; those of the others stay. */
function write(measured: Measured): void {
  const results: Results = readResults(resultsFile);
  const date = new Date().toISOString().slice(0, 10);
  for (const [{ name }, comparisons] of measured)
    results.benches[name] = { date, machine: machine(), rounds: 5, comparisons };
  const pictures = benches.flatMap(({ name }) =>
    (results.benches[name]?.comparisons ?? []).map((comparison, index) => ({
      path: join(project, drawings, drawingName(name, index)),
      text: barsOf(comparison),
    })),
  );
  writeAllWhole([
    ...pictures,
    { path: resultsFile, text: `${JSON.stringify(results, undefined, 1)}\n` },
    {
      path: join(project, 'BENCHMARKS.md'),
      text: benchmarksText(results, benches, (name) => `${drawings}/${name}`),
    },
  ]);
  process.stdout.write('BENCHMARKS.md is written.\n');
}

await run(program, process.argv.slice(2));
