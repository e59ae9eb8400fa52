import { expect, it } from 'vitest';
import { applyEdits, type Edit } from '../../scripts/bench/diff/edits.js';
import { readPairs } from '../../scripts/bench/diff/pairs.js';
import { compareDetectors } from '../../scripts/bench/diff.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { yamlBeside } from '../yaml-beside.js';

interface Table {
  document: Record<string, unknown>;
  edits: { title: string; edit: Edit; at: string; is: unknown }[];
}

const { document, edits } = yamlBeside<Table>(import.meta.url, 'edits.yaml');

it.each(edits.map((row) => [row.title, row] as const))('an edit %s', (_, { edit, at, is }) => {
  expect(valueAt(applyEdits(document, [edit]), at)).toEqual(is);
});

it('an edit puts keys in another order', () => {
  const reversed = applyEdits({ at: { a: 1, b: 2 } }, [{ reverse: '/at' }]);
  expect(JSON.stringify(reversed)).toBe('{"at":{"b":2,"a":1}}');
});

it('an edit leaves the document alone, and refuses a place that does not exist', () => {
  const textBefore = JSON.stringify(document);
  applyEdits(document, [{ remove: '/components/schemas' }]);
  expect(JSON.stringify(document)).toBe(textBefore);
  expect(() => applyEdits(document, [{ remove: '/components/schemas/C' }])).toThrow('nothing at /components/schemas/C');
  expect(() => applyEdits(document, [{ remove: 'readPart' }])).toThrow('no operation readPart');
});

it('there are forty pairs, half of them of stated parts, and most changes break a client', { tags: 'long' }, () => {
  const pairs = readPairs();
  expect(new Set(pairs.map(({ name }) => name)).size).toBe(40);
  expect(pairs.filter(({ standing }) => standing === 'stated')).toHaveLength(20);
  expect(pairs.filter(({ breaks }) => breaks)).toHaveLength(26);
  for (const { name, oldDocument, newDocument, why } of pairs) {
    expect(JSON.stringify(newDocument), name).not.toBe(JSON.stringify(oldDocument));
    expect(why, name).toMatch(/^[A-Z].*\.$/);
  }
});

it('the comparison lists the changes that a program missed, and changes that it wrongly called breaking', () => {
  const change = (name: string, breaks: boolean) => ({ name, breaks, standing: 'stated' as const, why: '', edits: [] });
  const changes = [change('gone', true), change('narrow', true), change('words', false)];
  const [comparison, alarms] = compareDetectors(changes, [
    { name: 'all', kind: 'ours', breakingChangeNames: new Set(['gone', 'narrow']) },
    { name: 'some', kind: 'peer', breakingChangeNames: new Set(['gone', 'words']) },
    { name: 'none', kind: 'peer', error: 'It knows only 3.0.' },
    { name: 'few', kind: 'peer', breakingChangeNames: new Set(), refusedNames: new Set(['gone', 'words']) },
  ]);
  expect(comparison).toMatchObject({
    title: 'Breaking changes found, of 2',
    subjects: [
      { values: [2] },
      { values: [1], note: 'missed: narrow' },
      { values: [], error: 'It knows only 3.0.' },
      { values: [0], note: 'missed: narrow; refused to compare: gone' },
    ],
    target: { to: 'some', value: 2, relation: 'at least', bound: 1 },
  });
  expect(alarms).toMatchObject({
    title: 'Harmless changes called breaking, of 1',
    subjects: [
      { values: [0] },
      { values: [1], note: 'called breaking: words' },
      { values: [] },
      { values: [0], note: 'refused to compare: words' },
    ],
    target: { value: 0, relation: 'at most', bound: 0 },
  });
});
