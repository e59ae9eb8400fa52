import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyBaseline,
  type Baseline,
  baselineText,
  missingFromBaseline,
  newBaseline,
  readBaseline,
} from '../../../scripts/check/engine/baseline.js';
import { createPresence, type Presence } from '../../../scripts/check/evidence/presence.js';
import type { Finding, Severity } from '../../../scripts/check/model/finding.js';
import type { OperationReport } from '../../../scripts/check/model/report.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { temporaryFolder } from '../../temporary-folder.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../generated/check/baseline.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
const fits = ajv.compile(schema);

const line = { id: 'schema.type:getPartnerEntry:/featured', reason: 'known, being fixed', until: '2027-01-31' };
const whole: Baseline = {
  format: 1,
  contract: '0.1.0',
  findings: [line],
  alwaysPresent: { PartnerEntry: ['id', 'title'] },
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('baseline');
  file = join(folder, 'baseline.json');
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

  it.each<[string, object | null | string, string]>([
    [
      'is no object',
      [],
      'baseline.json:1:1: The whole must be an object with format, contract, findings, alwaysPresent.',
    ],
    ['is null', null, 'The whole must be an object'],
    ['has another format', { ...whole, format: 2 }, '/format must be 1: this program knows no other version.'],
    ['has no contract', { ...whole, contract: '' }, '/contract must be the version of the contract, as "0.1.0".'],
    [
      'has an unknown key',
      { ...whole, finding: [] },
      '/finding is not known; the nearest name that is known is findings.',
    ],
    ['has no findings', { ...whole, findings: undefined }, '/findings must be an array'],
    [
      'has a finding that is none',
      { ...whole, findings: ['x'] },
      '/findings/0 must be an object with id, reason, until.',
    ],
    [
      'misspells a key of a finding',
      { ...whole, findings: [{ ...line, untill: 1 }] },
      '/findings/0/untill is not known; the nearest name that is known is until.',
    ],
    [
      'has an id that is none',
      { ...whole, findings: [{ ...line, id: 'featured' }] },
      '/findings/0/id must be the id of a finding',
    ],
    ['gives no reason', { ...whole, findings: [{ ...line, reason: ' ' }] }, '/findings/0/reason must say why'],
    [
      'leaves the reason out',
      { ...whole, findings: [{ id: line.id, until: line.until }] },
      '/findings/0/reason must say why',
    ],
    [
      'has a date that is none',
      { ...whole, findings: [{ ...line, until: '2027-02-30' }] },
      '/findings/0/until must be a day of the calendar, as "2027-01-31", not "2027-02-30".',
    ],
    ['has a date in another form', { ...whole, findings: [{ ...line, until: '31.1.2027' }] }, 'not "31.1.2027".'],
    [
      'has a date of another type',
      { ...whole, findings: [{ ...line, until: 2027 }] },
      '/findings/0/until must be a day',
    ],
    ['has no fields', { ...whole, alwaysPresent: [] }, '/alwaysPresent must be an object'],
    [
      'has fields that are none',
      { ...whole, alwaysPresent: { Tier: 'id' } },
      '/alwaysPresent/Tier must be an array of names of fields.',
    ],
    [
      'has a field that is no name',
      { ...whole, alwaysPresent: { Tier: [5] } },
      '/alwaysPresent/Tier must be an array of names of fields.',
    ],
    [
      'names a field twice',
      { ...whole, alwaysPresent: { Tier: ['id', 'id'] } },
      '/alwaysPresent/Tier names a field twice.',
    ],
  ])('says where a file %s, as the schema does', (_, value, message) => {
    expect(reading(JSON.stringify(value))).toContain(message);
    expect(fits(JSON.parse(JSON.stringify(value)))).toBe(false);
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

function finding(id: string, severity: Severity = 'violation'): Finding {
  const [rule = '', operationId = '', pointer = ''] = id.split(':');
  return {
    id,
    rule,
    severity,
    operationId,
    pointer,
    message: 'It is.',
    expected: 'a',
    actual: 'b',
    contract: { pointer: '' },
    standing: 'stated',
    case: `${operationId}/read`,
    curl: 'curl',
    count: 1,
  };
}

const accepting = (...lines: [id: string, until: string][]): Baseline => ({
  ...whole,
  findings: lines.map(([id, until]) => ({ id, reason: 'known', until })),
});

describe('applying a baseline', () => {
  const findings = [finding('a:op:/x'), finding('b:op:/x'), finding('c:op:')];

  it('parts the findings it accepts from those that count', () => {
    const { kept, accepted, report } = applyBaseline(
      accepting(['a:op:/x', '2026-11-21'], ['c:op:', '2027-01-01']),
      findings,
      new Set(['op']),
      '2026-11-21',
    );
    expect(kept.map(({ id }) => id)).toEqual(['b:op:/x']);
    expect(accepted.map(({ id }) => id)).toEqual(['a:op:/x', 'c:op:']);
    expect(report).toEqual({ accepted: ['a:op:/x', 'c:op:'], fixed: [], expired: [] });
  });

  it('counts a finding again on the day after its last', () => {
    const { kept, accepted, report } = applyBaseline(
      accepting(['a:op:/x', '2026-11-20']),
      findings,
      new Set(['op']),
      '2026-11-21',
    );
    expect(kept).toEqual(findings);
    expect(accepted).toEqual([]);
    expect(report).toEqual({ accepted: [], fixed: [], expired: ['a:op:/x'] });
  });

  it('calls a finding fixed only where its operation was tested', () => {
    const baseline = accepting(
      ['gone:op:/y', '2027-01-01'],
      ['gone:other:', '2027-01-01'],
      ['old:op:', '2020-01-01'],
      ['old:other:', '2020-01-01'],
    );
    expect(applyBaseline(baseline, findings, new Set(['op']), '2026-11-21').report).toEqual({
      accepted: [],
      fixed: ['gone:op:/y', 'old:op:'],
      expired: ['old:other:'],
    });
  });

  it('understands operations and pointers with colons', () => {
    const baseline = accepting(['gone:get /things:search:/a:b', '2027-01-01'], ['gone:get /things:', '2027-01-01']);
    expect(applyBaseline(baseline, [], new Set(['get /things:search']), '2026-11-21').report.fixed).toEqual([
      'gone:get /things:search:/a:b',
    ]);
  });
});

const Tier: Schema = { properties: { id: {}, title: {}, image: {} } };

function seen(...objects: object[]): Presence {
  const presence = createPresence((schema) => (schema.$ref ? Tier : schema), []);
  for (const object of objects) presence.see({ $ref: '#/components/schemas/Tier' }, object);
  return presence;
}

function tested(operationId: string, success = true): OperationReport {
  return {
    operationId,
    method: 'get',
    path: '/',
    tag: 't',
    standing: 'stated',
    inScope: true,
    success: { tested: success },
    refusal: { tested: false },
    requests: 1,
    statuses: {},
    failures: {},
    time: { median: 1, slowest: 1 },
  };
}

const contract = { title: 'T', version: '0.2.0' };

describe('a new baseline', () => {
  it('accepts what was found wrong for 90 days, and remembers the fields that were always there', () => {
    const findings = [finding('a:op:/x'), finding('b:op:/x', 'drift'), finding('c:op:', 'observation')];
    const baseline = newBaseline(
      { contract, findings, operations: [tested('op')] },
      seen({ id: 1, title: '' }, { id: 2, title: null, image: 'x' }),
      '2026-11-21',
    );
    expect(baseline).toEqual({
      format: 1,
      contract: '0.2.0',
      findings: [
        { id: 'a:op:/x', reason: 'Known since 2026-11-21.', until: '2027-02-19' },
        { id: 'b:op:/x', reason: 'Known since 2026-11-21.', until: '2027-02-19' },
      ],
      alwaysPresent: { Tier: ['id', 'title'] },
    });
    writeFileSync(file, baselineText(baseline));
    expect(readBaseline(file)).toEqual(baseline);
    expect(fits(baseline)).toBe(true);
  });

  it('keeps the lines of the one before that still hold or could not be looked at', () => {
    const previous: Baseline = {
      ...accepting(
        ['a:op:', '2027-01-01'],
        ['b:op:', '2020-01-01'],
        ['fixed:op:', '2027-01-01'],
        ['d:far:', '2027-01-01'],
        ['e:op:', '2027-01-01'],
      ),
      $schema: 'here',
      alwaysPresent: { Tier: ['image'], Badge: ['id'] },
    };
    const baseline = newBaseline(
      {
        contract,
        findings: [finding('a:op:'), finding('b:op:')],
        operations: [tested('op'), tested('far', false)],
        baseline: { file, accepted: ['e:op:'], fixed: [], expired: [] },
      },
      seen({ id: 1 }),
      '2026-11-21',
      previous,
    );
    expect(baseline.findings.map(({ id, until }) => [id, until])).toEqual([
      ['a:op:', '2027-01-01'],
      ['d:far:', '2027-01-01'],
      ['e:op:', '2027-01-01'],
      ['b:op:', '2027-02-19'],
    ]);
    expect(baseline.alwaysPresent).toEqual({ Tier: ['id'], Badge: ['id'] });
    expect(baseline.$schema).toBe('here');
  });

  it('is the same text in whatever order it was gathered', () => {
    const one: Baseline = {
      ...accepting(['b:op:', '2027-01-01'], ['a:op:', '2027-01-01']),
      alwaysPresent: { Tier: ['title', 'id'], Badge: [] },
    };
    const other: Baseline = {
      ...one,
      findings: [...one.findings].reverse(),
      alwaysPresent: { Badge: [], Tier: ['id', 'title'] },
    };
    expect(baselineText(other)).toBe(baselineText(one));
    expect(baselineText(one)).toMatch(/"a:op:"[\s\S]*"b:op:"[\s\S]*"Badge"[\s\S]*"id",[\s\S]*"title"[\s\S]*\n$/);
  });
});

describe('fields that were always there', () => {
  it('are missed where an object lacks them', () => {
    const baseline = { ...whole, alwaysPresent: { Tier: ['id', 'title', 'gone'], Badge: ['id'] } };
    expect(missingFromBaseline(baseline, seen({ id: 1, title: 'a' }))).toEqual([]);
    expect(missingFromBaseline(baseline, seen({ id: 1, title: 'a' }, { id: 2 }))).toEqual([
      { schema: 'Tier', property: 'title', present: 1, count: 2 },
    ]);
  });

  it('are not missed where nothing was seen', () => {
    expect(missingFromBaseline({ ...whole, alwaysPresent: { Tier: ['id'] } }, seen())).toEqual([]);
  });
});
