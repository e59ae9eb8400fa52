import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { LineFile, splitLines } from '../../scripts/files/line-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'line-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

describe('a file of lines', () => {
  it.each([
    ['a torn line', 'one\ntwo\nthr', 8, 'one\ntwo\nmore\n'],
    ['a line without a line break', 'one\ntwo', 7, 'one\ntwo\nmore\n'],
    ['an empty file', '', 0, 'more\n'],
  ])('goes on after %s', (_, before, size, after) => {
    const path = join(folder, 'lines');
    writeFileSync(path, before);
    const file = new LineFile(path, size);
    file.add('more\n');
    file.close();
    expect(readFileSync(path, 'utf8')).toBe(after);
    expect(file.size).toBe(after.length);
  });

  it('keeps nothing of a line that the disk takes only in part, and goes on with the next', async () => {
    const program = join(folder, 'line-file.cjs');
    const entry = fileURLToPath(new URL('../../scripts/files/line-file.ts', import.meta.url));
    await build({ entryPoints: [entry], outfile: program, bundle: true, platform: 'node', format: 'cjs' });
    // A write above a limit on the size of files fails like a write to a full disk.
    const add = `
      const { LineFile } = require(process.argv[1]);
      const file = new LineFile(process.argv[2]);
      file.add('one\\n');
      try { file.add('x'.repeat(1e6)); } catch (error) { console.log(error.code); }
      file.add('two\\n');`;
    const { stdout } = spawnSync(
      'bash',
      [
        '-c',
        `trap '' XFSZ; ulimit -f 64; exec "$@"`,
        'bash',
        process.execPath,
        '-e',
        add,
        program,
        join(folder, 'lines'),
      ],
      { encoding: 'utf8' },
    );
    expect(stdout).toBe('EFBIG\n');
    expect(readFileSync(join(folder, 'lines'), 'utf8')).toBe('one\ntwo\n');
  });

  it('is split into the same lines for every size of pieces', () => {
    const bytes = Buffer.from('one\n\nzwölf\nthr');
    const whole = [...splitLines([bytes])].map((line) => ({ ...line, bytes: line.bytes.toString() }));
    expect(whole).toEqual([
      { bytes: 'one', number: 1, end: 4, hasLineBreak: true },
      { bytes: '', number: 2, end: 5, hasLineBreak: true },
      { bytes: 'zwölf', number: 3, end: 12, hasLineBreak: true },
      { bytes: 'thr', number: 4, end: 15, hasLineBreak: false },
    ]);
    for (let size = 1; size < bytes.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect([...splitLines(pieces)].map((line) => ({ ...line, bytes: line.bytes.toString() }))).toEqual(whole);
    }
  });
});
