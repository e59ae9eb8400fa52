import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeReport } from '../../scripts/files/whole-file.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { temporaryFolder } from '../temporary-folder.js';

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

  it('makes missing folders', () => {
    writeReport(join(folder, 'a', 'b', 'report.xml'), 'x');
    expect(readFileSync(join(folder, 'a', 'b', 'report.xml'), 'utf8')).toBe('x');
  });

  it('follows a link, and the link stays', () => {
    writeFileSync(join(folder, 'real.json'), 'before');
    symlinkSync('real.json', join(folder, 'link.json'));
    writeReport(join(folder, 'link.json'), 'after');
    expect(readFileSync(join(folder, 'real.json'), 'utf8')).toBe('after');
    expect(
      readdirSync(folder, { withFileTypes: true })
        .find(({ name }) => name === 'link.json')
        ?.isSymbolicLink(),
    ).toBe(true);
  });

  it('is written into a pipe directly', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    const heard = text(reader.stdout);
    writeReport(pipe, 'through');
    expect(await heard).toBe('through');
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it.each([
    ['a folder', (at: string) => at, /it is a folder/],
    ['a place below a file', (at: string) => join(at, 'file', 'report.json'), /is a file, not a folder|is in the way/],
    ['a name that is too long', (at: string) => join(at, 'x'.repeat(300)), /the name is too long/],
  ])('is refused with a sentence if its path is %s', (_, pathIn, why) => {
    writeFileSync(join(folder, 'file'), 'before');
    mkdirSync(join(folder, 'inside'));
    const act = (): void => writeReport(pathIn(folder), 'after');
    expect(act).toThrow(UsageError);
    expect(act).toThrow(why);
    expect(act).toThrow(
      /^Cannot write the report .*Nothing was overwritten\. Choose another path, or make room there\.$/,
    );
    expect(readdirSync(folder).sort()).toEqual(['file', 'inside']);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('before');
  });

  it('safety whole-report: leaves the old one if the disk takes only a part of the new one', async () => {
    const program = join(temporaryFolder(), 'write.cjs');
    const entry = fileURLToPath(new URL('../../scripts/files/whole-file.js', import.meta.url));
    await build({
      entryPoints: [entry],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    const path = join(folder, 'report.json');
    writeFileSync(path, 'before');
    // A write above a limit on the size of files fails like a write to a full disk.
    const write = `
      const { writeReport } = require(process.argv[1]);
      try { writeReport(process.argv[2], 'x'.repeat(1e6)); }
      catch (error) { console.log(error.message); process.exitCode = 2; }`;
    const { stdout, status } = spawnSync(
      'bash',
      ['-c', `trap '' XFSZ; ulimit -f 64; exec "$@"`, 'bash', process.execPath, '-e', write, program, path],
      { encoding: 'utf8' },
    );
    expect(stdout).toMatch(/^Cannot write the report .*the file would be too large/);
    expect(status).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(folder).sort()).toEqual(['report.json']);
  });
});
