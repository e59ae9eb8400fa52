import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import {
  applyBaseline,
  type Baseline,
  baselineText,
  createBaseline,
  isOfDiff,
  readBaseline,
} from '../../../scripts/check/engine/report/baseline.js';
import { observationsOf } from '../../../scripts/check/engine/report/observations.js';
import { createPresence, type Presence } from '../../../scripts/check/evidence/presence.js';
import type { Finding, Severity } from '../../../scripts/check/model/finding.js';
import type { OperationReport } from '../../../scripts/check/model/report/report.js';
import { ruleKeys } from '../../../scripts/check/model/rules/index.js';
import { isAccepted } from '../../../scripts/check/reports/summary.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';
import { sampleReport } from '../reports/sample.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../generated/check/baseline.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
/** Whether a value matches the published schema. */
const fits = ajv.compile(schema);

const line = { id: 'schema.type:getPartnerEntry:/featured', reason: 'known, being fixed', until: '2027-01-31' };
const whole: Baseline = {
  format: 1,
  contract: '0.1.0',
  findings: [line],
  alwaysPresent: { PartnerEntry: ['id', 'title'] },
};

type Row = [what: string, change: object | null, message: string];
const rows = yamlBeside<{ files: Row[]; findings: [what: string, change: object, message: string][] }>(
  import.meta.url,
  'baseline.yaml',
);

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
  it('accepts $schema, for editors', () => {
    const value = { $schema: './baseline.schema.json', ...whole };
    writeFileSync(file, JSON.stringify(value));
    expect(readBaseline(file)).toEqual(value);
    expect(fits(value)).toBe(true);
  });

  const inLine = (change: object): object => ({ findings: [{ ...line, ...change }] });
  it.each<Row>([
    ...rows.files,
    ...rows.findings.map(([what, change, message]): Row => [what, inLine(change), message]),
    ['has no findings', { findings: undefined }, 'must have the field "findings"'],
    ['leaves the reason out', inLine({ reason: undefined }), '/findings/0 must have the field "reason"'],
  ])('rejects, like the schema, a file that %s', (_, change, message) => {
    const text = JSON.stringify(change === null || Array.isArray(change) ? change : { ...whole, ...change });
    expect(reading(text)).toContain(message);
    expect(fits(JSON.parse(text))).toBe(false);
  });

  it('names line and column of each mistake', () => {
    const text = JSON.stringify({ ...whole, findings: [line, { ...line, until: 'x', reason: '' }] }, undefined, 2);
    expect(reading(text)).toBe(
      'baseline.json does not match baseline.schema.json. Correct it:\n' +
        'baseline.json:12:17: /findings/1/reason must match the pattern \\S: Reason to accept the finding.\n' +
        'baseline.json:13:16: /findings/1/until must have the format date: The last day on which the finding is ' +
        'accepted, as `YYYY-MM-DD`.',
    );
  });

  it('shows the place of a JSON syntax error', () => {
    expect(reading('{\n  "format": 1,\n}')).toBe(
      'baseline.json:3:1: Expected a name in double quotes, found "}". The file must contain a baseline in JSON.',
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

const finding = (id: string, severity: Severity = 'violation'): Finding => {
  const [firstFinding] = sampleReport().findings;
  const [rule = '', operationId = '', pointer = ''] = id.split(':');
  return { ...(firstFinding as Finding), id, rule, severity, operationId, pointer };
};

const accepting = (...lines: [id: string, until: string][]): Baseline => ({
  ...whole,
  findings: lines.map(([id, until]) => ({ id, reason: 'known', until })),
});

describe('applying a baseline', () => {
  const findings = [finding('a:op:/x'), finding('b:op:/x'), finding('c:op:')];
  const applied = (baseline: Baseline): ReturnType<typeof applyBaseline> =>
    applyBaseline(baseline, findings, new Set(['op']), '2026-11-21');

  it('separates accepted findings from findings that count', () => {
    const [a, b, c] = findings;
    expect(applied(accepting(['a:op:/x', '2026-11-21'], ['c:op:', '2027-01-01']))).toEqual({
      activeFindings: [b],
      acceptedFindings: [a, c],
      report: { accepted: ['a:op:/x', 'c:op:'], fixed: [], expired: [] },
    });
  });

  it('counts a finding again after its last day', () => {
    expect(applied(accepting(['a:op:/x', '2026-11-20']))).toEqual({
      activeFindings: findings,
      acceptedFindings: [],
      report: { accepted: [], fixed: [], expired: ['a:op:/x'] },
    });
  });

  it('accepts a finding of several operations by the id that it would have at any of these operations', () => {
    const seenIn = ['getA', 'getB'].map((operationId) => ({ operationId, pointer: '/x' }));
    const several = { ...finding('field.undeclared:getA:/x'), seenIn };
    const baseline = accepting(['field.undeclared:getB:/x', '2027-01-01'], ['field.undeclared:getC:/x', '2027-01-01']);
    const result = applyBaseline(baseline, [several], new Set(['getA', 'getB', 'getC']), '2026-11-21');
    expect(result).toEqual({
      activeFindings: [],
      acceptedFindings: [several],
      report: { accepted: ['field.undeclared:getB:/x'], fixed: ['field.undeclared:getC:/x'], expired: [] },
    });
    const report = { ...sampleReport(), findings: [several] };
    const newBaseline = createBaseline(report, presenceOf(), '2026-11-21');
    expect(newBaseline.findings.map(({ id }) => id)).toEqual(['field.undeclared:getA:/x', 'field.undeclared:getB:/x']);
    expect(isAccepted({ ...report, baseline: { file: '', ...result.report } }, several)).toBe(true);
  });

  it('calls a finding fixed only if its operation was tested', () => {
    const validValues = ['gone:op:/y', 'gone:other:'].map((id): [string, string] => [id, '2027-01-01']);
    const { report } = applied(accepting(...validValues, ['old:op:', '2020-01-01'], ['old:other:', '2020-01-01']));
    expect(report).toEqual({ accepted: [], fixed: ['gone:op:/y', 'old:op:'], expired: ['old:other:'] });
  });

  it('leaves accepted changes to the command diff: it neither calls them fixed nor expired', () => {
    const ids = ['operation-removed:op:/paths/~1x/get', 'operation-removed:other:/paths/~1y/get'];
    const { report } = applied(accepting([ids[0] ?? '', '2027-01-01'], [ids[1] ?? '', '2020-01-01']));
    expect(report).toEqual({ accepted: [], fixed: [], expired: [] });
    expect(ruleKeys.filter((rule) => isOfDiff(`${rule}:op:`))).toEqual([]);
  });

  it('understands operations and pointers with colons', () => {
    const baseline = accepting(['gone:get /things:search:/a:b', '2027-01-01'], ['gone:get /things:', '2027-01-01']);
    expect(applyBaseline(baseline, [], new Set(['get /things:search']), '2026-11-21').report.fixed).toEqual([
      'gone:get /things:search:/a:b',
    ]);
  });
});

const Tier: Schema = { properties: { id: {}, title: {}, image: {} } };

function presenceOf(...objects: object[]): Presence {
  const presence = createPresence((schema) => (schema.$ref ? Tier : schema), []);
  for (const object of objects) presence.see({ $ref: '#/components/schemas/Tier' }, object);
  return presence;
}

function tested(operationId: string, success = true): OperationReport {
  const [operation] = sampleReport().operations;
  return { ...(operation as OperationReport), operationId, success: { tested: success }, refusal: { tested: false } };
}

const contract = { title: 'T', version: '0.2.0' };

describe('a new baseline', () => {
  it('accepts failing findings for 90 days, and records the fields that were always present', () => {
    const findings = [finding('a:op:/x'), finding('b:op:/x', 'drift'), finding('c:op:', 'observation')];
    const baseline = createBaseline(
      { contract, findings, operations: [tested('op')] },
      presenceOf({ id: 1, title: '' }, { id: 2, title: null, image: 'x' }),
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
    const file = temporaryFile('baseline.json', baselineText(baseline));
    expect(readBaseline(file)).toEqual(baseline);
    expect(fits(baseline)).toBe(true);
  });

  it('keeps entries of the previous baseline that are still valid or were not tested', () => {
    const validValues = ['a:op:', 'fixed:op:', 'd:far:', 'e:op:'].map((id): [string, string] => [id, '2027-01-01']);
    const previousBaseline: Baseline = {
      ...accepting(...validValues, ['b:op:', '2020-01-01']),
      $schema: 'here',
      alwaysPresent: { Tier: ['image'], Badge: ['id'] },
    };
    const baseline = createBaseline(
      {
        contract,
        findings: [finding('a:op:'), finding('b:op:')],
        operations: [tested('op'), tested('far', false)],
        baseline: { file: 'known.json', accepted: ['e:op:'], fixed: [], expired: [] },
      },
      presenceOf({ id: 1 }),
      '2026-11-21',
      previousBaseline,
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

  it('keeps accepted changes of the contract, even of operations that were tested', () => {
    const lines: [string, string][] = [
      ['operation-removed:op:/paths/~1x/get', '2027-01-01'],
      ['property-removed:Tier:/components/schemas/Tier/properties/image', '2020-01-01'],
    ];
    const report = { contract, findings: [], operations: [tested('op')] };
    const { findings } = createBaseline(report, presenceOf(), '2026-11-21', accepting(...lines));
    expect(findings.map(({ id, until }) => [id, until])).toEqual(lines);
  });

  it('is the same text for any order of findings', () => {
    const baseline: Baseline = {
      ...accepting(['b:op:', '2027-01-01'], ['a:op:', '2027-01-01']),
      alwaysPresent: { Tier: ['title', 'id'], Badge: [] },
    };
    const otherBaseline: Baseline = {
      ...baseline,
      findings: [...baseline.findings].reverse(),
      alwaysPresent: { Badge: [], Tier: ['id', 'title'] },
    };
    expect(baselineText(otherBaseline)).toBe(baselineText(baseline));
    expect(baselineText(baseline)).toMatch(/"a:op:"[\s\S]*"b:op:"[\s\S]*"Badge"[\s\S]*"id",[\s\S]*"title"[\s\S]*\n$/);
  });
});

describe('fields that were always present', () => {
  const drifts = (baseline: Baseline, presence: Presence): string[][] =>
    observationsOf(ownContract(), presence, baseline)
      .filter(({ deviation }) => deviation.severity === 'drift')
      .map(({ operation, deviation: { rule, pointer, actual } }) => [operation.id, rule, pointer, actual]);

  it('are reported if an object lacks them', () => {
    const baseline = { ...whole, alwaysPresent: { Tier: ['id', 'title', 'gone'], Badge: ['id'] } };
    expect(drifts(baseline, presenceOf({ id: 1, title: 'a' }))).toEqual([]);
    expect(drifts(baseline, presenceOf({ id: 1, title: 'a' }, { id: 2 }))).toEqual([
      [expect.stringMatching(/Tier/), 'field.absent', '/title', '1 of 2'],
    ]);
    expect(drifts(whole, presenceOf({ id: 1, title: 'a' }, { id: 2 }))).toEqual([]);
  });

  it('are not reported without objects', () => {
    expect(drifts({ ...whole, alwaysPresent: { Tier: ['id'] } }, presenceOf())).toEqual([]);
  });
});
