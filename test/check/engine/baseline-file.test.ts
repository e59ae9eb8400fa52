import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { baselineText, readBaseline } from '../../../scripts/check/engine/report/baseline.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { fits, line, whole } from './baseline-sample.js';

let file: string;
beforeEach(() => {
  file = join(temporaryFolder('baseline'), 'baseline.json');
});

function reading(content: string | Uint8Array): string {
  writeFileSync(file, content);
  try {
    readBaseline(file);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replaceAll(file, 'baseline.json');
  }
  return '';
}

describe('reading a baseline', () => {
  it('returns the written baseline', () => {
    writeFileSync(file, baselineText(whole));
    expect(readBaseline(file)).toEqual(whole);
  });

  it('accepts $schema, for editors', () => {
    const value = { $schema: './baseline.schema.json', ...whole };
    writeFileSync(file, JSON.stringify(value));
    expect(readBaseline(file)).toEqual(value);
    expect(fits(value)).toBe(true);
  });

  const inLine = (change: object): object => ({ findings: [{ ...line, ...change }] });
  const isDay = '/findings/0/until must match format "date": The last day on which it is accepted';
  it.each<[string, object | null, string]>([
    ['is not an object', [], 'baseline.json:1:1: The file must be object.'],
    ['is null', null, 'The file must be object'],
    ['has another format', { format: 2 }, '/format must be 1: Version of this format.'],
    ['has no contract', { contract: '' }, '/contract must NOT have fewer than 1 characters: Version of the contract'],
    [
      'has an unknown key',
      { finding: [] },
      'The file must NOT have additional properties, "finding"; the nearest known name is findings.',
    ],
    ['has no findings', { findings: undefined }, "must have required property 'findings'"],
    ['has a finding that is not an object', { findings: ['x'] }, '/findings/0 must be object: A finding that'],
    ['misspells a key of a finding', inLine({ untill: 1 }), '"untill"; the nearest known name is until.'],
    ['has an invalid id', inLine({ id: 'featured' }), 'Id of the finding in a report, `rule:operationId:pointer`.'],
    ['gives no reason', inLine({ reason: ' ' }), '/findings/0/reason must match pattern "\\S": Why it is accepted.'],
    ['leaves the reason out', inLine({ reason: undefined }), "/findings/0 must have required property 'reason'"],
    ['has an invalid date', inLine({ until: '2027-02-30' }), isDay],
    ['has a date in another format', inLine({ until: '31.1.2027' }), isDay],
    ['has a date of another type', inLine({ until: 2027 }), '/findings/0/until must be string: The last day'],
    ['has no fields', { alwaysPresent: [] }, '/alwaysPresent must be object: For each schema'],
    ['has fields that are not an array', { alwaysPresent: { Tier: 'id' } }, '/alwaysPresent/Tier must be array: Names'],
    ['has a field that is not a name', { alwaysPresent: { Tier: [5] } }, '/alwaysPresent/Tier/0 must be string.'],
    ['names a field twice', { alwaysPresent: { Tier: ['id', 'id'] } }, '/Tier must NOT have duplicate items: Names'],
  ])('finds, as the schema does, that a file %s', (_, change, message) => {
    const text = JSON.stringify(change === null || Array.isArray(change) ? change : { ...whole, ...change });
    expect(reading(text)).toContain(message);
    expect(fits(JSON.parse(text))).toBe(false);
  });

  it('names line and column of each mistake', () => {
    const text = JSON.stringify({ ...whole, findings: [line, { ...line, until: 'x', reason: '' }] }, undefined, 2);
    expect(reading(text)).toBe(
      'baseline.json does not match baseline.schema.json. Correct it:\n' +
        'baseline.json:12:17: /findings/1/reason must match pattern "\\S": Why it is accepted.\n' +
        'baseline.json:13:16: /findings/1/until must match format "date": The last day on which it is accepted, as ' +
        'year, month and day.',
    );
  });

  it('shows the place of a JSON syntax error', () => {
    expect(reading('{\n  "format": 1,\n}')).toBe(
      'baseline.json:3:1: Expected a name in double quotes, found "}". The file must hold a baseline in JSON.',
    );
    expect(reading('')).toContain('found the end of the file');
    expect(reading(Buffer.from([0x7b, 0xff]))).toBe('baseline.json is not UTF-8. Expected a baseline in JSON.');
  });

  it('refuses a missing file, a folder, and a file that is too large', () => {
    expect(() => readBaseline(file)).toThrow(
      `Expected a baseline at ${file}, but the file does not exist. Correct the path.`,
    );
    mkdirSync(file);
    expect(() => readBaseline(file)).toThrow(`Expected a baseline at ${file}, but that is not a file.`);
    rmSync(file, { recursive: true });
    expect(reading(' '.repeat(10 * 1_048_576 + 1))).toContain('Expected a baseline of at most 10 MiB, found 11 MiB');
  });
});
