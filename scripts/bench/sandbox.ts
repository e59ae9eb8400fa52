// The sandbox against other servers that a user would start instead, and against node:http alone: requests per second,
// and the time until it responds.
import { join } from 'node:path';
import { startMock } from '../mock/index.js';
import { defaultKey } from '../sandbox/sandbox.js';
import { median } from './figures.js';
import { alternating, type Measured } from './frame/alternating.js';
import { type BenchContext, type Comparison, ratio, type Subject, type Target } from './frame/comparison.js';
import { type LoadRequest, requestsPerSecond } from './frame/load.js';
import { ourCommand, project } from './frame/our-programs.js';
import { npmPeer, peersFolder } from './frame/peers.js';
import { type ServerProcess, startServer } from './frame/server-process.js';

const headers = { Authorization: defaultKey, 'Content-Type': 'application/json' };
const entryAddress = /http\S+\/entries\/partners\/\S+\/$/m;
const address = /http:\/\/\S+/;

/** Seconds of load of a run, and before the first of a server, when its code is still being compiled. */
const effort = {
  whole: { seconds: 2, warmup: 6 },
  quick: { seconds: 2, warmup: 3 },
  smoke: { seconds: 1, warmup: 0 },
} as const;

/** What is wanted of ours, in the relation to another server. */
const wanted = { prism: 5, limit: 0.5, start: 300 } as const;

export async function run(context: BenchContext): Promise<Comparison[]> {
  const start = await startTimes(context);
  return [...(await throughput(context)), start];
}

const startOurs = async (): Promise<ServerProcess> =>
  startServer([await ourCommand(), 'sandbox', '--port', '0'], entryAddress);

async function throughput({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const { seconds, warmup } = effort[extent];
  const stops: (() => Promise<void>)[] = [];
  const started = async (server: Promise<ServerProcess>): Promise<string> => {
    const { found, stop } = await server;
    stops.push(stop);
    return found;
  };
  try {
    const url = await started(startOurs());
    const entry = (await (await fetch(url, { headers })).json()) as Record<string, unknown>;
    const { pathname } = new URL(url);
    const other = (kind: string) => async (): Promise<string> =>
      (await started(startServer(serverArgs(kind, pathname, entry), address))) + pathname;
    const servers: (Pick<Subject, 'name' | 'kind' | 'note'> & { start(): Promise<string> })[] = [
      { name: 'directory-contract sandbox', kind: 'ours', start: async () => url },
      {
        name: `Prism ${npmPeer('@stoplight/prism-cli', project).version}`,
        kind: 'peer',
        note: 'stores nothing; without its log',
        async start() {
          const mock = await startMock();
          stops.push(() => mock.close());
          return mock.url + pathname;
        },
      },
      ...(extent === 'smoke' ? [] : peers(other)),
      { name: 'node:http alone', kind: 'limit', start: other('bare') },
    ];
    const comparisons: Comparison[] = [];
    const body = JSON.stringify({
      headline: entry['headline'],
      description: String(entry['description']).padEnd(1300, '.'),
      featured: true,
    });
    const running = new Map<string, Promise<string>>();
    for (const request of [{ method: 'PATCH', body }, { method: 'GET' }] as const) {
      const warm = new Set<string>();
      const measured = servers.map(({ name, kind, note, start }): Measured => {
        const measure = async (): Promise<number> => {
          const at = running.get(name) ?? start();
          running.set(name, at);
          if (!warm.has(name) && warmup > 0) await requestsPerSecond(await at, headers, warmup, request);
          warm.add(name);
          return requestsPerSecond(await at, headers, seconds, request);
        };
        return { name, kind, measure, ...(note !== undefined && { note }) };
      });
      const subjects = await alternating(rounds, measured, (what) => say(`${request.method}: ${what}`));
      comparisons.push(rateOf(request, subjects));
    }
    return comparisons;
  } finally {
    for (const stop of stops) await stop();
  }
}

function peers(server: (kind: string) => () => Promise<string>) {
  return [
    {
      name: `msw${versionOf('msw')} with @mswjs/http-middleware`,
      kind: 'peer',
      note: 'two handlers for the entry, which check nothing',
      start: server('msw'),
    },
    {
      name: `json-server${versionOf('json-server')}`,
      kind: 'peer',
      note: 'in memory, without its log; checks nothing',
      start: server('json-server'),
    },
  ] as const;
}

function versionOf(name: string): string {
  try {
    return ` ${npmPeer(name).version}`;
  } catch {
    return '';
  }
}

/** The servers that are no command: each in a process of its own. */
function serverArgs(kind: string, path: string, entry: object): string[] {
  const given = JSON.stringify({ path, entry, peers: peersFolder });
  return ['--import', 'tsx', join(project, 'scripts/bench/servers.ts'), kind, given];
}

function rateOf({ method }: LoadRequest, subjects: readonly Subject[]): Comparison {
  const target = (of: string, to: (subject: Subject) => boolean, least: number): Target[] => {
    const value = ratio(subjects, to);
    return Number.isNaN(value) ? [] : [{ of: `${method}, sandbox : ${of}`, value, wanted: 'at least', target: least }];
  };
  return {
    title: `${method} of an entry`,
    measures:
      `Requests per second of 8 connections with ${method === 'PATCH' ? 'a body of 1.4 kB' : 'no body'}, all of them ` +
      'answered with success. Ours checks the key, the path, the body and its own response, and stores the change.',
    limit: 'The limit parses each body and sends the same entry, with nothing but node:http.',
    unit: 'requests/s',
    better: 'more',
    subjects,
    targets: [
      ...target('Prism', ({ name }) => name.startsWith('Prism'), wanted.prism),
      ...target('node:http alone', ({ kind }) => kind === 'limit', wanted.limit),
    ],
  };
}

async function startTimes({ rounds, extent, say }: BenchContext): Promise<Comparison> {
  const timed = (start: () => Promise<{ url: string; stop(): Promise<void> }>) => async (): Promise<number> => {
    const begun = performance.now();
    const { url, stop } = await start();
    const response = await fetch(url, { headers });
    await response.text();
    const milliseconds = performance.now() - begun;
    await stop();
    if (!response.ok) throw new Error(`It responded with ${response.status}.`);
    return milliseconds;
  };
  await ourCommand();
  const ours: Measured = {
    name: 'directory-contract sandbox',
    kind: 'ours',
    measure: timed(async () => {
      const { found, stop } = await startOurs();
      return { url: found, stop };
    }),
  };
  const prism: Measured = {
    name: `Prism ${npmPeer('@stoplight/prism-cli', project).version}`,
    kind: 'peer',
    measure: timed(async () => {
      const mock = await startMock();
      return { url: `${mock.url}/api/directory/private/v1alpha/directories/`, stop: () => mock.close() };
    }),
  };
  const subjects = await alternating(rounds, extent === 'smoke' ? [ours] : [ours, prism], (what) =>
    say(`start: ${what}`),
  );
  const [{ values } = { values: [] }] = subjects;
  return {
    title: 'From the command to the first response',
    measures: 'Milliseconds from the start of the process until a read is answered.',
    unit: 'ms',
    better: 'less',
    subjects,
    targets: [
      {
        of: 'ms to the first response of the sandbox',
        value: median(values),
        wanted: 'at most',
        target: wanted.start,
      },
    ],
  };
}
