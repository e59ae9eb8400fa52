// Packs the package as it would be published, runs every gate on it, and prepares a release.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Option } from 'commander';
import { command, runMain } from '../commands/command.js';
import { BuildError } from '../text/problem.js';
import { createProgress, runTimed } from '../text/progress.js';
import { type GateScope, outcomesText, problemsText, runGates } from './gate.js';
import { gates } from './gates/index.js';
import { type PackedPackage, packPackage } from './packed-package.js';
import { describeFailure, runProgram } from './program.js';
import { nextCommands, planRelease, writeRelease } from './release-files.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

const program = command(
  'release',
  'Builds the tarball, runs every gate on it, and prepares the release commit. It publishes nothing.',
)
  .option('--dry-run', 'change nothing: only build the tarball and run the gates')
  .addOption(
    new Option('--scope <scope>', 'how much the gates check')
      .choices(['sample', 'all'] satisfies GateScope[])
      .default('all'),
  )
  .action(async ({ dryRun = false, scope }: { dryRun?: boolean; scope: GateScope }) => {
    // Fail now if no release is possible, because the gates take minutes.
    const today = (): string => new Date().toISOString().slice(0, 10);
    if (!dryRun) planRelease(project, today());
    const folder = await mkdtemp(join(tmpdir(), 'release-'));
    const progress = createProgress(process.stderr);
    try {
      const pkg = await runTimed(progress, 'build the tarball', () => packProject(folder));
      const outcomes = await runGates(gates, pkg, scope, progress);
      progress.close();
      process.stdout.write(outcomesText(outcomes));
      const problems = problemsText(outcomes);
      if (problems !== '') throw new BuildError(`\n${problems}`);
    } finally {
      progress.close();
      await rm(folder, { recursive: true, force: true });
    }
    if (dryRun) return;
    // Plan again: files may have changed while the gates ran, and such changes are not in the tarball.
    const release = planRelease(project, today());
    writeRelease(project, release.files);
    process.stdout.write(
      `\n${release.version} is ready: ${release.files.map(({ path }) => path).join(' and ')} are written. To ` +
        `release it, run:\n\n${nextCommands(release)}\n`,
    );
  });

/** Packs the package; fails if a committed generated file is out of date. */
async function packProject(folder: string): Promise<PackedPackage> {
  const buildResult = await runProgram(process.execPath, ['--import', 'tsx', 'scripts/commands/build.ts', '--check'], {
    cwd: project,
  });
  if (buildResult.status !== 0)
    throw new BuildError(`The package cannot be built: npm run build -- --check ${describeFailure(buildResult)}`);
  return packPackage(project, folder);
}

await runMain(program, process.argv.slice(2));
