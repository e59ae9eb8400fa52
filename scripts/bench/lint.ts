// The lint of the document with all its rules, against the tools in it, each alone.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alternating, type Measured } from './frame/alternating.js';
import type { BenchContext, Comparison, Subject } from './frame/comparison.js';
import { measuredCommand, type Ran } from './frame/measured-command.js';
import { median } from './frame/median.js';
import { benchFolder, project } from './frame/our-programs.js';
import { npmPeer } from './frame/peers.js';

const bundle = join(project, 'generated/openapi.yaml');
const allowed = 1.1;

interface Linter extends Omit<Measured, 'measure'> {
  measure(): Promise<Ran>;
}

export async function run({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const lint = lintOfChanged();
  // The first run compiles the code of the build and keeps it, as after any change of it.
  say('the first run');
  await lint();
  const peers = extent === 'smoke' ? [] : [redocly(), spectral(), vacuum()];
  const ours: Linter = { name: 'npm run lint, its part for the document', kind: 'ours', measure: lint };
  const processor = new Map<string, number[]>();
  const measured = [ours, ...peers].map((subject) => ({
    ...subject,
    measure: async () => {
      const ran = await subject.measure();
      processor.set(subject.name, [...(processor.get(subject.name) ?? []), ran.processor]);
      return ran.milliseconds;
    },
  }));
  const subjects = await alternating(rounds, measured, say);
  const busy = subjects.map((each) => ({
    ...each,
    values: each.error === undefined ? (processor.get(each.name) ?? []) : [],
  }));
  return [comparisonOf(subjects), processorTime(busy)];
}

/** Lints the source with one word that no lint has seen before, so that no result of an earlier one can be used. */
function lintOfChanged(): () => Promise<Ran> {
  const copy = benchFolder();
  cpSync(join(project, 'openapi'), join(copy, 'openapi'), { recursive: true });
  const file = join(copy, 'openapi/openapi.yaml');
  const text = readFileSync(file, 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: { lint: string } };
  // `npm run lint` also checks the code; its last command checks the document.
  const command = `${scripts.lint.split('&&').at(-1)?.trim()} --project "$0"`;
  return () => {
    writeFileSync(file, text.replace('  title: ', `  title: Run ${performance.now()} of the `));
    return timeOf('bash', ['-c', command, copy], 'openapi/ is valid');
  };
}

function redocly(): Linter {
  const { version, bin } = npmPeer('@redocly/cli', project);
  const args = [bin('redocly'), 'lint', 'openapi/openapi.yaml', '--config', 'redocly.yaml'];
  return {
    name: `redocly lint ${version}`,
    kind: 'peer',
    note: 'our redocly.yaml, on the source',
    measure: () => timeOf(process.execPath, args),
  };
}

function spectral(): Linter {
  const { version, bin } = npmPeer('@stoplight/spectral-cli', project);
  const args = [bin('spectral'), 'lint', bundle, '--ruleset', '.spectral.yaml', '--fail-severity', 'warn'];
  return {
    name: `spectral lint ${version}`,
    kind: 'peer',
    note: 'our .spectral.yaml, on the bundle that another command has made',
    measure: () => timeOf(process.execPath, args),
  };
}

function vacuum(): Linter {
  return {
    name: 'vacuum lint',
    kind: 'peer',
    note: 'its own rules, on the bundle',
    measure: async () => {
      const { status } = await measuredCommand('vacuum', ['version']);
      if (status !== 0)
        throw new Error(
          'vacuum is not in the PATH; its npm package has no program but a script that downloads one, and the peers ' +
            'are installed without scripts; its Go module could not be had either.',
        );
      return timeOf('vacuum', ['lint', '--fail-severity', 'none', bundle]);
    },
  };
}

async function timeOf(program: string, args: readonly string[], says = ''): Promise<Ran> {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', CI: 'true' };
  const ran = await measuredCommand(program, args, { cwd: project, env });
  const { status, stdout, stderr } = ran;
  if (status !== 0 || !stdout.includes(says)) throw new Error(`It ended with exit code ${status}: ${stderr}${stdout}`);
  return ran;
}

function comparisonOf(subjects: readonly Subject[]): Comparison {
  const of = (name: string): number => median(subjects.find((each) => each.name.startsWith(name))?.values ?? []);
  const slower = Math.max(of('redocly'), of('spectral'));
  return {
    title: 'Lint of the document',
    measures:
      'The whole command. Ours bundles the source, runs the rules of Redocly and those of Spectral with our own ' +
      'on the bundle, and looks at names and order of files; a word is changed before each run, so that it cannot ' +
      'answer from memory.',
    limit: 'It contains the two tools, so it cannot end before the slower one would.',
    unit: 'ms',
    better: 'less',
    subjects,
    targets: Number.isNaN(slower)
      ? []
      : [
          {
            of: 'ours : the slower of Redocly and Spectral',
            value: of('npm run lint') / slower,
            wanted: 'at most',
            target: allowed,
            why: 'Spectral alone is given the bundle; ours first reads all files of the source and bundles them.',
          },
        ],
  };
}

/** Beside the time: on a busy machine, it says more about a command that works in two processes. */
const processorTime = (subjects: readonly Subject[]): Comparison => ({
  title: 'Lint of the document, processor time',
  measures: 'Of the same runs, with all processes that they start.',
  unit: 'ms',
  better: 'less',
  subjects,
  targets: [],
});
