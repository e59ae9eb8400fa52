import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { baselineText, readBaseline } from '../../../scripts/check/engine/baseline.js';
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
  it('gives back what was written', () => {
    writeFileSync(file, baselineText(whole));
    expect(readBaseline(file)).toEqual(whole);
  });

  it('takes a line that tells editors where the schema is', () => {
    const value = { $schema: './baseline.schema.json', ...whole };
    writeFileSync(file, JSON.stringify(value));
    expect(readBaseline(file)).toEqual(value);
    expect(fits(value)).toBe(true);
  });

  const inLine = (change: object): object => ({ findings: [{ ...line, ...change }] });
  const isDay = '/findings/0/until must be a day';
  const isArray = 'must be an array of names of fields.';
  it.each<[string, object | null, string]>([
    [
      'is no object',
      [],
      'baseline.json:1:1: The whole must be an object with format, contract, findings, alwaysPresent.',
    ],
    ['is null', null, 'The whole must be an object'],
    ['has another format', { format: 2 }, '/format must be 1: this program knows no other version.'],
    ['has no contract', { contract: '' }, '/contract must be the version of the contract, as "0.1.0".'],
    ['has an unknown key', { finding: [] }, '/finding is not known; the nearest name that is known is findings.'],
    ['has no findings', { findings: undefined }, '/findings must be an array'],
    ['has a finding that is none', { findings: ['x'] }, '/findings/0 must be an object with id, reason, until.'],
    [
      'misspells a key of a finding',
      inLine({ untill: 1 }),
      '/findings/0/untill is not known; the nearest name that is known is until.',
    ],
    ['has an id that is none', inLine({ id: 'featured' }), '/findings/0/id must be the id of a finding'],
    ['gives no reason', inLine({ reason: ' ' }), '/findings/0/reason must say why'],
    ['leaves the reason out', inLine({ reason: undefined }), '/findings/0/reason must say why'],
    [
      'has a date that is none',
      inLine({ until: '2027-02-30' }),
      `${isDay} of the calendar, as "2027-01-31", not "2027-02-30".`,
    ],
    ['has a date in another form', inLine({ until: '31.1.2027' }), 'not "31.1.2027".'],
    ['has a date of another type', inLine({ until: 2027 }), isDay],
    ['has no fields', { alwaysPresent: [] }, '/alwaysPresent must be an object'],
    ['has fields that are none', { alwaysPresent: { Tier: 'id' } }, `/alwaysPresent/Tier ${isArray}`],
    ['has a field that is no name', { alwaysPresent: { Tier: [5] } }, `/alwaysPresent/Tier ${isArray}`],
    ['names a field twice', { alwaysPresent: { Tier: ['id', 'id'] } }, '/alwaysPresent/Tier names a field twice.'],
  ])('says where a file %s, as the schema does', (_, change, message) => {
    const text = JSON.stringify(change === null || Array.isArray(change) ? change : { ...whole, ...change });
    expect(reading(text)).toContain(message);
    expect(fits(JSON.parse(text))).toBe(false);
  });

  it('names line and column of each mistake', () => {
    const text = JSON.stringify({ ...whole, findings: [line, { ...line, reason: '' }] }, undefined, 2);
    expect(reading(text)).toBe(
      'baseline.json is no baseline. Correct it as baseline.schema.json says:\n' +
        'baseline.json:11:13: /findings/1/id is the id of a finding before it; one line is enough.\n' +
        'baseline.json:12:17: /findings/1/reason must say why the finding is accepted.',
    );
  });

  it('shows where a file stops to be JSON', () => {
    expect(reading('{\n  "format": 1,\n}')).toBe(
      'baseline.json:3:1: Expected a name in double quotes, found "}". It must be the JSON of a baseline.',
    );
    expect(reading('')).toContain('found the end of the file');
    expect(reading(Buffer.from([0x7b, 0xff]))).toBe('baseline.json is not UTF-8. It must be the JSON of a baseline.');
  });

  it('says that a file is not there, is a folder, or is too large', () => {
    expect(() => readBaseline(file)).toThrow(`Expected a baseline at ${file}, found no such file. Correct the path.`);
    mkdirSync(file);
    expect(() => readBaseline(file)).toThrow(`Expected a baseline at ${file}, found something that is no file.`);
    rmSync(file, { recursive: true });
    expect(reading(' '.repeat(10 * 1_048_576 + 1))).toContain('Expected a baseline of at most 10 MiB, found 11 MiB');
  });
});
