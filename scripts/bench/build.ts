// Measures the build with lint, cold, against the same tools called one after another through their own command
// lines. Both run in turn on the same machine; the figure is the ratio of their medians.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { duration, table } from '../progress.js';

const target = 0.6;
const rounds = Number(process.argv[2] ?? 3);
const project = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);
const scratch = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));
// The tool reads the redocly.yaml of the folder it runs in, so types are made in one that has none.
writeFileSync(join(scratch, 'package.json'), '{}');

/** The script behind a command of a package. */
function bin(name: string, command: string): string {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin: named } = require(manifest) as { bin: string | Record<string, string> };
  return join(dirname(manifest), typeof named === 'string' ? named : (named[command] ?? ''));
}

const redocly = bin('@redocly/cli', 'redocly');
const bundle = join(scratch, 'openapi.yaml');
const tools: [name: string, args: string[], cwd: string][] = [
  ['redocly lint', [redocly, 'lint', 'openapi/openapi.yaml'], project],
  ['redocly bundle', [redocly, 'bundle', 'openapi/openapi.yaml', '-o', bundle], project],
  ['spectral lint', [bin('@stoplight/spectral-cli', 'spectral'), 'lint', bundle, '-r', '.spectral.yaml', '-F', 'warn'], project],
  ['openapi-typescript', [bin('openapi-typescript', 'openapi-typescript'), bundle, '-o', join(scratch, 'types.ts')], scratch],
  ['redocly build-docs', [redocly, 'build-docs', bundle, '-o', join(scratch, 'docs.html'), '--inlineBundle'], project],
];
const ours = ['npm', 'run', '--silent', 'build'];

function time(name: string, command: string, args: string[], cwd: string): number {
  const start = performance.now();
  const run = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } });
  if (run.status !== 0) throw new Error(`${name} ended with ${run.status}:\n${run.stdout}${run.stderr}`);
  return performance.now() - start;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const times = new Map<string, number[]>();
const add = (name: string, value: number): void => void times.set(name, [...(times.get(name) ?? []), value]);
try {
  for (let round = 0; round < rounds; round++) {
    let sum = 0;
    for (const [name, args, cwd] of tools) {
      const one = time(name, process.execPath, args, cwd);
      add(name, one);
      sum += one;
    }
    add('one after another', sum);
    const [command = '', ...args] = ours;
    add('npm run build', time('npm run build', command, args, project));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const rows = [...times].map(([name, values]) => [name, duration(median(values))]);
const ratio = median(times.get('npm run build') ?? []) / median(times.get('one after another') ?? []);
process.stdout.write(`${table([['median of ' + rounds, 'time'], ...rows], [1])}\n`);
process.stdout.write(`ratio ${ratio.toFixed(2)}, at most ${target} wanted: ${ratio <= target ? 'met' : 'missed'}\n`);
