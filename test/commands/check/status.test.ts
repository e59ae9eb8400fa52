import { describe, expect, it } from 'vitest';
import type { CheckProgress } from '../../../scripts/check/model/options.js';
import { createStatusLine } from '../../../scripts/check/reports/status-line.js';
import { collector } from './fixture.js';

const at = (count: number, now = 'reads', failing = 0): CheckProgress => ({
  sent: count,
  expected: 400,
  now,
  failing,
  left: (400 - count) * 20,
});

describe('the status line', () => {
  it('is redrawn on a terminal, at most ten times a second, and removed', () => {
    const stream = collector(true);
    let time = 0;
    const status = createStatusLine(stream, false, () => time);
    for (; time < 1000; time += 1) status.show(at(time));
    expect(stream.text().split('\r').length - 1).toBe(10);
    expect(stream.text()).not.toContain('\n');
    status.close();
    expect(stream.text().endsWith('\r\u001b[2K')).toBe(true);
  });

  /** Returns the line that a terminal shows for this progress. */
  function showStatus(progress: CheckProgress, columns: number): string {
    const stream = collector(true, columns);
    createStatusLine(stream, false, () => 0).show(progress);
    return stream.text();
  }

  it('shows progress, remaining time, failing findings, and the current check', () => {
    expect(showStatus(at(100, 'updatePartnerEntry', 2), 200)).toBe(
      '\r\u001b[2K100 of about 400 requests, about 6 s left, 2 failing findings, now: updatePartnerEntry',
    );
  });

  it('is cut to the width of the terminal, in columns, and escapes texts of a server', () => {
    const line = '\r\u001b[2K1 of about 400 requests, about 8 s left, none failing, now: ';
    expect(showStatus(at(1, '汉字'.repeat(40)), 75)).toBe(`${line}汉字汉字汉字汉`);
    expect(showStatus(at(1, '\u001b]0;title\u0007\r\n'), 200)).toBe(`${line}\\u{1b}]0;title\\u{7}\\u{d}\\u{a}`);
  });

  it.each([
    [false, false],
    [true, true],
  ])('is a plain line every 10 seconds without a terminal (%s), or on a dumb one (%s)', (isTTY, isDumb) => {
    const stream = collector(isTTY);
    let time = 0;
    const status = createStatusLine(stream, isDumb, () => time);
    for (; time <= 25_000; time += 500) status.show(at(time / 500 + 1));
    status.close();
    expect(stream.text()).toBe(
      '21 of about 400 requests, about 8 s left, none failing, now: reads\n' +
        '41 of about 400 requests, about 8 s left, none failing, now: reads\n',
    );
  });
});
