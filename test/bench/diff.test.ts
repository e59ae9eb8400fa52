import { expect, it } from 'vitest';
import { applyEdits } from '../../scripts/bench/diff/edits.js';
import { readPairs } from '../../scripts/bench/diff/pairs.js';
import { compareDetectors } from '../../scripts/bench/diff.js';

const document = {
  paths: {
    '/parts/': { get: { operationId: 'listParts', responses: { 200: { $ref: '#/components/responses/Parts' } } } },
  },
  components: { responses: { Parts: { description: 'Parts.' } }, schemas: { A: { a: 1, b: 2 } } },
};

it.each([
  ['sets a value', { set: '/components/schemas/A/c', to: [3] }, '/components/schemas/A', { a: 1, b: 2, c: [3] }],
  ['removes a value', { remove: '/components/schemas/A/a' }, '/components/schemas/A', { b: 2 }],
  [
    'moves a value',
    { move: '/components/schemas/A', into: '/components/schemas/B' },
    '/components/schemas',
    {
      B: { a: 1, b: 2 },
    },
  ],
  [
    'reaches into an operation by its name',
    { remove: 'listParts/responses/200' },
    '/paths/~1parts~1/get/responses',
    {},
  ],
  [
    'puts the target of a reference in its place',
    { inline: 'listParts/responses/200' },
    '/paths/~1parts~1/get/responses',
    {
      200: { description: 'Parts.' },
    },
  ],
  [
    'renames a component in the references to it',
    { rename: '/components/responses/Parts', as: 'All' },
    '/paths/~1parts~1/get/responses',
    {
      200: { $ref: '#/components/responses/All' },
    },
  ],
] as const)('an edit %s', (_, edit, pointer, expected) => {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/'));
  const found = keys.reduce((at: unknown, key) => (at as Record<string, unknown>)[key], applyEdits(document, [edit]));
  expect(found).toEqual(expected);
});

it('an edit takes an item out of a list, and puts keys in another order', () => {
  expect(applyEdits({ list: [1, 2, 3] }, [{ remove: '/list/1' }])).toEqual({ list: [1, 3] });
  expect(JSON.stringify(applyEdits({ at: { a: 1, b: 2 } }, [{ reverse: '/at' }]))).toBe('{"at":{"b":2,"a":1}}');
});

it('an edit leaves the document alone, and refuses a place that does not exist', () => {
  const before = JSON.stringify(document);
  applyEdits(document, [{ remove: '/components/schemas' }]);
  expect(JSON.stringify(document)).toBe(before);
  expect(() => applyEdits(document, [{ remove: '/components/schemas/C' }])).toThrow('nothing at /components/schemas/C');
  expect(() => applyEdits(document, [{ remove: 'readPart' }])).toThrow('no operation readPart');
});

it('there are forty pairs, half of them in stated parts, most of which break a client', { tags: 'long' }, () => {
  const pairs = readPairs();
  expect(new Set(pairs.map(({ name }) => name)).size).toBe(40);
  expect(pairs.filter(({ place }) => place === 'stated')).toHaveLength(20);
  expect(pairs.filter(({ breaks }) => breaks)).toHaveLength(26);
  for (const { name, old, new: now, why } of pairs) {
    expect(JSON.stringify(now), name).not.toBe(JSON.stringify(old));
    expect(why, name).toMatch(/^[A-Z].*\.$/);
  }
});

it('the comparison lists the changes that a program missed, and those that it wrongly called breaking', () => {
  const change = (name: string, breaks: boolean) => ({ name, breaks, place: 'stated' as const, why: '', edits: [] });
  const changes = [change('gone', true), change('narrow', true), change('words', false)];
  const [found, alarms] = compareDetectors(changes, [
    {
      name: 'all',
      kind: 'ours',
      breaking: new Set(['gone', 'narrow']),
    },
    {
      name: 'some',
      kind: 'peer',
      breaking: new Set(['gone', 'words']),
    },
    { name: 'none', kind: 'peer', error: 'It knows only 3.0.' },
  ]);
  expect(found).toMatchObject({
    title: 'Breaking changes found, of 2',
    subjects: [{ values: [2] }, { values: [1], note: 'missed: narrow' }, { values: [], error: 'It knows only 3.0.' }],
    target: { to: 'some', value: 2, wanted: 'at least', bound: 1 },
  });
  expect(alarms).toMatchObject({
    title: 'Harmless changes called breaking, of 1',
    subjects: [{ values: [0] }, { values: [1], note: 'called breaking: words' }, { values: [] }],
    target: { value: 0, wanted: 'at most', bound: 0 },
  });
});
