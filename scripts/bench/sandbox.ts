// The sandbox against other servers that a user would start instead, and against node:http alone: requests per second,
// and the time until it responds.

import { alternating, type Measured } from './frame/alternating.js';
import { type BenchContext, type Comparison, ratio, type Subject, type Target } from './frame/comparison.js';
import { shown } from './frame/figures-as-text.js';
import { type LoadRequest, load } from './frame/load.js';
import { processorOf } from './frame/measured-command.js';
import { median } from './frame/median.js';
import { ourCommand } from './frame/our-programs.js';
import { headers, others, prism, type Running, type Served, sandbox } from './sandbox/served.js';

/** Seconds of load of a run, and before the first of a server, when its code is still being compiled. */
const effort = {
  whole: { seconds: 2, warmup: 6 },
  quick: { seconds: 1, warmup: 2 },
  smoke: { seconds: 1, warmup: 0 },
} as const;

const why =
  'Of the processor time of a PATCH, a sixth judges the body, the entry with it and the response, and two fifths ' +
  'store it and show what it changed; the rest is the server.';
const whyStart =
  'Two thirds of it load 840 kB of code, with the fetch of Node.js that the server shares; the rest is Node.js itself.';

/** What is wanted of ours in relation to other servers, and the milliseconds until it responds. */
const wanted = { prism: 5, limit: 0.5, start: 300 } as const;

export async function run(context: BenchContext): Promise<Comparison[]> {
  const start = await startTimes(context);
  return [...(await rates(context, ['PATCH', 'GET'], 'all')), start];
}

/** Requests per second of each method beside all other servers, or beside the limit alone. */
export async function rates(
  { rounds, extent, say }: BenchContext,
  methods: readonly ('PATCH' | 'GET')[],
  beside: 'all' | 'limit',
): Promise<Comparison[]> {
  const started: Running[] = [];
  const start = async (served: Served): Promise<Running> => {
    const server = await served.start();
    started.push(server);
    return server;
  };
  try {
    const ours = await start(sandbox);
    const entry = (await (await fetch(ours.url, { headers })).json()) as Record<string, unknown>;
    const body = JSON.stringify({
      headline: entry['headline'],
      description: String(entry['description']).padEnd(1300, '.'),
      featured: true,
    });
    const all = others(extent, new URL(ours.url).pathname, entry);
    const servers = [sandbox, ...all.filter(({ kind }) => beside === 'all' || kind === beside)];
    const running = new Map<Served, Promise<Running>>([[sandbox, Promise.resolve(ours)]]);
    const comparisons: Comparison[] = [];
    for (const method of methods) {
      const request = method === 'PATCH' ? { method, body } : { method };
      const processor = new Map<string, number[]>();
      const measured = servers.map((served): Measured => {
        const { name, kind, note } = served;
        let { warmup }: { warmup: number } = effort[extent];
        const measure = async (): Promise<number> => {
          const server = running.get(served) ?? start(served);
          running.set(served, server);
          const { url, pid = NaN } = await server;
          if (warmup > 0) await load(url, headers, warmup, request);
          warmup = 0;
          const before = processorOf(pid);
          const { answered, perSecond } = await load(url, headers, effort[extent].seconds, request);
          processor.set(name, [...(processor.get(name) ?? []), (processorOf(pid) - before) / answered]);
          return perSecond;
        };
        return { name, kind, measure, ...(note !== undefined && { note }) };
      });
      const subjects = await alternating(rounds, measured, (what) => say(`${request.method}: ${what}`));
      comparisons.push(rateOf(request, subjects, processor));
    }
    return comparisons;
  } finally {
    for (const { stop } of started) await stop();
  }
}

function rateOf(
  { method }: LoadRequest,
  subjects: readonly Subject[],
  processor: ReadonlyMap<string, readonly number[]>,
): Comparison {
  const timeOf = ({ name }: Subject): number => median(processor.get(name) ?? []);
  const target = (of: string, value: number, least: number): Target[] =>
    Number.isNaN(value) ? [] : [{ of: `${method}, sandbox : ${of}`, value, wanted: 'at least', target: least, why }];
  return {
    title: `${method} of an entry`,
    measures:
      `Requests per second of 8 connections with ${method === 'PATCH' ? 'a body of 1.4 kB' : 'no body'}, all of them ` +
      'answered with success. Ours checks the key, the path, the body and its own response, and stores the change.',
    limit: 'The limit parses each body and sends the same entry, with nothing but node:http.',
    unit: 'requests/s',
    better: 'more',
    subjects: subjects.map((subject) => {
      const time = timeOf(subject);
      const notes = [
        ...(Number.isNaN(time) ? [] : [`${shown(time, 'ms')} of processor time each`]),
        subject.note ?? '',
      ];
      return { ...subject, note: notes.filter(Boolean).join('; ') };
    }),
    targets: [
      ...target('Prism', ratio(subjects, isPrism), wanted.prism),
      ...target('node:http alone', ratio(subjects, isLimit), wanted.limit),
    ],
  };
}

const isPrism = ({ name }: Subject): boolean => name.startsWith('Prism');
const isLimit = ({ kind }: Subject): boolean => kind === 'limit';

async function startTimes({ rounds, extent, say }: BenchContext): Promise<Comparison> {
  // Made before the first of them is timed.
  await ourCommand();
  const servers = extent === 'smoke' ? [sandbox] : [sandbox, prism('/api/directory/private/v1alpha/directories/')];
  const measured = servers.map(
    ({ name, kind, start }): Measured => ({
      name,
      kind,
      async measure() {
        const begun = performance.now();
        const { url, stop } = await start();
        const response = await fetch(url, { headers });
        await response.text();
        const milliseconds = performance.now() - begun;
        await stop();
        if (!response.ok) throw new Error(`It responded with ${response.status}.`);
        return milliseconds;
      },
    }),
  );
  const subjects = await alternating(rounds, measured, (what) => say(`start: ${what}`));
  const value = median(subjects[0]?.values ?? []);
  return {
    title: 'From the command to the first response',
    measures: 'Milliseconds from the start of the process until a read is answered.',
    unit: 'ms',
    better: 'less',
    subjects,
    targets: [
      { of: 'ms to the first response of the sandbox', value, wanted: 'at most', target: wanted.start, why: whyStart },
    ],
  };
}
