import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { deliverReport } from '../../../scripts/check/reports/deliver.js';
import { type ReportFormat, reportFormats } from '../../../scripts/check/reports/index.js';
import { type FileWriter, keyLeakText, writeWithoutKey } from '../../../scripts/check/reports/key-free-file.js';
import { getKeySearch } from '../../../scripts/check/transport/key.js';
import { writeReport } from '../../../scripts/files/whole-file.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { collector } from '../../commands/check/fixture.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { sampleReport } from './sample.js';

const key = 'a-key-of-the-tests';
const base64 = Buffer.from(`xx${key}`).toString('base64');

let folder: string;
let path: string;
beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
  folder = temporaryFolder();
  path = join(folder, 'report.txt');
});

/** Writers with a fault: the text on disk is not the one that was searched for the key. */
const adding =
  (secret: string): FileWriter =>
  (to, content) =>
    writeReport(to, content + secret);
const nothing: FileWriter = () => undefined;

describe('a file that is searched for the key', () => {
  const isWritten = (content: string, write?: FileWriter): boolean =>
    writeWithoutKey(path, content, getKeySearch().isKeyIn, write);

  it('stays if it does not contain the key', () => {
    expect(isWritten('fine\n')).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('fine\n');
  });

  const brokenText = `${key.slice(0, 9)}\n            ${key.slice(9)}`;
  it.each([key, base64, brokenText])(
    'is not written if it contains the key, and the previous file stays: %j',
    (secret) => {
      writeFileSync(path, 'before');
      expect(isWritten(`fine ${secret}`)).toBe(false);
      expect(readFileSync(path, 'utf8')).toBe('before');
    },
  );

  it.each([key, base64])('is deleted if the file on disk contains the key: %s', (secret) => {
    expect(isWritten('fine', adding(secret))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is also deleted through a link', () => {
    writeFileSync(join(folder, 'real.txt'), 'before');
    symlinkSync('real.txt', path);
    expect(isWritten('fine', adding(key))).toBe(false);
    expect(existsSync(join(folder, 'real.txt'))).toBe(false);
  });

  it('is not left on disk if it cannot be read back', () => {
    expect(() => isWritten('fine', nothing)).toThrow(UsageError);
    expect(() => isWritten('fine', nothing)).toThrow(
      /report\.txt was written, but cannot be read back: the file or folder does not exist.* Choose another path\.$/,
    );
  });

  it('is not read back from a pipe', async () => {
    execFileSync('mkfifo', [path]);
    const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pipeText = text(reader.stdout);
    expect(isWritten('through')).toBe(true);
    expect(await pipeText).toBe('through');
  });
});

describe('a report', () => {
  const green = sampleReport({ green: true });
  /** Writes a report, and returns the exit code with the output. */
  function delivered(
    report: CheckReport,
    reports: readonly { format: ReportFormat; path: string }[],
    write: FileWriter,
  ): { code: number; output: string; errors: string } {
    const [output, errors] = [collector(false), collector(false)];
    const code = deliverReport(report, reports, { verbose: false }, { output, errors, environment: {}, write });
    return { code, output: output.text(), errors: errors.text() };
  }

  it.each(reportFormats)('safety key-files, exit-8: %s with the key on disk is deleted', { tags: 'slow' }, (format) => {
    const { code, output, errors } = delivered(green, [{ format, path }], adding(base64));
    expect(code).toBe(8);
    expect(readdirSync(folder)).toEqual([]);
    expect(errors).toBe(`${keyLeakText([`the report ${format}`])}\n`);
    expect(output).toContain('Passed: ');
  });

  it('that cannot be read back ends the run with 2, and the next report is written', { tags: 'slow' }, () => {
    const next = join(folder, 'next.json');
    const write: FileWriter = (to, content) => (to === path ? undefined : writeReport(to, content));
    const reports = [
      { format: 'html', path },
      { format: 'json', path: next },
    ] as const;
    const { code, errors } = delivered(green, reports, write);
    expect(code).toBe(2);
    expect(errors).toContain('cannot be read back');
    expect(existsSync(next)).toBe(true);
  });

  it('does not hide a resource that was not restored', () => {
    const differing = [{ operationId: 'updateFilter', path: '/', as: 'differs' as const, differences: [] }];
    const report = { ...green, exitCode: 5, state: { resources: 1, writes: 1, fields: [], differing } };
    const write = (): void => {
      throw new UsageError('The disk is full.');
    };
    const { code, errors } = delivered(report, [{ format: 'json', path: join(folder, 'lost.json') }], write);
    expect(code).toBe(5);
    expect(errors).toContain('The disk is full.');
  });

  it('is not searched if no key is set', () => {
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    expect(delivered(green, [{ format: 'json', path }], adding(key)).code).toBe(0);
    expect(existsSync(path)).toBe(true);
  });
});
