// "learn" from a server, against "check" with the same reads; and from a HAR of 1 GB.
import { join } from 'node:path';
import { defaultKey } from '../sandbox/sandbox.js';
import { alternating, type Measured } from './frame/alternating.js';
import { type BenchContext, type Comparison, ratio } from './frame/comparison.js';
import { measuredCommand, type Ran } from './frame/measured-command.js';
import { benchFolder, ourCommand } from './frame/our-programs.js';
import { startServer } from './frame/server-process.js';
import { recorded, writeRecording } from './learn/recording.js';

/** The size of the recording. Only the whole run looks at whether the bounds hold. */
const megabytes = { whole: 1_000, quick: 20, smoke: 2 } as const;
const wanted = { ratio: 3, seconds: 60, megabytes: 400 } as const;

/** As a profile showed it. */
const why =
  'A third finds, parses and reads the entries, a fifth judges the responses, a quarter gathers what they show; no ' +
  'single function takes a tenth.';

export async function run(context: BenchContext): Promise<Comparison[]> {
  return [await fromServer(context), ...(await fromFile(context))];
}

async function command(args: readonly string[], cwd = benchFolder()): Promise<Ran> {
  const env = { DIRECTORY_API_KEY: defaultKey };
  const ran = await measuredCommand(process.execPath, [await ourCommand(), ...args], { cwd, env, timeout: 1_200_000 });
  if (ran.status !== 0) throw new Error(`It ended with exit code ${ran.status}: ${ran.stderr}`);
  return ran;
}

async function fromServer({ rounds, say }: BenchContext): Promise<Comparison> {
  const server = await startServer([await ourCommand(), 'sandbox', '--port', '0'], /http:\/\/127\.0\.0\.1:\d+/);
  try {
    const measured = (['learn', 'check'] as const).map(
      (name): Measured => ({
        name: `directory-contract ${name}`,
        kind: name === 'learn' ? 'ours' : 'limit',
        measure: async () => (await command([name, '--base-url', server.found])).milliseconds / 1000,
      }),
    );
    const subjects = await alternating(rounds, measured, (what) => say(`from a server: ${what}`));
    return {
      title: 'Learn from a server',
      measures: 'Seconds of the whole command at one sandbox in another process.',
      limit: 'The limit is a check with the same reads: `learn` begins with one.',
      unit: 's',
      better: 'less',
      subjects,
      targets: [
        {
          of: 'learn : check with the same reads',
          value: ratio(subjects, ({ kind }) => kind === 'limit'),
          wanted: 'at most',
          target: wanted.ratio,
        },
      ],
    };
  } finally {
    await server.stop();
  }
}

/** One run: a file of 1 GB takes a while, and no peer reads it. */
async function fromFile({ extent, say }: BenchContext): Promise<Comparison[]> {
  const size = megabytes[extent];
  const name = `a HAR of ${size.toLocaleString('en')} MB`;
  say(`making ${name}`);
  const folder = benchFolder();
  const file = join(folder, 'traffic.har');
  await writeRecording(file, await recorded(), size);
  say(name);
  const { milliseconds, memory } = await command(['learn', '--har', file], folder);
  const of = (title: string, unit: 's' | 'bytes', value: number): Comparison => ({
    title: `Learn from ${name}: ${title}`,
    measures:
      'The reads of a check, again and again, with other ids of the resources and with the headers that browsers send.',
    unit,
    better: 'less',
    subjects: [{ name: 'directory-contract learn', kind: 'ours', values: [value] }],
    targets: [],
  });
  const bounds = [
    { of: `seconds for ${name}`, value: milliseconds / 1000, wanted: 'at most', target: wanted.seconds, why },
    { of: `MB of memory for ${name}`, value: memory / 2 ** 20, wanted: 'at most', target: wanted.megabytes },
  ] as const;
  return [
    { ...of('time', 's', milliseconds / 1000), targets: [bounds[0]] },
    { ...of('memory', 'bytes', memory), targets: [bounds[1]] },
  ];
}
