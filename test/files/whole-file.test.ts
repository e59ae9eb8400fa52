import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, whyUnwritable, writeReport } from '../../scripts/files/whole-file.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { temporaryFolder } from '../temporary-folder.js';
import { runOnSmallDisk } from './small-disk.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('reports');
});

describe('a report that is written', () => {
  it('replaces the old report, keeps its permissions, and leaves no draft', () => {
    const path = join(folder, 'report.json');
    writeFileSync(path, 'before');
    chmodSync(path, 0o640);
    writeReport(path, 'Grüße\n');
    expect(readFileSync(path, 'utf8')).toBe('Grüße\n');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  it('follows a link, and the link stays', () => {
    writeFileSync(join(folder, 'real.json'), 'before');
    symlinkSync('real.json', join(folder, 'link.json'));
    writeReport(join(folder, 'link.json'), 'after');
    expect(readFileSync(join(folder, 'real.json'), 'utf8')).toBe('after');
    expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true);
  });

  it('goes directly into a pipe', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pipeText = text(reader.stdout);
    writeReport(pipe, 'through');
    expect(await pipeText).toBe('through');
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it.each([
    ['a folder', (path: string) => path, /it is a folder/],
    ['a place below a file', (at: string) => join(at, 'file', 'report.json'), /is a file, not a folder|is in the way/],
    ['a name that is too long', (path: string) => join(path, 'x'.repeat(300)), /the name is too long/],
  ])('is refused with a sentence if its path is %s', (_, pathIn, pattern) => {
    writeFileSync(join(folder, 'file'), 'before');
    mkdirSync(join(folder, 'inside'));
    const act = (): void => writeReport(pathIn(folder), 'after');
    expect(act).toThrow(UsageError);
    expect(act).toThrow(pattern);
    expect(act).toThrow(
      /^Cannot write the report .*Nothing was overwritten\. Free disk space, or choose another path\.$/,
    );
    expect(readdirSync(folder).sort()).toEqual(['file', 'inside']);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('before');
  });

  it('safety whole-report: leaves the old report if the disk takes only a part of the new one', async () => {
    const path = join(folder, 'report.json');
    writeFileSync(path, 'before');
    const write = `
      const { writeReport } = require(process.argv[1]);
      try { writeReport(process.argv[2], 'x'.repeat(1e6)); }
      catch (error) { console.log(error.message); process.exitCode = 2; }`;
    const { stdout, status } = await runOnSmallDisk('scripts/files/whole-file.ts', write, path);
    expect(stdout).toMatch(/^Cannot write the report .*the file would be too large/);
    expect(status).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(folder).sort()).toEqual(['report.json']);
  });
});

describe('a folder that the program creates', () => {
  it('is created with its missing parents, and the first of these is returned', () => {
    expect(makeFolder(join(folder, 'a', 'b', 'c'), 0o700)).toBe(join(folder, 'a'));
    expect(statSync(join(folder, 'a', 'b', 'c')).mode & 0o777).toBe(0o700);
    expect(makeFolder(join(folder, 'a', 'b', 'c'))).toBeUndefined();
    expect(makeFolder('.')).toBeUndefined();
  });

  it.runIf(process.platform === 'linux').each([
    ['/proc/x', 'ENOENT'],
    ['/proc/x/y/z', 'ENOENT'],
    ['/sys/x/y', 'E'],
    ['/dev/null/x/y', 'E'],
  ])('does not make the program retry for ever: %s', (path, code) => {
    expect(() => makeFolder(path)).toThrow(code);
  });

  it('does not replace a file, or a link that leads nowhere', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('none', join(folder, 'link'));
    for (const name of ['file', 'link'])
      for (const path of [join(folder, name), join(folder, name, 'below')])
        expect(() => makeFolder(path)).toThrow(/EEXIST|ENOTDIR/);
  });
});

describe('a place for a file', () => {
  it('can be written, and the test leaves it unchanged', () => {
    writeFileSync(join(folder, 'old'), 'old');
    for (const path of ['old', 'new', 'a/b/new']) expect(whyUnwritable(join(folder, path))).toBeUndefined();
    expect(whyUnwritable('/dev/null')).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['old']);
  });

  it('cannot be written, and the reason is reported', () => {
    mkdirSync(join(folder, 'inside'));
    writeFileSync(join(folder, 'file'), '');
    expect(whyUnwritable(join(folder, 'inside'))).toBe('it is a folder');
    expect(whyUnwritable(join(folder, 'file', 'a', 'b'))).toBe(`${join(folder, 'file')} is not a folder`);
    if (existsSync('/proc'))
      expect(whyUnwritable('/proc/x/y.xml')).toBe('no file can be created in /proc: the file or folder does not exist');
  });

  it.runIf(existsSync('/proc'))('is called the current folder in a message, not "."', () => {
    const folderBefore = process.cwd();
    process.chdir('/proc');
    const reason = whyUnwritable('report.xml');
    process.chdir(folderBefore);
    expect(reason).toBe('no file can be created in the current folder: the file or folder does not exist');
  });
});
