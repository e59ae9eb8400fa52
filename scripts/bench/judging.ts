// Judging a response: the precompiled validators against Ajv, and against what other tools judge responses with.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { createSandbox } from '../sandbox/sandbox.js';
import { alternating, type Measured } from './frame/alternating.js';
import { type BenchContext, type Comparison, ratio, type Subject, type Target } from './frame/comparison.js';
import { measuredCommand } from './frame/measured-command.js';
import { median } from './frame/median.js';
import { benchFolder, ourCommand, project } from './frame/our-programs.js';
import { peersFolder, withVersion } from './frame/peers.js';
import { bodies } from './judging/bodies.js';
import type { JudgeName } from './judging/judges.js';
import type { Given, Verdicts } from './judging/program.js';

/** Seconds of judging, half of them to warm up, and fresh processes of a round, whose median is its value. */
const effort = {
  whole: { seconds: 2, starts: 5 },
  quick: { seconds: 0.5, starts: 2 },
  smoke: { seconds: 0.05, starts: 1 },
} as const;

const allowed = 1.05;
const wantedTimes = 20;

interface JudgeSubject extends Pick<Subject, 'name' | 'kind' | 'note'> {
  judge: JudgeName;
}

export async function run(context: BenchContext): Promise<Comparison[]> {
  const { rounds, extent, say } = context;
  const { seconds, starts } = effort[extent];
  const verdictsOf = await program();
  const subjects = subjectsOf(extent);
  const refusing = new Map<string, string>();

  const measured = (what: Given['body'] | 'fresh', measure: (judge: JudgeName) => Promise<number>) =>
    alternating(
      rounds,
      subjects
        .filter(({ kind }) => kind !== 'limit' || what !== 'fresh')
        .map(({ judge, ...rest }): Measured => ({ ...rest, measure: () => measure(judge) })),
      (subject) => say(`${what}: ${subject}`),
    );
  const later = (body: Given['body']) =>
    measured(body, async (judge) => {
      const { each, refused, wrong } = await verdictsOf(judge, body, seconds);
      const name = subjects.find((subject) => subject.judge === judge)?.name ?? '';
      if (refused < wrong && judge !== 'parse') refusing.set(name, `refuses ${refused} of ${wrong} wrong ones`);
      return each;
    });
  const first = () =>
    measured('fresh', async (judge) => {
      const times: number[] = [];
      for (let start = 0; start < starts; start++) times.push((await verdictsOf(judge, 'entry', 0)).first);
      return median(times);
    });

  const withRefused = (all: readonly Subject[]): Subject[] =>
    all.map((subject) => {
      const notes = [refusing.get(subject.name), subject.note].filter((note) => note !== undefined);
      return notes.length === 0 ? subject : { ...subject, note: notes.join('; ') };
    });
  const comparisons: Comparison[] = [];
  for (const body of extent === 'smoke' ? (['entry'] as const) : (['entry', 'list'] as const))
    comparisons.push(judged(body, withRefused(await later(body)), refusing));
  return [...comparisons, firstVerdict(await first())];
}

/** Makes the program that runs one judge. */
async function program() {
  const folder = benchFolder();
  const programs = dirname(await ourCommand());
  const outfile = join(folder, 'program.mjs');
  const entryPoints = [join(project, 'scripts/bench/judging/program.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', target: 'es2022' });
  const texts = bodies(createSandbox);
  for (const body of ['entry', 'list'] as const) {
    const given: Given = { body, project, peers: peersFolder, programs, ...texts[body] };
    writeFileSync(join(folder, `${body}.json`), JSON.stringify(given));
  }
  return async (judge: JudgeName, body: Given['body'], seconds: number): Promise<Verdicts & { wrong: number }> => {
    const args = [outfile, judge, String(seconds), join(folder, `${body}.json`)];
    const { status, stdout, stderr } = await measuredCommand(process.execPath, args);
    if (status !== 0) throw new Error(/^\w*Error: .*/m.exec(stderr)?.[0] ?? stderr);
    const verdicts = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Verdicts;
    return { ...verdicts, wrong: texts[body].wrong.length };
  };
}

function subjectsOf(extent: BenchContext['extent']): JudgeSubject[] {
  const ours: JudgeSubject[] = [
    { judge: 'validators', name: 'directory-contract/validators', kind: 'ours' },
    { judge: 'check', name: 'the judge of check, sandbox and toMatchContract', kind: 'ours' },
  ];
  const limit: JudgeSubject = { judge: 'parse', name: 'JSON.parse of the same bytes', kind: 'limit' };
  if (extent === 'smoke') return [...ours, limit];
  const peer = (judge: JudgeName, name: string, note?: string): JudgeSubject => ({
    judge,
    name,
    kind: 'peer',
    ...(note !== undefined && { note }),
  });
  return [
    ...ours,
    peer('ajv', withVersion('ajv', project), 'with ajv-formats and all errors'),
    peer(
      'openapi-response-validator',
      withVersion('openapi-response-validator'),
      'was given the formats of ajv-formats, as it has none',
    ),
    peer('prism', withVersion('@stoplight/prism-http', project), 'the validator of Prism'),
    peer(
      'openapi-validator',
      withVersion('openapi-validator'),
      'inside of jest-openapi and chai-openapi-response-validator; was given the response in the form of OpenAPI 3.0',
    ),
    limit,
  ];
}

const isAjv = ({ name }: Subject): boolean => name.startsWith('ajv');

function judged(body: Given['body'], all: readonly Subject[], refusing: ReadonlyMap<string, string>): Comparison {
  const what = body === 'entry' ? 'an entry of 12 kB' : 'a list of 1,000 entries';
  const peers = all.filter(({ kind, name, values }) => kind === 'peer' && values.length > 0 && !refusing.has(name));
  const fastest = [...peers].sort((a, b) => median(a.values) - median(b.values))[0];
  const toAjv = { of: `ours : Ajv compiled, ${what}`, value: ratio(all, isAjv) };
  const toFastest = {
    of: `ours : the fastest peer that refuses the wrong ones, ${what}`,
    value: ratio(all, (subject) => subject === fastest),
  };
  return {
    title: `Judging ${what}`,
    measures:
      `The processor time of one verdict on ${what} without mistakes, each in a process of its own, after as long a ` +
      'time of warming up. Whatever is prepared once, such as compiling a schema, is not in it. All were also given ' +
      'eight wrong responses.',
    limit: 'Before a response can be judged, it is parsed; the last line says how long that takes.',
    unit: 'ms',
    better: 'less',
    subjects: all,
    targets: [toAjv, toFastest].flatMap(({ of, value }): Target[] =>
      Number.isNaN(value) ? [] : [{ of, value, wanted: 'at most', target: allowed }],
    ),
  };
}

function firstVerdict(all: readonly Subject[]): Comparison {
  const value = 1 / ratio(all, isAjv);
  return {
    title: 'From a fresh process to the first verdict',
    measures:
      'The processor time in a fresh process, after Node.js has started, until an entry of 12 kB is judged: loading, ' +
      'preparing, judging once. Those that compile read the contract for it.',
    unit: 'ms',
    better: 'less',
    subjects: all,
    targets: Number.isNaN(value)
      ? []
      : [{ of: 'Ajv : ours, from a fresh process', value, wanted: 'at least', target: wantedTimes }],
  };
}
