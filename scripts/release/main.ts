// Packs the package as it would be published, runs every gate on it, and prepares a release.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Option } from 'commander';
import { command, run } from '../commands/command.js';
import { BuildError } from '../text/problem.js';
import { duration, type Progress, progressOn } from '../text/progress.js';
import { contentsText } from './contents.js';
import type { Extent } from './gate.js';
import { gates } from './gates/index.js';
import { outcomesText, problemsText } from './outcomes-text.js';
import { type PackedPackage, packPackage } from './packed-package.js';
import { lastWords, runProgram } from './program.js';
import { nextCommands, plannedRelease, writeRelease } from './release-files.js';
import { runGates } from './run-gates.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

const program = command(
  'release',
  'Makes the tarball, runs every gate on it, and prepares the commit of a release. It publishes nothing.',
)
  .option('--dry-run', 'change nothing: only make the tarball and run the gates')
  .addOption(
    new Option('--scope <scope>', 'how much the gates check')
      .choices(['sample', 'all'] satisfies Extent[])
      .default('all'),
  )
  .action(async ({ dryRun = false, scope }: { dryRun?: boolean; scope: Extent }) => {
    // Reasons against a release must show before the gates, which take minutes.
    const today = (): string => new Date().toISOString().slice(0, 10);
    if (!dryRun) plannedRelease(project, today());
    const folder = await mkdtemp(join(tmpdir(), 'release-'));
    const progress = progressOn(process.stderr);
    try {
      await passThrough(await packed(folder, progress), scope, progress);
    } finally {
      progress.close();
      await rm(folder, { recursive: true, force: true });
    }
    if (dryRun) return;
    // The gates took minutes; changes since then are not in the tarball.
    const release = plannedRelease(project, today());
    writeRelease(project, release.files);
    process.stdout.write(
      `\n${release.version} is ready: ${release.files.map(({ path }) => path).join(' and ')} are written. To ` +
        `release it, run:\n\n${nextCommands(release)}\n`,
    );
  });

/** Packs the package; fails if a committed generated file is out of date. */
async function packed(folder: string, progress: Progress): Promise<PackedPackage> {
  return timed(progress, 'make the tarball', async () => {
    const built = await runProgram(process.execPath, ['--import', 'tsx', 'scripts/commands/build.ts', '--check'], {
      cwd: project,
    });
    if (built.status !== 0)
      throw new BuildError(`The package cannot be built: npm run build -- --check ${lastWords(built)}`);
    return packPackage(project, folder);
  });
}

async function passThrough(made: PackedPackage, scope: Extent, progress: Progress): Promise<void> {
  const outcomes = await runGates(gates, made, scope, {
    begin: (name) => progress.begin(name),
    end: (name, milliseconds) => progress.end(name, duration(milliseconds)),
  });
  progress.close();
  process.stdout.write(`${outcomesText(outcomes)}\n${contentsText(made.tarball)}`);
  const problems = problemsText(outcomes);
  if (problems !== '') throw new BuildError(`\n${problems}`);
}

async function timed<Result>(progress: Progress, what: string, work: () => Promise<Result>): Promise<Result> {
  progress.begin(what);
  const start = performance.now();
  const result = await work();
  progress.end(what, duration(performance.now() - start));
  return result;
}

await run(program, process.argv.slice(2));
