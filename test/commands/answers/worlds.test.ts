import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { columnCountOf } from '../../../scripts/text/columns.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type Printed, runHere } from '../input-files/run-here.js';

const source = resolve('recipes/worlds');
const names = readdirSync(source).sort();
const run = (folder: string, ...args: string[]): Promise<Printed> => runHere(['answers', '--worlds', ...args], folder);

const contentsOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

describe('answers --worlds', () => {
  const cwd = temporaryFolder();
  const folder = join(cwd, 'some/worlds');
  let first: Printed;
  beforeAll(async () => {
    first = await run(cwd, 'some/worlds');
  });

  it('writes all worlds into a new folder, each with the schema for editors', () => {
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    const schemas = '../../node_modules/directory-contract/generated/schemas';
    const line = `# yaml-language-server: $schema=${schemas}/answers.schema.json\n`;
    expect(contentsOf(folder)).toEqual(contentsOf(source).map(([name, text]) => [name, `${line}${text}`]));
  });

  it('lists each file with the sentence of its first comment, in 80 columns', () => {
    expect(first.stdout.startsWith(`Wrote ${names.length} files into some/worlds/. `)).toBe(true);
    const text = first.stdout.replaceAll(/\n {4}/g, ' ');
    for (const name of names) {
      const [, sentence] = /^# ([A-Z].*\.)\n/.exec(readFileSync(join(source, name), 'utf8')) ?? [];
      expect(text).toContain(`\n  some/worlds/${name} ${sentence}\n`);
    }
    // A command stays on one line, so that people can paste it.
    const prose = first.stdout.split('\n').filter((line) => !line.startsWith('  npx '));
    expect(prose.filter((line) => columnCountOf(line) > 80)).toEqual([]);
    expect(first.stdout).toMatch(/\n {2}npx directory-contract sandbox --answers some\/worlds\/\S+\n$/);
  });

  it('leaves files with the same content, and adds missing files', async () => {
    const contentsBefore = contentsOf(folder);
    const secondOutput = await run(cwd, 'some/worlds');
    expect(secondOutput).toMatchObject({ code: 0, stderr: '' });
    const wholeText = `some/worlds/ already contains all ${names.length} files; nothing was written.\n`;
    expect(secondOutput.stdout.startsWith(wholeText)).toBe(true);
    rmSync(join(folder, names[0] ?? ''));
    expect((await run(cwd, 'some/worlds')).stdout).toMatch(/^Wrote 1 file into /);
    expect(contentsOf(folder)).toEqual(contentsBefore);
  });

  it('writes nothing if a file has other contents', async () => {
    const ownPath = join(cwd, 'mine');
    mkdirSync(ownPath);
    writeFileSync(join(ownPath, names[5] ?? ''), 'answers:\n');
    const { code, stdout, stderr } = await run(cwd, 'mine');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      `mine/${names[5]} exists already with other contents. No file was written. Choose another folder`,
    );
    expect(contentsOf(ownPath)).toEqual([[names[5], 'answers:\n']]);
  });

  it.each([
    [['file'], /^file\/\S+ cannot be read: a part of the path is a file, not a folder\. No file was written\. /],
    [['new', '--init'], /'--worlds <folder>' cannot be used with option '--init'/],
    [['new', '--answers', 'a.yaml'], /'--worlds <folder>' cannot be used with option '--answers <file>'/],
    [[], /'--worlds <folder>' argument missing/],
  ])('ends with 2 and a sentence: %j', async (args, message) => {
    writeFileSync(join(cwd, 'file'), 'mine');
    const { code, stdout, stderr } = await run(cwd, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('mine');
    expect(existsSync(join(cwd, 'new'))).toBe(false);
  });
});
