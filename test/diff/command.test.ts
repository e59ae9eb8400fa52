import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DiffFlags, runDiff } from '../../scripts/commands/diff/run.js';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { packageFolder } from '../../scripts/diff/versions.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { collector } from '../commands/check/fixture.js';
import { publishedProgram } from '../published-program.js';
import { type Ended, runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { small } from './documents.js';

const reworded = { 'listParts x-note': 'hm' };
const renamed = { 'listParts operationId': 'getParts' };
const version = (text: string) => ({ 'info version': text });

/** A repository or an installed package, with its contract and the contract of the last release. */
function folderOf(own: string, baseline?: string): string {
  const folder = temporaryFolder();
  for (const [name, text] of [
    ['generated', own],
    ['baseline', baseline],
  ] as const) {
    if (text === undefined) continue;
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'openapi.yaml'), text);
  }
  return folder;
}

async function ran(
  folder: string,
  [old, now]: readonly string[],
  flags: DiffFlags = {},
): Promise<{ code: number; output: string; errors: string }> {
  const [keep, complain] = [collector(false), collector(false)];
  const told = (): { output: string; errors: string } => ({ output: keep.text(), errors: complain.text() });
  try {
    const code = await runDiff(old, now, flags, { output: keep, errors: complain, folder });
    return { code, ...told() };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: 2, ...told(), errors: error.message };
  }
}

it('compares the last release with this package by default', async () => {
  const { code, output } = await ran(folderOf(small(reworded, version('0.1.1')), small()), []);
  expect(code).toBe(0);
  expect(output).toContain('Things, from 0.1.0 (the last release) to 0.1.1 (this package)');
  expect(output).toContain('Patch: 1 change');
  expect(output).toContain('info.version is 0.1.1, which is enough.');
});

it('ends with 1 if the version was not raised enough and the check is on, else with 0', async () => {
  const folder = folderOf(small(reworded), small());
  expect((await ran(folder, [])).code).toBe(0);
  const { code, output, errors } = await ran(folder, [], { checkVersion: true, format: 'json' });
  expect(code).toBe(1);
  const verdict = { level: 'patch', proposed: '0.1.1', isRaisedEnough: false } satisfies Partial<ContractDiff>;
  expect(JSON.parse(output)).toMatchObject({ formatVersion: 1, ...verdict });
  expect(errors).toBe('A patch change to 0.1.0 requires 0.1.1, but info.version is still 0.1.0.\n');
});

it('ends with 1 if a rule is broken, whatever the version is', async () => {
  const { code, output } = await ran(folderOf(small(renamed, version('2.0.0')), small()), [], { checkVersion: true });
  expect(code).toBe(1);
  expect(output).toContain('Violations of the policy');
  expect(output).toContain('add `x-formerly: [listParts]`');
});

it('uses the released contract of a version, and this package only if there is no release', async () => {
  const folder = folderOf(small(reworded), small());
  expect((await ran(folder, ['0.1.0'])).output).toContain('from 0.1.0 (the last release) to 0.1.0 (this package)');
  expect((await ran(folderOf(small()), ['v0.1.0'])).output).toContain(
    'from 0.1.0 (this package) to 0.1.0 (this package)\n\nNothing changed.',
  );
});

it('finds older versions at the tags of the repository, and lists the available ones', async () => {
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
  expect((await ran(folder, ['0.0.9'])).output).toContain('from 0.0.9 (tag v0.0.9) to 0.1.0 (this package)');
  const { code, errors } = await ran(folder, ['0.0.8']);
  expect(code).toBe(2);
  expect(errors).toBe(
    'Version 0.0.8 of the contract is not available here. ' +
      'Available versions: 0.1.0, 0.0.9. Name one of them, or a file.',
  );
  // An installed package is inside another repository, whose tags are not versions of the package.
  const installed = join(folder, 'node_modules/package');
  mkdirSync(join(installed, 'generated'), { recursive: true });
  writeFileSync(join(installed, 'generated/openapi.yaml'), small());
  expect((await ran(installed, ['0.0.9'])).errors).toContain(
    'Version 0.0.9 of the contract is not available here. Available versions: 0.1.0.',
  );
});

it.each([
  ['nowhere.yaml', 'nowhere.yaml cannot be read'],
  ['.', 'cannot be read'],
])('a document at %s is reported in a sentence', async (path, says) => {
  const errors = expect.stringContaining(says) as string;
  expect(await ran(folderOf(small()), [path])).toMatchObject({ code: 2, output: '', errors });
});

it('a package without a baseline says what to pass', async () => {
  expect((await ran(folderOf(small()), [])).errors).toContain(
    'baseline/openapi.yaml, the contract of the last release, does not exist here',
  );
});

it('a version that cannot be raised fails only if the check is on', async () => {
  const folder = folderOf(small(reworded, version('2026-02')), small(version('2026-01')));
  expect((await ran(folder, [])).output).toContain('The next version is unknown');
  expect(await ran(folder, [], { checkVersion: true })).toMatchObject({ code: 2, output: '' });
});

it('writes its part of a changelog, or leaves the file unchanged', async () => {
  const folder = folderOf(small(reworded, version('0.1.1')), small());
  const path = join(folder, 'CHANGELOG.md');
  writeFileSync(path, '## Unreleased\n\n### Contract\n\n- Old.\n\n### Tools\n');
  expect((await ran(folder, [], { changelog: path })).code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(
    '## Unreleased\n\n### Contract\n\n#### Documentation\n\n- `listParts`: `x-note` has changed.\n\n### Tools\n',
  );
  writeFileSync(path, '## Other\n');
  const errors = expect.stringContaining('the file is unchanged') as string;
  expect(await ran(folder, [], { changelog: path })).toMatchObject({ code: 2, output: '', errors });
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
