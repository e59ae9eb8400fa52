// The build with lint against the same tools, called one after another.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makeArtefacts, steps } from '../../build/steps.js';
import { committed, writeChanged } from '../../build/write.js';
import { alternating, type Measured } from '../frame/alternating.js';
import type { BenchContext, Comparison, Subject, Target } from '../frame/comparison.js';
import { measuredCommand } from '../frame/measured-command.js';
import { median } from '../frame/median.js';
import { benchFolder, project } from '../frame/our-programs.js';

const wanted = { cold: 0.7, saved: 1 } as const;
const names = {
  cold: 'npm run build, as after a clone',
  saved: 'everything after a save, under npm run dev',
  npx: 'the tools one after another, by npx',
  node: 'the tools one after another, by node alone',
} as const;

export async function builds({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const scratch = benchFolder();
  const ours = ourBuilds(scratch);
  const tools = extent === 'smoke' ? [] : [byNpx(scratch), byNode(scratch)];
  const commands = await alternating(rounds, [...ours, ...tools], say);
  say('saves under npm run dev');
  const saved: Subject = { name: names.saved, kind: 'ours', values: await savedTimes(scratch, rounds) };
  const subjects = [...commands.slice(0, ours.length), saved, ...commands.slice(ours.length)];
  return [
    {
      title: 'The build, with lint',
      measures:
        'Seconds from the command to its end, which include the start of npm and npx. The tools are the lint of ' +
        'Redocly and of Spectral, its bundle, the types of openapi-typescript, and the page of Redocly; ours also ' +
        'makes the client, validators, JSON Schemas, examples and 500 pages.',
      limit: 'The limit is the time of the same tools without npx.',
      unit: 's',
      better: 'less',
      subjects,
      targets: extent === 'smoke' ? [] : targetsOf(subjects),
    },
  ];
}

function targetsOf(subjects: readonly Subject[]): Target[] {
  const of = (name: string): number => median(subjects.find((subject) => subject.name === name)?.values ?? []);
  const target = (one: keyof typeof wanted, other: keyof typeof names): Target => ({
    of: `${names[one]} : ${names[other]}`,
    value: of(names[one]) / of(names[other]),
    wanted: 'at most',
    target: wanted[one],
    ...(one === 'cold' && { why: 'The 520 pages of the docs and the validators are made, which no tool makes.' }),
  });
  return [target('cold', 'npx'), target('saved', 'cold')];
}

/** A build in a project as it is after a clone. */
function ourBuilds(scratch: string): Measured[] {
  const folder = join(scratch, 'clone');
  const build = (): Promise<number> => seconds('npm', ['run', '--silent', 'build', '--', '--project', folder]);
  return [
    {
      name: names.cold,
      kind: 'ours',
      measure() {
        rmSync(folder, { recursive: true, force: true });
        for (const path of ['openapi', 'CHANGELOG.md', ...committed])
          cpSync(join(project, path), join(folder, path), { recursive: true });
        return build();
      },
    },
  ];
}

/** The commands of the tools, each with the package that it is from. */
function toolCommands(scratch: string): { pkg: string; command: string; args: string[] }[] {
  // The document of the build, which has the questions that operations share: without them Spectral finds problems.
  const bundle = join(project, 'generated/openapi.yaml');
  const out = (name: string): string => join(scratch, name);
  const redocly = { pkg: '@redocly/cli', command: 'redocly' };
  return [
    { ...redocly, args: ['lint', 'openapi/openapi.yaml'] },
    { ...redocly, args: ['bundle', 'openapi/openapi.yaml', '-o', out('openapi.yaml')] },
    {
      pkg: '@stoplight/spectral-cli',
      command: 'spectral',
      args: ['lint', bundle, '-r', '.spectral.yaml', '-F', 'warn'],
    },
    { pkg: 'openapi-typescript', command: 'openapi-typescript', args: [bundle, '-o', out('types.ts')] },
    { ...redocly, args: ['build-docs', bundle, '-o', out('docs.html'), '--inlineBundle'] },
  ];
}

const byNpx = (scratch: string): Measured => ({
  name: names.npx,
  kind: 'peer',
  async measure() {
    let sum = 0;
    for (const { command, args } of toolCommands(scratch))
      sum += await seconds('npx', ['--no-install', command, ...args]);
    return sum;
  },
});

const byNode = (scratch: string): Measured => ({
  name: names.node,
  kind: 'limit',
  async measure() {
    let sum = 0;
    for (const { pkg, command, args } of toolCommands(scratch))
      sum += await seconds(process.execPath, [script(pkg, command), ...args]);
    return sum;
  },
});

/** The script of a package's command. */
function script(pkg: string, command: string): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${pkg}/package.json`);
  const { bin } = require(manifest) as { bin: string | Record<string, string> };
  return join(dirname(manifest), typeof bin === 'string' ? bin : (bin[command] ?? ''));
}

async function seconds(program: string, args: readonly string[]): Promise<number> {
  const ran = await measuredCommand(program, args, { cwd: project, env: { REDOCLY_TELEMETRY: 'off' } });
  if (ran.status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${ran.status}: ${ran.stderr || ran.stdout}`);
  return ran.milliseconds / 1000;
}

/** Seconds from the save of a description until everything is written, in a process that keeps building. */
async function savedTimes(scratch: string, count: number): Promise<number[]> {
  const copy = mkdtempSync(join(scratch, 'saved-'));
  cpSync(join(project, 'openapi'), join(copy, 'openapi'), { recursive: true });
  const file = join(copy, 'openapi/components/schemas/partner-entries/PartnerEntry.yaml');
  const text = readFileSync(file, 'utf8');
  const watcher = { begin: () => undefined, end: () => undefined };
  const times: number[] = [];
  // The first saves warm up the code.
  for (let round = -4; round < count; round++) {
    writeFileSync(file, text.replace('description: >-\n  An entry', `description: >-\n  In round ${round} an entry`));
    const start = performance.now();
    writeChanged(copy, await makeArtefacts(copy, steps, watcher));
    if (round >= 0) times.push((performance.now() - start) / 1000);
  }
  return times;
}
