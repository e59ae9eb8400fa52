import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundlePrograms } from '../build/package/programs.js';
import type { CheckReport } from '../check/model/report.js';
import { defaultKey } from '../sandbox/sandbox.js';
import type { WatchedRequest } from './check-watch.js';
import { benchFolder, project } from './frame/our-programs.js';

export const folder = benchFolder();
const programs = join(folder, 'dist');
export const program = (name: string): string => join(programs, name);
export const environment = { ...process.env, DIRECTORY_API_KEY: defaultKey };
const execute = promisify(execFile);

/** The number of parallel requests, of the check and of the bare loop. */
export const connections = '4';

let made: Promise<void> | undefined;

/** Bundles the programs of the package and of this benchmark in the same way, once in a run. */
export function makePrograms(): Promise<void> {
  made ??= bundle();
  return made;
}

async function bundle(): Promise<void> {
  mkdirSync(programs);
  symlinkSync(join(project, 'generated'), join(folder, 'generated'));
  await bundlePrograms(programs);
  await build({
    absWorkingDir: project,
    outdir: programs,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
    entryPoints: { 'check-watch': 'scripts/bench/check-watch.ts', 'check-replay': 'scripts/bench/check-replay.ts' },
    banner: {
      js:
        "import { createRequire as benchRequire } from 'node:module';\nconst require = " +
        'benchRequire(import.meta.url);',
    },
  });
}

export async function startSandbox(args: readonly string[] = []): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program('cli.cjs'), 'sandbox', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += part;
    const [url] = / http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (url !== undefined) return { child, url: url.trim() };
  }
  throw new Error(`The sandbox ended: ${printed}`);
}

/** Resets the sandbox, then runs the check. */
export async function check(
  url: string,
  args: readonly string[],
  watch: Record<string, string> = {},
): Promise<CheckReport> {
  await fetch(`${url}/__sandbox/reset`, { method: 'POST' });
  const report = join(folder, 'report.json');
  const preload = Object.keys(watch).length > 0 ? ['--import', program('check-watch.js')] : [];
  await execute(
    process.execPath,
    [...preload, program('cli.cjs'), 'check', '--base-url', url, ...args, '--report', `json=${report}`],
    {
      env: { ...environment, ...watch },
      maxBuffer: 2 ** 26,
    },
  ).catch(({ code, stderr }: { code: unknown; stderr: string }) => {
    throw new Error(`A check ended with exit code ${String(code)}: ${stderr.trim()}`);
  });
  return JSON.parse(readFileSync(report, 'utf8')) as CheckReport;
}

const recording = join(folder, 'requests.json');

export async function requestsOf(url: string, args: readonly string[]): Promise<WatchedRequest[]> {
  await check(url, args, { BENCH_REQUESTS: recording });
  return JSON.parse(readFileSync(recording, 'utf8')) as WatchedRequest[];
}

/** Measures a bare loop over the requests that `requestsOf` recorded. */
export async function replay(url: string): Promise<{ requests: number; milliseconds: number }> {
  await fetch(`${url}/__sandbox/reset`, { method: 'POST' });
  const { stdout } = await execute(process.execPath, [program('check-replay.js'), url, recording, connections], {
    env: environment,
  });
  return JSON.parse(stdout) as { requests: number; milliseconds: number };
}
