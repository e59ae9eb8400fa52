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

it('a change of requests and the same change of responses have different ids, and one entry may accept both', () => {
  const shape = { type: 'object', properties: { a: { type: 'string' } } };
  const documentWith = (schema: object): string => {
    const content = { 'application/json': { schema } };
    const responses = { 200: { description: 'Done.', content } };
    const paths = { '/a': { post: { operationId: 'send', requestBody: { content }, responses } } };
    const components = { schemas: { Shape: shape } };
    return JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1.0.0' }, paths, components });
  };
  const changed = { ...shape, properties: { a: { type: 'integer' } } };
  const diff = diffContracts(documentWith({ $ref: '#/components/schemas/Shape' }), documentWith(changed));
  const base = 'schema-type-changed:send:/components/schemas/Shape/properties/a/type';
  const judgeWith = (...ids: string[]) =>
    judgeChanges(diff, { findings: ids.map((id) => ({ id, reason: 'known', until: '2026-11-21' })) }, '2026-11-21');
  const typeIds = judgeWith().changes.flatMap(({ id, rule }) => (rule === 'schema-type-changed' ? id : []));
  expect(typeIds).toEqual([`${base}:request`, `${base}:response`]);
  expect(judgeWith(base).accepted.map(({ id }) => id)).toEqual(typeIds);
  expect(judgeWith(`${base}:response`)).toMatchObject({ accepted: [{ id: typeIds[1] }], unmatched: [] });
  expect(judgeWith(`${base}:both`)).toMatchObject({ accepted: [], unmatched: [`${base}:both`] });
});
