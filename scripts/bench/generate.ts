// Measures the published command "generate", with its tools installed, against openapi-typescript alone, which makes
// one of its six files. Both run in turn on the same machine; the figures are medians.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../build/package/programs.js';
import { installedTool, openapiTypescript } from '../system/tool.js';
import { duration, table } from '../text/progress.js';
import { median, misses, verdict } from './figures.js';

const rounds = Number(process.argv[2] ?? 7);
const project = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));

function time(args: readonly string[]): number {
  const start = performance.now();
  const run = spawnSync(process.execPath, args, { cwd: scratch, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${args.join(' ')} ended with ${run.status}:\n${run.stdout}${run.stderr}`);
  return performance.now() - start;
}

const times: Record<'own' | 'alone', number[]> = { own: [], alone: [] };
try {
  for (const name of ['generated', 'package.json', 'node_modules'])
    symlinkSync(join(project, name), join(scratch, name));
  await bundlePrograms(join(scratch, 'dist'));
  writeFileSync(
    join(scratch, 'directory.answers.yaml'),
    'answers: { lists.envelope: { value: { items: /results } } }\n',
  );
  const generator = join(dirname(installedTool(openapiTypescript) ?? ''), '../bin/cli.js');
  for (let round = 0; round < rounds; round++) {
    rmSync(join(scratch, 'out'), { recursive: true, force: true });
    times.own.push(time(['dist/cli.js', 'generate', '--out', 'out']));
    times.alone.push(time([generator, 'generated/openapi.yaml', '--output', 'types.ts']));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const [own, alone] = [median(times.own), median(times.alone)];
const seconds = own / 1000;
process.stdout.write(
  `${table([
    ['generate', duration(own), '', ''],
    ['openapi-typescript alone', duration(alone), '', ''],
    verdict('seconds', { value: seconds, shown: seconds.toFixed(1), wanted: 'at most', target: 6 }),
    verdict('ratio', { value: own / alone, shown: (own / alone).toFixed(2), wanted: 'at most', target: 2 }),
  ])}\n`,
);
process.exitCode = misses.length > 0 ? 1 : 0;
