import { describe, expect, it } from 'vitest';
import { readCheckedLines, toCheckedLine } from '../../scripts/files/line-file.js';

const objects = [{ text: 'Grüße \uFFFD 𝄞 "\\' }, { a: [1, { b: null }] }, { text: 'J*\n' }];
const whole = Buffer.from(objects.map(toCheckedLine).join(''));
const lastLine = whole.subarray(0, -1).lastIndexOf(10) + 1;

describe('lines with checksums', () => {
  it('return the objects that were written', () => {
    expect([...readCheckedLines([whole])].map(({ value }) => value)).toEqual(objects);
  });

  it.each([
    ['lacks only its line break', whole.length - 1, 3],
    ['lacks more', whole.length - 2, 2],
    ['has one byte', lastLine + 1, 2],
  ])('are torn only if the last one %s', (_, length, values) => {
    const lines = [...readCheckedLines([whole.subarray(0, length)])];
    expect(lines.map(({ value, isTorn }) => [value, isTorn])).toEqual(
      objects.map((object, index) => (index < values ? [object, false] : [undefined, true])),
    );
  });

  it('show any flipped bit as damage, never as a torn line or as other values', () => {
    const accepted: string[] = [];
    for (const [index, byte] of whole.entries()) {
      for (let bit = 0; bit < 8; bit += 1) {
        const bytes = Buffer.from(whole);
        bytes[index] = byte ^ (1 << bit);
        const isDamaged = [...readCheckedLines([bytes])].some(({ value, isTorn }) => !value && !isTorn);
        if (!isDamaged) accepted.push(`byte ${index}, bit ${bit}`);
      }
    }
    expect(accepted).toEqual([]);
  });

  it.each([
    ['is no JSON', (line: string) => line.slice(0, 40)],
    ['has no checksum', (line: string) => line.replace(/"sum":"\w+",/, '')],
    ['has more after it', (line: string) => `${line} `],
    ['is empty', () => ''],
  ])('have no value where a line %s', (_, change) => {
    const bytes = Buffer.from(`${change(toCheckedLine({ a: 1 }).trimEnd())}\n`);
    expect([...readCheckedLines([bytes])]).toMatchObject([{ value: undefined, isTorn: false }]);
  });
});
