import { describe, expect, it } from 'vitest';
import { formatCount, groupDigits } from '../../scripts/text/numbers.js';

describe('a number in a sentence', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [14_210, '14,210'],
    [1_234_567, '1,234,567'],
    [999.5, '1,000'],
    [-1234, '-1,234'],
  ])('%d has commas: %s', (value, text) => {
    expect(groupDigits(value)).toBe(text);
    expect(groupDigits(value)).toBe(new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value));
  });

  it('stands before the noun that it counts', () => {
    expect([formatCount(1, 'file'), formatCount(1204, 'file'), formatCount(0, 'entry', 'entries')]).toEqual([
      ...['1 file', '1,204 files', '0 entries'],
    ]);
  });
});
