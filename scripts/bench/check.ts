// Measures the packaged check against a sandbox in a separate process: its speed compared with a bare loop of the same
// requests, the time to its first request, the delay of a write by its journal, its memory, and whether shards send the
// same requests as one run. Compared programs run in turn on the same machine; the figures are ratios of medians, or
// have a limit.
//   [rounds, 5 by default]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Journal } from '../check/restore/journal.js';
import { duration, size, table } from '../text/progress.js';
import {
  check,
  connections,
  environment,
  folder,
  makePrograms,
  program,
  replay,
  requestsOf,
  startSandbox,
} from './check-programs.js';
import type { WatchedMemory } from './check-watch.js';
import { median, misses, verdict } from './figures.js';

const rounds = Number(process.argv[2] ?? 5);

const everything = ['--include', 'named,inferred'];
const plan = [...everything, '--writes', 'disposable', '--runs', '0'];

/** Updates, since they leave no new resources behind. */
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
    verdict(`${name}: check`, {
      value: rate,
      shown: `${Math.round(rate)}/s`,
      wanted: 'at least',
      target: 1000,
      unit: '/s',
    }),
    verdict(`${name}: check : bare loop`, { value: ratio, shown: ratio.toFixed(2), wanted: 'at least', target: 0.7 }),
    ...(args === plan
      ? [
          verdict('the plan of all operations', {
            value: median(times) / 1000,
            shown: duration(median(times)),
            wanted: 'at most',
            target: 30,
            unit: ' s',
          }),
        ]
      : []),
  ];
}

/** Measures from the start of the process until a server receives the first request. */
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
  return [
    verdict('start to first request', {
      value: median(times),
      shown: duration(median(times)),
      wanted: 'at most',
      target: 400,
      unit: ' ms',
    }),
  ];
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
    verdict('memory at most', { value: most / 1e6, shown: size(most), wanted: 'at most', target: 200, unit: ' MB' }),
    verdict('memory at the last : at the first of these', {
      value: residentGrowth,
      shown: residentGrowth.toFixed(2),
      wanted: 'at most',
      target: 1.15,
    }),
    verdict('heap needed at the last : at the first of these', {
      value: growth,
      shown: growth.toFixed(2),
      wanted: 'at most',
      target: 1.25,
    }),
  ];
}

/**
 * Compares the requests of four shards with those of one run. Every shard first sends the reads that find resources. A
 * shard without operations sends only these reads; subtracted three times, every request must remain as often as in one
 * run.
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
    verdict(`of ${all.size} requests, those that 4 shards send differently`, {
      value: differing.length,
      shown: String(differing.length),
      wanted: 'at most',
      target: 0,
    }),
  ];
}

/** Measures how long a write waits until its journal record is on disk. */
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
  return [
    verdict('journal: a record on disk', {
      value: median(times),
      shown: `${median(times).toFixed(2)} ms`,
      wanted: 'at most',
      target: 2,
      unit: ' ms',
    }),
  ];
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
