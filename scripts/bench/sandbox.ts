// Compares the sandbox and the client with alternatives that a user might choose.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import autocannon from 'autocannon';
import { build } from 'esbuild';
import { startMock } from '../mock/index.js';
import { startServer } from '../release/program.js';
import { defaultKey } from '../sandbox/sandbox.js';
import {
  type BenchContext,
  type Comparison,
  createTarget,
  type MeasurableSubject,
  measureInTurn,
  toSubjects,
} from './frame/measure.js';
import { findNpmPeer } from './frame/peers.js';
import { runCommand } from './frame/processes.js';
import { createBenchFolder, getCommandPath, project } from './frame/programs.js';
import type { ClientName } from './programs/client.js';

const headers = { Authorization: defaultKey, 'Content-Type': 'application/json' };
const entryAddressPattern = /http\S+\/entries\/partners\/\S+\/$/m;

interface EntryServer {
  /** The address of the entry that is read or updated. */
  url: string;
  stop(): Promise<void>;
}

type StartServer = () => Promise<EntryServer>;

export async function run(context: BenchContext): Promise<Comparison[]> {
  const startOurSandbox: StartServer = async () => {
    const { readyText: address, stop } = await startServer(
      [await getCommandPath(), 'sandbox', '--port', '0'],
      entryAddressPattern,
    );
    return { url: address, stop };
  };
  const sandbox = await startOurSandbox();
  try {
    const { pathname } = new URL(sandbox.url);
    const entry = (await (await fetch(sandbox.url, { headers })).json()) as Record<string, unknown>;
    const startBareEntryServer: StartServer = () => startBareServer(pathname, entry);
    const otherServers = { ...prismServers(pathname), 'node:http alone': startBareEntryServer };
    return [
      await comparePatches({ 'directory-contract sandbox': async () => sandbox, ...otherServers }, entry, context),
      await compareStarts({ 'directory-contract sandbox': startOurSandbox, ...prismServers(pathname) }, context),
      ...(await compareCalls(pathname, startBareEntryServer, context)),
    ];
  } finally {
    await sandbox.stop();
  }
}

function prismServers(pathname: string): Record<string, StartServer> {
  const start = async (): Promise<EntryServer> => {
    const mock = await startMock();
    return { url: mock.url + pathname, stop: () => mock.close() };
  };
  return { [`Prism ${findNpmPeer('@stoplight/prism-cli', project).version}`]: start };
}

/** The limit that no sandbox can beat: a server on bare node:http. */
async function startBareServer(pathname: string, entry: object): Promise<EntryServer> {
  const program = join(project, 'scripts/bench/programs/bare-server.ts');
  const { readyText: address, stop } = await startServer(
    ['--import', 'tsx', program, JSON.stringify(entry)],
    /http:\/\/\S+/,
  );
  return { url: address + pathname, stop };
}

const kindOf = (name: string): MeasurableSubject<unknown>['kind'] =>
  name.startsWith('directory-contract') ? 'ours' : name.endsWith('alone') ? 'limit' : 'peer';

/** Seconds of load per run. Before its first run, a server gets 6 s of load to warm up its code, except in `smoke`. */
const loadSeconds = { whole: 2, quick: 1, smoke: 1 } as const;

async function comparePatches(
  servers: Readonly<Record<string, StartServer>>,
  entry: Record<string, unknown>,
  context: BenchContext,
): Promise<Comparison> {
  const body = JSON.stringify({
    headline: entry['headline'],
    description: String(entry['description']).padEnd(1300, '.'),
    featured: true,
  });
  const runningServers = new Map<string, EntryServer>();
  const candidates = Object.entries(servers).map(([name, start]) => ({
    name,
    kind: kindOf(name),
    async measure() {
      const isFirstRun = !runningServers.has(name);
      const server = runningServers.get(name) ?? (await start());
      runningServers.set(name, server);
      if (isFirstRun && context.extent !== 'smoke') await sendLoad(server.url, 6, body);
      return sendLoad(server.url, loadSeconds[context.extent], body);
    },
  }));
  try {
    const subjects = toSubjects(await measureInTurn(candidates, context), (requestsPerSecond) => requestsPerSecond);
    const target = createTarget(subjects, 'more', 0.5, ({ kind }) => kind === 'limit');
    return { title: 'PATCHes of an entry, by 8 connections', unit: 'requests/s', better: 'more', subjects, target };
  } finally {
    for (const [name, { stop }] of runningServers) if (kindOf(name) !== 'ours') await stop();
  }
}

/** Sends PATCH requests for some seconds, and returns the responses per second. @throws Error if a request fails */
async function sendLoad(url: string, duration: number, body: string): Promise<number> {
  const result = await autocannon({ url, headers, method: 'PATCH', body, connections: 8, duration });
  const failureCount = result.non2xx + result.errors;
  if (failureCount > 0) throw new Error(`${failureCount} of ${result.requests.total} requests to ${url} failed.`);
  return result.requests.total / result.duration;
}

async function compareStarts(
  servers: Readonly<Record<string, StartServer>>,
  context: BenchContext,
): Promise<Comparison> {
  await getCommandPath();
  const candidates = Object.entries(servers).map(([name, start]) => ({
    name,
    kind: kindOf(name),
    async measure() {
      const startTime = performance.now();
      const { url, stop } = await start();
      const response = await fetch(url, { headers });
      await response.text();
      const milliseconds = performance.now() - startTime;
      await stop();
      if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
      return milliseconds;
    },
  }));
  const subjects = toSubjects(await measureInTurn(candidates, context), (milliseconds) => milliseconds);
  const target = createTarget(subjects, 'less', 0.5);
  return { title: 'Time from starting the server to its first response', unit: 'ms', better: 'less', subjects, target };
}

const callCounts = { whole: 4_000, quick: 1_000, smoke: 100 } as const;

/** Compares calls with each client, made one after another. Measures each call from its start to the parsed entry. */
async function compareCalls(pathname: string, start: StartServer, context: BenchContext): Promise<Comparison[]> {
  const folder = createBenchFolder();
  const outfile = join(folder, 'program.mjs');
  const entryPoints = [join(project, 'scripts/bench/programs/client.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', target: 'es2022' });
  const [, directory_id = '', entry_id = ''] =
    /directories\/([^/]+)\/entries\/partners\/([^/]+)\//.exec(pathname) ?? [];
  const server = await start();
  const clients: Record<ClientName, string> = {
    ours: 'directory-contract client',
    'openapi-fetch': `openapi-fetch ${findNpmPeer('openapi-fetch', project).version}`,
    fetch: 'fetch alone',
  };
  try {
    const comparisons: Comparison[] = [];
    for (const method of ['GET', 'PATCH'] as const) {
      const file = join(folder, `${method}.json`);
      const programsFolder = dirname(await getCommandPath());
      const baseUrl = new URL(server.url).origin;
      const input = { method, baseUrl, key: defaultKey, path: { directory_id, entry_id }, project, programsFolder };
      writeFileSync(file, JSON.stringify({ ...input, callCount: callCounts[context.extent] }));
      const candidates = Object.entries(clients).map(([client, name]) => ({
        name,
        kind: kindOf(name),
        async measure() {
          const { status, stdout, stderr } = await runCommand(process.execPath, [outfile, client, file]);
          if (status !== 0) throw new Error(/^\w*Error: .*/m.exec(stderr)?.[0] ?? stderr);
          return Number(stdout);
        },
      }));
      const subjects = toSubjects(await measureInTurn(candidates, context), (milliseconds) => milliseconds);
      const target = createTarget(subjects, 'less', 1.1);
      comparisons.push({
        title: `Time of one call with the client: ${method}`,
        unit: 'ms',
        better: 'less',
        subjects,
        target,
      });
    }
    return comparisons;
  } finally {
    await server.stop();
  }
}
