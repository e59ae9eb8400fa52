// What no peer has: the journal of writes; and what a user sees of the check alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Journal } from '../../check/restore/journal.js';
import { check, environment, folder, program } from '../check-programs.js';
import type { WatchedMemory } from '../check-watch.js';
import type { Comparison } from '../frame/comparison.js';
import { median } from '../frame/median.js';

const ours = { name: 'directory-contract check', kind: 'ours' } as const;
const everything = ['--include', 'named,inferred'];

/** From the start of a process until a server receives its first request. */
export async function startTime(rounds: number): Promise<Comparison> {
  let first = NaN;
  const server = createServer((_, response) => {
    if (Number.isNaN(first)) first = performance.now();
    response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const measured = async (args: readonly string[]): Promise<number> => {
    first = NaN;
    const begun = performance.now();
    const child = spawn(process.execPath, args, { env: environment, stdio: 'ignore' });
    await once(child, 'exit');
    return first - begun;
  };
  const times: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push(await measured([program('cli.cjs'), 'check', '--base-url', url]));
    bare.push(await measured(['-e', `fetch('${url}').then((response) => response.text())`]));
  }
  server.close();
  return {
    title: 'From the start to the first request',
    measures: 'The time from the start of the process until a server receives its first request.',
    limit: 'The limit is Node.js with one `fetch`.',
    unit: 'ms',
    better: 'less',
    subjects: [
      { ...ours, values: times },
      { name: 'Node.js with one fetch', kind: 'limit', values: bare },
    ],
    targets: [{ of: 'milliseconds to the first request', value: median(times), wanted: 'at most', target: 400 }],
  };
}

/** How long a write waits until its record is on disk. */
export function journal(): Comparison {
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
  return {
    title: 'A record of the journal',
    measures: 'How long a write that will be put back waits until its record is on disk; 500 records.',
    unit: 'ms',
    better: 'less',
    subjects: [{ ...ours, values: times }],
    targets: [{ of: 'milliseconds for a record of the journal', value: median(times), wanted: 'at most', target: 2 }],
  };
}

/** Updates, since they leave no new resources behind; of these, bodies have many forms. */
const updates = [
  'updatePartnerEntry',
  'updateFilter',
  'updateTier',
  'updateBadge',
  'updateCallout',
  'updateCertification',
  'updateReview',
  'updateVerification',
];
/** The most random bodies of each, of which some are equal and sent once, and the requests that are left at least. */
const [runs, manyRequests] = [10_000, 75_000];

export async function memory(url: string, rounds: number): Promise<Comparison> {
  const all: WatchedMemory[] = [];
  for (let round = 0; round < rounds; round++) all.push(await watched(url));
  const growth = (of: 'resident' | 'needed'): number =>
    median(all.map(({ marks }) => (marks.at(-1)?.[of] ?? NaN) / (marks[0]?.[of] ?? NaN)));
  const peaks = all.map(({ most }) => most);
  return {
    title: `Memory of ${manyRequests.toLocaleString('en')} requests`,
    measures:
      'The peak of resident memory in a run; and what is resident, and what the heap needs, after the last 20,000 ' +
      'requests of a run beside the first 20,000.',
    unit: 'bytes',
    better: 'less',
    subjects: [{ ...ours, values: peaks }],
    targets: [
      { of: 'megabytes at most', value: median(peaks) / 1e6, wanted: 'at most', target: 200 },
      {
        of: 'memory at the last of them : at the first',
        value: growth('resident'),
        wanted: 'at most',
        target: 1.15,
      },
      {
        of: 'heap needed at the last of them : at the first',
        value: growth('needed'),
        wanted: 'at most',
        target: 1.25,
      },
    ],
  };
}

/** Runs the check once. */
async function watched(url: string): Promise<WatchedMemory> {
  const file = join(folder, 'memory.json');
  const { run } = await check(
    url,
    [...everything, '--writes', 'disposable', '--only', updates.join(), '--runs', String(runs)],
    { BENCH_MEMORY: file },
  );
  if (run.requests < manyRequests)
    throw new Error(`Expected at least ${manyRequests} requests, found ${run.requests}.`);
  return JSON.parse(readFileSync(file, 'utf8')) as WatchedMemory;
}
