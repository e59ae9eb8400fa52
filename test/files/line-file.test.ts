import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LineFile, readCheckedLines, splitLines, toCheckedLine } from '../../scripts/files/line-file.js';
import { temporaryFolder } from '../temporary-folder.js';
import { runOnSmallDisk } from './small-disk.js';

let path: string;
beforeEach(() => {
  path = join(temporaryFolder('line-file'), 'lines');
});

describe('a file of lines', () => {
  it.each([
    ['a torn line', 'one\ntwo\nthr', 8, 'one\ntwo\nmore\n'],
    ['a line without a line break', 'one\ntwo', 7, 'one\ntwo\nmore\n'],
    ['an empty file', '', 0, 'more\n'],
  ])('continues after %s', (_, textBefore, size, textAfter) => {
    writeFileSync(path, textBefore);
    const file = new LineFile(path, size);
    file.add('more\n');
    file.close();
    expect(readFileSync(path, 'utf8')).toBe(textAfter);
    expect(file.size).toBe(textAfter.length);
  });

  it('keeps no part of a line that the disk takes only partly, and continues with the next line', async () => {
    const add = `
      const { LineFile } = require(process.argv[1]);
      const file = new LineFile(process.argv[2]);
      file.add('one\\n');
      try { file.add('x'.repeat(1e6)); } catch (error) { console.log(error.code); }
      file.add('two\\n');`;
    const { stdout } = await runOnSmallDisk('scripts/files/line-file.ts', add, path);
    expect(stdout).toBe('EFBIG\n');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });

  it('is split into the same lines for every size of pieces', () => {
    const bytes = Buffer.from('one\n\nzwölf\nthr');
    const allLines = [...splitLines([bytes])].map((line) => ({ ...line, bytes: line.bytes.toString() }));
    expect(allLines).toEqual([
      { bytes: 'one', number: 1, end: 4, hasLineBreak: true },
      { bytes: '', number: 2, end: 5, hasLineBreak: true },
      { bytes: 'zwölf', number: 3, end: 12, hasLineBreak: true },
      { bytes: 'thr', number: 4, end: 15, hasLineBreak: false },
    ]);
    for (let size = 1; size < bytes.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect([...splitLines(pieces)].map((line) => ({ ...line, bytes: line.bytes.toString() }))).toEqual(allLines);
    }
  });
});

const objects = [{ text: 'Grüße \uFFFD 𝄞 "\\' }, { a: [1, { b: null }] }, { text: 'J*\n' }];
const wholeBytes = Buffer.from(objects.map(toCheckedLine).join(''));
const lastLine = wholeBytes.subarray(0, -1).lastIndexOf(10) + 1;

describe('lines with checksums', () => {
  it('return the objects that were written', () => {
    expect([...readCheckedLines([wholeBytes])].map(({ value }) => value)).toEqual(objects);
  });

  it.each([
    ['lacks only its line break', wholeBytes.length - 1, 3],
    ['lacks more', wholeBytes.length - 2, 2],
    ['has one byte', lastLine + 1, 2],
  ])('are torn only if the last line %s', (_, length, values) => {
    const lines = [...readCheckedLines([wholeBytes.subarray(0, length)])];
    expect(lines.map(({ value, isIncomplete }) => [value, isIncomplete])).toEqual(
      objects.map((object, index) => (index < values ? [object, false] : [undefined, true])),
    );
  });

  it('show any flipped bit as damage, never as a torn line or as other values', () => {
    const acceptedValues: string[] = [];
    for (const [index, byte] of wholeBytes.entries()) {
      for (let bit = 0; bit < 8; bit += 1) {
        const bytes = Buffer.from(wholeBytes);
        bytes[index] = byte ^ (1 << bit);
        const isDamaged = [...readCheckedLines([bytes])].some(({ value, isIncomplete }) => !value && !isIncomplete);
        if (!isDamaged) acceptedValues.push(`byte ${index}, bit ${bit}`);
      }
    }
    expect(acceptedValues).toEqual([]);
  });

  it.each([
    ['is no JSON', (line: string) => line.slice(0, 40)],
    ['has no checksum', (line: string) => line.replace(/"sum":"\w+",/, '')],
    ['has more after it', (line: string) => `${line} `],
    ['is empty', () => ''],
  ])('have no value if a line %s', (_, change) => {
    const bytes = Buffer.from(`${change(toCheckedLine({ a: 1 }).trimEnd())}\n`);
    expect([...readCheckedLines([bytes])]).toMatchObject([{ value: undefined, isIncomplete: false }]);
  });
});
