// Measures the check, as the package has it, against a sandbox in a process of its own: how fast it is beside a bare loop
// that sends the same requests, when it sends the first, what a write waits for its journal, what memory it takes, and whether shards send what one run sends.
// What is compared runs in turn on the same machine; the figures are ratios of medians, or stand against a limit.
//   [rounds, 5 by default]
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundlePrograms } from '../build/package/programs.js';
import type { CheckReport } from '../check/model/report.js';
import { Journal } from '../check/restore/journal.js';
import { duration, size, table } from '../text/progress.js';
import { defaultKey } from '../sandbox/sandbox.js';
import type { WatchedMemory, WatchedRequest } from './check-watch.js';

const rounds = Number(process.argv[2] ?? 5);
const project = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));
const programs = join(folder, 'dist');
const program = (name: string): string => join(programs, name);
const environment = { ...process.env, DIRECTORY_API_KEY: defaultKey };
const misses: string[] = [];
const execute = promisify(execFile);

const everything = ['--include', 'named,inferred'];
const plan = [...everything, '--writes', 'disposable', '--runs', '0'];
const connections = '4';

/** Updates, since they change what is there and leave nothing behind. */
const updates = [
  'updatePartnerEntry',
  'updateAppEntry',
  'updateFilter',
  'updateFilterOption',
  'updateDirectory',
  'updateTier',
  'updateBadge',
  'updateCallout',
  'updateCertification',
  'updateReview',
];
const manyRequests = 100_000;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function verdict(name: string, value: number, shown: string, target: number, atLeast: boolean, unit = ''): string[] {
  const met = atLeast ? value >= target : value <= target;
  if (!met) misses.push(name);
  return [name, shown, `${atLeast ? 'at least' : 'at most'} ${target}${unit}`, met ? 'met' : 'missed'];
}

/** The programs of the package, and those of this measurement, made as the package makes its own. */
async function makePrograms(): Promise<void> {
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
      js: `import { createRequire as benchRequire } from 'node:module';\nconst require = benchRequire(import.meta.url);`,
    },
  });
}

async function startSandbox(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program('cli.js'), 'sandbox', '--port', '0'], {
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

/** Runs the check from the beginning of the sandbox's state. */
async function check(url: string, args: readonly string[], watch: Record<string, string> = {}): Promise<CheckReport> {
  await fetch(`${url}/__sandbox/reset`, { method: 'POST' });
  const report = join(folder, 'report.json');
  const preload = Object.keys(watch).length > 0 ? ['--import', program('check-watch.js')] : [];
  await execute(
    process.execPath,
    [...preload, program('cli.js'), 'check', '--base-url', url, ...args, '--report', `json=${report}`],
    {
      env: { ...environment, ...watch },
      maxBuffer: 2 ** 26,
    },
  );
  return JSON.parse(readFileSync(report, 'utf8')) as CheckReport;
}

const recording = join(folder, 'requests.json');

async function requestsOf(url: string, args: readonly string[]): Promise<WatchedRequest[]> {
  await check(url, args, { BENCH_REQUESTS: recording });
  return JSON.parse(readFileSync(recording, 'utf8')) as WatchedRequest[];
}

/** Milliseconds and requests of a bare loop over what `requestsOf` has written. */
async function replay(url: string): Promise<{ requests: number; milliseconds: number }> {
  await fetch(`${url}/__sandbox/reset`, { method: 'POST' });
  const { stdout } = await execute(process.execPath, [program('check-replay.js'), url, recording, connections], {
    env: environment,
  });
  return JSON.parse(stdout) as { requests: number; milliseconds: number };
}

async function speed(url: string, name: string, args: readonly string[]): Promise<string[][]> {
  await requestsOf(url, [...args, '--concurrency', connections]);
  const checks: number[] = [];
  const loops: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { run } = await check(url, [...args, '--concurrency', connections]);
    const loop = await replay(url);
    checks.push(run.requests / (run.milliseconds / 1000));
    loops.push(loop.requests / (loop.milliseconds / 1000));
    times.push(run.milliseconds);
  }
  const rate = median(checks);
  const ratio = median(checks.map((each, round) => each / (loops[round] ?? NaN)));
  return [
    [`${name}: bare loop`, `${Math.round(median(loops))}/s`, '', ''],
    verdict(`${name}: check`, rate, `${Math.round(rate)}/s`, 1000, true, '/s'),
    verdict(`${name}: check : bare loop`, ratio, ratio.toFixed(2), 0.7, true),
    ...(args === plan
      ? [verdict('the plan of all operations', median(times) / 1000, duration(median(times)), 30, false, ' s')]
      : []),
  ];
}

/** From the start of the process until a server sees the first request. */
async function startTime(): Promise<string[][]> {
  let first = NaN;
  const server = createServer((_, response) => {
    if (Number.isNaN(first)) first = performance.now();
    response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    first = NaN;
    const begun = performance.now();
    const child = spawn(process.execPath, [program('cli.js'), 'check', '--base-url', url], {
      env: environment,
      stdio: 'ignore',
    });
    await once(child, 'exit');
    times.push(first - begun);
  }
  server.close();
  return [verdict('start to first request', median(times), duration(median(times)), 400, false, ' ms')];
}

async function memory(url: string): Promise<string[][]> {
  const file = join(folder, 'memory.json');
  const runs = Math.ceil(manyRequests / updates.length);
  const { run } = await check(
    url,
    [...everything, '--writes', 'disposable', '--only', updates.join(), '--runs', String(runs)],
    { BENCH_MEMORY: file },
  );
  if (run.requests < manyRequests) throw new Error(`Expected ${manyRequests} requests, found ${run.requests}.`);
  const { marks, most } = JSON.parse(readFileSync(file, 'utf8')) as WatchedMemory;
  const [first, last] = [marks[0], marks.at(-1)];
  const growth = (last?.needed ?? NaN) / (first?.needed ?? NaN);
  const residentGrowth = (last?.resident ?? NaN) / (first?.resident ?? NaN);
  const rows = marks.map(({ requests, resident, needed }) => [
    `memory after ${requests.toLocaleString('en')} requests`,
    size(resident),
    `${size(needed)} of the heap needed`,
    '',
  ]);
  return [
    ...rows,
    verdict('memory at most', most / 1e6, size(most), 200, false, ' MB'),
    verdict('memory at the last : at the first of these', residentGrowth, residentGrowth.toFixed(2), 1.15, false),
    verdict('heap needed at the last : at the first of these', growth, growth.toFixed(2), 1.25, false),
  ];
}

/**
 * The requests of four shards, and of one run. Every shard reads first what shows which things there are, whether it is to
 * check these reads or not. A shard that has no operation sends those reads and nothing else; taken off three times, they
 * leave each request as often as one run sends it.
 */
async function shards(url: string): Promise<string[][]> {
  const counted = async (args: readonly string[]): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    for (const { method, path, headers, body } of await requestsOf(url, [...everything, ...args])) {
      const key = JSON.stringify([method, path, headers, body]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const whole = await counted([]);
  const reads = await counted(['--shard', '1000/1000']);
  const parts: Map<string, number>[] = [];
  for (const index of [1, 2, 3, 4]) parts.push(await counted(['--shard', `${index}/4`]));
  const all = new Set([whole, ...parts].flatMap((counts) => [...counts.keys()]));
  const differing = [...all].filter((key) => {
    const together = parts.reduce((sum, part) => sum + (part.get(key) ?? 0), 0) - 3 * (reads.get(key) ?? 0);
    return together !== (whole.get(key) ?? 0);
  });
  return [
    verdict(
      `of ${all.size} requests, those that 4 shards send otherwise`,
      differing.length,
      String(differing.length),
      0,
      false,
    ),
  ];
}

/** What a write waits for until its record is on disk, beside the whole of writing it and putting it back. */
function journal(): string[][] {
  const journal = new Journal(mkdtempSync(join(folder, 'journal-')), () => false);
  const read = { method: 'GET', path: '/', headers: {}, key: 'right' as const };
  journal.append({
    kind: 'thing',
    thing: 1,
    operationId: 'updatePartnerEntry',
    security: { kind: 'none' },
    read,
    fields: [],
    snapshot: {},
  });
  const times: number[] = [];
  for (let round = 0; round < 500; round++) {
    const begun = performance.now();
    journal.append({
      kind: 'write',
      write: journal.next(),
      thing: 1,
      at: Date.now(),
      case: 'updatePartnerEntry/field/title',
      sent: [{ pointer: '/title', value: 'x'.repeat(200) }],
    });
    times.push(performance.now() - begun);
  }
  return [verdict('journal: a record on disk', median(times), `${median(times).toFixed(2)} ms`, 2, false, ' ms')];
}

let sandbox: ChildProcess | undefined;
try {
  await makePrograms();
  const { child, url } = await startSandbox();
  sandbox = child;
  const rows = [
    ...(await startTime()),
    ...journal(),
    ...(await speed(url, 'plan', plan)),
    ...(await speed(url, 'without writes', everything)),
    ...(await speed(url, 'with 100 random bodies', [...everything, '--writes', 'disposable', '--runs', '100'])),
    ...(await shards(url)),
    ...(await memory(url)),
  ];
  process.stdout.write(`${table([[`median of ${rounds}`, '', 'wanted', ''], ...rows], [1, 2])}\n`);
  process.stdout.write(misses.length > 0 ? `missed: ${misses.join(', ')}\n` : 'all met\n');
} finally {
  sandbox?.kill();
  rmSync(folder, { recursive: true, force: true });
}
