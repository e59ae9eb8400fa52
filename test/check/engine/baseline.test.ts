import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import {
  applyBaseline,
  type Baseline,
  baselineText,
  createBaseline,
  readBaseline,
} from '../../../scripts/check/engine/report/baseline.js';
import { observationsOf } from '../../../scripts/check/engine/report/observations.js';
import { createPresence, type Presence } from '../../../scripts/check/evidence/presence.js';
import type { Finding, Severity } from '../../../scripts/check/model/finding.js';
import type { OperationReport } from '../../../scripts/check/model/report/report.js';
import { isAccepted } from '../../../scripts/check/reports/summary.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { temporaryFile } from '../../temporary-folder.js';
import { sampleReport } from '../reports/sample.js';
import { fits, whole } from './baseline-sample.js';

const finding = (id: string, severity: Severity = 'violation'): Finding => {
  const [found] = sampleReport().findings;
  const [rule = '', operationId = '', pointer = ''] = id.split(':');
  return { ...(found as Finding), id, rule, severity, operationId, pointer };
};

const accepting = (...lines: [id: string, until: string][]): Baseline => ({
  ...whole,
  findings: lines.map(([id, until]) => ({ id, reason: 'known', until })),
});

describe('applying a baseline', () => {
  const findings = [finding('a:op:/x'), finding('b:op:/x'), finding('c:op:')];
  const applied = (baseline: Baseline): ReturnType<typeof applyBaseline> =>
    applyBaseline(baseline, findings, new Set(['op']), '2026-11-21');

  it('separates accepted findings from those that count', () => {
    const {
      activeFindings: kept,
      acceptedFindings: accepted,
      report,
    } = applied(accepting(['a:op:/x', '2026-11-21'], ['c:op:', '2027-01-01']));
    expect(kept.map(({ id }) => id)).toEqual(['b:op:/x']);
    expect(accepted.map(({ id }) => id)).toEqual(['a:op:/x', 'c:op:']);
    expect(report).toEqual({ accepted: ['a:op:/x', 'c:op:'], fixed: [], expired: [] });
  });

  it('counts a finding again after its last day', () => {
    const { activeFindings: kept, acceptedFindings: accepted, report } = applied(accepting(['a:op:/x', '2026-11-20']));
    expect(kept).toEqual(findings);
    expect(accepted).toEqual([]);
    expect(report).toEqual({ accepted: [], fixed: [], expired: ['a:op:/x'] });
  });

  it('accepts a finding of several operations by the id that it would have at any of them', () => {
    const seenIn = ['getA', 'getB'].map((operationId) => ({ operationId, pointer: '/x' }));
    const several = { ...finding('field.undeclared:getA:/x'), seenIn };
    const result = applyBaseline(
      accepting(['field.undeclared:getB:/x', '2027-01-01'], ['field.undeclared:getC:/x', '2027-01-01']),
      [several],
      new Set(['getA', 'getB', 'getC']),
      '2026-11-21',
    );
    expect(result).toMatchObject({ activeFindings: [], acceptedFindings: [several] });
    expect(result.report).toEqual({
      accepted: ['field.undeclared:getB:/x'],
      fixed: ['field.undeclared:getC:/x'],
      expired: [],
    });
    const report = { ...sampleReport(), findings: [several] };
    expect(
      createBaseline(
        report,
        createPresence((schema) => schema, []),
        '2026-11-21',
      ).findings.map(({ id }) => id),
    ).toEqual(['field.undeclared:getA:/x', 'field.undeclared:getB:/x']);
    expect(isAccepted({ ...report, baseline: { file: '', ...result.report } }, several)).toBe(true);
  });

  it('calls a finding fixed only if its operation was tested', () => {
    const baseline = accepting(
      ['gone:op:/y', '2027-01-01'],
      ['gone:other:', '2027-01-01'],
      ['old:op:', '2020-01-01'],
      ['old:other:', '2020-01-01'],
    );
    expect(applied(baseline).report).toEqual({
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
  const [operation] = sampleReport().operations;
  return { ...(operation as OperationReport), operationId, success: { tested: success }, refusal: { tested: false } };
}

const contract = { title: 'T', version: '0.2.0' };

describe('a new baseline', () => {
  it('accepts failing findings for 90 days, and records the fields that were always present', () => {
    const findings = [finding('a:op:/x'), finding('b:op:/x', 'drift'), finding('c:op:', 'observation')];
    const baseline = createBaseline(
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
    const file = temporaryFile('baseline.json', baselineText(baseline));
    expect(readBaseline(file)).toEqual(baseline);
    expect(fits(baseline)).toBe(true);
  });

  it('keeps entries of the previous one that are still valid or were not tested', () => {
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
    const baseline = createBaseline(
      {
        contract,
        findings: [finding('a:op:'), finding('b:op:')],
        operations: [tested('op'), tested('far', false)],
        baseline: { file: 'known.json', accepted: ['e:op:'], fixed: [], expired: [] },
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

  it('is the same text for any order of findings', () => {
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

describe('fields that were always present', () => {
  const drifts = (baseline: Baseline, presence: Presence): string[][] =>
    observationsOf(ownContract(), presence, baseline)
      .filter(({ deviation }) => deviation.severity === 'drift')
      .map(({ operation, deviation: { rule, pointer, actual } }) => [operation.id, rule, pointer, actual]);

  it('are reported if an object lacks them', () => {
    const baseline = { ...whole, alwaysPresent: { Tier: ['id', 'title', 'gone'], Badge: ['id'] } };
    expect(drifts(baseline, seen({ id: 1, title: 'a' }))).toEqual([]);
    expect(drifts(baseline, seen({ id: 1, title: 'a' }, { id: 2 }))).toEqual([
      [expect.stringMatching(/Tier/), 'field.absent', '/title', '1 of 2'],
    ]);
    expect(drifts(whole, seen({ id: 1, title: 'a' }, { id: 2 }))).toEqual([]);
  });

  it('are not reported without objects', () => {
    expect(drifts({ ...whole, alwaysPresent: { Tier: ['id'] } }, seen())).toEqual([]);
  });
});
