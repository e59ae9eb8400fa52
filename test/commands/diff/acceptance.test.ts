import { expect, it } from 'vitest';
import { isOfDiff } from '../../../scripts/check/engine/report/baseline.js';
import { judgeChanges } from '../../../scripts/commands/diff/acceptance.js';
import { diffContracts } from '../../../scripts/diff/diff.js';
import { type Edit, small } from '../../diff/documents.js';
import { yamlBeside } from '../../yaml-beside.js';

const folder = '../../diff/pairs/';
const pairs = ['security', 'calls', 'lists', 'parts'].flatMap((kind) =>
  yamlBeside<{ before?: Edit; after: Edit }[]>(import.meta.url, `${folder}${kind}.yaml`),
);
const diffs = pairs.map(({ before = {}, after }) => diffContracts(small(before), small(after)));

it('the id of each change is that of a change to the check, which keeps it in the baseline', () => {
  const ids = diffs.flatMap((diff) => judgeChanges(diff, undefined, '2026-11-21').changes.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id) => !isOfDiff(id))).toEqual([]);
});

it('each change can be accepted by its id, on the last day of its longest entry', () => {
  for (const diff of diffs) {
    const { changes } = judgeChanges(diff, undefined, '2026-11-21');
    const findings = changes.flatMap(({ id }) => [
      { id, reason: 'known', until: '2026-11-21' },
      { id, reason: 'known', until: '2026-11-20' },
    ]);
    const judged = judgeChanges(diff, { findings }, '2026-11-21');
    expect(judged).toMatchObject({ level: 'none', changes: [], expired: [] });
    expect(judged.accepted).toHaveLength(diff.changes.length);
    expect(judgeChanges(diff, { findings }, '2026-11-22')).toMatchObject({ level: diff.level, accepted: [] });
  }
});
