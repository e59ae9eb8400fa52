// Measures the sandbox: requests per second compared with Prism and with node:http alone, the time to the first
// response, and the cost of 100,000 entries. Compared servers run in turn on the same machine; the figures are ratios.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { bundlePrograms } from '../build/package/programs.js';
import { startMock } from '../mock/index.js';
import { defaultKey } from '../sandbox/sandbox.js';
import { duration, size, table } from '../text/progress.js';
import { median } from './figures.js';

const rounds = 3;
const headers = { Authorization: defaultKey, 'Content-Type': 'application/json' };
const children: ChildProcess[] = [];
const misses: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));

/** Starts a server and waits until its output matches the pattern. */
async function start(args: readonly string[], pattern: RegExp): Promise<{ child: ChildProcess; found: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let printed = '';
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += part;
    const [found] = pattern.exec(printed) ?? [];
    if (found !== undefined) return { child, found };
  }
  throw new Error(`The server ended: ${printed}`);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

/** Measures requests per second. @throws Error if a request fails */
async function load(options: autocannon.Options, seconds: number): Promise<number> {
  const result = await autocannon({ headers, connections: 8, ...options, duration: seconds });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests to ${options.url} failed.`);
  return result.requests.average;
}

function verdict(name: string, value: number, target: number, atLeast: boolean): string[] {
  const met = atLeast ? value >= target : value <= target;
  if (!met) misses.push(name);
  return [name, value.toFixed(2), `${atLeast ? 'at least' : 'at most'} ${target}`, met ? 'met' : 'missed'];
}

async function throughput(): Promise<string[][]> {
  const { found: url } = await start(
    [join(folder, 'cli.js'), 'sandbox', '--port', '0'],
    /http\S+\/entries\/partners\/\S+\/$/m,
  );
  const entry = (await (await fetch(url, { headers })).json()) as Record<string, unknown>;
  const { found: bare } = await start(
    ['--import', 'tsx', fileURLToPath(new URL('servers.ts', import.meta.url)), 'bare', JSON.stringify(entry)],
    /http\S+/,
  );
  const mock = await startMock();
  const path = new URL(url).pathname;
  const body = JSON.stringify({
    headline: entry['headline'],
    description: String(entry['description']).padEnd(1300, '.'),
    featured: true,
  });
  const servers = { sandbox: url, Prism: mock.url + path, 'node:http alone': bare + path };
  const rates = new Map<string, number[]>();
  const rows: string[][] = [];
  try {
    for (const request of [{ method: 'PATCH', body }, { method: 'GET' }] as const) {
      for (const server of Object.values(servers)) await load({ url: server, ...request }, 1);
      for (let round = 0; round < rounds; round++) {
        for (const [name, server] of Object.entries(servers)) {
          const key = `${request.method} ${name}`;
          rates.set(key, [...(rates.get(key) ?? []), await load({ url: server, ...request }, 1)]);
        }
      }
      const rate = (name: string): number => median(rates.get(`${request.method} ${name}`) ?? []);
      for (const name of Object.keys(servers))
        rows.push([`${request.method} ${name}`, `${Math.round(rate(name))}/s`, '', '']);
      rows.push(verdict(`${request.method} sandbox : Prism`, rate('sandbox') / rate('Prism'), 5, true));
      rows.push(
        verdict(`${request.method} sandbox : node:http alone`, rate('sandbox') / rate('node:http alone'), 0.5, true),
      );
    }
  } finally {
    await mock.close();
    for (const child of children.splice(0)) await stop(child);
  }
  return rows;
}

async function startTime(): Promise<string[][]> {
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const begun = performance.now();
    const { child, found } = await start(
      [join(folder, 'cli.js'), 'sandbox', '--port', '0'],
      /http\S+\/entries\/partners\/\S+\/$/m,
    );
    await (await fetch(found, { headers })).text();
    times.push(performance.now() - begun);
    await stop(child);
  }
  return [verdict('ms from the command to the first response', median(times), 300, false)];
}

interface Many {
  get: number;
  patch: number;
  list: { milliseconds: number; bytes: number };
  peak: { before: number; after: number };
}

/** Measures a sandbox with this many entries: requests to single entries, and the list of all. */
async function withEntries(count: number): Promise<Many> {
  const args = ['--import', 'tsx', fileURLToPath(new URL('servers.ts', import.meta.url)), 'sandbox', String(count)];
  const run = async <T>(work: (url: string) => Promise<T>): Promise<{ value: T; peak: number }> => {
    const { child, found } = await start(args, /http\S+/);
    const value = await work(found);
    let printed = '';
    child.stdout?.on('data', (part: string) => (printed += part));
    child.kill('SIGTERM');
    await once(child, 'close');
    return { value, peak: Number(/peak (\d+)/.exec(printed)?.[1]) };
  };
  const listOf = async (url: string): Promise<string> => {
    const [directory] = (await (
      await fetch(`${url}/api/directory/private/v1alpha/directories/`, { headers })
    ).json()) as { id: string }[];
    return `/api/directory/private/v1alpha/directories/${directory?.id}/entries/partners/`;
  };
  const one = await run(async (url) => {
    const list = await listOf(url);
    const requests = (method: 'GET' | 'PATCH', body?: string): autocannon.Request[] =>
      Array.from({ length: 1000 }, (_, index) => {
        const id = Math.floor((index * count) / 1000)
          .toString(16)
          .padStart(8, '0');
        return { method, path: `${list}${id}-0000-4000-8000-000000000000/`, ...(body === undefined ? {} : { body }) };
      });
    const rate = async (all: autocannon.Request[]): Promise<number> => {
      await load({ url, connections: 1, requests: all }, 1);
      return load({ url, connections: 1, requests: all }, 2);
    };
    return {
      get: 1000 / (await rate(requests('GET'))),
      patch: 1000 / (await rate(requests('PATCH', '{"headline":"Another"}'))),
    };
  });
  const idle = await run(listOf);
  const all = await run(async (url) => {
    const list = await listOf(url);
    const begun = performance.now();
    let bytes = 0;
    const reader = (await fetch(url + list, { headers })).body?.getReader();
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) bytes += piece.value.byteLength;
    return { milliseconds: performance.now() - begun, bytes };
  });
  return { ...one.value, list: all.value, peak: { before: idle.peak, after: all.peak } };
}

async function manyEntries(): Promise<string[][]> {
  const few = await withEntries(12);
  const many = await withEntries(100_000);
  return [
    ['GET with 12 entries, 100,000', `${few.get.toFixed(3)} ms`, `${many.get.toFixed(3)} ms`, ''],
    ['PATCH with 12 entries, 100,000', `${few.patch.toFixed(3)} ms`, `${many.patch.toFixed(3)} ms`, ''],
    verdict('GET 100,000 : 12', many.get / few.get, 1.5, false),
    verdict('PATCH 100,000 : 12', many.patch / few.patch, 1.5, false),
    ['list of 100,000', duration(many.list.milliseconds), size(many.list.bytes), ''],
    ['peak memory without the list, with it', size(many.peak.before), size(many.peak.after), ''],
  ];
}

try {
  await bundlePrograms(folder);
  const rows = [...(await startTime()), ...(await throughput()), ...(await manyEntries())];
  process.stdout.write(`${table([['median', '', 'wanted', ''], ...rows], [1, 2])}\n`);
  process.stdout.write(misses.length > 0 ? `missed: ${misses.join(', ')}\n` : 'all met\n');
} finally {
  for (const child of children) if (child.exitCode === null) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
