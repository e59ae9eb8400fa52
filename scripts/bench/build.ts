// Measures a cold build with lint against the same tools called one after another, once by npx, as in a project, and
// once by Node.js directly, without the time of npx. All three run in turn on the same machine; each figure is a ratio
// of medians. Then measures the time from a save of one description to the new page, in a process that keeps building
// like `npm run dev`, against a whole build.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IncrementalBuild } from '../build/incremental.js';
import { steps } from '../build/steps.js';
import { writeChanged } from '../build/write.js';
import { duration, table } from '../text/progress.js';
import { median } from './figures.js';

const target = 0.6;
const savedTarget = 0.4;
const rounds = Number(process.argv[2] ?? 5);
const project = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);
const scratch = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));
/** The document of the build, which has the questions that operations share: without them Spectral finds problems. */
const bundle = join(project, 'generated/openapi.yaml');

const tools: [pkg: string, command: string, args: string[]][] = [
  ['@redocly/cli', 'redocly', ['lint', 'openapi/openapi.yaml']],
  ['@redocly/cli', 'redocly', ['bundle', 'openapi/openapi.yaml', '-o', join(scratch, 'openapi.yaml')]],
  ['@stoplight/spectral-cli', 'spectral', ['lint', bundle, '-r', '.spectral.yaml', '-F', 'warn']],
  ['openapi-typescript', 'openapi-typescript', [bundle, '-o', join(scratch, 'types.ts')]],
  ['@redocly/cli', 'redocly', ['build-docs', bundle, '-o', join(scratch, 'docs.html'), '--inlineBundle']],
];

/** Finds the script of a package's command. */
function script(pkg: string, command: string): string {
  const manifest = require.resolve(`${pkg}/package.json`);
  const { bin } = require(manifest) as { bin: string | Record<string, string> };
  return join(dirname(manifest), typeof bin === 'string' ? bin : (bin[command] ?? ''));
}

function time(command: string, args: string[]): number {
  const start = performance.now();
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
  const run = spawnSync(command, args, { cwd: project, encoding: 'utf8', env });
  if (run.status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${run.status}:\n${run.stdout}${run.stderr}`);
  return performance.now() - start;
}

const times = new Map<string, number[]>();
const add = (name: string, value: number): number => {
  times.set(name, [...(times.get(name) ?? []), value]);
  return value;
};

const byNpx = 'one after another, by npx';
const byNode = 'one after another, by node';
const ours = 'npm run build';
const saved = 'docs after a save';

/** Saves one description repeatedly, and measures the time until the docs are written. */
async function timeSaves(count: number): Promise<void> {
  const copy = join(scratch, 'project');
  cpSync(join(project, 'openapi'), join(copy, 'openapi'), { recursive: true });
  const file = join(copy, 'openapi/components/schemas/partner-entries/PartnerEntry.yaml');
  const text = readFileSync(file, 'utf8');
  const watcher = { begin: () => undefined, end: () => undefined };
  const build = new IncrementalBuild(copy);
  // The first saves warm up the code.
  for (let round = -4; round < count; round++) {
    writeFileSync(file, text.replace('description: >-\n  An entry', `description: >-\n  In round ${round} an entry`));
    const start = performance.now();
    writeChanged(copy, await build.make(['docs'], watcher));
    if (round >= 0) add(saved, performance.now() - start);
    writeChanged(copy, await build.make(steps, watcher));
  }
  build.close();
}

try {
  for (let round = 0; round < rounds; round++) {
    const alone = tools.map(([pkg, command, args]) => {
      return add(
        `${command} ${args[0]?.startsWith('/') ? '' : args[0]}`.trim(),
        time(process.execPath, [script(pkg, command), ...args]),
      );
    });
    add(
      byNode,
      alone.reduce((sum, one) => sum + one, 0),
    );
    add(
      byNpx,
      tools.reduce((sum, [, command, args]) => sum + time('npx', ['--no-install', command, ...args]), 0),
    );
    add(ours, time('npm', ['run', '--silent', 'build']));
  }
  await timeSaves(rounds);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const of = (name: string): number => median(times.get(name) ?? []);
process.stdout.write(
  `${table([[`median of ${rounds}`, 'time'], ...[...times.keys()].map((name) => [name, duration(of(name))])], [1])}\n`,
);
for (const [name, to, wanted, ratio] of [
  ['ratio', 'the tools by npx', target, of(ours) / of(byNpx)],
  ['ratio', 'the tools by node', target, of(ours) / of(byNode)],
  ['ratio of a save', 'a whole build', savedTarget, of(saved) / of(ours)],
] as const) {
  process.stdout.write(
    `${name} to ${to} ${ratio.toFixed(2)}, at most ${wanted} wanted: ${ratio <= wanted ? 'met' : 'missed'}\n`,
  );
}
