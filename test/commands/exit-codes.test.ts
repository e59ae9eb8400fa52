import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../scripts/check/reports/index.js';
import { sampleReport } from '../check/reports/sample.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { type Ended, runProgram } from '../run-program.js';
import { sample } from '../sample.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { key, sandboxAt } from './check/fixture.js';

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

/** A fault of the machine, and the exit codes that are then correct. */
interface Cause {
  /** A line of bash that contains `"$@"`, which stands for the command. */
  line?: string;
  environment?: NodeJS.ProcessEnv;
  /** The exit codes that may result; any other code is wrong for each command. */
  codes: readonly number[];
}

/** Makes Node.js load this code before the command, which then fails as if by its own mistake. */
function preloaded(text: string): Cause {
  return { environment: { NODE_OPTIONS: `--require ${temporaryFile('fault.cjs', text)}` }, codes: [3] };
}

const causes: Readonly<Record<string, () => Cause>> = {
  'a full disk for standard output': () => ({ line: '"$@" >/dev/full', codes: [2] }),
  'a full disk for standard error': () => ({ line: '"$@" 2>/dev/full', codes: [0, 2] }),
  'a full disk for both': () => ({ line: '"$@" >/dev/full 2>/dev/full', codes: [2] }),
  'no streams': () => ({ line: '"$@" <&- >&- 2>&-', codes: [0] }),
  'a reader that stops': () => ({ line: '"$@" | true; exit ${PIPESTATUS[0]}', codes: [0] }),
  '--jitless': () => ({ environment: { NODE_OPTIONS: '--jitless' }, codes: [0, 2, 3] }),
  'an exception in a callback': () => preloaded('setTimeout(() => { throw new TypeError("injected"); }, 0)'),
  'a rejection without a reason': () => preloaded('setImmediate(() => Promise.reject())'),
};

/** Links the programs that `generate` needs into a folder. @returns a name for the folder that it will create */
function withTools(folder: string): string {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return 'client';
}

const lines = yamlBeside<{
  usual: Record<string, string>;
  onFullDisk: [what: string, command: string, kilobytes: number][];
  nowhere: Record<string, string>;
}>(import.meta.url, 'exit-codes.yaml');

/** The arguments with which a command ends with 0 on a correct machine. */
const commands: Readonly<Record<string, (folder: string) => Promise<readonly string[]> | readonly string[]>> = {
  ...Object.fromEntries(Object.entries(lines.usual).map(([name, command]) => [name, () => command.split(' ')])),
  generate: (folder) => ['generate', '--out', withTools(folder)],
  again: (folder) => {
    writeFileSync(join(folder, 'check.json'), renderReport('json', sampleReport()));
    return ['again'];
  },
  'merge-reports': (folder) => {
    const report = { ...sampleReport(), exitCode: 0 };
    const shard = { ...report, run: { ...report.run, shard: { index: 1, count: 1 } } };
    writeFileSync(join(folder, 'shard.json'), renderReport('json', shard));
    return ['merge-reports', 'shard.json', '--report', 'html=merged.html'];
  },
  validate: (folder) => {
    writeFileSync(join(folder, 'tier.json'), '{}');
    return ['validate', 'tier.json'];
  },
  check: async () => ['check', '--base-url', await sandboxAt(), '--only', 'listTiers', '--report', 'json=check.json'],
  'learn --yes': async () => ['learn', '--base-url', await sandboxAt(), '--only', 'listTiers', '--yes'],
};

async function runArgs(
  args: readonly string[],
  folder: string,
  { line = '"$@"', environment }: Omit<Cause, 'codes'>,
): Promise<Ended> {
  const env = ownEnvironment({ DIRECTORY_API_KEY: key, XDG_STATE_HOME: join(folder, 'state'), ...environment });
  return runProgram('bash', ['-c', line, 'bash', process.execPath, cli, ...args], { cwd: folder, env });
}

const rows = Object.keys(commands).flatMap((command) => Object.keys(causes).map((cause) => [command, cause] as const));
const [quick, others] = [true, false].map((isQuick) => rows.filter(([command]) => (command === 'spec') === isQuick));

describe('an error of the package itself', () => {
  const inTable = async (command: string, cause: string): Promise<void> => {
    const folder = temporaryFolder();
    const { codes, ...options } = causes[cause]?.() ?? { codes: [] };
    const { code, stderr } = await runArgs((await commands[command]?.(folder)) ?? [], folder, options);
    expect(codes).toContain(code);
    expect(stderr).not.toMatch(/^\s+at |\bnode:internal\b|^Node\.js v/m);
    if (code !== 0) expect(stderr.split('\n').filter((text) => text.length > 2000)).toEqual([]);
  };
  it.each(quick ?? [])('safety 18: never ends %s with 1: %s', inTable);
  it.each(sample(others ?? [], 3))('safety 18: never ends %s with 1: %s', { tags: 'slow' }, inTable);
});

// A write above a limit on the size of files fails like a write to a full disk.
const line = (kilobytes: number): string => `trap '' XFSZ; ulimit -f ${kilobytes}; "$@"`;

it.each(lines.onFullDisk)(
  'safety 18: %s leaves no partial file on a disk that takes no large one, and ends with 2',
  { tags: 'slow' },
  async (_, command, kilobytes) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    withTools(folder);
    const { code, stderr } = await runArgs(command.split(' '), folder, { line: line(kilobytes) });
    expect(stderr).toContain('the file would be too large');
    expect(code).toBe(2);
    expect(readdirSync(folder).filter((name) => name !== 'made')).toEqual(['empty', 'node_modules']);
    const createdValues = [join(folder, 'empty'), join(folder, 'made')].filter((text) => existsSync(text));
    const files = createdValues.flatMap((text) => readdirSync(text, { recursive: true, withFileTypes: true }));
    expect(files.filter((file) => file.isFile()).map(({ name }) => name)).toEqual([]);
    expect(existsSync(join(folder, 'made', 'site'))).toBe(false);
  },
);

describe('a place where no file can be created', () => {
  it.runIf(process.platform === 'linux').each(Object.entries(lines.nowhere))(
    'is found: %s',
    { tags: 'slow' },
    async (_, command) => {
      const folder = temporaryFolder();
      withTools(folder);
      const { code, stderr } = await runArgs(command.split(' '), folder, {});
      expect(stderr).toMatch(/the file or folder does not exist/);
      expect(stderr).not.toContain('refuses connections');
      expect(code).toBe(2);
    },
  );

  it.runIf(process.platform === 'linux')('is detected for the journal before a request', { tags: 'slow' }, async () => {
    const args = ['check', '--base-url', await sandboxAt(), '--writes', 'roundtrip', '--only', 'updateFilter'];
    const { code, stderr } = await runArgs(args, temporaryFolder(), { environment: { XDG_STATE_HOME: '/proc/x' } });
    expect(stderr).toContain('Cannot make the folder /proc/x: the file or folder does not exist.');
    expect(code).toBe(2);
  });
});

it('a damaged installation is reported in one sentence', { tags: 'slow' }, async () => {
  const file = join(temporaryFolder(), 'cli.cjs');
  writeFileSync(file, readFileSync(cli));
  const { code, stderr } = await runProgram(process.execPath, [file, 'spec']);
  expect(stderr).toMatch(/^directory-contract cannot be started: .*program\.cjs.*\. Install it again, .*\n$/);
  expect(code).toBe(2);
});

it('spec ends silently if its reader closes the pipe', async () => {
  const { stdout, stderr } = await runArgs(['spec'], temporaryFolder(), { line: '"$@" | head -n 1' });
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toHaveLength(2);
});
