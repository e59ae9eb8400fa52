import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Finds reads of the system clock. People and other machines set it, so a timeout by it could last an hour longer. */
const calendar = /\bDate\.now\b|\bnew Date\(\s*\)/;

/** The only places that may read the date and the time of day, and the reasons. */
const meant: readonly [file: string, text: string, why: string][] = [
  ['check/engine/check.ts', 'const started = new Date();', 'The report says when the run began.'],
  [
    'check/transport/retries.ts',
    "parseRetryAfter(headerOf(response, 'retry-after'), Date.now())",
    'Retry-After may be a date.',
  ],
  ['client/transport.ts', 'Date.parse(retryAfter) - Date.now()', 'Retry-After may be a date.'],
  [
    'check/restore/resource-reads.ts',
    "parseRetryAfter(headerOf(response, 'retry-after'), Date.now())",
    'Retry-After may be a date.',
  ],
  ['check/restore/journal-folder.ts', 'at: Date.now()', 'The journal says when the run began.'],
  ['check/restore/journal.ts', 'at: Date.now()', 'The journal says when a write was sent; another process reads it.'],
  ['bench/main.ts', 'new Date().toISOString().slice(0, 10)', 'Figures have the day on which they were measured.'],
  ['commands/answers/run.ts', 'new Date().toISOString().slice(0, 10)', 'An example of an answer has the day.'],
  ['commands/learn/run.ts', 'new Date().toISOString().slice(0, 10)', 'An answer that was learnt has the day.'],
  ['sandbox/server/control.ts', 'time: new Date().toISOString(),', 'The list of requests says when they came.'],
  ['release/main.ts', 'new Date().toISOString().slice(0, 10)', 'The changelog has the day of a release.'],
];

const lines = readdirSync('scripts', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|js)$/.test(file))
  .flatMap((file) =>
    readFileSync(join('scripts', file), 'utf8')
      .split('\n')
      .map((text, index) => ({ file: file.replaceAll('\\', '/'), line: index + 1, text })),
  );
const found = lines.filter(({ text }) => calendar.test(text));

describe('the system clock', () => {
  it('safety 12: is read only at listed places: waits and deadlines use performance.now()', () => {
    const others = found.filter(
      ({ file, text }) => !meant.some(([where, part]) => where === file && text.includes(part)),
    );
    expect(others.map(({ file, line, text }) => `scripts/${file}:${line}: ${text.trim()}`)).toEqual([]);
  });

  it.each(meant)('%s contains %s', (where, part) => {
    expect(found.filter(({ file, text }) => file === where && text.includes(part))).not.toEqual([]);
  });
});
