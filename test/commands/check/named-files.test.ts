import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configFile, settings } from '../../../scripts/commands/check/settings.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { runProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { checked, type Ran } from './fixture.js';

const canary = 'canary-5c1f';
const answers = 'directory.answers.yaml';

/** Writes a file that names another file, and runs the check with the first file. */
type Naming = (folder: string, path: string) => Promise<Ran>;

const inConfig =
  (make: (path: string) => object): Naming =>
  (folder, path) => {
    writeFileSync(join(folder, configFile), JSON.stringify({ baseUrl: 'http://127.0.0.1:1', ...make(path) }));
    return checked({}, { folder });
  };

/** Each setting by which a file can name another file to read. */
const reading: Record<string, Naming> = {
  contract: inConfig((contract) => ({ contract })),
  changedFrom: inConfig((changedFrom) => ({ changedFrom })),
  answers: inConfig((path) => ({ answers: path })),
  baseline: inConfig((baseline) => ({ baseline })),
  params: inConfig((params) => ({ params })),
  har: inConfig((har) => ({ har })),
  clientCert: inConfig((clientCert) => ({ clientCert })),
  clientKey: inConfig((clientKey) => ({ clientKey, clientCert: clientKey })),
  ca: inConfig((ca) => ({ ca })),
  timings: inConfig((timings) => ({ timings, shard: '1/2' })),
  overlays: (folder, path) => {
    writeFileSync(join(folder, answers), JSON.stringify({ overlays: [path] }));
    return checked({ baseUrl: 'http://127.0.0.1:1', answers: join(folder, answers) }, { folder });
  },
};

/** Each setting by which a file can name another file to write. */
const writing: Record<string, Naming> = { report: inConfig((json) => ({ report: { json } })) };

it('the tables above cover all settings with paths', () => {
  const namedSettings = settings.filter(({ kind, isNeverInFile: isTyped }) => !isTyped && kind.paths !== undefined);
  const testedValues = [...Object.keys(reading), ...Object.keys(writing)];
  expect(namedSettings.map(({ name }) => name).filter((name) => !testedValues.includes(name))).toEqual([]);
});

function link(folder: string, target: string): string {
  symlinkSync(target, join(folder, 'link'));
  return 'link';
}

function pathOutside(folder: string): string {
  writeFileSync(join(folder, '..', 'outside.txt'), canary);
  return join(folder, '..', 'outside.txt');
}

function make(folder: string, name: string, program: string, ...args: string[]): string {
  execFileSync(program, [...args, join(folder, name)]);
  return name;
}

/** Creates the target of a path, and returns the path. */
type Making = (folder: string) => string;

const isOutside = /outside of the folder/;
const wrongPaths: [name: string, making: Making, says: RegExp][] = [
  ['a path with ..', (folder) => pathOutside(folder) && '../outside.txt', isOutside],
  ['an absolute path', pathOutside, isOutside],
  ['a link out', (folder) => link(folder, pathOutside(folder)), isOutside],
  ['a path below a link out', (folder) => pathOutside(folder) && `${link(folder, '..')}/outside.txt`, isOutside],
  ['a link that leads nowhere', (folder) => link(folder, 'nothing'), /a link that leads nowhere/],
  ['a pipe', (folder) => make(folder, 'pipe', 'mkfifo'), /not a regular file/],
  ['a device', () => '/dev/zero', isOutside],
  ['a link to a device', (folder) => link(folder, '/dev/zero'), isOutside],
  ['the environment of the process', () => '/proc/self/environ', isOutside],
  ['a folder', (folder) => make(folder, 'folder', 'mkdir'), /not a regular file/],
];
const tooLarge: (typeof wrongPaths)[0] = [
  'a large file',
  (folder) => make(folder, 'large', 'truncate', '--size=11000000'),
  /has 11\.0 MB/,
];

function innerFolder(): string {
  const folder = join(temporaryFolder(), 'inner');
  mkdirSync(folder);
  return folder;
}

const rowsOf = (namings: typeof reading, paths: typeof wrongPaths) =>
  Object.entries(namings).flatMap(([name, naming]) =>
    paths.map(([what, making, pattern]) => ({ name, what, naming, making, says: pattern })),
  );
const rows = [...rowsOf(reading, [...wrongPaths, tooLarge]), ...rowsOf(writing, wrongPaths)];
it.each(rows)(
  'safety 19: a path in a file is refused, before anything is read or sent: $name: $what',
  async ({ name, naming, making, says }) => {
    const folder = innerFolder();
    const result = await naming(folder, making(folder));
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.errors).toMatch(says);
    expect(result.errors).toContain('may refer only to regular files of at most 10 MB');
    // The message says how to type the path on the command line, if that is possible.
    if (name !== 'overlays') expect(result.errors).toMatch(/Remove this setting, and use --[a-z-]+ /);
    expect(result.errors).not.toContain(canary);
  },
);

/** Contents that none of these files may have. */
const strange: Record<string, string> = {
  'lines of a text': `root:x:0:0:${canary}:/root\nname=${canary}\n`,
  'a list': JSON.stringify([canary, { a: canary }]),
  'an object': JSON.stringify({ [canary]: { [canary]: canary }, other: [canary] }),
  'broken JSON': `{"${canary}": "${canary}", ${canary}`,
  'broken YAML': `a: ${canary}\n b: "${canary}\n- *${canary}\n!${canary} c: d\n`,
  'bytes that are no text': `${canary}\n\u0000${canary}`,
};

it.each(
  Object.entries(strange).flatMap(([what, text]) =>
    Object.entries(reading).map(([name, naming]) => [what, name, naming, text] as const),
  ),
)(
  'safety 19: no content of a file of the wrong kind is shown: %s, in the file that is named by %s',
  async (_, __, naming, text) => {
    const folder = innerFolder();
    writeFileSync(join(folder, 'strange.txt'), text);
    const { code, output, errors } = await naming(folder, 'strange.txt');
    expect(code).toBe(2);
    expect(errors).toContain('strange.txt');
    expect(output + errors).not.toContain(canary);
    const otherValues = readdirSync(folder).filter((each) => each !== 'strange.txt');
    expect(otherValues.map((each) => readFileSync(join(folder, each), 'utf8')).join()).not.toContain(canary);
  },
);

it('a path that a user types may lead anywhere, and errors quote its content', async () => {
  const folder = innerFolder();
  pathOutside(folder);
  const params = join(folder, '..', 'outside.txt');
  writeFileSync(params, `{ a: [${canary}] }`);
  const result = await checked({ baseUrl: 'http://127.0.0.1:1', params }, { folder });
  expect(result).toMatchObject({ code: 2 });
  expect(result.errors).toContain(canary);
});

it('safety 19: an endless device that a user types is read up to its limit', { tags: 'slow' }, async () => {
  const cli = await publishedProgram();
  const options = { cwd: temporaryFolder(), env: ownEnvironment() };
  for (const flag of ['--answers', '--params', '--contract', '--baseline']) {
    const args = [cli, 'check', 'http://127.0.0.1:1', flag, '/dev/zero'];
    expect(await runProgram(process.execPath, args, options), flag).toMatchObject({ code: 2, stdout: '' });
  }
});
