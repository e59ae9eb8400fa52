// A call with the client of the package, against the clients that it could be written with.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { createSandbox, defaultKey } from '../sandbox/sandbox.js';
import type { Called, ClientName, Given } from './client/program.js';
import { alternating, type Measured } from './frame/alternating.js';
import { type BenchContext, type Comparison, ratio, type Subject } from './frame/comparison.js';
import { shown } from './frame/figures-as-text.js';
import { measuredCommand } from './frame/measured-command.js';
import { median } from './frame/median.js';
import { benchFolder, ourCommand, project } from './frame/our-programs.js';
import { peersFolder, withVersion } from './frame/peers.js';
import { startServer } from './frame/server-process.js';

const calls = { whole: 4_000, quick: 1_000, smoke: 100 } as const;
const allowed = 1.1;

const why =
  'The key and the deadline need one more Request object with a signal, and the limits of the response one more ' +
  'Response, whose body is read once more. With less of it, a client would be larger than it may be.';

export async function run({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const folder = benchFolder();
  const outfile = join(folder, 'program.mjs');
  const entryPoints = [join(project, 'scripts/bench/client/program.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', target: 'es2022' });
  const [record] = createSandbox().resources('PartnerEntry', 1);
  const entry = { ...record?.value, id: record?.id };
  const path = { directory_id: record?.parents['directory_id'] ?? '', entry_id: record?.id ?? '' };
  const servers = join(project, 'scripts/bench/sandbox/servers.ts');
  const server = await startServer(['--import', 'tsx', servers, 'bare', JSON.stringify({ entry })], /http:\S+/);
  try {
    const comparisons: Comparison[] = [];
    for (const method of ['GET', 'PATCH'] as const) {
      const given: Given = {
        method,
        baseUrl: server.found,
        key: defaultKey,
        path,
        body: { headline: 'Another headline', featured: true },
        calls: calls[extent],
        project,
        peers: peersFolder,
        programs: dirname(await ourCommand()),
      };
      const file = join(folder, `${method}.json`);
      writeFileSync(file, JSON.stringify(given));
      const processor = new Map<string, number[]>();
      const measured = subjectsOf(extent).map(
        ({ client, ...subject }): Measured => ({
          ...subject,
          async measure() {
            const { status, stdout, stderr } = await measuredCommand(process.execPath, [outfile, client, file]);
            if (status !== 0) throw new Error(/^\w*Error: .*/m.exec(stderr)?.[0] ?? stderr);
            const called = JSON.parse(stdout) as Called;
            processor.set(subject.name, [...(processor.get(subject.name) ?? []), called.processor]);
            return called.milliseconds;
          },
        }),
      );
      const subjects = await alternating(rounds, measured, (what) => say(`${method}: ${what}`));
      comparisons.push(comparisonOf(method, subjects, processor));
    }
    return comparisons;
  } finally {
    await server.stop();
  }
}

function subjectsOf(extent: BenchContext['extent']): (Pick<Subject, 'name' | 'kind'> & { client: ClientName })[] {
  return [
    { client: 'ours', name: 'directory-contract client', kind: 'ours' },
    { client: 'openapi-fetch', name: withVersion('openapi-fetch', project), kind: 'peer' },
    ...(extent === 'smoke' ? [] : [{ client: 'axios', name: withVersion('axios'), kind: 'peer' } as const]),
    { client: 'fetch', name: `fetch of Node.js ${process.versions.node}`, kind: 'limit' },
  ];
}

function comparisonOf(
  method: Given['method'],
  subjects: readonly Subject[],
  processor: ReadonlyMap<string, readonly number[]>,
): Comparison {
  const value = ratio(subjects, ({ name }) => name.startsWith('openapi-fetch'));
  return {
    title: `A call: ${method} of an entry`,
    measures:
      'The time of a call to a server in another process on the same machine, one after another, from the call ' +
      'to the parsed entry. Ours also adds the key, watches a deadline, refuses redirects and foreign ' +
      'origins, repeats failed reads, and limits the size of the response.',
    limit: 'The limit is fetch alone.',
    unit: 'ms',
    better: 'less',
    subjects: subjects.map((subject) => {
      const each = median(processor.get(subject.name) ?? []);
      return Number.isNaN(each) ? subject : { ...subject, note: `processor time ${shown(each, 'ms')}` };
    }),
    targets: Number.isNaN(value)
      ? []
      : [{ of: `${method}, ours : openapi-fetch`, value, wanted: 'at most', target: allowed, why }],
  };
}
