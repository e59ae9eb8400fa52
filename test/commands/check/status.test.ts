import { describe, expect, it } from 'vitest';
import type { CheckProgress } from '../../../scripts/check/model/options.js';
import { createStatusLine } from '../../../scripts/check/reports/status-line.js';
import { collector } from './fixture.js';

const at = (sent: number, now = 'reads', failing = 0): CheckProgress => ({ sent, expected: 400, now, failing });

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

  it('shows progress, remaining time, failing findings, and the current check', () => {
    const stream = collector(true, 200);
    let time = 0;
    const status = createStatusLine(stream, false, () => time);
    time = 2000;
    status.show(at(100, 'updatePartnerEntry', 2));
    expect(stream.text()).toBe(
      '\r\u001b[2K100 of about 400 requests, about 6 s left, 2 failing findings, now: updatePartnerEntry',
    );
  });

  it('is cut to the width of the terminal, in columns', () => {
    const stream = collector(true, 60);
    createStatusLine(stream, false, () => 0).show(at(1, '汉字'.repeat(40)));
    const [, line = ''] = stream.text().split('\u001b[2K');
    expect(line).toBe('1 of about 400 requests, none failing, now: 汉字汉字汉字汉');
  });

  it('escapes texts of a server', () => {
    const stream = collector(true, 200);
    createStatusLine(stream, false, () => 0).show(at(1, '\u001b]0;title\u0007\r\n'));
    expect(stream.text()).toMatch(/now: \\u\{1b\}\]0;title\\u\{7\}\\u\{d\}\\u\{a\}$/);
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
      '21 of about 400 requests, about 181 s left, none failing, now: reads\n' +
        '41 of about 400 requests, about 176 s left, none failing, now: reads\n',
    );
  });
});
