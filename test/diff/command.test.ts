import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DiffFlags, runDiff } from '../../scripts/commands/diff/run.js';
import { packageFolder } from '../../scripts/commands/diff/versions.js';
import { type Ran, ranWith } from '../commands/check/fixture.js';
import { expectedBeside } from '../expected-beside.js';
import { publishedProgram } from '../published-program.js';
import { type Ended, runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Edit, small } from './documents.js';

const reworded = { 'listParts x-note': 'hm' };
const version = (text: string) => ({ 'info version': text });

/** A repository or an installed package, with its contract and the contract of the last release. */
function folderOf(ownText: string, baseline?: string): string {
  const folder = temporaryFolder();
  for (const [name, text] of [
    ['generated', ownText],
    ['baseline', baseline],
  ] as const) {
    if (text === undefined) continue;
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'openapi.yaml'), text);
  }
  return folder;
}

const runCommand = (folder: string, [old, current]: readonly string[], flags: DiffFlags = {}): Promise<Ran> =>
  ranWith((streams) => runDiff(old, current, flags, { ...streams, folder }));

interface Row {
  title: string;
  /** Edits of small.yaml that make the contract of the package, and perhaps the contract of the last release. */
  own: Edit;
  released?: Edit;
  args?: string[];
  flags?: DiffFlags;
  code?: number;
  says?: string[];
  json?: object;
  errors?: unknown;
}

const rows = expectedBeside<Row[]>(import.meta.url, 'command.yaml');
it.each(rows.map(({ title, ...row }) => [title, row] as const))('%s', async (_, { own, released, ...row }) => {
  const { args = [], flags, code = 0, says = [], json, errors = '' } = row;
  const result = await runCommand(folderOf(small(own), released && small(released)), args, flags);
  expect(result).toMatchObject({ code, errors, ...(code === 2 && { output: '' }) });
  for (const text of says) expect(result.output).toContain(text);
  if (json) expect(JSON.parse(result.output)).toMatchObject(json);
});

it('finds older versions in the tags of the repository, and lists the available versions', async () => {
  const folder = folderOf(small(version('0.0.9')));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      stdio: 'ignore',
    });
  git('init');
  git('add', '.');
  git('commit', '-m', 'First.');
  git('tag', 'v0.0.9');
  writeFileSync(join(folder, 'generated/openapi.yaml'), small(reworded));
  expect((await runCommand(folder, ['0.0.9'])).output).toContain('from 0.0.9 (tag v0.0.9) to 0.1.0 (this package)');
  const { code, errors } = await runCommand(folder, ['0.0.8']);
  expect(code).toBe(2);
  expect(errors).toBe(
    'Version 0.0.8 of the contract is not available here. ' +
      'Available versions: 0.1.0, 0.0.9. Name one of them, a file, or a tag with a path, such as v0.0.8:openapi.yaml.',
  );
  // An installed package is inside another repository, whose tags are not versions of the package.
  const installedPath = join(folder, 'node_modules/package');
  mkdirSync(join(installedPath, 'generated'), { recursive: true });
  writeFileSync(join(installedPath, 'generated/openapi.yaml'), small());
  expect((await runCommand(installedPath, ['0.0.9'])).errors).toContain(
    'Version 0.0.9 of the contract is not available here. Available versions: 0.1.0.',
  );
});

it('writes its section of a changelog, or leaves the file unchanged', async () => {
  const folder = folderOf(small(reworded, version('0.1.1')), small());
  const path = join(folder, 'CHANGELOG.md');
  writeFileSync(path, '## Unreleased\n\n### Contract\n\n- Old.\n\n### Tools\n');
  expect((await runCommand(folder, [], { changelog: path })).code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(
    '## Unreleased\n\n### Contract\n\n#### Documentation\n\n- `listParts`: `x-note` has changed.\n\n### Tools\n',
  );
  writeFileSync(path, '## Other\n');
  const errors = expect.stringContaining('the file is unchanged') as string;
  expect(await runCommand(folder, [], { changelog: path })).toMatchObject({ code: 2, output: '', errors });
  expect(readFileSync(path, 'utf8')).toBe('## Other\n');
  expect(readdirSync(folder).sort()).toEqual(['CHANGELOG.md', 'baseline', 'generated']);
});

const commandLine = async (...args: string[]): Promise<Ended> =>
  runProgram(process.execPath, [await publishedProgram(), 'diff', ...args], { cwd: packageFolder });

it('runs from the command line, and reports mistakes in sentences', { tags: 'slow' }, async () => {
  const key = { name: 'key', in: 'path', required: true, schema: { type: 'string' } };
  const folder = folderOf(small({ 'readThing parameters': [key] }), small());
  const documents = ['baseline', 'generated'].map((name) => join(folder, name, 'openapi.yaml'));
  const [broken, unknown] = await Promise.all([
    commandLine(...documents, '--check-version', '--format', 'markdown'),
    commandLine('99.0.0', '--format', 'html'),
  ]);
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('requires 1.0.0, but') as string });
  expect(broken.stdout).toMatch(/^#### Breaking\n\n- `readThing`: /);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('Expected one of text, json, markdown.');
  expect(unknown.stderr).not.toMatch(/^\s+at /m);
});
