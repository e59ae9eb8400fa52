import { expect, it } from 'vitest';
import { diffContracts } from '../../scripts/diff/diff.js';
import { reportIn } from '../../scripts/diff/report-of-redocly.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { emptyReport, type Standin, set, small, standin } from './documents.js';

const changed = small((document) => set(document['info'], { description: 'Words.' }));

const patchOnly = JSON.stringify({
  reportVersion: '1',
  summary: { major: 0, minor: 0, patch: 1 },
  changes: [
    {
      typeName: 'Operation',
      kind: 'removed',
      impact: 'patch',
      verdicts: [],
      base: { pointer: '#/paths/~1things/get', value: {} },
    },
  ],
});

const oneMajor = JSON.stringify({
  reportVersion: '1',
  summary: { major: 1, minor: 0, patch: 0 },
  changes: [
    {
      typeName: 'Operation',
      kind: 'removed',
      impact: 'major',
      verdicts: [{ ruleId: 'operation-removed', impact: 'major' }],
      base: { pointer: '#/paths/~1things/get', value: {} },
    },
  ],
});

it.each<[string, Standin, string]>([
  ['prints nothing', { report: '' }, 'it printed no report'],
  ['prints nothing for the known pair', { known: '', knownExit: 0 }, 'it printed no report'],
  ['rates the known pair as a patch', { known: patchOnly, knownExit: 0 }, 'it found nothing'],
  ['finds only some of the known changes', { known: oneMajor }, 'it found operation-removed'],
  ['finds nothing in the known pair', { known: emptyReport, knownExit: 0 }, 'it found nothing'],
  [
    'ends with 0 although it reports a major change',
    { report: oneMajor, exit: 0 },
    'its exit code is 0, but its report means 1',
  ],
  ['fails after a report', { exit: 1, errors: 'The revision has errors.' }, 'it printed "The revision has errors."'],
  ['leaves references unresolved', { errors: 'parts are left unresolved' }, 'unresolved'],
  ['prints no JSON', { report: 'Usage: redocly' }, 'its output is not JSON'],
  ['prints an unknown form of report', { report: '{"reportVersion":"2"}' }, 'not of version 1'],
  [
    'prints counts that differ from its list',
    { report: JSON.stringify({ reportVersion: '1', summary: { major: 1, minor: 0, patch: 0 }, changes: [] }) },
    'its summary counts',
  ],
])('a Redocly that %s does not count as "no change"', { tags: 'slow' }, async (_, behaviour, says) => {
  const failed = diffContracts(small(), changed, { program: standin(behaviour) });
  await expect(failed).rejects.toThrow(UsageError);
  await expect(failed).rejects.toThrow(says);
});

it('a missing Redocly is reported in a sentence', async () => {
  await expect(diffContracts(small(), changed, { program: '/nowhere/redocly.js' })).rejects.toThrow(
    'it printed no report',
  );
});

it('a correct Redocly is trusted', async () => {
  await expect(diffContracts(small(), changed, { program: standin() })).resolves.toMatchObject({ level: 'patch' });
});

it('each unknown form of a change is rejected', () => {
  const report = (change: object): string =>
    JSON.stringify({ reportVersion: '1', summary: { major: 0, minor: 0, patch: 1 }, changes: [change] });
  const good = {
    typeName: 'Schema',
    kind: 'removed',
    impact: 'patch',
    verdicts: [],
    base: { pointer: '#/a', value: 1 },
  };
  expect(reportIn(report(good))).toMatchObject({ changes: [{ base: { pointer: '/a', value: 1 } }] });
  for (const wrong of [
    { kind: 'moved' },
    { impact: 'huge' },
    { base: undefined },
    { base: { pointer: 'a' } },
    { verdicts: undefined },
    { verdicts: [{}] },
    { typeName: 1 },
    { kind: 'modified' },
  ]) {
    expect(reportIn(report({ ...good, ...wrong }))).toBe('change 0 of its report has an unknown form');
  }
});
