import { hostServices } from '../faults/hosted-services.js';
import { latestFaultsFound } from '../faults/latest.js';
import type { Tester } from '../faults/tester.js';
import { testers } from '../faults/testers.js';
import { alternating, type Measured, sentence } from '../frame/alternating.js';
import type { BenchContext, Comparison, Subject } from '../frame/comparison.js';
import { median } from '../frame/median.js';
import { fastestToFaults } from './fastest-to-faults.js';

/** What one run took. */
interface Taken {
  seconds: number;
  processor: number;
  memory: number;
  requests: number;
}

const latency = 100;

const why =
  'It sends many times the requests of that peer, as the next table shows, and on average only three are on their ' +
  'way: in the test of a resource, most wait for the response to the one before.';

/** One run of each tester at the same right service, on this machine and as if 100 ms away. */
export async function againstPeers({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const services = await hostServices();
  const { made, missing } = await madeTesters(extent);

  async function measured(away: number, times: number): Promise<{ subjects: Subject[]; taken: Map<string, Taken[]> }> {
    const taken = new Map<string, Taken[]>(made.map(({ name }) => [name, []]));
    const measure = async (tester: Tester): Promise<number> => {
      const service = await services.open('shelf', '', away);
      const { ran } = await tester.run(service, { seed: tester.seeds[0] ?? 0, isAccepting: true });
      const requests = await services.close(service);
      if (ran === undefined) throw new Error('It is no command.');
      const seconds = ran.milliseconds / 1000;
      taken.get(tester.name)?.push({ seconds, processor: ran.processor / 1000, memory: ran.memory, requests });
      return seconds;
    };
    const subjects: Measured[] = made.map((tester) => {
      const { name, kind, note } = tester;
      return { name, kind, ...(note !== undefined && { note }), measure: () => measure(tester) };
    });
    return { subjects: [...(await alternating(times, subjects, say)), ...missing], taken };
  }

  try {
    const here = await measured(0, rounds);
    const away = extent === 'whole' ? await measured(latency, Math.min(rounds, 3)) : undefined;
    const found = latestFaultsFound();
    const of = (key: keyof Taken): Subject[] =>
      here.subjects.map((subject) => {
        const { note: _, ...rest } = subject;
        const values = (here.taken.get(subject.name) ?? []).map((each) => each[key]);
        return { ...rest, values: subject.error === undefined ? values : [] };
      });
    return [
      {
        title: 'One run at a service on this machine',
        measures:
          'The time of one run of each, from start to end, at the usual one of the services whose faults they find.',
        unit: 's',
        better: 'less',
        subjects: here.subjects.map((subject) => withRate(subject, here.taken.get(subject.name))),
        targets: fastestToFaults(here.subjects, found),
      },
      ...(away === undefined ? [] : [awayComparison(away.subjects, found)]),
      {
        title: 'Requests of one run',
        measures: 'The requests that the service received in these runs.',
        unit: 'count',
        better: 'less',
        subjects: of('requests'),
        targets: [],
      },
      {
        title: 'Processor time of one run',
        measures: 'The processor time of each tester in these runs, without that of the service.',
        unit: 's',
        better: 'less',
        subjects: of('processor'),
        targets: [],
      },
      {
        title: 'Memory of one run',
        measures: 'The most resident memory of each tester, with all its processes, seen every 50 ms.',
        unit: 'bytes',
        better: 'less',
        subjects: of('memory'),
        targets: [],
      },
    ];
  } finally {
    services.end();
  }
}

function awayComparison(subjects: readonly Subject[], found: Comparison | undefined): Comparison {
  return {
    title: 'One run at a service that is 100 ms away',
    measures: `The time of one run of each at one service, behind a proxy that delays what it sends by ${latency} ms.`,
    limit: 'No tester is faster than its longest chain of requests that need each other.',
    unit: 's',
    better: 'less',
    subjects,
    targets: fastestToFaults(subjects, found, why),
  };
}

/** With the requests a second, of the middle run. */
function withRate(subject: Subject, taken: readonly Taken[] = []): Subject {
  if (subject.error !== undefined || taken.length === 0) return subject;
  const rate = Math.round(median(taken.map(({ requests, seconds }) => requests / seconds)));
  return { ...subject, note: [`${rate} requests/s`, subject.note].filter(Boolean).join('. ') };
}

/** All that send requests of their own. */
async function madeTesters(extent: BenchContext['extent']): Promise<{ made: Tester[]; missing: Subject[] }> {
  const made: Tester[] = [];
  const missing: Subject[] = [];
  for (const { name, kind, sendsItsOwn, make } of testers(extent, { seeds: [1], workers: 4, isRecorded: false })) {
    if (!sendsItsOwn) continue;
    try {
      made.push(await make());
    } catch (error) {
      missing.push({ name, kind, values: [], error: sentence(error) });
    }
  }
  return { made, missing };
}
